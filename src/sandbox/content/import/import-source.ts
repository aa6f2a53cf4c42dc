// What an import of content takes and gives, and how it reads its source.
import type { ImportSource } from '../../../api/imports.ts';
import { ValidationError } from '../../../errors.ts';
import { contentTypeOf } from '../file-types.ts';
import type { ContentStore, FileNode, PageNode } from '../model.ts';

/** An answer of any status; `url` is where redirects ended. */
export interface Fetched {
  url: string;
  status: number;
  contentType: string;
  bytes: Uint8Array;
}

export type Fetch = (url: string) => Promise<Fetched>;

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
): FileNode {
  return {
    id: newId(),
    name,
    contentType: contentTypeOf(name),
    size: bytes.length,
    hash: content.put(bytes),
  };
}
