// Pages of a space as one PDF: readable, with an outline, links, code, tables and images.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadMarkdown } from '../../../markdown/analyze.ts';
import { inSlices, slices } from '../../slices.ts';
import { writeBlocks } from './pdf-blocks.ts';
import type { Sheet } from './pdf-sheet.ts';
import { BODY_SIZE, plainLine, writeRuns } from './pdf-text.ts';

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
