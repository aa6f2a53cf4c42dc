// Lines of help text that fit a width: broken between words, in columns where there are any.

/** A term gets a line of its own where it is longer than this. */
const WIDEST_TERM = 32;
const GAP = 2;
/** Below this a column of descriptions cannot be read. */
const NARROWEST = 24;

/** Breaks one line between words; every line after the first begins with `hang` spaces. A word is never cut. */
export function wrapLine(text: string, width: number, hang = 0): string[] {
  const lines: string[] = [];
  let line = '';
  for (const [spaced, word = ''] of text.matchAll(/ *([^ ]+)/g)) {
    if (line !== '' && line.length + spaced.length > width) {
      lines.push(line);
      line = ' '.repeat(hang) + word;
    } else line += spaced;
  }
  return [...lines, line];
}

/** Terms and what they mean. */
export type Rows = readonly (readonly [term: string, text: string])[];

/** How wide the first column of these rows is. */
export const termWidth = (rows: Rows): number =>
  Math.max(0, ...rows.map(([{ length }]) => (length <= WIDEST_TERM ? length : 0)));

/** Rows in two columns, the first one of this width. */
export function twoColumns(rows: Rows, width: number, first = termWidth(rows)): string {
  const column = GAP + first + GAP;
  const narrow = width - column < NARROWEST;
  const start = narrow ? 3 * GAP : column;
  return rows
    .flatMap(([term, text]) => {
      const head = ' '.repeat(GAP) + term;
      if (narrow || term.length > first) return [head, ...indented(text, width, start)];
      return wrapLine(head.padEnd(column) + text, width, column);
    })
    .join('\n');
}

const indented = (text: string, width: number, start: number): string[] =>
  text === '' ? [] : wrapLine(' '.repeat(start) + text, width, start);

/** A sentence that goes on in the next line is one line: broken in two widths it would be ragged. */
const joined = (text: string): string => text.replace(/^(\S.*[^.:?!\n])\n(?=\S)/gm, '$1 ');

/** Written text: sentences are wrapped, a second column keeps its place, and what is to be typed stays as it is. */
export const reflow = (text: string, width: number): string =>
  joined(text)
    .split('\n')
    .flatMap((line) => {
      if (line.length <= width || /^ +(?:docs|\$|#) (?!.* {2,}[^ #])/.test(line)) return [line];
      const indent = /^ */.exec(line)?.[0].length ?? 0;
      const column = indent > 0 ? /^ +\S.*? {2,}/.exec(line)?.[0].length : undefined;
      return wrapLine(line, width, column !== undefined && width - column >= NARROWEST ? column : indent);
    })
    .join('\n');
