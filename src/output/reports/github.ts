// Annotations that GitHub's runner takes from output lines. The one place where a line may be a command.
import { safeLine } from '../safe-text.ts';
import { type Finding, type Report, textOf } from './finding.ts';

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
