// Blocks of Markdown in a PDF: headings, paragraphs, lists, quotes, code, images, rules.
import type { Token } from 'markdown-it';
import type { Steps } from '../steps.ts';
import { imageSize } from './image-size.ts';
import { boxOf, type Container, ensure, INDENT, type Sheet, type Writing } from './pdf-sheet.ts';
import { writeTable } from './pdf-table.ts';
import { BODY_SIZE, clean, plainLine, type Run, runsOf, writeRuns } from './pdf-text.ts';

const HEADING_SIZES = [18, 16, 14, 12, 11, 10.5];
const MAX_PIXELS = 40_000_000;

export function* writeBlocks(sheet: Sheet, tokens: readonly Token[]): Steps<void> {
  const writing: Writing = { ...sheet, open: [], marker: undefined };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) continue;
    yield;
    if (token.type === 'table_open') index = yield* writeTable(writing, tokens, index);
    else if (token.type === 'fence' || token.type === 'code_block') yield* writeCode(writing, token.content);
    else if (token.type === 'inline') writeInline(writing, token, tokens[index - 1]);
    else writeBlock(writing, token);
  }
}

function writeBlock(writing: Writing, token: Token): void {
  switch (token.type) {
    case 'bullet_list_open':
      writing.open.push({ kind: 'list' });
      break;
    case 'ordered_list_open':
      writing.open.push({ kind: 'list', next: Number(token.attrGet('start') ?? 1) });
      break;
    case 'blockquote_open':
      writing.open.push({ kind: 'quote' });
      break;
    case 'bullet_list_close':
    case 'ordered_list_close':
    case 'blockquote_close':
      writing.open.pop();
      break;
    case 'list_item_open':
      writing.marker = nextMarker(writing.open.at(-1));
      break;
    case 'hr':
      writeRule(writing);
      break;
    case 'html_block':
      writeParagraph(writing, [
        { text: plainLine(token.content.replace(/<!--(?:(?!<!--)[\s\S])*?-->|<[^<>]*>/g, ' ')) },
      ]);
      break;
  }
}

function nextMarker(list: Container | undefined): string {
  if (list?.next === undefined) return '•';
  list.next += 1;
  return `${list.next - 1}.`;
}

function writeInline(writing: Writing, token: Token, before: Token | undefined): void {
  const children = token.children ?? [];
  if (before?.type === 'heading_open') {
    writeHeading(writing, runsOf(children, { isBold: true }, writing.place), Number(before.tag.slice(1)));
    return;
  }
  writeParagraph(writing, runsOf(children, {}, writing.place));
  for (const child of children) if (child.type === 'image') writeImage(writing, child);
}

function writeHeading(writing: Writing, runs: Run[], level: number): void {
  const size = HEADING_SIZES[level - 1] ?? BODY_SIZE;
  // A heading alone at the foot of a page helps nobody.
  ensure(writing, size * 3);
  writing.doc.moveDown(0.4);
  writeRuns(writing.doc, runs, { ...boxOf(writing), size });
  writing.doc.moveDown(0.4);
}

function writeParagraph(writing: Writing, runs: Run[]): void {
  if (runs.every((run) => run.text.trim() === '')) return;
  const { doc, open } = writing;
  const box = boxOf(writing);
  ensure(writing, BODY_SIZE * 1.6);
  writeMarker(writing, box.x);
  const [page, top] = [doc.page, doc.y];
  writeRuns(doc, runs, { ...box, size: BODY_SIZE });
  if (open.at(-1)?.kind === 'quote')
    drawBar(writing, box.x - 8, doc.page === page ? top : doc.page.margins.top);
  doc.moveDown(open.some((one) => one.kind === 'list') ? 0.25 : 0.6);
}

function writeMarker(writing: Writing, x: number): void {
  const { doc, marker } = writing;
  if (marker === undefined) return;
  const y = doc.y;
  doc
    .font('sans')
    .fontSize(BODY_SIZE)
    .fillColor('#1a1a1a')
    .text(marker, x - INDENT + 2, y, { lineBreak: false });
  doc.y = y;
  writing.marker = undefined;
}

function drawBar({ doc }: Sheet, x: number, top: number): void {
  doc.save().moveTo(x, top).lineTo(x, doc.y).lineWidth(2).strokeColor('#c8c8c8').stroke().restore();
}

function* writeCode(writing: Writing, source: string): Steps<void> {
  const { doc } = writing;
  const { x, width } = boxOf(writing);
  writeMarker(writing, x);
  const size = BODY_SIZE - 1.5;
  for (const line of clean(source.replace(/\n$/, '')).split('\n')) {
    doc.font('mono').fontSize(size);
    const text = line === '' ? ' ' : line;
    const height = doc.heightOfString(text, { width: width - 12, lineGap: 1 }) + 1;
    ensure(writing, Math.min(height, doc.page.height / 2));
    const y = doc.y;
    doc.save().rect(x, y, width, height).fill('#f3f3f3').restore();
    doc.fillColor('#1a1a1a').text(text, x + 6, y + 0.5, { width: width - 12, lineGap: 1 });
    doc.y = y + height;
    yield;
  }
  doc.moveDown(0.7);
}

function writeRule(writing: Writing): void {
  const { doc } = writing;
  const { x, width } = boxOf(writing);
  ensure(writing, 20);
  doc
    .moveDown(0.5)
    .save()
    .moveTo(x, doc.y)
    .lineTo(x + width, doc.y)
    .lineWidth(0.5)
    .strokeColor('#bbbbbb')
    .stroke()
    .restore();
  doc.moveDown(0.8);
}

/** PNG and JPEG can be shown; of every other image its text is. */
function writeImage(writing: Writing, token: Token): void {
  const { doc } = writing;
  const box = boxOf(writing);
  const bytes = writing.image(String(token.attrGet('src') ?? ''));
  const size = bytes && isDrawable(bytes) ? imageSize(bytes) : undefined;
  if (bytes && size && size.width * size.height <= MAX_PIXELS) {
    const scale = Math.min(1, box.width / size.width, (doc.page.height * 0.6) / size.height);
    ensure(writing, size.height * scale);
    try {
      doc.image(Buffer.from(bytes), box.x, doc.y, { width: size.width * scale, height: size.height * scale });
      doc.y += size.height * scale;
      doc.moveDown(0.6);
      return;
    } catch {
      // A damaged image: its text stands for it.
    }
  }
  writeParagraph(writing, [
    { text: `[image: ${plainLine(token.content) || 'no description'}]`, isItalic: true },
  ]);
}

const isDrawable = (bytes: Uint8Array) =>
  (bytes[0] === 0x89 && bytes[1] === 0x50) || (bytes[0] === 0xff && bytes[1] === 0xd8);
