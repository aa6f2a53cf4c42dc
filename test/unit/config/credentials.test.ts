import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, it } from 'vitest';
import { readToken, Secret, saveToken, storedOrigins } from '../../../src/config/credentials.ts';
import { ConfigError, DocsError } from '../../../src/errors.ts';
import { configHome, rejectionOf, thrownBy } from '../../helpers/config-home.ts';

const CANARY = 'gb_api_CANARY0123456789';
const ORIGIN = 'https://docs.example.com';

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
});
