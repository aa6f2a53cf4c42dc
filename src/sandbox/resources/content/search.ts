// Search in spaces, and links of spaces and pages.
import * as api from '../../../api/content/links.ts';
import { searchSpace } from '../../../api/content/search.ts';
import { type Database, perDatabase } from '../../db/database.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { snapshotOf } from '../../snapshot-paging.ts';
import { viewOf, visibleTarget } from './content-target.ts';
import { backlinksTo, listLinks } from './links.ts';
import { analyzeRevision } from './resolved-links.ts';
import { type Search, searchIn, tellHits, type Wanted, wantedOf } from './search-rules.ts';

interface Ranking {
  wanted: Wanted;
  search: Search;
}

const RANKINGS_KEPT = 16;

/** Ranks move when any content is added: who turns the pages of a list turns those of one ranking. */
const rankings = perDatabase(() => new Map<string, Ranking>());

async function rank(db: Database, revision: string, query: string): Promise<Ranking | undefined> {
  const wanted = wantedOf(query);
  return wanted && { wanted, search: await searchIn(db, revision, wanted) };
}

function remember(db: Database, key: string, ranking: Ranking): void {
  const kept = rankings(db);
  kept.delete(key);
  kept.set(key, ranking);
  for (const oldest of kept.keys()) if (kept.size > RANKINGS_KEPT) kept.delete(oldest);
}

const NO_REQUESTS = 'URLs of other hosts count as ok: they are not requested.';

export default [
  handle(searchSpace, async (call, input) => {
    const target = visibleTarget(call, input);
    const list = `search ${target.space.id} ${input.query}`;
    const snapshot = snapshotOf(call, target, { list, query: input });
    await analyzeRevision(call, snapshot.revision);
    const key = `${snapshot.revision} ${input.query}`;
    const known = input.page === undefined ? undefined : rankings(call.db).get(key);
    const ranking = known ?? (await rank(call.db, snapshot.revision, input.query));
    if (!ranking) return { items: [], count: 0 };
    remember(call.db, key, ranking);
    const { wanted, search } = ranking;
    let first = 0;
    const { items, ...rest } = snapshot.part(search.count, (from, to) => {
      first = from;
      return search.hits(from, to);
    });
    return { ...rest, items: tellHits(call.db, viewOf(call, target, {}), items, wanted, first) };
  }),

  handle(api.listSpaceLinks, listLinks),
  handle(api.listPageLinks, listLinks),
  handle(api.listChangeRequestPageLinks, listLinks),
  handle(api.listChangeRequestPageBacklinks, (call, input) =>
    backlinksTo(call, input, { kind: 'page', id: input.pageId }),
  ),
];

export const fidelity: FidelityOf = {
  'search.space':
    'Results are ranked by their text alone, without synonyms or AI answers. Each word of a query must begin a word of the page: there is no tolerance of typing errors.',
  'links.listOfPageInChangeRequest': NO_REQUESTS,
  'links.listOfPage': NO_REQUESTS,
  'links.listOfSpace': NO_REQUESTS,
};
