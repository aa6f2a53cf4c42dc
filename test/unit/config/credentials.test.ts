import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, it } from 'vitest';
import {
  copyToken,
  keepTokensOf,
  readToken,
  readTokenKeeper,
  removeToken,
  Secret,
  saveToken,
  storedKeeper,
  storedOrigins,
  type TokenKeeper,
} from '../../../src/config/credentials.ts';
import { ConfigError, DocsError } from '../../../src/errors.ts';
import { configHome, rejectionOf, thrownBy } from '../../helpers/config-home.ts';
import { reached } from '../../helpers/runs.ts';

const CANARY = 'gb_api_CANARY0123456789';
const ORIGIN = 'https://docs.example.com';

describe('a stored token', () => {
  it('is kept with its origin in a file of our own, and comes back', async ({ expect }) => {
    const { paths, config } = configHome();
    expect(readToken(paths, 'work', ORIGIN)).toBeUndefined();
    await saveToken(paths, 'work', ORIGIN, new Secret(CANARY));
    expect(readToken(paths, 'work', ORIGIN)?.reveal()).toBe(CANARY);
    expect(readToken(paths, 'other', ORIGIN)).toBeUndefined();
    expect([...storedOrigins(paths)]).toEqual([['work', ORIGIN]]);
    const path = join(config, 'credentials.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      version: 1,
      credentials: { work: { origin: ORIGIN, token: CANARY } },
    });
  });

  it.for(['https://evil.com', 'https://docs.example.com:8443', 'http://docs.example.com', 'sandbox:'])(
    'is not given out for %s',
    async (origin, { expect }) => {
      const { paths } = configHome();
      await saveToken(paths, 'work', ORIGIN, new Secret(CANARY));
      const error = thrownBy(() => readToken(paths, 'work', origin));
      expect(error).toMatchObject({
        code: 'ORIGIN_CHANGED',
        exit: 4,
        message: `the token of profile "work" was saved for "${ORIGIN}" and is not sent to "${origin}"`,
        hint: 'docs auth login --profile work, or set DOCS_TOKEN together with DOCS_BASE_URL',
        details: { profile: 'work', saved: ORIGIN, origin },
      });
      expect(inspect(error)).not.toContain(CANARY);
    },
  );

  it.for([{ command: 'pass show docs' }, { keychain: 'work@docs.example.com' }])(
    'can be kept by another: %j',
    async (keeper, { expect }) => {
      const { paths, config } = configHome();
      await saveToken(paths, 'work', ORIGIN, new Secret(CANARY));
      expect(readTokenKeeper(paths, 'work', ORIGIN)).toBeUndefined();
      await saveToken(paths, 'work', ORIGIN, keeper as TokenKeeper);
      expect(readToken(paths, 'work', ORIGIN)).toBeUndefined();
      expect(readTokenKeeper(paths, 'work', ORIGIN)).toEqual(keeper);
      expect([storedKeeper(paths, 'work'), storedKeeper(paths, 'other')]).toEqual([keeper, undefined]);
      expect(thrownBy(() => readTokenKeeper(paths, 'work', 'https://evil.com'))).toMatchObject({
        code: 'ORIGIN_CHANGED',
      });
      const path = join(config, 'credentials.json');
      expect(readFileSync(path, 'utf8')).not.toContain(CANARY);
      await saveToken(paths, 'work', ORIGIN, new Secret(CANARY));
      expect(JSON.parse(readFileSync(path, 'utf8')).credentials).toEqual({
        work: { origin: ORIGIN, token: CANARY },
      });
    },
  );

  it('can be copied to a new name and removed', async ({ expect }) => {
    const { paths } = configHome();
    await saveToken(paths, 'a', ORIGIN, new Secret(CANARY));
    expect([await copyToken(paths, 'a', 'b'), await copyToken(paths, 'x', 'y')]).toEqual([true, false]);
    expect([await removeToken(paths, 'a'), await removeToken(paths, 'a')]).toEqual([true, false]);
    expect([...storedOrigins(paths).keys()]).toEqual(['b']);
    await keepTokensOf(paths, new Set(['c']));
    expect(readFileSync(join(paths.config ?? '', 'credentials.json'), 'utf8')).not.toContain(CANARY);
  });
});

describe('the tokens of profiles that are gone', () => {
  it('are removed, and no others', async ({ expect }) => {
    const { paths, config } = configHome();
    for (const name of ['a', 'b', 'c']) await saveToken(paths, name, ORIGIN, new Secret(`${name}-token`));
    await keepTokensOf(paths, new Set(['a', 'c', 'unknown']));
    expect([...storedOrigins(paths).keys()]).toEqual(['a', 'c']);
    const path = join(config, 'credentials.json');
    const compact = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
    writeFileSync(path, compact);
    await keepTokensOf(paths, new Set(['a', 'c']));
    expect(readFileSync(path, 'utf8'), 'nothing to do').toBe(compact);
  });
});

