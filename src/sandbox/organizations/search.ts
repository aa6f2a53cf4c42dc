// Search over the main content of every space the caller sees.
import type { SearchSpace } from '../../api/search.ts';
import { analyzeRevision } from '../actions/analyze.ts';
import { viewOf } from '../actions/content-view.ts';
import { expressionOf, type Hit, hitsIn, tellHits } from '../actions/search.ts';
import { revisionsStore } from '../db/content.ts';
import { contentIndexStore } from '../db/content-index.ts';
import { type SpaceRow, type StoredSpace, toSpaceRow } from '../db/spaces.ts';
import { type Page, type PageQuery, pageOfItems } from '../paging.ts';
import type { Call } from '../sandbox.ts';
import { visibleSpaces } from '../visible-spaces.ts';

/** Of one space only the best pages are told: a search of the space itself tells all of them. */
const MOST_PAGES = 20;

interface Query extends PageQuery {
  organizationId: string;
  query: string;
}

/** The spaces that have pages that fit, in the order of the organization, each with its best pages. */
export async function searchOrganization(
  call: Call,
  { organizationId, query, ...paging }: Query,
): Promise<Page<SearchSpace>> {
  call.access.requireOrganization(organizationId, 'view');
  const list = `orgs.search ${organizationId} ${query}`;
  const key = ({ space: { position, id } }: Found) => `${position} ${id}`;
  const expression = expressionOf(query);
  const found = expression === undefined ? [] : await hitsOf(call, organizationId, query, expression);
  found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const page = pageOfItems(found, { list, key, query: paging });
  return {
    ...page,
    items: page.items.map(({ space, hits }) => ({
      id: space.id,
      title: space.title,
      pages: tellHits(call.db, viewOf(call, { space }, {}), hits.slice(0, MOST_PAGES), expression ?? ''),
    })),
  };
}

interface Found {
  space: SpaceRow;
  hits: Hit[];
}

async function hitsOf(
  call: Call,
  organizationId: string,
  query: string,
  expression: string,
): Promise<Found[]> {
  const { where, params } = visibleSpaces(call, organizationId);
  const spaces = call.db
    .all<StoredSpace>(`SELECT s.* FROM spaces s WHERE (${where.join(') AND (')})`, ...params)
    .map(toSpaceRow);
  for (const { revision } of spaces) await analyzeRevision(call, revision);
  const matches = contentIndexStore(call.db).match(expression);
  return spaces
    .map((space) => ({ space, hits: hitsIn(revisionsStore(call.db).tree(space.revision), matches, query) }))
    .filter(({ hits }) => hits.length > 0);
}
