// What one file says by its text alone. It is kept for the next run: parsing is nearly all of the work of a check.
import { type PageText, pageText } from '../../folder/page.ts';
import { textFindings } from './contents.ts';
import { loadFacts } from './facts.ts';
import type { KeptCheck, KeptPage, ReadPage } from './kept-check.ts';

export interface PageReader {
  /** As `pageText`, but of a file that was read before with the same text it is remembered. */
  textOf(file: string, text: string): PageText;
  /** What `textOf` found in it. */
  of(text: PageText): ReadPage;
}

/** Loads the parser; what it returns works without waiting. */
export async function pageReader(kept: KeptCheck | undefined): Promise<PageReader> {
  const factsOf = await loadFacts();
  const known = new WeakMap<PageText, ReadPage>();
  const parsed = (file: string, text: string): { page: PageText; read: ReadPage } => {
    const page = pageText(file, text);
    const facts = factsOf(page);
    const read = { facts, found: textFindings(file, page, facts) };
    return { page, read: kept ? kept.setPage(file, text, keptOf(page, read)) : read };
  };
  return {
    textOf(file, text) {
      const old = kept?.page(file, text);
      const { page, read } = old ? { page: withText(old, text), read: old } : parsed(file, text);
      known.set(page, read);
      return page;
    },
    of(text) {
      const read = known.get(text);
      if (!read) throw new TypeError('a text that this reader did not read');
      return read;
    },
  };
}

function keptOf({ source: _, body, front: __, ...text }: PageText, { facts, found }: ReadPage): KeptPage {
  return { text, bodyLength: body.length, facts, found };
}

/** The text of a page is always the end of its file. */
function withText({ text, bodyLength }: KeptPage, written: string): PageText {
  const source = written.replace(/^\uFEFF/, '');
  const body = source.slice(source.length - bodyLength);
  return { ...text, source, body, front: undefined };
}