describe('credentials.json', () => {
  function homeWith(text: string) {
    const home = configHome();
    mkdirSync(home.config, { recursive: true, mode: 0o700 });
    const path = join(home.config, 'credentials.json');
    writeFileSync(path, text, { mode: 0o600 });
    return { ...home, path };
  }
  const good = `${JSON.stringify({ version: 1, credentials: { work: { origin: ORIGIN, token: CANARY } } }, undefined, 2)}\n`;
  /** Any four characters of the token in a row are a leak. */
  const parts = Array.from({ length: CANARY.length - 3 }, (_, at) => CANARY.slice(at, at + 4));
  const leak = (error: unknown) => parts.filter((part) => inspect(error, { depth: 9 }).includes(part));

  const isPlaceOnly = (error: unknown) =>
    error instanceof ConfigError &&
    error.code === 'CONFIG_CORRUPT' &&
    / is not valid JSON at byte \d+$/.test(error.message) &&
    leak(error).length === 0;

  it('is closed to others when it is read', ({ expect }) => {
    const { paths, path } = homeWith(good);
    chmodSync(path, 0o644);
    expect(readToken(paths, 'work', ORIGIN)?.reveal()).toBe(CANARY);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('cut off at any byte is reported by place and not quoted, and stays as it is', async ({ expect }) => {
    const { paths, path } = homeWith('');
    const wrong: unknown[] = [];
    for (let length = 0; length < good.length - 1; length++) {
      writeFileSync(path, good.slice(0, length));
      const errors = [
        thrownBy(() => readToken(paths, 'work', ORIGIN)),
        thrownBy(() => storedOrigins(paths)),
        await rejectionOf(saveToken(paths, 'new', ORIGIN, new Secret('t'))),
      ];
      wrong.push(...errors.filter((error) => !isPlaceOnly(error)));
      if (readFileSync(path, 'utf8') !== good.slice(0, length)) wrong.push(`changed at byte ${length}`);
    }
    expect(wrong).toEqual([]);
  });

  it('with any byte flipped is never quoted', ({ expect }) => {
    const { paths, path } = homeWith('');
    for (let at = 0; at < good.length; at++) {
      for (const bit of [0x01, 0x20, 0x80]) {
        const bytes = Buffer.from(good);
        bytes[at] = (bytes[at] ?? 0) ^ bit;
        writeFileSync(path, bytes);
        const error = thrownBy(() => readToken(paths, 'work', ORIGIN));
        if (error === undefined) continue;
        expect(error).toBeInstanceOf(DocsError);
        expect(leak(error)).toEqual([]);
      }
    }
  });

  it('never go into a folder that others may change and that holds more than ours', async ({ expect }) => {
    const { paths, config } = homeWith(good);
    writeFileSync(join(config, 'notes.txt'), 'x');
    const before = readdirSync(config);
    for (const mode of [0o777, 0o775]) {
      chmodSync(config, mode);
      expect(await rejectionOf(saveToken(paths, 'more', ORIGIN, new Secret('t')))).toMatchObject({
        code: 'UNSAFE_FILE',
        hint: expect.stringContaining('chmod go-w '),
      });
    }
    expect(readdirSync(config)).toEqual(before);
    chmodSync(config, 0o755);
    await saveToken(paths, 'more', ORIGIN, new Secret('t'));
    expect(statSync(config).mode & 0o777).toBe(0o755);
  });

  it('in a loose folder of our own closes it when it is written', async ({ expect }) => {
    const { paths, config } = homeWith(good);
    chmodSync(config, 0o755);
    await saveToken(paths, 'more', ORIGIN, new Secret('t'));
    expect(statSync(config).mode & 0o777).toBe(0o700);
  });

  it('names no origin where an entry has none', ({ expect }) => {
    const { paths } = homeWith(`{"credentials":{"work":{"token":"x"},"home":{"origin":"${ORIGIN}"}}}`);
    expect([...storedOrigins(paths)]).toEqual([['home', ORIGIN]]);
  });

  it.for([
    [`{"credentials":["${CANARY}"]}`, 'has "credentials" that are not an object'],
    [`{"credentials":{"work":"${CANARY}"}}`, 'has an entry that is not an object'],
    [
      `{"credentials":{"work":{"origin":"${ORIGIN}","token":["${CANARY}"]}}}`,
      'has an entry that cannot be used',
    ],
    [
      `{"credentials":{"work":{"origin":"${ORIGIN}","token":"${CANARY} ${CANARY}"}}}`,
      'has an entry that cannot be used',
    ],
    [`{"credentials":{"work":{"token":"${CANARY}"}}}`, 'has an entry that cannot be used'],
    [`"${CANARY}"`, 'does not contain a JSON object'],
  ])('of another shape is corrupt: %#', ([text = '', why], { expect }) => {
    const { paths, path } = homeWith(text);
    const error = thrownBy(() => readToken(paths, 'work', ORIGIN));
    expect(error).toMatchObject({ code: 'CONFIG_CORRUPT', message: `"${path}" ${why}` });
    expect(leak(error)).toEqual([]);
  });

  it('of a later format is read and not written; unknown keys are kept', async ({ expect }) => {
    const file = {
      version: 2,
      credentials: { work: { origin: ORIGIN, token: CANARY, expires: 9 } },
      more: true,
    };
    const { paths, path } = homeWith(JSON.stringify(file));
    expect(readToken(paths, 'work', ORIGIN)?.reveal()).toBe(CANARY);
    expect(await rejectionOf(removeToken(paths, 'work'))).toMatchObject({ code: 'CONFIG_NEWER' });
    writeFileSync(path, JSON.stringify({ ...file, version: 1 }));
    await saveToken(paths, 'work', ORIGIN, new Secret('new'));
    const entry = { origin: ORIGIN, token: 'new', expires: 9 };
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      version: 1,
      credentials: { work: entry },
      more: true,
    });
    reached('C6', 'files', 2);
  });
});
