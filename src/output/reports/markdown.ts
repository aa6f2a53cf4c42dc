// A report for a pull request or a job summary.
import { markdownText as plain } from '../safe-text.ts';
import type { Finding, Report } from './finding.ts';

/** The summary, then a table for each place with findings. */
export function markdown({ summary, findings, failures, skipped = [], what = 'Finding' }: Report): string {
  const lines = [plain(summary), ''];
  for (const [heading, all] of byPlace(findings)) {
    lines.push(`### ${plain(heading)}`, '', `| Level | ${what} |`, '|---|---|');
    for (const { level, message } of all) lines.push(`| ${level} | ${plain(message)} |`);
    lines.push('');
  }
  if (failures.length > 0) lines.push('### Not checked', '');
  for (const { group, message } of failures) lines.push(`- ${plain(`${group}: ${message}`)}`);
  if (skipped.length > 0) lines.push(...(failures.length > 0 ? [''] : []), '### Skipped', '');
  for (const { group, message } of skipped) lines.push(`- ${plain(`${group}: ${message}`)}`);
  return `${lines.join('\n').trimEnd()}\n`;
}

function byPlace(findings: readonly Finding[]): Map<string, Finding[]> {
  const places = new Map<string, Finding[]>();
  for (const finding of findings) {
    const heading = `${finding.group} / ${finding.place}`;
    const known = places.get(heading);
    if (known) known.push(finding);
    else places.set(heading, [finding]);
  }
  return places;
}

// Rows as a Markdown table: text of the platform is no markup in it.

/** Line by line: there may be more rows than a text should hold. */
export function* markdownLines(
  header: readonly string[],
  rows: Iterable<readonly (string | undefined)[]>,
): Generator<string> {
  const line = (cells: readonly (string | undefined)[]) =>
    `| ${cells.map((cell) => plain(cell ?? '')).join(' | ')} |\n`;
  yield `${line(header)}|${'---|'.repeat(header.length)}\n`;
  for (const row of rows) yield line(row);
}
