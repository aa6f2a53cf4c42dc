// What an import of content takes and gives, and how it reads its source.
import type { ImportSource } from '../../../api/content/imports.ts';
import { ValidationError } from '../../../errors.ts';
import { contentTypeOf } from '../../../files/content-type.ts';
import { LIMITS } from '../../limits.ts';
import { badRequest } from '../../wire-error.ts';
import type { ContentStore, FileNode, PageNode } from '../model.ts';
import { imageSize } from '../pdf/image-size.ts';
import { FetchFailure, fetchBytes, reachFrom } from './fetch-bytes.ts';

/** An answer of any status; `url` is where redirects ended. */
export interface Fetched {
  url: string;
  status: number;
  contentType: string;
  /** Of the content type, where the server names one. */
  charset?: string;
  bytes: Uint8Array;
}

type Fetch = (url: string) => Promise<Fetched>;

export interface ImportLimits {
  pages: number;
  files: number;
  fileBytes: number;
  totalBytes: number;
}

export interface ContentImport {
  /** http or https. */
  url: string;
  source: ImportSource;
  /** Fetches without any token; follows redirects, and answers with the address it ended at. */
  fetch: Fetch;
  content: ContentStore;
  newId: () => string;
  /** ISO date and time. */
  now: string;
  limits?: Partial<ImportLimits>;
  /** Slugs at the top that are taken: links between the pages must name the slug they will have. */
  taken?: Iterable<string>;
}

export interface ImportedContent {
  pages: PageNode[];
  files: FileNode[];
  /** Pages and files that came, of those that were found. */
  importedResources: number;
  totalResources: number;
}

/** The options with every limit set. */
export type BoundedImport = ContentImport & { limits: ImportLimits };

/** Without the first thing there is nothing to import. */
export async function fetchFirst(fetch: Fetch, url: string): Promise<Fetched> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new ValidationError(`nothing to import: ${url} answered ${answer.status}`);
  return answer;
}

/**
 * The text of an HTML page: by its byte order mark, else by what the server says, else by what the page says of itself,
 * else as UTF-8 where it is, and as windows-1252 where it is not, as browsers do. Throws ValidationError for a page that is
 * in none of these.
 */
export function htmlText({ bytes, charset, contentType, url }: Fetched): string {
  const mark = markOf(bytes);
  const said = charset ?? /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
  const head = Buffer.from(bytes.subarray(0, META_BYTES)).toString('latin1');
  const label = mark ?? said ?? /<meta[^<>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1];
  if (label === undefined) return utf8Or(bytes, 'windows-1252');
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    const why = error instanceof RangeError ? 'an unknown character set' : 'not its actual encoding';
    throw new ValidationError(`${url} cannot be read: "${label.slice(0, 40)}" is ${why}`);
  }
}

/** How much of a page browsers search for what it says of its encoding. */
const META_BYTES = 1024;

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

function utf8Or(bytes: Uint8Array, other: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(other).decode(bytes);
  }
}

export function textOf(bytes: Uint8Array, url: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ValidationError(`${url} is not valid UTF-8 text`);
  }
}

/** A File record for bytes that were fetched or unpacked. */
export function fileNode(
  name: string,
  bytes: Uint8Array,
  content: ContentStore,
  newId: () => string,
  contentType = contentTypeOf(name),
): FileNode {
  const dimensions = imageSize(bytes);
  return {
    id: newId(),
    name,
    contentType,
    size: bytes.length,
    hash: content.put(bytes),
    ...(dimensions && { dimensions }),
  };
}

const ONE_MS = 15_000;
/** Clients wait two minutes for an import. */
const ALL_MS = 100_000;
const MOST_BYTES = LIMITS.fileBytes;
/** Stands for an address that gave nothing: the import goes on without it. */
const NOTHING = 502;

/** Throws 400 when not even the first address can be fetched. */
export function importFetch(first: string): Fetch {
  const signal = AbortSignal.timeout(ALL_MS);
  const reach = reachFrom(first);
  return async (url) => {
    try {
      const found = await fetchBytes(url, { maxBytes: MOST_BYTES, timeoutMs: ONE_MS, signal, reach });
      return { status: 200, ...found };
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      if (url === first) throw badRequest(`nothing to import: ${error.message}`);
      return { status: NOTHING, url, contentType: '', bytes: new Uint8Array() };
    }
  };
}
