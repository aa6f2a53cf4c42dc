// Rows as a Markdown table: text of the platform is no markup in it.
import { markdownText as plain } from '../markdown-text.ts';

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
