// Where content is read from: main, a change request, or a revision. The same four questions to each.
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import { listChangeRequestFiles, listFiles } from '../../api/content/files.ts';
import * as pagesApi from '../../api/content/pages.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';

export interface ContentSource {
  /** What it is called: `main`, `#4`, `revision x`. */
  label: string;
  /** The tree, without content. */
  pages(): Promise<readonly Page[]>;
  files(): Promise<File[]>;
  /** The Markdown of a page; empty for one without content. */
  markdown(pageId: string): Promise<string>;
}

const markdownOf = (page: Page): string => ('markdown' in page && page.markdown) || '';

export const mainContent = (client: Client, spaceId: string): ContentSource => ({
  label: 'main',
  pages: async () => (await client.call(pagesApi.listPages, { spaceId })).pages,
  files: () => allItems(client.pages(listFiles, { spaceId })),
  markdown: async (pageId) =>
    markdownOf(await client.call(pagesApi.getPage, { spaceId, pageId, format: 'markdown' })),
});

export const changeRequestContent = (
  client: Client,
  ref: { spaceId: string; changeRequestId: string },
  label: string,
): ContentSource => ({
  label,
  pages: async () => (await client.call(pagesApi.listChangeRequestPages, ref)).pages,
  files: () => allItems(client.pages(listChangeRequestFiles, ref)),
  markdown: async (pageId) =>
    markdownOf(await client.call(pagesApi.getChangeRequestPage, { ...ref, pageId, format: 'markdown' })),
});

export function revisionContent(client: Client, ref: { spaceId: string; revisionId: string }): ContentSource {
  return {
    label: `revision ${ref.revisionId}`,
    pages: async () => (await client.call(pagesApi.listRevisionPages, ref)).pages,
    files: () => allItems(client.pages(pagesApi.listRevisionFiles, ref)),
    markdown: async (pageId) =>
      markdownOf(await client.call(pagesApi.getRevisionPage, { ...ref, pageId, format: 'markdown' })),
  };
}
