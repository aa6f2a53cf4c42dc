// Finds what a change of words would change: page by page, over many spaces. Reads only.
import type { Page } from '../../api/content/content.ts';
import { getPage, listPages } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import { mapPool, type Width } from '../../client/pool.ts';
import { allPages } from '../page-list.ts';
import { pathOf } from './page-place.ts';
import { type EditedText, followSections } from './renamed-sections.ts';
import { type Replacing, replaceInTitle, replaceWords } from './replace-words.ts';

export interface ReplacedPage {
  id: string;
  title: string;
  path: string;
  /** The new title, where it differs. */
  newTitle?: string;
  description?: { before: string; after: string };
  markdown?: { before: string; after: string };
  places: number;
}

export interface ReplacedSpace {
  id: string;
  title: string;
  /** Of main, as it was when its pages were read. */
  revision: string;
  pages: ReplacedPage[];
  /** Places in code, URLs and IDs. */
  left: number;
  /** Links of its pages to headings that the words rename, led to the new anchors. */
  led: number;
  /** Links of other spaces to such headings, which stay as they are. */
  elsewhere: number;
  /** Pages that were looked at. */
  read: number;
}

/** Reads every page of the spaces. Throws the first failure: half a change of words looks like a whole one. */
export async function replaceInSpaces(
  client: Client,
  spaces: readonly string[],
  replacing: Replacing,
  { width, onPage }: { width: Width; onPage: (total: number) => void },
): Promise<ReplacedSpace[]> {
  const options = { onRateLimit: client.onRateLimit, stop: ({ ok }: { ok: boolean }) => !ok };
  const trees = await all(mapPool(spaces, width, (spaceId) => treeOf(client, spaceId), options));
  const jobs = trees.flatMap(({ space, pages }) => pages.map((page) => ({ space, page })));
  const found = await all(
    mapPool(
      jobs,
      width,
      async ({ space, page }) => {
        const result = await replaceInPage(client, space.id, page, replacing);
        onPage(jobs.length);
        return { space: space.id, ...result };
      },
      options,
    ),
  );
  const { texts, elsewhere } = await followSections(found);
  return trees.map(({ space, pages }) => {
    const own = found.filter((one) => one.space === space.id);
    return {
      ...space,
      read: pages.length,
      pages: own.flatMap((one) => withLinks(one, texts.get(one.page.id)?.text) ?? []),
      left: own.reduce((sum, { left }) => sum + left, 0),
      led: own.reduce((sum, { page }) => sum + (texts.get(page.id)?.links ?? 0), 0),
      elsewhere: elsewhere.get(space.id) ?? 0,
    };
  });
}

/** The edit of a page with its links led on; undefined where nothing of it changes. */
function withLinks({ page, before, replaced }: ReadPage, text: string | undefined): ReplacedPage | undefined {
  if (text === undefined) return replaced;
  const edit = replaced ?? { id: page.id, title: page.title, path: pathOf(page), places: 0 };
  return { ...edit, markdown: { before, after: text } };
}

async function all<T>(results: Promise<readonly ({ ok: true; value: T } | { ok: false; error: unknown })[]>) {
  return (await results).map((result) => {
    if (!result.ok) throw result.error;
    return result.value;
  });
}

/** The revision first: what changes while pages are read is noticed when the change is sent. */
async function treeOf(client: Client, spaceId: string) {
  const { id, title, revision } = await client.call(getSpace, { spaceId });
  const { pages } = await client.call(listPages, { spaceId, metadata: false, computed: false });
  return { space: { id, title, revision }, pages: allPages(pages).filter(isWritten) };
}

interface ReadPage extends EditedText {
  replaced?: ReplacedPage;
  left: number;
}

/** The content of computed pages and links is made elsewhere. */
const isWritten = (page: Page): boolean =>
  page.type === 'group' || (page.type === 'document' && page.computed === undefined);

async function replaceInPage(
  client: Client,
  spaceId: string,
  page: Page,
  replacing: Replacing,
): Promise<Omit<ReadPage, 'space'>> {
  const { id, title, type } = page;
  const whole =
    type === 'document' ? await client.call(getPage, { spaceId, pageId: id, format: 'markdown' }) : page;
  const before = {
    markdown: ('markdown' in whole && whole.markdown) || '',
    description: ('description' in whole && whole.description) || '',
  };
  const named = replaceInTitle(title, replacing);
  const described = replaceInTitle(before.description, replacing);
  const written = replaceWords(before.markdown, replacing);
  const places = named.places + described.places + written.places;
  const left = named.left + described.left + written.left;
  const read = { page, before: before.markdown, after: written.text, left };
  if (places === 0) return read;
  return {
    ...read,
    replaced: {
      id,
      title,
      path: pathOf(page),
      places,
      ...(named.places > 0 && { newTitle: named.text }),
      ...(described.places > 0 && {
        description: { before: before.description, after: described.text },
      }),
      ...(written.places > 0 && { markdown: { before: before.markdown, after: written.text } }),
    },
  };
}
