import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTable, fitColumns } from '../../../src/output/formats/table.ts';
import { displayWidth } from '../../../src/output/width.ts';
import { memoryIo } from '../../helpers/memory-io.ts';
import { reached, runs } from '../../helpers/runs.ts';

const terminal = (columns: number) => memoryIo({ tty: true, columns, env: { NO_COLOR: '1' } });
const linesOf = (text: string) => text.split('\n').slice(0, -1);
const TITLES = [
  'plain',
  '漢字のタイトル'.repeat(20),
  '👩‍👩‍👧🙂🫠🇩🇪'.repeat(30),
  'שלום עולם '.repeat(30),
  'e\u0301'.repeat(300),
  'x'.repeat(10_000),
  '字'.repeat(10_000),
  'नमस्ते ทั้งหมด'.repeat(20),
  '',
  'a\nb\tc',
];

describe('a table', () => {
  it.each([40, 80, 120, 200])('is never wider than a terminal of %i, whatever the titles', (columns) => {
    const table = createTable(terminal(columns), ['id', 'title', 'owner.name', 'spaceId']);
    const id = 'sp_0123456789';
    const lines = linesOf(table.rows(TITLES.map((title) => [id, title, title, id])));
    expect(lines).toHaveLength(TITLES.length + 1);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    for (const line of lines.slice(1)) expect(`${line}  `.startsWith(`${id}  `)).toBe(true);
    if (columns >= 80) for (const line of lines.slice(1)) expect(line.endsWith(id)).toBe(true);
  });

  it('aligns the columns of rows with wide characters', () => {
    const lines = linesOf(
      createTable(terminal(80), ['title', 'n']).rows([
        ['漢字', '1'],
        ['🫠', '2'],
        ['abcdef', '3'],
        ['\ue000\ue000x', '4'],
      ]),
    );
    expect(lines).toEqual(['TITLE   N', '漢字    1', '🫠      2', 'abcdef  3', '\ue000\ue000x     4']);
  });

  it('keeps the second column in line, whatever the first one holds', () => {
    const count = runs('T5', 'rows', 200);
    const texts = fc.sample(fc.string({ unit: 'grapheme', maxLength: 60 }), count);
    for (const columns of [80, 140]) {
      const table = createTable(terminal(columns), ['title', 'updatedAt', 'name']);
      const rows = texts.map((text, at) => [text, 'HERE', texts[texts.length - 1 - at] ?? '']);
      const [header = '', ...lines] = linesOf(table.rows(rows));
      const place = displayWidth(header.slice(0, header.indexOf('UPDATED')));
      expect(lines).toHaveLength(count);
      for (const line of lines) {
        expect(displayWidth(line.slice(0, line.indexOf('HERE'))), line).toBe(place);
        expect(line).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
      }
    }
    reached('T5', 'rows', count);
  });

  it('has a bold header and nothing else coloured', () => {
    const text = createTable(memoryIo({ tty: true }), ['id', 'gitSync.repoName']).rows([['a', 'b']]);
    expect(text).toBe('\u001b[1mID\u001b[22m  \u001b[1mREPOSITORY\u001b[22m\na   b\n');
  });

  it('gives rows that come later the room that is left, under the one header', () => {
    const table = createTable(terminal(80), ['id', 'title']);
    expect(table.rows([['a', 'short']])).toBe('ID  TITLE\na   short\n');
    expect(table.rows([['a', 'much longer']])).toBe('a   much longer\n');
    expect(table.isCut).toBe(false);
    expect(table.rows([['a', 'x'.repeat(100)]])).toBe(`a   ${'x'.repeat(75)}…\n`);
    expect(table.isCut).toBe(true);
  });

  it('leaves columns out, and knows which, rather than overflow', () => {
    const table = createTable(terminal(20), ['id', 'a', 'b', 'c', 'd', 'e']);
    const lines = linesOf(table.rows([['identifier', 'x', 'y', 'z', 'u', 'v']]));
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(20);
    expect(table.leftOut).toEqual([4, 5]);
  });

  it('draws a row of a long table as it draws that row of a short one', () => {
    const texts = fc.sample(fc.string({ maxLength: 60 }), 40);
    const filler = Array.from({ length: 25 }, () => ['x'.repeat(30), 'live', 'x'.repeat(30)]);
    const style = (text: string) => `\u001b[31m${text}\u001b[39m`;
    for (const text of texts) {
      const row = [text, { text: 'live', style }, text];
      const draw = (more: string[][]) =>
        linesOf(createTable(terminal(60), ['title', 'status', 'name']).rows([filler[0] ?? [], row, ...more]));
      expect(draw(filler).slice(0, 3)).toEqual(draw([]));
    }
  });

  it('draws many rows, each once', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => [`id${index}`, '題名']);
    const lines = linesOf(createTable(terminal(80), ['id', 'title']).rows(rows));
    expect(lines).toHaveLength(10_001);
    expect(lines.at(-1)).toBe('id9999  題名');
    expect(new Set(lines).size).toBe(10_001);
  });
});

describe('fitColumns', () => {
  it('always fits', () => {
    const cells = fc.integer({ min: 0, max: 300 });
    const any = fc
      .record({ width: cells, content: cells, keep: fc.boolean() })
      .map((one) => ({ ...one, width: Math.max(one.width, one.content) }));
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 250 }),
        (needs, room) => {
          const widths = fitColumns(needs, room);
          const total = widths.reduce((sum, width) => sum + width, 0) + 2 * (widths.length - 1);
          expect(total).toBeLessThanOrEqual(room);
          expect(Math.min(...widths)).toBeGreaterThanOrEqual(1);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
