import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { printReport, type Verdict, withRerun } from '../harden/report.ts';
import { table } from '../harden/table.ts';
import { reached } from '../helpers/runs.ts';

it('names no row twice, and only tests that are there', () => {
  const ids = table.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const files = new Set(table.flatMap(({ tests }) => tests));
  expect([...files].filter((file) => !existsSync(file))).toEqual([]);
});

it.for(table)(
  '$id is shown by a test that reaches its numbers, or says what is open',
  ({ id, wanted, tests, open }) => {
    const source = tests.map((file) => readFileSync(file, 'utf8')).join('\n');
    for (const unit of Object.keys(wanted)) expect(source).toContain(`reached('${id}', '${unit}'`);
    if (tests.length === 0) expect(open).toBeTruthy();
  },
);

it('a test with the full numbers, run by hand, writes no file of what it reached', () => {
  vi.stubEnv('DOCS_HARDEN', '1');
  vi.stubEnv('DOCS_REACHED', undefined);
  const [row] = table.filter(({ wanted }) => Object.keys(wanted).length > 0);
  for (const [unit, count] of Object.entries(row?.wanted ?? {})) reached(row?.id ?? '', unit, count);
  vi.unstubAllEnvs();
  expect(existsSync('1')).toBe(false);
});

describe('a row that is run by itself', () => {
  const row = (id: string) => ({ id, promise: `promise ${id}`, wanted: {}, tests: ['a.test.ts'] });
  const verdict = (id: string, seconds: number): Verdict => ({
    row: row(id),
    word: 'held',
    reached: '-',
    seconds,
  });
  const whole = printReport([verdict('A1', 1), verdict('A3', 1)], { seconds: 60, node: 'v20', notRun: [] });
  const ids = (report: string) =>
    [...report.matchAll(/^\| ([A-Z]\d+) .* (\d+) \| held/gm)].map(([, id, at]) => [id, at]);

  it('takes its place in the report, also where it is newer than the report', () => {
    const report = withRerun(whole, [verdict('A3', 2), verdict('A2', 3)], ['A1', 'A2', 'A3']);
    expect(ids(report)).toEqual([
      ['A1', '1'],
      ['A2', '3'],
      ['A3', '2'],
    ]);
    expect(report).toContain('Run again alone since: A3, A2.');
    expect(withRerun(report, [verdict('A1', 4)], ['A1', 'A3'])).toContain('Run again alone since: A3, A1.');
  });

  it('goes when the table no longer has it', () => {
    expect(ids(withRerun(whole, [verdict('A1', 2)], ['A1']))).toEqual([['A1', '2']]);
  });
});
