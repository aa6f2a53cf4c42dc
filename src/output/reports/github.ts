// Annotations that GitHub's runner takes from output lines. The one place where a line may be a command.

import { appendFileSync, lstatSync } from 'node:fs';
import { messageOf } from '../../errors.ts';
import { errnoOf, ioError } from '../../files/io-error.ts';
import type { Io } from '../io.ts';
import { warn } from '../note.ts';
import { safeLine } from '../safe-text.ts';
import { type Finding, type Report, textOf } from './finding.ts';
import { markdown } from './markdown.ts';

/** One `::error`, `::warning` or `::notice` line a finding, and one an unchecked group. */
export function github({ findings, failures, skipped = [] }: Report): string {
  const lines = [
    ...findings.map(annotation),
    ...failures.map(({ group, message }) => `::error title=not-checked::${data(`${group}: ${message}`)}`),
    ...skipped.map(({ group, message }) => `::notice title=skipped::${data(`${group}: ${message}`)}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function annotation(finding: Finding): string {
  const { rule, level, file, line, column } = finding;
  const at = line === undefined ? '' : `line=${line},${column === undefined ? '' : `col=${column},`}`;
  const where = file === undefined ? '' : `file=${property(file)},${at}`;
  // The runner's word for a note.
  return `::${level === 'note' ? 'notice' : level} ${where}title=${property(rule)}::${data(textOf(finding))}`;
}

/** As the runner decodes it: a line break or a percent sign of the platform's own must not mean anything. */
const data = (text: string) => safeLine(text).replaceAll('%', '%25');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

// GitHub shows a Markdown summary of a job: a report whose lines are annotations is appended to it as a table.
type Env = Readonly<Record<string, string | undefined>>;

/** GitHub takes a megabyte a step. */
const MOST_LENGTH = 900_000;

/** Does nothing where no runner names a file. A summary that cannot be written is a warning. */
export function appendSummary(io: Io, { GITHUB_STEP_SUMMARY: file }: Env, report: Report): void {
  if (!file) return;
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) throw new Error('it is not a regular file');
    const text = `## ${report.name}\n\n${markdown(report)}`;
    const lines = text.slice(0, MOST_LENGTH);
    appendFileSync(
      file,
      lines.length < text.length ? `${lines.replace(/\n[^\n]*$/, '')}\n\n(cut)\n` : `${text}\n`,
    );
  } catch (error) {
    const why = errnoOf(error) === undefined ? messageOf(error) : ioError('write', file, error).message;
    warn(io, `the job summary was not written: ${why}`);
  }
}
