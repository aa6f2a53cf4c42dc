// How commands that look for faults print what they found: rows, text for a terminal, or a report for a CI service.
import { createHash } from 'node:crypto';
import { flagNamed } from '../../engine/model/command-type.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, printRows, viewOf } from '../../engine/run/view.ts';
import { FindingsError, seeHelp } from '../../errors.ts';
import { note, prose, styles } from '../../output/note.ts';
import type { Report, Rule } from '../../output/reports/finding.ts';
import { MAKERS, type ReportFormat } from '../../output/reports/makers.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';

type Reported = Exclude<ReportFormat, 'table' | 'json'>;

/** A report but for the version; without `failures` everything could be checked. */
export type AboutFindings = Omit<Report, 'version' | 'failures'> & { failures?: Report['failures'] };

/** What a command of this kind can print: rows, lines for a person, and the report made of them. */
export interface Findings {
  rows: readonly object[];
  /** Lines for a person; text of the platform in them is made safe already. */
  lines: () => readonly string[];
  report: () => AboutFindings;
}

/** What `--format` says; `undefined` without it. Throws UsageError when another format is asked for, too. */
export function reportAsked(run: Run): ReportFormat | undefined {
  const rows = chosenFormat(run);
  // Safe: the flag takes nothing else.
  const asked = (run.flags as { format?: ReportFormat }).format;
  if (asked === undefined || rows === undefined || (asked === 'json' && rows === 'json')) return asked;
  throw seeHelp(run.path, `--format ${asked} and another format cannot be used together`);
}

/** Whether a person reads lines: asked for, or on a terminal where nothing else was. */
export function isForPeople({ flags, context }: Run, asked: ReportFormat | undefined): boolean {
  if (asked !== undefined) return asked === 'table';
  const rows = chosenFormat({ flags, context });
  return context.io.outTty && ['table', undefined].includes(rows) && flags.fields === undefined;
}

/** Prints them in the format asked for. Throws UsageError where two formats are asked for. */
export async function printFindings(run: Run, { rows, lines, report }: Findings): Promise<void> {
  const { flags, context } = run;
  const { io } = context;
  const asked = reportAsked(run);
  if (isForPeople(run, asked))
    return io.out(
      ciSafe(
        io,
        lines()
          .map((line) => `${inLines(io, line)}\n`)
          .join(''),
      ),
    );
  if (asked !== undefined && asked !== 'json' && asked !== 'table') return printReport(run, asked, report());
  await printRows(run, rows, viewOf(asked === 'json' ? { ...run, flags: { ...flags, json: true } } : run));
}

/** A finding is broken between words, below where it begins; a command stays whole. */
const inLines = (io: Run['context']['io'], line: string): string =>
  /^ *(?:\u001b\[[\d;]*m)*docs /.test(line) ? line : prose(io, line, `${/^ */.exec(line)}    `);

/** Prints a report; on GitHub the summary of the job gets a table of it. */
export async function printReport({ context }: Run, format: Reported, about: AboutFindings): Promise<void> {
  const { io, env, version } = context;
  const report = { failures: [], ...about, version };
  await io.out((await MAKERS[format]())(report), format === 'github');
  if (format !== 'github') return;
  const { appendSummary } = await import('../../output/reports/github.ts');
  appendSummary(io, env, report);
}

/** Says what was found; with --exit-code that is thrown as FindingsError (exit 6) where `count` of it counts. */
export function conclude(
  { flags, context }: Pick<Run, 'flags' | 'context'>,
  summary: string,
  count: number,
  details?: Record<string, unknown>,
): void {
  if (flagNamed(flags, 'exitCode') === true && count > 0)
    throw new FindingsError(summary, { ...(details && { details }) });
  note(context.io, summary);
}

/** The same for the same finding in every run; `text` is what tells it from others. */
export const fingerprintOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

/** `2 expired, 1 soon`, in the order of `names`; empty where there are none. */
export const countsText = (names: readonly string[], found: readonly string[]): string =>
  names
    .map((name) => [found.filter((one) => one === name).length, name] as const)
    .flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}`]))
    .join(', ');

/** `expired Okta has expired`: one line a problem, with its name in the color of its level. */
export function problemLine(
  { io }: Run['context'],
  level: Rule['level'],
  [problem, name, message]: [problem: string, name: string, message: string],
): string {
  const { bold, red, yellow } = styles(io.colorOut);
  return `${(level === 'error' ? red : yellow)(problem)} ${bold(safeLine(name))} ${safeLine(message)}`;
}
