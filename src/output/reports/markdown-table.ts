// Rows as a Markdown table: text of the platform is no markup in it.
import { markdownText as plain } from '../markdown-text.ts';

export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const text = (cell: string | undefined) => plain(cell ?? '');
  return [
    line(header.map(text)),
    `|${'---|'.repeat(header.length)}\n`,
    ...rows.map((row) => line(row.map(text))),
  ].join('');
}
