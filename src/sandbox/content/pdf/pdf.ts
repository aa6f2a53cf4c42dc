// Pages of a space as one PDF: readable, with an outline, links, code, tables and images.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Token } from 'markdown-it';
import { loadMarkdown } from '../../../markdown/analyze.ts';
import { inSlices, slices } from '../../slices.ts';
import type { Steps } from '../tree.ts';
import { imageSize } from './image-size.ts';
import { BODY_SIZE, clean, plainLine, type Run, runsOf, writeRuns } from './pdf-text.ts';

// Blocks of Markdown in a PDF: headings, paragraphs, lists, quotes, code, images, rules.

const HEADING_SIZES = [18, 16, 14, 12, 11, 10.5];
const MAX_PIXELS = 40_000_000;

function* writeBlocks(sheet: Sheet, tokens: readonly Token[]): Steps<void> {
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

export interface PdfPage {
  /** Links lead to it by this name. */
  id?: string;
  title: string;
  /** 0 at the top. */
  level: number;
  /** Empty for a group. */
  markdown: string;
}

export interface PdfInput {
  title: string;
  /** Read one after another: none is kept longer than it takes to write it. */
  pages: Iterable<PdfPage>;
  /** Bytes of an image by its address as the page writes it; `page` is the index in `pages`. */
  image: (href: string, page: number) => Uint8Array | undefined;
  /** The id of the page that a link leads to, where it is one of `pages`; `page` is the index in `pages`. */
  place?: (href: string, page: number) => string | undefined;
  createdAt?: Date;
}

const MARGIN = 64;
const FONTS = {
  sans: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  italic: 'DejaVuSans-Oblique.ttf',
  boldItalic: 'DejaVuSans-BoldOblique.ttf',
  mono: 'DejaVuSansMono.ttf',
};

/** Returns the bytes of a PDF 1.7 file. The fonts know Latin, Greek, Cyrillic and more, but not CJK. */
export async function renderPdf({
  title,
  pages,
  image,
  place = () => undefined,
  createdAt = new Date(0),
}: PdfInput): Promise<Uint8Array> {
  const { default: PdfDocument } = await import('pdfkit');
  const markdown = await loadMarkdown();
  const doc = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    info: { Title: plainLine(title), Producer: 'docs', Creator: 'docs', CreationDate: createdAt },
  });
  const bytes = collect(doc);
  const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, join(fonts, 'ttf', file));
  const outline = outlineOf(doc);
  const pause = slices();
  let isFresh = false;
  let index = 0;
  for (const page of pages) {
    if (!isFresh) nextPage(doc);
    outline(page);
    if (page.id !== undefined) doc.addNamedDestination(page.id, 'XYZ', 0, doc.y, null);
    const at = index;
    const sheet: Sheet = {
      doc,
      left: MARGIN,
      width: doc.page.width - 2 * MARGIN,
      image: (href) => image(href, at),
      place: (href) => place(href, at),
    };
    writeTitle(sheet, page);
    await inSlices(writeBlocks(sheet, markdown.parse(page.markdown)), pause);
    // The pages of a group begin below its title.
    isFresh = page.markdown.trim() === '' && doc.y < doc.page.height / 2;
    index += 1;
    await pause();
  }
  if (index === 0) doc.addPage();
  numberPages(doc);
  doc.end();
  return bytes;
}

function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}

/** Returns what adds a page to the outline below the last page of the level above. */
function outlineOf(doc: PDFKit.PDFDocument): (page: PdfPage) => void {
  const open = [doc.outline];
  return ({ title, level }) => {
    const depth = Math.min(level, open.length - 1);
    const parent = open[depth] ?? doc.outline;
    open.length = depth + 1;
    open.push(parent.addItem(plainLine(title)));
  };
}

function writeTitle(sheet: Sheet, { title, level }: PdfPage): void {
  const size = Math.max(16, 24 - 3 * level);
  writeRuns(sheet.doc, [{ text: plainLine(title) || ' ', isBold: true }], {
    x: sheet.left,
    width: sheet.width,
    size,
  });
  sheet.doc.moveDown(0.7);
}

/** What is written leaves the memory: a document of thousands of pages would not fit. */
function nextPage(doc: PDFKit.PDFDocument): void {
  numberPages(doc);
  doc.flushPages();
  doc.addPage();
}

/** Numbers the pages that are not written out yet. */
function numberPages(doc: PDFKit.PDFDocument): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Below the margin text would begin a new page.
    doc.page.margins.bottom = 0;
    doc
      .font('sans')
      .fontSize(BODY_SIZE - 2)
      .fillColor('#666666');
    const options = { width: doc.page.width - 2 * MARGIN, align: 'center', lineBreak: false } as const;
    doc.text(`${index + 1}`, MARGIN, doc.page.height - MARGIN / 2, options);
  }
}

// Tables of Markdown in a PDF, row by row.

/** Writes the table that begins at `from`; returns the index of its last token. */
function* writeTable(writing: Writing, tokens: readonly Token[], from: number): Steps<number> {
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

// The sheet that a PDF is written on: how much room is left, and how far in the next block begins.

interface Sheet {
  doc: PDFKit.PDFDocument;
  left: number;
  width: number;
  image: (href: string) => Uint8Array | undefined;
  /** The name of the place in this document that a link leads to. */
  place: (href: string) => string | undefined;
}

/** A list or quote that is open around the block. */
interface Container {
  kind: 'list' | 'quote';
  /** Number of the next item; absent for bullets. */
  next?: number;
}

interface Writing extends Sheet {
  open: Container[];
  /** Waits for the first block of its item. */
  marker: string | undefined;
}

const INDENT = 18;
const MIN_WIDTH = 140;

/** Where the next block begins, and how wide it may be. */
function boxOf({ left, width, open }: Writing): { x: number; width: number } {
  const indent = Math.min(open.length * INDENT, width - MIN_WIDTH);
  return { x: left + indent, width: width - indent };
}

/** Begins a new page where less than the height is left. */
function ensure({ doc }: Sheet, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
}
