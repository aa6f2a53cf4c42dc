// What earlier runs found in a folder and read of its pages, in a private file: a cache, which may be missing, old or damaged.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Paths } from '../../config/folders.ts';
import type { Context } from '../../context.ts';
import { readPrivateFile } from '../../files/json-file.ts';
import { sweepOlder } from '../../files/lock.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { type PageText, pageText } from '../../folder/page.ts';
import type { FolderSource } from '../../folder/source.ts';
import { textFindings } from './contents.ts';
import { loadFacts, type PageFacts } from './facts.ts';
import type { Checked, Found } from './finding.ts';

declare const DOCS_VERSION: string | undefined;

const KEPT_MS = 30 * 86_400_000;
/** As stored: about a tenth of what it says. */
const MOST_BYTES = 12 * 1024 * 1024;
const MOST_UNPACKED = 256 * 1024 * 1024;

interface ReadPage {
  facts: PageFacts;
  found: readonly Found[];
}

/** What can be cut out of the text again is not kept, and of front matter only what the platform knows. */
interface KeptPage extends ReadPage {
  text: Omit<PageText, 'source' | 'body' | 'front'>;
  /** Characters. */
  bodyLength: number;
}

export interface KeptCheck {
  /** What was read of a file with exactly this text. */
  page(file: string, text: string): KeptPage | undefined;
  /** Gives what was set, as the next run will get it. */
  setPage(file: string, text: string, page: KeptPage): KeptPage;
  /**
   * What was found when everything that `find` reads of the source was as it is now; else what it finds now. `asked` is what
   * the answer depends on beside the source.
   */
  answer(
    source: FolderSource,
    asked: string,
    find: (source: FolderSource) => Promise<Checked>,
  ): Promise<Checked>;
  /** Writes what this run read and found, if any of it is new. Never throws: without it the next run is slower, no more. */
  save(): void;
}

/** An answer, and everything that it was made of. */
interface Answer {
  asked: string;
  /** Of all names and sizes. */
  listing: string;
  /** Each file that was read, with its content; undefined where it could not be read. */
  reads: [string, string | undefined][];
  checked: Checked;
}

/**
 * Where it is kept; undefined without a folder for caches. From source nothing is kept: there, the rules may be others in
 * the next run without a sign of it.
 */
export function keptCheckFile({ cache }: Paths, folder: string): string | undefined {
  if (cache === undefined || typeof DOCS_VERSION !== 'string') return undefined;
  return join(cache, 'check', digest(folder));
}

/** The same for the same program only: two builds of one version may have different rules. */
export const programStamp = ({ version, runtime }: Pick<Context, 'version' | 'runtime'>): string =>
  [version, runtime.node, statSync(import.meta.dirname).mtimeMs].join(' ');

/** `stamp` names the program: what another one wrote does not count. `fresh`: nor does what is there. */
export function openKeptCheck(path: string, stamp: string, { fresh = false } = {}): KeptCheck {
  const file = fresh ? [] : partsOf(path, stamp);
  let answer = unpacked<Answer>(file[0]);
  let old: ReadonlyMap<string, KeptPage> | undefined;
  const oldPages = () => (old ??= new Map(file.slice(1).flatMap((part) => unpacked<Pages>(part) ?? [])));
  const used = new Map<string, KeptPage>();
  const pages = pagePacker();
  let isNew = false;
  return {
    page(name, text) {
      const key = keyOf(name, text);
      const known = used.get(key);
      if (known) return known;
      const page = oldPages().get(key);
      if (page) {
        used.set(key, page);
        pages.add(key, JSON.stringify(page));
      }
      return page;
    },
    setPage(name, text, page) {
      const key = keyOf(name, text);
      const json = JSON.stringify(page);
      // Safe: the same, but its pieces do not hold the whole text of the file in memory.
      const copy = JSON.parse(json) as KeptPage;
      used.set(key, copy);
      pages.add(key, json);
      isNew = true;
      return copy;
    },
    async answer(source, asked, find) {
      const listing = listingOf(source);
      const isSameFolder = answer?.asked === asked && answer.listing === listing;
      if (answer && isSameFolder && (await isSame(source, answer.reads))) return answer.checked;
      const reads = new Map<string, string | undefined>();
      const checked = await find(traced(source, reads));
      answer = { asked, listing, reads: [...reads], checked };
      isNew = true;
      return checked;
    },
    save() {
      if (!isNew) return;
      try {
        const text = [stamp, packed(JSON.stringify(answer ?? null)), ...pages.parts()].join('\n');
        if (text.length > MOST_BYTES) return;
        writeFileDurably(path, text, { ownDir: true });
        sweepOlder(dirname(path), KEPT_MS);
      } catch {
        // A full disk costs time later.
      }
    },
  };
}

/** By content, not by date: a checkout sets dates anew, and an editor may write twice within one tick of the clock. */
const keyOf = (file: string, text: string): string => digest(`${file}\0${text}`);

const digest = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('base64url').slice(0, 24);

const listingOf = ({ files, links, problems, isTop }: FolderSource): string =>
  digest(
    JSON.stringify([[...files.values()].map(({ path, size }) => [path, size]), [...links], problems, isTop]),
  );

/** The same source; `reads` gets what was read of it. A file that is read twice must not change between. */
const traced = (source: FolderSource, reads: Map<string, string | undefined>): FolderSource => ({
  ...source,
  read: async (path) => {
    reads.set(path, undefined);
    const bytes = await source.read(path);
    reads.set(path, digest(bytes));
    return bytes;
  },
});

async function isSame(source: FolderSource, reads: Answer['reads']): Promise<boolean> {
  for (const [path, content] of reads) {
    const now = await source.read(path).then(digest, () => undefined);
    // JSON has null in its place.
    if (now !== (content ?? undefined)) return false;
  }
  return true;
}

type Pages = [string, KeptPage][];
const PAGES_OF_ONE = 500;

/** In parts: all of it as one text would take as much memory as the check. */
function pagePacker(): { add(key: string, json: string): void; parts(): string[] } {
  const parts: string[] = [];
  let next: string[] = [];
  const pack = () => {
    if (next.length > 0) parts.push(packed(`[${next.join(',')}]`));
    next = [];
  };
  return {
    add(key, json) {
      if (next.push(`[${JSON.stringify(key)},${json}]`) === PAGES_OF_ONE) pack();
    },
    parts() {
      pack();
      return parts;
    },
  };
}

const packed = (json: string): string => gzipSync(json, { level: 1 }).toString('base64');

/** Nothing of what is not whole: the packing has a check sum. */
function unpacked<T>(part: string | undefined): T | undefined {
  try {
    const text = gunzipSync(Buffer.from(part ?? '', 'base64'), { maxOutputLength: MOST_UNPACKED }).toString();
    // Safe: written by this program, and whole.
    return (JSON.parse(text) as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The packed parts that this program wrote. */
function partsOf(path: string, stamp: string): string[] {
  try {
    const [writer, ...parts] = readPrivateFile(path)?.split('\n') ?? [];
    return writer === stamp ? parts : [];
  } catch {
    return [];
  }
}

// What one file says by its text alone. It is kept for the next run: parsing is nearly all of the work of a check.

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

const keptOf = ({ source: _, body, front: __, ...text }: PageText, { facts, found }: ReadPage): KeptPage => ({
  text,
  bodyLength: body.length,
  facts,
  found,
});

/** The text of a page is always the end of its file. */
function withText({ text, bodyLength }: KeptPage, written: string): PageText {
  const source = written.replace(/^\uFEFF/, '');
  const body = source.slice(source.length - bodyLength);
  return { ...text, source, body, front: undefined };
}
