import { relative, resolve, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileSlug, nameKey, safeName, safeNames, safePath } from '../../../src/files/safe-path.ts';
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

  it('leaves ordinary names as they are', () => {
    for (const ordinary of ['logo.png', 'Übersicht 2.pdf', 'a-b_c.tar.gz', '日本語.md', 'x (1).txt']) {
      expect(safeName(ordinary)).toBe(ordinary);
    }
  });

  it.each([
    ...[...'/\\:*?"<>|\u0000\u001f\u007f\u009f\u200b\u202e\u2028\u2029'].map((char) => [`a${char}b`, 'a-b']),
    ['a\ud800b', 'a-b'],
    ['  a  ', 'a'],
    ['a. .', 'a'],
    ['cafe\u0301', 'caf\u00e9'],
    ['..', 'file'],
    ['-_.', 'file'],
    ['', 'file'],
    ['-rf', '_-rf'],
    ['.git', '_.git'],
    ['.npmrc', '_.npmrc'],
    ['.env.example', '_.env.example'],
    ['.GITignore', '_.GITignore'],
    ['.docs-export.json', '_.docs-export.json'],
    ['con', '_con'],
    ['Com1.txt', '_Com1.txt'],
    ['lpt³ .md', '_lpt³ .md'],
    ['conin$', '_conin$'],
  ])('of %j is %j', (given, safe) => {
    expect(safeName(given)).toBe(safe);
  });

  it.each([
    'console.md',
    'com.txt',
    'com10',
    'xcom1',
    'nullable',
    'auxiliary',
    'prn-1',
    'a.git',
    'x-',
    '_a',
    'git',
  ])('is %s itself, which only looks like one that is kept', (given) => {
    expect(safeName(given)).toBe(given);
  });

  it('stands in for a name of which nothing is left', () => {
    expect([safeName('...', 'page'), safeName('a', 'page')]).toEqual(['page', 'a']);
  });

  it('is cut between characters at 200 bytes, and keeps a short extension', () => {
    expect(safeName('x'.repeat(200))).toHaveLength(200);
    expect(safeName('x'.repeat(201))).toBe('x'.repeat(200));
    expect(safeName('é'.repeat(101))).toBe('é'.repeat(100));
    expect(safeName(`a${'é'.repeat(100)}`)).toBe(`a${'é'.repeat(99)}`);
    expect(safeName(`${'😀'.repeat(60)}.png`)).toBe(`${'😀'.repeat(49)}.png`);
    expect(safeName(`${'x'.repeat(300)}.png`)).toBe(`${'x'.repeat(196)}.png`);
    expect(safeName(`${'x'.repeat(300)}.abcdefghij`)).toBe(`${'x'.repeat(189)}.abcdefghij`);
    expect(safeName(`${'x'.repeat(300)}.abcdefghijk`)).toBe('x'.repeat(200));
    expect(safeName(`${'x'.repeat(300)}.a b`)).toBe('x'.repeat(200));
    expect(safeName(`${'x'.repeat(100)}.md${'y'.repeat(200)}`)).toMatch(/^x{100}\.mdy{97}$/);
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

describe('the key of a name', () => {
  it.each([
    ['stra\u00dfe', 'STRASSE'],
    ['\u017f', 's'],
    ['caf\u00e9', 'CAFE\u0301'],
    ['\u0390', '\u03aa\u0301'],
    ['\u03c2', '\u03a3'],
    ['STRA\u1e9eE', 'strasse'],
  ])('is one for %s and %s', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  it('tells names apart that no system takes for one', () => {
    expect(nameKey('a')).not.toBe(nameKey('b'));
    expect(nameKey('e')).not.toBe(nameKey('\u00e9'));
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

  it('give the later one a piece of its id', () => {
    const items = [
      { id: 'abcdefghij', name: 'Logo.png' },
      { id: 'klmnopqrst', name: 'logo.png' },
    ];
    expect(safeNames(items)).toEqual(['Logo.png', 'logo-klmnopqr.png']);
  });

  it('count on where the pieces are the same too', () => {
    const named = (...names: string[]) =>
      safeNames(names.map((one, at) => ({ id: `abcdefgh${at}`, name: one })));
    expect(named('a', 'A', 'a', 'a')).toEqual(['a', 'A-abcdefgh', 'a-abcdefgh-1', 'a-abcdefgh-2']);
    expect(named('.env', '.env')).toEqual(['_.env', '_-abcdefgh.env']);
    expect(named('a.b.c', 'a.b.c')).toEqual(['a.b.c', 'a.b-abcdefgh.c']);
    const same = (...names: string[]) => safeNames(names.map((one) => ({ id: 'x1', name: one })));
    expect(same('a', 'a-x1', 'a', 'a')).toEqual(['a', 'a-x1', 'a-x1-1', 'a-x1-2']);
    expect(same('a', 'a', 'a', 'b', 'b')).toEqual(['a', 'a-x1', 'a-x1-1', 'b', 'b-x1']);
    const long = `${'x'.repeat(196)}.png`;
    expect(named(long, long)).toEqual([long, `${'x'.repeat(187)}-abcdefgh.png`]);
    const dotted = `a.${'x'.repeat(190)}`;
    expect(named(dotted, dotted)).toEqual([dotted, `abcdefgh-a.${'x'.repeat(189)}`]);
    const almost = `ab.${'x'.repeat(189)}`;
    expect(named(almost, almost)).toEqual([almost, `a-abcdefgh.${'x'.repeat(189)}`]);
  });
});

it.each([
  ['Hello, World!', 'hello-world'],
  ['  (Über) Größe 2.0  ', 'über-größe-2-0'],
  ['日本語 ガイド', '日本語-ガイド'],
  ['../../etc', 'etc'],
  ['a--b', 'a-b'],
  ['?!', 'site'],
  ['', 'site'],
])('the title %j names the file %s', (title, name) => {
  expect(fileSlug(title, 'site')).toBe(name);
});

it('names of a host that gives everything the same name and ID are made in linear time', () => {
  const items = (length: number) => Array.from({ length }, () => ({ id: 'same', name: 'same.png' }));
  expect(growth((length) => safeNames(items(length)), 500)).toBeLessThan(LINEAR);
  expect(new Set(safeNames(items(500))).size).toBe(500);
});
