// A page file in its parts: settings, title, text, and where each of them begins.
import { isUtf8 } from 'node:buffer';
import { type FrontMatter, frontMatterIn, type PageFields, pageBelow } from '../markdown/front-matter.ts';
import { firstHeading } from '../markdown/page-title.ts';
import type { FolderProblem, FolderSource } from './source.ts';

/** What front matter says of a page, as far as the platform knows it. */
export interface PageSettings extends PageFields {
  title?: string;
  /** The page that it was exported from. */
  id?: string;
  tags?: string[];
}

export interface PageText {
  /** All of the file, without a byte order mark; line ends as written. */
  source: string;
  settings: PageSettings;
  /** Front matter as it is; undefined where there is none, or none that can be read. */
  front: Record<string, unknown> | undefined;
  /** Of the front matter, or the heading at the top. */
  topTitle: string | undefined;
  /** That, or the first heading. */
  title: string | undefined;
  /** What is below front matter and title: the text of the page on the platform. */
  body: string;
  /** The line of the file that `body` begins at, from 1. */
  bodyLine: number;
  problems: FolderProblem[];
}

/** Longer files are never pages: a person cannot read them, nor the platform. */
export const MOST_PAGE_BYTES = 8 * 1024 * 1024;

/** Takes the whole text of a file. Never throws for what is in it. */
export function pageText(file: string, text: string): PageText {
  const source = text.replace(/^\uFEFF/, '');
  const front = frontMatterIn(source);
  const broken = front && 'problem' in front ? front : undefined;
  const known: FrontMatter = front && !broken ? (front as FrontMatter) : { data: {}, body: source };
  const { title, fields, markdown } = pageBelow(known);
  const { id, tags } = known.data;
  return {
    source,
    settings: {
      ...fields,
      ...(typeof known.data.title === 'string' && title !== undefined && { title }),
      ...(typeof id === 'string' && { id }),
      ...(Array.isArray(tags) && { tags: tags.filter((one) => typeof one === 'string') }),
    },
    front: front && !broken ? known.data : undefined,
    topTitle: title,
    title: title ?? firstHeading(markdown),
    body: markdown,
    // The text is always the end of the file.
    bodyLine: linesIn(source, source.length - markdown.length) + 1,
    problems: broken
      ? [{ kind: 'yaml', file, line: broken.line, column: broken.column ?? 1, message: broken.problem }]
      : [],
  };
}

function linesIn(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/**
 * The text of a file, or why it cannot be had: it is too large, not UTF-8, or gone. Never throws for one file: the others
 * can still be read.
 */
export async function readText(
  source: FolderSource,
  file: string,
  most = MOST_PAGE_BYTES,
): Promise<{ text: string } | { problem: FolderProblem }> {
  const fail = (kind: FolderProblem['kind'], message: string, line = 1, column = 1) => ({
    problem: { kind, file, line, column, message },
  });
  const size = source.files.get(file)?.size ?? 0;
  if (size > most) return fail('size', `has ${size} bytes, more than the ${most} that a text may have`);
  let bytes: Uint8Array;
  try {
    bytes = await source.read(file);
  } catch {
    return fail('unreadable', 'cannot be read');
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const { line, column } = firstBadByte(bytes);
    return fail('encoding', 'is not valid UTF-8', line, column);
  }
}

/** Where the first character stands that is not UTF-8. */
function firstBadByte(bytes: Uint8Array): { line: number; column: number } {
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(10, start);
    const one = bytes.subarray(start, end === -1 ? bytes.length : end);
    if (!isUtf8(one)) return { line, column: Buffer.from(one).toString().indexOf('\uFFFD') + 1 };
    if (end === -1) return { line: 1, column: 1 };
    start = end + 1;
  }
}
