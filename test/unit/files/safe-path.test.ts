import { relative, resolve, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey, safeName, safeNames, safePath } from '../../../src/files/safe-path.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';
import { reached, runs } from '../../helpers/runs.ts';

const NAMES = runs('F1', 'names', 2000);
const SETS = runs('F3', 'sets of names', 1000);

const hostile = fc.constantFrom(
  '..',
  '.',
  '',
  '/',
  '\\',
  '%2e%2e',
  '\0',
  'C:',
  'C:\\x',
  '\\\\server\\share',
  '~',
  '-rf',
  'CON',
  'con.txt',
  'LPT1.',
  'a.',
  'a ',
  ' a',
  'a:b',
  '.git',
  '.GIT',
  '.gitmodules',
  '.docs-export.json',
  '\u202eexe.png',
  '\u200b',
  '\ud800',
  '..\u200b',
  'aux .txt',
  'nul..',
  '...',
  'COM¹',
  'x'.repeat(300),
  'é'.repeat(200),
  '😀'.repeat(100),
  'CONIN$',
);
const name = fc.oneof(
  hostile,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'aA./\\:~%\0\u0301\u202e -'), maxLength: 12 }),
  fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join('/')),
);

describe('a safe name', () => {
  it('is one portable part of a path, whatever it was', () => {
    fc.assert(
      fc.property(name, (given) => {
        const safe = safeName(given);
        expect(safe).not.toMatch(/[/\\:*?"<>|\u0000-\u001f\u007f]/);
        expect(safe).not.toMatch(/^(\.{0,2}|-.*|\.git.*)$/i);
        expect(safe).not.toMatch(/[. ]$/);
        expect(safe).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(204);
        expect(safe.isWellFormed?.() ?? true).toBe(true);
        expect(safeName(safe)).toBe(safe);
      }),
      { numRuns: NAMES },
    );
    reached('F1', 'names', NAMES);
  });

  it('is none that Windows keeps for itself, in any of its spellings', () => {
    const devices = ['CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$'].concat(
      [...'0123456789¹²³'].flatMap((digit) => [`COM${digit}`, `LPT${digit}`]),
    );
    const tails = [
      '',
      '.',
      ' ',
      '.txt',
      ' .md',
      '. .',
      ':stream',
      '::$DATA',
      '..md',
      '.TAR.gz',
      '\u200b',
      '/x',
    ];
    const names = devices.flatMap((device) =>
      tails.flatMap((tail) => [`${device}${tail}`, `${device.toLowerCase()}${tail}`]),
    );
    for (const given of names) {
      const safe = safeName(given);
      expect(safe, given).not.toMatch(/^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)\s*(\.|$)/i);
      expect(safe, given).not.toMatch(/[:/\\]|[. ]$/);
    }
    expect(new Set(names).size).toBeGreaterThanOrEqual(400);
    reached('F4', 'names', new Set(names).size);
  });
});

describe('a safe path', () => {
  it('never leaves its folder', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (parts) => {
        const inside = relative(resolve('/tmp/out'), safePath('/tmp/out', parts));
        expect(inside.split(sep)).toHaveLength(parts.length);
        expect(inside.split(sep)).not.toContain('..');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the folder itself', () => {
  it('is no place for a file', () => {
    expect(() => safePath('/tmp/out', [])).toThrow(
      expect.objectContaining({
        code: 'UNSAFE_PATH',
        message: expect.stringMatching(/^refusing to write outside of \/tmp\/out: /),
      }),
    );
    expect(safePath('/tmp/out/', ['a', '..', 'b'])).toBe('/tmp/out/a/file/b');
  });
});

describe('safe names of many files', () => {
  it('never meet, not even where case and composition are ignored', () => {
    const close = fc.constantFrom(
      'README',
      'readme',
      'ReadMe',
      'caf\u00e9',
      'cafe\u0301',
      'CAF\u00c9',
      'a/b',
      'a-b',
      '',
      '..',
      'ß',
      'SS',
      'ſs',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(close, name), { maxLength: 12 }), (names) => {
        const items = names.map((one, index) => ({ id: `id${index}`, name: one }));
        const safe = safeNames(items);
        expect(new Set(safe.map(nameKey)).size).toBe(items.length);
        expect(safeNames(items)).toEqual(safe);
      }),
      { numRuns: SETS },
    );
    reached('F3', 'sets of names', SETS);
  });
});

it('names of a host that gives everything the same name and ID are made in linear time', () => {
  const items = (length: number) => Array.from({ length }, () => ({ id: 'same', name: 'same.png' }));
  expect(growth((length) => safeNames(items(length)), 500)).toBeLessThan(LINEAR);
  expect(new Set(safeNames(items(500))).size).toBe(500);
});
