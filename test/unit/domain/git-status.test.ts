import { describe, expect, it } from 'vitest';
import type { Space } from '../../../src/api/content/spaces.generated.ts';
import { type GitRow, gitRows, toExpectations } from '../../../src/domain/git-status.ts';
import { parseYaml } from '../../../src/files/yaml-file.ts';

const now = new Date('2026-06-15T00:00:00.000Z');
// Only what is looked at.
const space = (id: string, title: string, gitSync?: Space['gitSync']) => ({ id, title, gitSync }) as Space;
const synced = (repoName: string, updatedAt = '2026-06-14T00:00:00.000Z') => ({
  repoName,
  installationProvider: 'github' as const,
  url: `https://github.com/${repoName}.git`,
  updatedAt,
});
const failed = {
  ...synced('acme/broken'),
  operation: {
    ...{ state: 'failure' as const, direction: 'import' as const },
    ...{ startedAt: '2026-06-14T00:00:00.000Z', error: 'no such ref' },
  },
};
const problemsOf = (rows: readonly GitRow[]) =>
  Object.fromEntries(rows.map(({ title, problems }) => [title, problems]));

describe('git status', () => {
  const spaces = [
    space('1', 'Guides', synced('acme/guides')),
    space('2', 'Old', synced('acme/old', '2026-06-01T00:00:00.000Z')),
    space('3', 'Plain'),
    space('4', 'Broken', failed),
  ];

  it('names the repository, the last time and how it went', () => {
    const [guides, , plain, broken] = gitRows(spaces, { now });
    expect(guides).toMatchObject({
      repository: 'acme/guides',
      provider: 'github',
      syncedAt: '2026-06-14T00:00:00.000Z',
      problems: [],
    });
    expect(plain).toMatchObject({ repository: undefined, problems: [] });
    expect(broken).toMatchObject({ state: 'failure', problems: ['failed'] });
    expect(broken?.detail).toContain('no such ref');
  });

  it('finds what is stale, and what was never synchronised', () => {
    const never = space('5', 'Never', { repoName: 'acme/never' });
    const rows = gitRows([...spaces, never], { now, staleMs: 7 * 86_400_000 });
    const problems = { Guides: [], Old: ['stale'], Plain: [], Broken: ['failed'], Never: ['stale'] };
    expect(problemsOf(rows)).toEqual(problems);
    expect(rows[1]?.detail).toBe('synced 14 days ago');
  });

  it('compares with what is expected: by title or id, by name or URL', () => {
    const map = {
      ...{ Guides: 'https://me@github.com/acme/guides', '2': 'acme/old' },
      ...{ Plain: 'acme/plain', Broken: 'acme/other', Gone: 'acme/gone' },
    };
    const all = [...spaces, space('6', 'Extra', synced('acme/extra'))];
    const expected = toExpectations(map, 'map.yaml');
    expect(problemsOf(gitRows(all, { now, expected }))).toEqual({
      ...{ Guides: [], Old: [], Plain: ['not-synced'] },
      Broken: ['failed', 'other-repository'],
      Extra: ['not-expected'],
      Gone: ['no-such-space'],
    });
    const none = toExpectations({ Guides: null, Plain: null }, 'map.yaml');
    const others = { Guides: ['not-expected'], Old: ['not-expected'], Plain: [] };
    expect(problemsOf(gitRows(spaces.slice(0, 3), { now, expected: none }))).toEqual(others);
  });

  it('refuses a title that several spaces bear, and a file that is no map', () => {
    const twins = [space('1', 'Twin'), space('2', 'Twin')];
    expect(() => gitRows(twins, { now, expected: new Map([['Twin', null]]) })).toThrow(
      '2 spaces are called "Twin"',
    );
    expect(() => toExpectations(['x'], 'map.yaml')).toThrow('must map spaces');
    expect(() => toExpectations({ a: 1 }, 'map.yaml')).toThrow('"a" must be the name or URL');
  });

  it('shows no credentials of a URL', () => {
    const [row] = gitRows([space('1', 'G', { url: 'https://me:canary@git.example.com/acme/guides.git' })], {
      now,
    });
    expect(JSON.stringify(row)).not.toContain('canary');
    expect(row?.repository).toBe('acme/guides');
  });
});

describe('YAML that people write', () => {
  it.each([
    ['a: 1\na: 2', 'duplicate key'],
    ['a: [', 'not YAML at line'],
    [`x: ${'y'.repeat(1024 * 1024)}`, 'larger than 1 MiB'],
    [`a: &a [x]\n${Array.from({ length: 60 }, (_, n) => `k${n}: *a`).join('\n')}`, 'aliases'],
    ['? [a]\n: 1', 'not YAML'],
  ])('refuses %#', async (text, why) => {
    await expect(parseYaml(text, 'file.yaml')).rejects.toThrow(why);
  });

  it('pollutes nothing', async () => {
    const value = await parseYaml('\uFEFF__proto__: { polluted: yes }\nb: ~\n', 'file.yaml');
    expect(Object.getOwnPropertyNames(value)).toContain('b');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(toExpectations(await parseYaml('__proto__: x\n', 'f'), 'f').get('toString')).toBeUndefined();
  });
});
