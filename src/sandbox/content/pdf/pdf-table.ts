// Tables of Markdown in a PDF, row by row.
import type { Token } from 'markdown-it';
import type { Steps } from '../steps.ts';
import { boxOf, ensure, type Writing } from './pdf-sheet.ts';
import { BODY_SIZE, type Run, runsOf, writeRuns } from './pdf-text.ts';

/** Writes the table that begins at `from`; returns the index of its last token. */
export function* writeTable(writing: Writing, tokens: readonly Token[], from: number): Steps<number> {
  const rows: { runs: Run[] }[][] = [];
  let end = from;
  for (; end < tokens.length && tokens[end]?.type !== 'table_close'; end += 1) {
    const token = tokens[end];
    if (token?.type === 'tr_open') rows.push([]);
    const isHead = tokens[end - 1]?.type === 'th_open';
    if (token?.type === 'inline')
      rows
        .at(-1)
        ?.push({ runs: runsOf(token.children ?? [], isHead ? { isBold: true } : {}, writing.place) });
  }
  writing.doc.moveDown(0.2);
  for (const row of rows) {
    writeRow(writing, row);
    yield;
  }
  writing.doc.moveDown(0.8);
  return end;
}

function writeRow(writing: Writing, cells: { runs: Run[] }[]): void {
  const { doc } = writing;
  const { x, width } = boxOf(writing);
  const column = width / Math.max(1, cells.length);
  const size = BODY_SIZE - 1;
  const text = (runs: Run[]) => runs.map((run) => run.text).join('');
  doc.font('bold').fontSize(size);
  const heights = cells.map(({ runs }) =>
    doc.heightOfString(text(runs) || ' ', { width: Math.max(20, column - 8), lineGap: 2 }),
  );
  const height = Math.max(...heights, size) + 6;
  ensure(writing, Math.min(height, doc.page.height / 2));
  const top = doc.y;
  for (const [index, { runs }] of cells.entries()) {
    doc.y = top + 3;
    writeRuns(doc, runs, { x: x + index * column + 4, width: Math.max(20, column - 8), size });
  }
  doc.y = Math.max(top + height, doc.y);
  doc
    .save()
    .moveTo(x, doc.y)
    .lineTo(x + width, doc.y)
    .lineWidth(0.5)
    .strokeColor('#cccccc')
    .stroke()
    .restore();
  doc.x = x;
}
