// Spaces as links see them: what one holds, and which of its neighbors there are.
import { getChangeRequestContent, getContent, type Page, type Revision } from '../../api/content/content.ts';
import { listPages } from '../../api/content/pages.ts';
import { getSpace, type Space } from '../../api/content/spaces.ts';
import { getOrganization, type Organization } from '../../api/people/organizations.ts';
import { type ChangeRequest, getChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { ForbiddenError, NotFoundError } from '../../errors.ts';
import type { LinkedContent, PlacedPage } from '../../markdown/link-index.ts';
import type { Place } from './page-texts.ts';

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
export async function readNeighbor(client: Client, spaceId: string): Promise<Neighbor | undefined> {
  try {
    const space = await client.call(getSpace, { spaceId });
    const { pages } = await client.call(listPages, { spaceId, metadata: false, computed: false });
    const organization = await organizationOf(client, space);
    return { space, organization, ...contentOf(pages, { files: [], reusableContents: [] }) };
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return undefined;
    throw error;
  }
}

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
