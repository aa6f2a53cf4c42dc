// Spaces as links see them: what one holds, and which of its neighbors there are.

import type { Page, Revision } from '../../api/content/content-shapes.ts';
import {
  getChangeRequestContent,
  getChangeRequestPage,
  getContent,
  getPage,
  listPages,
} from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Organization } from '../../api/people/organizations.generated.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { ForbiddenError, NotFoundError, unless } from '../../errors.ts';
import { type Analysis, loadMarkdown } from '../../markdown/analyze.ts';
import type { LinkedContent, PlacedPage } from '../../markdown/link-index.ts';

export interface LinkedSpace {
  place: Place;
  space: Space;
  organization: Organization;
  changeRequest?: ChangeRequest;
  revision: string;
  content: Pick<LinkedContent<Page>, 'pages'> & Pick<Revision, 'files' | 'reusableContents'>;
  pageById: ReadonlyMap<string, Page>;
}

/** A space that links of another one name, as it is in main. */
export type Neighbor = Pick<LinkedSpace, 'space' | 'organization' | 'content' | 'pageById'>;

/** Throws NotFoundError for what is not there. */
export async function readLinkedSpace(client: Client, place: Place): Promise<LinkedSpace> {
  const { spaceId, changeRequestId } = place;
  const cr = changeRequestId === undefined ? undefined : { spaceId, changeRequestId };
  const [space, revision, changeRequest] = await Promise.all([
    client.call(getSpace, { spaceId }),
    cr ? client.call(getChangeRequestContent, cr) : client.call(getContent, { spaceId }),
    cr && client.call(getChangeRequest, cr),
  ]);
  const { files, reusableContents } = revision;
  return {
    place,
    space,
    organization: await organizationOf(client, space),
    ...(changeRequest && { changeRequest }),
    revision: revision.id,
    ...contentOf(revision.pages, { files, reusableContents }),
  };
}

/** undefined for a space that is not there for the caller. */
export const readNeighbor = (client: Client, spaceId: string): Promise<Neighbor | undefined> =>
  unless(isNotShown, async () => {
    const space = await client.call(getSpace, { spaceId });
    const { pages } = await client.call(listPages, { spaceId, metadata: false, computed: false });
    const organization = await organizationOf(client, space);
    return { space, organization, ...contentOf(pages, { files: [], reusableContents: [] }) };
  });

const isNotShown = (error: unknown) => error instanceof NotFoundError || error instanceof ForbiddenError;

function contentOf(tree: readonly Page[], rest: Pick<Revision, 'files' | 'reusableContents'>) {
  const pages = [...placedPages(tree)];
  return { content: { ...rest, pages }, pageById: new Map(pages.map(({ page }) => [page.id, page])) };
}

const organizationOf = (client: Client, { organization }: Space): Promise<Organization> =>
  client.call(getOrganization, { organizationId: organization });

function* placedPages(pages: readonly Page[], parents: readonly Page[] = []): Generator<PlacedPage<Page>> {
  for (const page of pages) {
    // A page without a path is reached by no path.
    yield { page, path: 'path' in page ? page.path : `/${page.id}`, parents };
    if ('pages' in page) yield* placedPages(page.pages, [...parents, page]);
  }
}

// What the texts of pages say of links: where they lead, and which anchors they have. Each text is read once a version.

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
  await mapAll(client, documents, WIDTH, read);
  return texts;
}

const textOf = ({ links, anchors }: Analysis): PageText => ({ links, anchors });

/** A page that tells its version is the same in every revision that has this version; computed text follows its source. */
function keyOf({ spaceId }: Place, page: Page, revision: string): string {
  const isKnown = page.type === 'document' && page.documentId !== undefined && page.computed === undefined;
  const version = isKnown ? page.documentId : revision;
  return JSON.stringify([spaceId, page.id, version, page.updatedAt ?? '']);
}

async function markdownOf(client: Client, place: Place, pageId: string): Promise<string> {
  const { spaceId, changeRequestId } = place;
  const page =
    changeRequestId === undefined
      ? await client.call(getPage, { spaceId, pageId, format: 'markdown' })
      : await client.call(getChangeRequestPage, { spaceId, changeRequestId, pageId, format: 'markdown' });
  return ('markdown' in page ? page.markdown : undefined) ?? '';
}
