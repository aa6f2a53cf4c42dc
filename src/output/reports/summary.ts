// GitHub shows a Markdown summary of a job: a report whose lines are annotations is appended to it as a table.

import { appendFileSync, lstatSync } from 'node:fs';
import { messageOf } from '../../errors.ts';
import { errnoOf, ioError } from '../../files/io-error.ts';
import type { Io } from '../io.ts';
import { warn } from '../note.ts';
import type { Report } from './finding.ts';
import { markdown } from './markdown.ts';

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
