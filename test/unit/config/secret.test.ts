import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { parseToken, Secret } from '../../../src/config/credentials.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { UsageError } from '../../../src/errors.ts';
import { configHome, thrownBy } from '../../helpers/config-home.ts';
import { reached, runs } from '../../helpers/runs.ts';

const CANARY = 'canary-1f4c9a';

/** Noise, and tokens as editors, shells and Windows save them. */
const anyFile = fc.oneof(
  fc.uint8Array({ maxLength: 64 }),
  fc
    .tuple(
      fc.constantFrom('', '\uFEFF', ' ', '"', '\n', 'Bearer ', '\u202e', '\0'),
      fc.constantFrom('', '\n', '\r\n', '\n\n', '\r', ' ', '"', '\u2028', '\uD800', 'x'.repeat(5000)),
      fc.constantFrom('utf8', 'utf8', 'utf16le', 'latin1'),
    )
    .map(([before, after, encoding]) => Buffer.from(before + CANARY + after, encoding)),
);

describe('Secret', () => {
  it('shows its value only when asked to reveal it', ({ expect }) => {
    const secret = new Secret(CANARY);
    const printed = [
      String(secret),
      `${secret}`,
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ deep: { secret } }, { depth: 9, showHidden: true }),
      Object.values(secret).join(),
      Reflect.ownKeys(secret).join(),
    ];
    expect(printed.join('\n')).not.toContain(CANARY);
    expect(printed[0]).toBe('[redacted]');
    expect(JSON.stringify({ secret })).toBe('{"secret":"[redacted]"}');
    expect(inspect(secret)).toBe('[redacted]');
    expect(secret.reveal()).toBe(CANARY);
  });
});

describe('parseToken', () => {
  it('takes 4096 bytes', ({ expect }) => {
    expect(parseToken('x'.repeat(4096)).reveal()).toHaveLength(4096);
  });

  it('says that a file looks like UTF-16', ({ expect }) => {
    const little = Buffer.from(`\uFEFF${CANARY}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(CANARY, 'utf16le')]) {
      expect(() => parseToken(bytes)).toThrow(/UTF-16/);
    }
  });

  it('either takes or refuses a file of any bytes, and never quotes them', async ({ expect }) => {
    const { home, paths } = configHome();
    const file = join(home, 'token');
    const files = runs('S12', 'files', 500);
    let refused = 0;
    await fc.assert(
      fc.property(anyFile, (bytes) => {
        writeFileSync(file, bytes);
        const { token } = resolveConfig({ flags: {}, env: { DOCS_TOKEN_FILE: file }, cwd: home, paths });
        const error = thrownBy(token);
        if (error === undefined) {
          expect(token().reveal()).toMatch(/^[\x21-\x7e]{1,4096}$/);
          return;
        }
        refused += 1;
        expect(error).toBeInstanceOf(UsageError);
        expect(error).toMatchObject({ code: 'BAD_TOKEN', exit: 2 });
        expect(inspect(error)).not.toContain(CANARY);
      }),
      { numRuns: files },
    );
    expect(refused).toBeGreaterThan(files / 4);
    expect(refused).toBeLessThan(files);
    reached('S12', 'files', files);
  });
});
