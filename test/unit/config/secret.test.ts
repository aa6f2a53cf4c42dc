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
  it.for([
    ['as it is', 'gb_api_x'],
    ['with a line feed', 'gb_api_x\n'],
    ['with a Windows line end', 'gb_api_x\r\n'],
    ['with a byte order mark', '\uFEFFgb_api_x\n'],
    ['with spaces around it', '  gb_api_x \t'],
    ['with two line ends', 'gb_api_x\n\n'],
    ['in quotes', '"gb_api_x"\n'],
    ['in single quotes with spaces', " 'gb_api_x ' "],
  ] as const)('takes a token %s', ([, text], { expect }) => {
    expect(parseToken(text).reveal()).toBe('gb_api_x');
    expect(parseToken(Buffer.from(text)).reveal()).toBe('gb_api_x');
  });

  it.for([
    ['empty', '', 'is empty'],
    ['a line end alone', '\r\n', 'is empty'],
    ['nothing in quotes', '""', 'is empty'],
    ['a space', `${CANARY} x`, 'contains a space or a line break'],
    ['a header in it', `${CANARY}\r\nX-Evil: 1`, 'contains a space or a line break'],
    ['a line break in it', `${CANARY}\nx`, 'contains a space or a line break'],
    ['a byte order mark in it', `${CANARY}\uFEFFx`, 'contains a space or a line break'],
    ['a NUL in it', `${CANARY}\0x`, 'is not plain ASCII text: it looks like UTF-16'],
    ['a letter beyond ASCII', `${CANARY}é`, 'contains a character that is not printable ASCII'],
    ['a control character', `${CANARY}\u0007`, 'contains a character that is not printable ASCII'],
    ['too long', `${CANARY}${'x'.repeat(4096)}`, 'is longer than 4096 bytes'],
  ] as const)('refuses a token with %s and does not quote it', ([, text, why], { expect }) => {
    const error = thrownBy(() => parseToken(text));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ code: 'BAD_TOKEN', exit: 2, message: `the token ${why}` });
    expect(error).toMatchObject({ hint: 'provide only the token, as plain text on one line' });
    expect(inspect(error)).not.toContain(CANARY);
  });

  it.for(['"y"x', 'x"y"', '"y', 'y"', `"y'`])(
    'leaves the quotes of %s, which are its own',
    (text, { expect }) => {
      expect(parseToken(text).reveal()).toBe(text);
    },
  );

  it('takes 4096 bytes', ({ expect }) => {
    expect(parseToken('x'.repeat(4096)).reveal()).toHaveLength(4096);
  });

  it('says that a file looks like UTF-16', ({ expect }) => {
    const little = Buffer.from(`\uFEFF${CANARY}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(CANARY, 'utf16le')]) {
      expect(() => parseToken(bytes)).toThrow(/UTF-16/);
    }
  });

  it.for([
    [[0xff, 0xfe, 0x41], true],
    [[0xfe, 0xff, 0x41], true],
    [[0xff, 0x41, 0x41], false],
    [[0x41, 0xfe, 0x41], false],
    [[0xfe, 0x41, 0x41], false],
    [[0x41, 0xff, 0x41], false],
    [[0xff, 0xff, 0x41], false],
    [[0xfe, 0xfe, 0x41], false],
  ] as const)('knows a byte order mark of two bytes: %j', ([bytes, isUtf16], { expect }) => {
    const message = isUtf16 ? /UTF-16/ : /not printable ASCII/;
    expect(() => parseToken(Uint8Array.from(bytes))).toThrow(message);
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
