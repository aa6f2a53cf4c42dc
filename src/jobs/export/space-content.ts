// The pages and files of one space, from the platform: the tree in one request, then what is not here yet.
import { createHash } from 'node:crypto';
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page, Revision } from '../../api/content/content-shapes.ts';
import * as pagesApi from '../../api/content/pages.ts';
import type { Client } from '../../client/client.ts';
import { endsAll } from '../../client/retry.ts';
import { DocsError, isAbsence } from '../../errors.ts';
import type { Filling } from '../../files/safe-write.ts';
import { brokenOfSpace } from '../links/space-links.ts';

/** More patience than a single call has: one lost page makes an export incomplete. */
const PATIENCE = { attempts: 6 };

/** Reads the tree of a space, and its pages as they were in one revision, as long as the host has such reads. */
export interface PageReader {
  tree(spaceId: string): Promise<Revision>;
  markdown(spaceId: string, revisionId: string, pageId: string): Promise<string>;
}

export function pageReader(client: Client): PageReader {
  let hasRevisions = true;
  const markdownOf = (page: Page) => ('markdown' in page && page.markdown) || '';
  return {
    tree: (spaceId) => client.call(pagesApi.getContent, { spaceId }, PATIENCE),
    async markdown(spaceId, revisionId, pageId) {
      if (hasRevisions) {
        try {
          const input = { spaceId, revisionId, pageId, format: 'markdown' as const };
          return markdownOf(await client.call(pagesApi.getRevisionPage, input, PATIENCE));
        } catch (error) {
          // Not every host reads pages of a revision (src/api/README.md#space-content).
          if (!isAbsence(error)) throw error;
          hasRevisions = false;
        }
      }
      return markdownOf(
        await client.call(pagesApi.getPage, { spaceId, pageId, format: 'markdown' }, PATIENCE),
      );
    },
  };
}

/** The same of a change request. */
export const requestReader = (client: Client, changeRequestId: string): PageReader => ({
  tree: (spaceId) => client.call(pagesApi.getChangeRequestContent, { spaceId, changeRequestId }, PATIENCE),
  async markdown(spaceId, _, pageId) {
    const input = { spaceId, changeRequestId, pageId, format: 'markdown' as const };
    const page = await client.call(pagesApi.getChangeRequestPage, input, PATIENCE);
    return ('markdown' in page && page.markdown) || '';
  },
});

/** A file's bytes: as many as the platform says, or an error. */
export const fileSource =
  (client: Client, { name, downloadURL, size, contentType }: File): Filling =>
  (write, restart) =>
    client.download(downloadURL, write, { restart, expected: { name, size, contentType } });

export async function bytesOfFile(client: Client, file: File): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const keep = async (chunk: Uint8Array) => void chunks.push(chunk);
  await fileSource(client, file)(keep, async () => void chunks.splice(0));
  return Buffer.concat(chunks);
}

/** Counts with what is written to the files of pages: other numbers have them written anew. */
const FORMAT = 2;

/**
 * What all pages of a revision may depend on beside their own text: the pages there are, where they are and what they
 * are called (links show it), the files that people named, files, variables, reusable contents.
 */
export function shapeOf(
  { pages, files, variables, reusableContents }: Revision,
  options: { files: boolean },
  renamed: readonly (readonly [id: string, path: string | undefined])[],
): string {
  const outline = (some: readonly Page[]): unknown[] =>
    some.map((page) => [
      page.id,
      page.title,
      'path' in page ? page.path : '',
      'git' in page ? page.git?.path : '',
      'pages' in page ? outline(page.pages) : [],
    ]);
  return hashOf([
    [FORMAT, options.files],
    outline(pages),
    files.map(({ id, name, size, git }) => [id, name, size, git?.path]),
    variables,
    reusableContents,
    ...(renamed.length === 0 ? [] : [renamed]),
  ]);
}

/** How many links of each page are broken, by its ID; undefined where the host does not tell. */
export async function brokenLinks(
  client: Client,
  space: { id: string; title: string },
): Promise<Record<string, number> | undefined> {
  try {
    const counts: Record<string, number> = {};
    for (const { page } of await brokenOfSpace(client, space))
      if (page.id !== '') counts[page.id] = (counts[page.id] ?? 0) + 1;
    return counts;
  } catch (error) {
    if (error instanceof DocsError && !endsAll(error)) return undefined;
    throw error;
  }
}

/** Changes whenever the file of a page may; undefined where the platform gives nothing to tell by. */
export function pageMark(page: Page, shape: string): string | undefined {
  const { pages: _, urls: __, ...own } = { pages: undefined, urls: undefined, ...page };
  const tells = 'documentId' in own || 'git' in own || own.updatedAt !== undefined;
  return tells ? hashOf([shape, own]) : undefined;
}

export const fileMark = ({ id, name, size, contentType, git }: File): string =>
  hashOf([id, name, size, contentType, git]);

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
