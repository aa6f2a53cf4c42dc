// What the texts of pages say of links: where they lead, and which anchors they have. Each text is read once a version.
import type { Page } from '../../api/content/content.ts';
import { getChangeRequestPage, getPage } from '../../api/content/pages.ts';
import type { Client } from '../../client/client.ts';
import { type Analysis, loadMarkdown } from '../../markdown/analyze.ts';
import { inOrder } from '../in-order.ts';

/** Content in one of its states: main, or a change request. */
export interface Place {
  spaceId: string;
  changeRequestId?: string | undefined;
}

export type PageText = Pick<Analysis, 'links' | 'anchors'>;

/** Texts of earlier runs. */
export interface KeptTexts {
  get(key: string): PageText | undefined;
  set(key: string, text: PageText): void;
}

export const NO_TEXT: PageText = { links: [], anchors: [] };

const WIDTH = { start: 8, most: 16 };

/** Reads pages side by side; returns their texts by ID. Throws what the first of them throws. */
export async function readTexts(
  client: Client,
  place: Place,
  pages: readonly Page[],
  { kept, revision }: { kept: KeptTexts | undefined; revision: string },
): Promise<Map<string, PageText>> {
  const { analyze } = await loadMarkdown();
  const texts = new Map<string, PageText>();
  const read = async (page: Page): Promise<void> => {
    const key = keyOf(place, page, revision);
    const known = kept?.get(key);
    const text = known ?? textOf(analyze(await markdownOf(client, place, page.id)));
    if (known === undefined) kept?.set(key, text);
    texts.set(page.id, text);
  };
  const documents = pages.filter(({ type }) => type === 'document');
  const options = {
    concurrency: WIDTH,
    onRateLimit: client.onRateLimit,
    stop: ({ ok }: { ok: boolean }) => !ok,
  };
  for await (const result of inOrder(documents, read, options)) if (!result.ok) throw result.error;
  return texts;
}

const textOf = ({ links, anchors }: Analysis): PageText => ({ links, anchors });

/** A page that tells its version is the same in every revision that has this version; computed text follows its source. */
function keyOf({ spaceId }: Place, page: Page, revision: string): string {
  const isKnown = page.type === 'document' && page.documentId !== undefined && page.computed === undefined;
  const version = isKnown ? page.documentId : revision;
  return JSON.stringify(['text', spaceId, page.id, version, page.updatedAt ?? '']);
}

async function markdownOf(client: Client, place: Place, pageId: string): Promise<string> {
  const { spaceId, changeRequestId } = place;
  const page =
    changeRequestId === undefined
      ? await client.call(getPage, { spaceId, pageId, format: 'markdown' })
      : await client.call(getChangeRequestPage, { spaceId, changeRequestId, pageId, format: 'markdown' });
  return ('markdown' in page ? page.markdown : undefined) ?? '';
}
