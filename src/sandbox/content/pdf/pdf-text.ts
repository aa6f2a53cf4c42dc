// Lines of text in a PDF: fonts, marks and links of the words in them.
import type { Token } from 'markdown-it';
import { BLOCK_TAG } from '../../../markdown/analyze.ts';

export const BODY_SIZE = 10;
const LINK_COLOR = '#0b57d0';
const TEXT_COLOR = '#1a1a1a';
const MAX_WORD = 500;

export interface Run {
  text: string;
  isBold?: boolean;
  isItalic?: boolean;
  isCode?: boolean;
  isStruck?: boolean;
  link?: string;
  /** A place in this document. */
  goTo?: string;
}

export interface TextBox {
  x: number;
  width: number;
  size: number;
}

/** Writes runs as one paragraph from the current height on. */
export function writeRuns(doc: PDFKit.PDFDocument, runs: readonly Run[], { x, width, size }: TextBox): void {
  const shown = runs.filter((run) => run.text !== '');
  for (const [index, run] of shown.entries()) {
    const options = {
      width,
      continued: index < shown.length - 1,
      // Options of a continued text hold on until they are named again.
      link: run.link ?? null,
      ...(run.goTo === undefined ? NOWHERE : { goTo: run.goTo }),
      underline: isLink(run),
      strike: run.isStruck ?? false,
      lineGap: 2,
    };
    doc.font(fontOf(run)).fontSize(run.isCode ? size - 1 : size);
    doc.fillColor(isLink(run) ? LINK_COLOR : TEXT_COLOR);
    if (index === 0) doc.text(run.text, x, doc.y, options);
    else doc.text(run.text, options);
  }
}

/** Ends the place of a continued text, as null does for its link; the types know only the latter. */
const NOWHERE: object = { goTo: null };

const isLink = ({ link, goTo }: Run) => link !== undefined || goTo !== undefined;

function fontOf({ isBold, isItalic, isCode }: Run): string {
  if (isCode) return 'mono';
  if (isBold) return isItalic ? 'boldItalic' : 'bold';
  return isItalic ? 'italic' : 'sans';
}

/** The runs of an inline token. Images are the block's business; links count where they lead out, or to a known place. */
export function runsOf(
  children: readonly Token[],
  base: Omit<Run, 'text'> = {},
  place: (href: string) => string | undefined = () => undefined,
): Run[] {
  const runs: Run[] = [];
  let style = { ...base };
  for (const token of children) {
    style = { ...style, ...styleChange(token, place) };
    if (token.type === 'link_close') {
      delete style.link;
      delete style.goTo;
    }
    const text = textOf(token);
    if (text !== '') runs.push({ ...style, text, ...(token.type === 'code_inline' && { isCode: true }) });
  }
  return runs;
}

function styleChange(token: Token, place: (href: string) => string | undefined): Omit<Run, 'text'> {
  const isOpen = token.nesting === 1;
  switch (token.tag) {
    case 'strong':
      return { isBold: isOpen };
    case 'em':
      return { isItalic: isOpen };
    case 's':
      return { isStruck: isOpen };
    case 'a': {
      const href = String(token.attrGet('href') ?? '');
      if (!isOpen) return {};
      if (/^(?:https?|mailto):/i.test(href)) return { link: href };
      const goTo = place(href);
      return goTo === undefined ? {} : { goTo };
    }
    default:
      return {};
  }
}

function textOf(token: Token): string {
  if (token.type === 'softbreak') return ' ';
  if (token.type === 'hardbreak') return '\n';
  if (token.type === 'code_inline') return clean(token.content);
  return token.type === 'text' ? clean(token.content.replace(BLOCK_TAG, '')) : '';
}

/** Without control characters, and with a chance to break words that would take ages to fit. */
export const clean = (text: string): string =>
  text
    .replaceAll('\t', '    ')
    .replace(/[\p{Cc}\p{Cs}]/gu, (char) => (char === '\n' ? char : ''))
    .replace(new RegExp(`\\S{${MAX_WORD}}`, 'gu'), '$& ');

export const plainLine = (text: string) => clean(text).replace(/\s+/g, ' ').trim();
