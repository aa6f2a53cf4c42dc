import { describe, expect, it } from 'vitest';
import { leafPaths, pickFields, valueAt } from '../../../src/output/paths.ts';

const space = {
  id: 'sp_1',
  gitSync: { repoName: 'docs', branch: 'main' },
  tags: [{ name: 'a', n: 1 }, { name: 'b' }],
  empty: {},
};

describe('valueAt', () => {
  it.each([
    ['id', 'sp_1'],
    ['gitSync.repoName', 'docs'],
    ['tags.name', ['a', 'b']],
    ['tags.n', [1]],
    ['missing.deep', undefined],
    ['constructor.name', undefined],
    ['id.length', undefined],
    ['__proto__', undefined],
  ])('%s is %j', (path, value) => {
    expect(valueAt(space, path)).toEqual(value);
  });
});

describe('pickFields', () => {
  it('keeps what is nested nested, and what is missing as null', () => {
    expect(pickFields(space, ['id', 'gitSync.repoName', 'tags.name', 'missing'])).toEqual({
      id: 'sp_1',
      gitSync: { repoName: 'docs' },
      tags: [{ name: 'a' }, { name: 'b' }],
      missing: null,
    });
  });

  it('takes a whole object together with one of its fields', () => {
    expect(pickFields(space, ['gitSync.branch', 'gitSync'])).toEqual({ gitSync: space.gitSync });
  });

  it('has no way to a prototype', () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true},"a":1}');
    const picked = pickFields(hostile, ['__proto__.polluted']);
    expect(JSON.stringify(picked)).toBe('{"__proto__":{"polluted":true}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('leafPaths', () => {
  it('lists leaves in order; lists and empty objects are leaves', () => {
    expect(leafPaths(space)).toEqual(['id', 'gitSync.repoName', 'gitSync.branch', 'tags', 'empty']);
    expect(leafPaths('text')).toEqual([]);
  });
});
