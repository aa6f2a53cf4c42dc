import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, describe, it } from 'vitest';
import { Secret } from '../../../src/config/credentials.ts';
import { listProfiles, saveProfile } from '../../../src/config/profiles.ts';
import { checkProfileName, isProfileName, readSettings } from '../../../src/config/settings.ts';
import { changeSettings } from '../../../src/config/settings-store.ts';
import { configHome } from '../../helpers/config-home.ts';
import { reached, runs } from '../../helpers/runs.ts';

const work = { baseUrl: 'https://docs.example.com' };

describe('in a snap, where conf would write in place', () => {
  afterEach(() => {
    delete process.env.SNAP;
  });

  it('replaces the file as always', async ({ expect }) => {
    process.env.SNAP = '1';
    const { paths, config } = configHome();
    const path = join(config, 'config.json');
    await changeSettings(paths, () => {});
    const before = statSync(path).ino;
    await changeSettings(paths, (draft) => void draft.profiles.set('a', { ...work }));
    expect(statSync(path).ino).not.toBe(before);
    expect(readFileSync(path, 'utf8')).toBe(
      `${JSON.stringify({ version: 1, profiles: { a: work } }, undefined, 2)}\n`,
    );
  });

  it('replaces both files at each change, and leaves nothing beside them', async ({ expect }) => {
    process.env.SNAP = '1';
    const { paths, config } = configHome();
    const files = ['config.json', 'credentials.json'];
    const changes = runs('C3', 'changes', 10);
    let before: number[] = [];
    for (let at = 0; at < changes; at++) {
      await saveProfile(paths, { name: `p${at}`, profile: work, token: new Secret(`canary-${at}`) });
      const after = files.map((name) => statSync(join(config, name)).ino);
      expect(after.filter((ino, file) => ino === before[file])).toEqual([]);
      expect(readdirSync(config).sort()).toEqual(files);
      before = after;
    }
    expect(listProfiles(paths).every(({ hasToken }) => hasToken)).toBe(true);
    reached('C3', 'changes', changes);
  });
});

describe('profile names', () => {
  it('are taken as they are, whatever they look like', async ({ expect }) => {
    const { paths } = configHome();
    const first = 'ABCXYZabcxyz0189'.split('');
    const name = fc
      .tuple(
        fc.constantFrom(...first),
        fc.string({ unit: fc.constantFrom(...first, '.', '_', '-'), maxLength: 63 }),
      )
      .map((parts) => parts.join(''));
    const special = fc.constantFrom(
      'constructor',
      'toString',
      'hasOwnProperty',
      'my.corp',
      'a.__proto__.b',
      '0',
      '1e3',
    );
    const count = runs('C4', 'names', 1000);
    const given = fc.sample(fc.oneof({ weight: 9, arbitrary: name }, special), 2 * count);
    const names = new Set([...new Set(given)].slice(0, count));
    await changeSettings(paths, (draft) => {
      for (const each of names) draft.profiles.set(checkProfileName(each), { baseUrl: `https://h/${each}` });
    });
    const { profiles } = readSettings(paths);
    expect(new Set(profiles.keys())).toEqual(names);
    for (const each of names) expect(profiles.get(each)).toEqual({ baseUrl: `https://h/${each}` });
    expect(Object.keys(Object.prototype)).toEqual([]);
    reached('C4', 'names', names.size);
  });

  it('are refused where they begin or are written otherwise', async ({ expect }) => {
    await fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isProfileName(text)).toBe(
          /^[A-Za-z0-9]/.test(text) && !/[^\w.-]/.test(text) && text.length <= 64,
        );
      }),
      { numRuns: 5000 },
    );
  });
});
