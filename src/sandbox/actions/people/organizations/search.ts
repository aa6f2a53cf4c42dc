// Search over the main content of every space the caller sees.
import type { SearchSpaceResult as SearchSpace } from '../../../../api/content/search.generated.ts';
import { type SpaceRow, type StoredSpace, toSpaceRow } from '../../../db/content/spaces.ts';
import { type Database, perDatabase } from '../../../db/database.ts';
import { type Page, type PageQuery, pageOfItems } from '../../../paging.ts';
import type { Call } from '../../../sandbox.ts';
import { slices } from '../../../slices.ts';
import { visibleSpaces } from '../../../visible-spaces.ts';
import { analyzeRevision } from '../../content/analyze.ts';
import { viewOf } from '../../content/content-view.ts';
import {
  allFittingSections,
  type FittingSections,
  searchIn,
  tellHits,
  type Wanted,
  wantedOf,
} from '../../content/search.ts';

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
  const key = ({ position, id }: SpaceRow) => `${position} ${id}`;
  const spaces = await readSpaces(call, organizationId);
  const wanted = wantedOf(query);
  if (!wanted) return pageOfItems<SearchSpace>([], { list, key: ({ id }) => id, query: paging });
  const { index, fitting } = await fittingSpaces(call.db, { spaces, query, wanted });
  const found = spaces.filter(({ id }) => fitting.has(id)).sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const page = pageOfItems(found, { list, key, query: paging });
  const pause = slices();
  const items: SearchSpace[] = [];
  for (const space of page.items) {
    const search = await searchIn(call.db, space.revision, wanted, index);
    const pages = tellHits(call.db, viewOf(call, { space }, {}), search.hits(0, MOST_PAGES), wanted);
    items.push({ type: 'space', id: space.id, title: space.title, score: search.count, pages });
    await pause();
  }
  return { ...page, items };
}

interface Found {
  /** The query and what it was asked of. */
  key: string;
  index: FittingSections;
  /** Ids of the spaces with pages that fit. */
  fitting: ReadonlySet<string>;
}

/** What the last searches found: who turns the pages of a list searches once. */
const lastFound = perDatabase((): Found[] => []);
const FOUND_KEPT = 4;

interface Asked {
  spaces: readonly SpaceRow[];
  query: string;
  wanted: Wanted;
}

async function fittingSpaces(db: Database, { spaces, query, wanted }: Asked): Promise<Found> {
  const kept = lastFound(db);
  const key = [query, ...spaces.map(({ id, revision }) => `${id} ${revision}`)].join('\n');
  const known = kept.find((found) => found.key === key);
  if (known) return known;
  const index = await allFittingSections(db, wanted.expression);
  const fitting = new Set<string>();
  const pause = slices();
  for (const { id, revision } of spaces) {
    if ((await searchIn(db, revision, wanted, index)).count > 0) fitting.add(id);
    await pause();
  }
  const made = { key, index, fitting };
  kept.splice(FOUND_KEPT - 1);
  kept.unshift(made);
  return made;
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
