import { describe, expect, it } from 'vitest';
import { maskSecrets, REDACTED, secretMask, secretPattern } from '../../../src/output/columns.ts';

describe('maskSecrets', () => {
  it('hides secret fields at any depth and copies only then', () => {
    const harmless = { a: [{ certificate: 'x' }], key: 'k' };
    expect(maskSecrets(harmless)).toBe(harmless);
    const value = {
      name: 'n',
      secrets: { a: 'canary' },
      list: [{ privateKey: 'canary' }, 1],
      shareKey: null,
    };
    expect(maskSecrets(value)).toEqual({
      name: 'n',
      secrets: '[redacted]',
      list: [{ privateKey: '[redacted]' }, 1],
      shareKey: null,
    });
    expect(value.secrets.a).toBe('canary');
  });

  it('takes a thing by any name', () => {
    for (const object of ['constructor', '__proto__', 'toString', '']) {
      const thing = { object, urls: { app: 'a' } };
      expect(maskSecrets(thing)).toBe(thing);
    }
    expect(maskSecrets({ object: 'share-link', urls: { app: 'a' } })).toEqual({
      object: 'share-link',
      urls: { app: REDACTED },
    });
  });

  it('takes more names, also within one parent only', () => {
    const value = {
      urls: { published: 'canary', app: 'a' },
      published: 'p',
      links: [{ urls: { published: 'canary' } }],
    };
    expect(maskSecrets(value, ['urls.published'])).toEqual({
      urls: { published: '[redacted]', app: 'a' },
      published: 'p',
      links: [{ urls: { published: '[redacted]' } }],
    });
  });

  it('walks no rows of a page without such a field, and those of a page with one', () => {
    let reads = 0;
    const row = {
      object: 'space',
      get title() {
        reads += 1;
        return 'Guides';
      },
    };
    const page = [row, { object: 'space' }];
    expect(secretMask()(page)).toBe(page);
    expect(reads).toBe(1);
    expect(secretMask()([...page, { shareKey: 'abc' }])[2]).toEqual({ shareKey: REDACTED });
    expect(reads).toBe(3);
  });
});

describe('secretPattern', () => {
  it('finds a secret key in JSON text, and none in a string', () => {
    expect(secretPattern().test(JSON.stringify({ a: { shareKey: 'x' } }))).toBe(true);
    expect(secretPattern().test(JSON.stringify({ title: '"shareKey":' }))).toBe(false);
    expect(secretPattern(['urls.published']).test('{"published":1}')).toBe(true);
  });
});
