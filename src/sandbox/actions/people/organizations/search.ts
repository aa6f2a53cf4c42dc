// Search over the main content of every space the caller sees.
import type { SearchSpace } from '../../../../api/content/search.ts';
import { type SpaceRow, type StoredSpace, toSpaceRow } from '../../../db/content/spaces.ts';
import { type Page, type PageQuery, pageOfItems } from '../../../paging.ts';
import type { Call } from '../../../sandbox.ts';
import { slices } from '../../../slices.ts';
import { visibleSpaces } from '../../../visible-spaces.ts';
import { analyzeRevision } from '../../content/analyze.ts';
import { viewOf } from '../../content/content-view.ts';
import { type Search, searchIn, tellHits, wantedOf } from '../../content/search.ts';

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
  const spaces = await readSpaces(call, organizationId);
  const wanted = wantedOf(query);
  if (!wanted) return pageOfItems<SearchSpace>([], { list, key: ({ id }) => id, query: paging });
  const pause = slices();
  const found: Found[] = [];
  for (const space of spaces) {
    const search = await searchIn(call.db, space.revision, wanted);
    if (search.count > 0) found.push({ space, search });
    await pause();
  }
  found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const page = pageOfItems(found, { list, key, query: paging });
  const items: SearchSpace[] = [];
  for (const { space, search } of page.items) {
    const pages = tellHits(call.db, viewOf(call, { space }, {}), search.hits(0, MOST_PAGES), wanted);
    items.push({ id: space.id, title: space.title, pages });
    await pause();
  }
  return { ...page, items };
}

interface Found {
  space: SpaceRow;
  search: Search;
}

/** Spaces that the caller sees, their content in the index. */
async function readSpaces(call: Call, organizationId: string): Promise<SpaceRow[]> {
  const { where, params } = visibleSpaces(call, organizationId);
  const spaces = call.db
    .all<StoredSpace>(`SELECT s.* FROM spaces s WHERE (${where.join(') AND (')})`, ...params)
    .map(toSpaceRow);
  for (const { revision } of spaces) await analyzeRevision(call, revision);
  return spaces;
}
