import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { afterEach, describe, it } from 'vitest';
import { Secret } from '../../../src/config/credentials.ts';
import { listProfiles, saveProfile } from '../../../src/config/profiles.ts';
import { checkProfileName, isProfileName, readSettings } from '../../../src/config/settings.ts';
import { changeSettings } from '../../../src/config/settings-store.ts';
import { ConfigError, UsageError } from '../../../src/errors.ts';
import { type ConfigHome, configHome, rejectionOf, thrownBy } from '../../helpers/config-home.ts';
import { reached, runs } from '../../helpers/runs.ts';

function homeWith(settings: unknown): ConfigHome & { path: string } {
  const home = configHome();
  mkdirSync(home.config, { recursive: true, mode: 0o700 });
  const path = join(home.config, 'config.json');
  writeFileSync(path, typeof settings === 'string' ? settings : JSON.stringify(settings), { mode: 0o600 });
  return { ...home, path };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const work = { baseUrl: 'https://docs.example.com' };

describe('readSettings', () => {
  it('reads nothing as no profiles, and writes nothing', ({ expect }) => {
    const { paths, home } = configHome();
    expect(readSettings(paths)).toEqual({ version: 1, defaultProfile: undefined, profiles: new Map() });
    expect(readdirSync(home)).toEqual([]);
  });

  it('reads profiles and leaves out what it does not know', ({ expect }) => {
    const profile = { ...work, organization: 'o', space: 's', site: 'x', readOnly: true, kind: 'sandbox' };
    const { paths } = homeWith({
      version: 1,
      defaultProfile: 'work',
      profiles: { work: { ...profile, later: 1 } },
    });
    expect(readSettings(paths)).toEqual({
      version: 1,
      defaultProfile: 'work',
      profiles: new Map([['work', profile]]),
    });
  });

  it('closes a file that others could read', ({ expect }) => {
    const { paths, path } = homeWith({ version: 1, profiles: {} });
    chmodSync(path, 0o644);
    readSettings(paths);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.for([
    '{"version":1,"profiles":{"work":{"baseUrl":"canary1f4c',
    '[]',
    '"canary1f4c"',
    '{"profiles":["canary1f4c"]}',
    '{"profiles":{"__proto__":{"baseUrl":"https://canary1f4c"}}}',
    '{"profiles":{"canary1f4c!":{"baseUrl":"https://a"}}}',
    '{"profiles":{"work":{"baseUrl":["canary1f4c"]}}}',
    '{"profiles":{"work":"canary1f4c"}}',
  ])('calls %s corrupt without quoting it', (text, { expect }) => {
    const { paths, path } = homeWith(text);
    const error = thrownBy(() => readSettings(paths));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ code: 'CONFIG_CORRUPT', details: { path } });
    expect(inspect(error)).not.toContain('canary');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

describe('changeSettings', () => {
  it('starts from the defaults, in a file and folder of our own', async ({ expect }) => {
    const { paths, config } = configHome();
    await changeSettings(paths, (draft) => {
      draft.profiles.set('my.corp', { ...work });
      draft.defaultProfile = 'my.corp';
    });
    const path = join(config, 'config.json');
    expect(readJson(path)).toEqual({ version: 1, profiles: { 'my.corp': work }, defaultProfile: 'my.corp' });
    expect([statSync(path).mode & 0o777, statSync(config).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(config)).toEqual(['config.json']);
  });

  it('keeps the keys it does not know, at every level', async ({ expect }) => {
    const { paths, path } = homeWith({
      version: 1,
      theme: { dark: true },
      profiles: { a: { ...work, colour: 'red' } },
    });
    await changeSettings(paths, (draft) => {
      draft.profiles.set('b', { ...work });
    });
    expect(readJson(path)).toEqual({
      version: 1,
      theme: { dark: true },
      profiles: { a: { ...work, colour: 'red' }, b: work },
    });
  });

  it('leaves no trace where the first change is refused', async ({ expect }) => {
    const { paths, home } = configHome();
    await rejectionOf(changeSettings(paths, (draft) => void draft.profiles.set('a', {})));
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map(({ name }) => name)).toEqual([]);
  });

  it('fills in what a file lacks', async ({ expect }) => {
    const { paths, path } = homeWith({});
    await changeSettings(paths, () => {});
    expect(readJson(path)).toEqual({ version: 1, profiles: {} });
    reached('C6', 'files', 1);
  });

  it('reads a later format, leaves out what it cannot read, and refuses to write it', async ({ expect }) => {
    const file = { version: 2, defaultProfile: 'a', profiles: { a: work, b: ['new'] }, shape: 1 };
    const { paths, path } = homeWith(file);
    expect(readSettings(paths)).toEqual({
      version: 2,
      defaultProfile: 'a',
      profiles: new Map([['a', work]]),
    });
    const error = await rejectionOf(changeSettings(paths, () => {}));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({
      code: 'CONFIG_NEWER',
      message: `"${path}" has format 2; this version of docs writes format 1`,
    });
    expect(readJson(path)).toEqual(file);
    reached('C6', 'files', 1);
  });

  it('refuses to write what does not follow the schema', async ({ expect }) => {
    const { paths, path } = homeWith({ version: 1, profiles: {} });
    for (const bad of [{ baseUrl: 1 }, {}, { ...work, organization: '' }, { ...work, kind: 'canary' }]) {
      const error = await rejectionOf(changeSettings(paths, (draft) => void draft.profiles.set('a', bad)));
      expect(error).toBeInstanceOf(UsageError);
      expect(error).toMatchObject({ code: 'BAD_SETTING' });
    }
    const named = await rejectionOf(
      changeSettings(paths, (draft) => void draft.profiles.set('__proto__', { ...work })),
    );
    expect(named).toMatchObject({ code: 'BAD_SETTING' });
    expect(readJson(path)).toEqual({ version: 1, profiles: {} });
  });

  it.for(['{"profiles":{"a":{"baseUrl":1,"token":"canary1f4c"}}}', '{"profiles":{"a":{"token":"canary1f4c'])(
    'leaves the corrupt file %s untouched and does not quote it',
    async (text, { expect }) => {
      const { paths, path } = homeWith(text);
      const error = await rejectionOf(changeSettings(paths, () => {}));
      expect(error).toMatchObject({ code: 'CONFIG_CORRUPT' });
      expect(inspect(error)).not.toContain('canary');
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  describe('in a snap, where conf would write in place', () => {
    afterEach(() => {
      delete process.env.SNAP;
    });

    it('replaces the file as always', async ({ expect }) => {
      process.env.SNAP = '1';
      const { paths, path } = homeWith({ version: 1, profiles: {} });
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

  it('are refused when they could be a path, a flag or a trick', async ({ expect }) => {
    const odd = [
      '',
      '.',
      '..',
      '-rf',
      '_x',
      '__proto__',
      'a/b',
      'a b',
      'a\n',
      'é',
      'x'.repeat(65),
      'a\\b',
      'a\u0000',
    ];
    for (const name of odd) {
      expect(isProfileName(name)).toBe(false);
      expect(thrownBy(() => checkProfileName(name))).toMatchObject({ code: 'BAD_PROFILE_NAME', exit: 2 });
    }
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
