// docs report merge: the reports of several runs as one, for checks that were shared out with --shard.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { DocsError, FindingsError, LocalIoError, UsageError } from '../../errors.ts';
import { ioError, notA } from '../../files/io-error.ts';
import { boundedJson, jsonProblem } from '../../files/json-file.ts';
import { isRecord } from '../../files/texts.ts';
import { EXIT_CODE_FLAG } from '../../jobs/report/finding-flags.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { safeJson } from '../../output/safe-text.ts';

const MERGE_FLAGS = [EXIT_CODE_FLAG] as const satisfies readonly Option[];

type MergeRun = Run<FlagsOf<typeof MERGE_FLAGS>>;

export const reportMerge = handmade('merge', {
  summary: 'Merge the reports of several runs into one',
  args: [{ field: 'reports', label: 'file', reach: 'machine', required: true, variadic: true }],
  options: MERGE_FLAGS,
  local: true,
  prints: true,
  exits: [6],
  examples: [['Merge the reports of eight shards', 'docs report merge links-1.json links-2.json --json']],
  notes: `Takes JSON (a list of rows), NDJSON and SARIF, all of one kind. A row that is in several reports is kept once.
Make them with --shard: docs links check --all-spaces --shard 1/8 --json > links-1.json`,
  run: mergeReports,
});

async function mergeReports(run: MergeRun): Promise<void> {
  const { context, flags } = run;
  const files = [run.input.reports ?? []].flat().map(String);
  const reports = files.map((file) => readReport(context.cwd, file));
  const sarif = reports.filter(isSarif);
  if (sarif.length > 0 && sarif.length < reports.length)
    throw new UsageError('SARIF cannot be merged with other reports', { hint: 'docs report merge --help' });
  const count = sarif.length > 0 ? await printSarif(run, sarif) : await printOnce(run, reports.flat());
  note(context.io, `merged ${plural(files.length, 'report')}: ${plural(count, 'finding')}`);
  if (flags.exitCode && count > 0) throw new FindingsError(`there are ${plural(count, 'finding')}`);
}

const MOST_BYTES = 256 * 1024 * 1024;

function readReport(cwd: string, file: string): unknown {
  const path = resolve(cwd, file);
  let text: string;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw notA('file', file, 'name an existing file');
    if (stats.size > MOST_BYTES)
      throw new LocalIoError(`${file} is larger than 256 MB`, { hint: 'docs report merge --help' });
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw error instanceof DocsError ? error : ioError('read', file, error, 'name an existing file');
  }
  let report: unknown;
  try {
    report = boundedJson(text === '' ? '[]' : text);
  } catch {
    return text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [rowIn(line, file, at + 1)]));
  }
  // On one line it is NDJSON of one row.
  if (!isRecord(report) || isSarif(report) || !text.trim().includes('\n')) return report;
  throw new UsageError(`${file} is not a report: it is one object, not a list of rows`, {
    hint: 'docs report merge --help',
  });
}

function rowIn(line: string, file: string, number: number): unknown {
  try {
    return boundedJson(line);
  } catch {
    throw new UsageError(`${file}: line ${number} ${jsonProblem(line)}`, {
      hint: 'docs report merge --help',
    });
  }
}

interface Sarif {
  runs: { results?: unknown[] }[];
}

const isSarif = (report: unknown): report is Sarif => isRecord(report) && Array.isArray(report.runs);

/** One file with the runs of all: each keeps its own rules. */
async function printSarif({ context }: MergeRun, reports: readonly Sarif[]): Promise<number> {
  const [first] = reports;
  const runs = reports.flatMap((report) => report.runs);
  await context.io.out(`${safeJson(JSON.stringify({ ...first, runs }, null, 2))}\n`);
  return runs.reduce((sum, { results = [] }) => sum + results.length, 0);
}

async function printOnce(run: MergeRun, rows: readonly unknown[]): Promise<number> {
  const seen = new Set<string>();
  const once = rows.filter((row) => {
    const key = JSON.stringify(row);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  await printRows(run, once, viewOf(run, []));
  return once.length;
}
