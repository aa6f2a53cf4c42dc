// The verdict on a row, and the report on all of them.
import type { Row } from './table.ts';

/** What a run of the tests left behind. */
export interface Evidence {
  files: ReadonlyMap<string, { passed: boolean; seconds: number }>;
  reached: readonly { id: string; unit: string; count: number }[];
}

export interface Verdict {
  row: Row;
  /** `open` is a row that no test here can show at all; an open part of one that is shown stands beside `held`. */
  word: 'held' | 'FAILED' | 'open';
  /** `1000 kills, 200 holder kills`. */
  reached: string;
  seconds: number;
}

/** A row is held when each of its files passed and each of its numbers was reached. */
export function judge(row: Row, { files, reached }: Evidence): Verdict {
  const count = (unit: string) =>
    reached.filter((one) => one.id === row.id && one.unit === unit).reduce((sum, one) => sum + one.count, 0);
  const seconds = row.tests.reduce((sum, file) => sum + (files.get(file)?.seconds ?? 0), 0);
  const held =
    row.tests.every((file) => files.get(file)?.passed) &&
    Object.entries(row.wanted).every(([unit, wanted]) => count(unit) >= wanted);
  const open = row.tests.length === 0 && row.open !== undefined;
  return {
    row,
    word: open ? 'open' : held && row.tests.length > 0 ? 'held' : 'FAILED',
    reached: numbers(Object.keys(row.wanted).map((unit) => [unit, count(unit)])),
    seconds,
  };
}

/** The report as Markdown: a table of the rows, then what is open and what could not be run. */
export function printReport(
  verdicts: readonly Verdict[],
  { seconds, node, notRun }: { seconds: number; node: string; notRun: readonly string[] },
): string {
  const open = verdicts.filter(({ row }) => row.open !== undefined);
  const lines = [
    '# What was promised, and what was reached',
    '',
    `Written by \`npm run harden\` on Node ${node} in ${Math.ceil(seconds / 60)} min. Seconds are those of a row's test files, which rows share.`,
    '',
    '| Row | Promise | Wanted | Reached | Seconds | |',
    '|---|---|---|---|---:|---|',
    ...verdicts.map(lineOf),
    '',
    '## Open',
    '',
    ...open.map(({ row }) => `- ${row.id}: ${row.open}`),
    ...notRun.map((line) => `- not run: ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

const AGAIN = 'Run again alone since: ';

/**
 * The report with the rows that were run again by themselves, and a line that says which. `order` is that of the whole
 * table: a row that is newer than the report gets its place, one that is no longer there goes.
 */
export function withRerun(report: string, verdicts: readonly Verdict[], order: readonly string[]): string {
  const idOf = (line: string) => /^\| ([A-Z]\d+) \|/.exec(line)?.[1];
  const lines = report.split('\n').filter((line) => !line.startsWith(AGAIN));
  const rows = new Map(lines.flatMap((line) => (idOf(line) ? [[idOf(line) ?? '', line] as const] : [])));
  for (const verdict of verdicts) rows.set(verdict.row.id, lineOf(verdict));
  const first = lines.findIndex((line) => idOf(line) !== undefined);
  const rest = lines.filter((line) => idOf(line) === undefined);
  rest.splice(first, 0, ...order.flatMap((id) => rows.get(id) ?? []));
  const before = report.split('\n').find((line) => line.startsWith(AGAIN));
  const again = [
    ...(before?.slice(AGAIN.length, -1).split(', ') ?? []),
    ...verdicts.map(({ row }) => row.id),
  ].filter((id) => order.includes(id));
  // Right behind how the whole was written.
  rest.splice(3, 0, `${AGAIN}${[...new Set(again)].join(', ')}.`);
  return rest.join('\n');
}

function lineOf({ row, word, reached, seconds }: Verdict): string {
  return [
    `| ${row.id}`,
    row.promise.replaceAll('|', '\\|'),
    numbers(Object.entries(row.wanted)),
    reached,
    seconds.toFixed(0),
    `${word === 'held' && row.open ? 'held in part' : word} |`,
  ].join(' | ');
}

function numbers(units: readonly (readonly [unit: string, count: number])[]): string {
  return units.map(([unit, count]) => `${count.toLocaleString('en')} ${unit}`).join(', ') || '-';
}
