// Search over the spaces on a site.
import { searchSite } from '../../../api/sites/site-search.ts';
import { analyzeRevision } from '../../actions/content/analyze.ts';
import { viewOf } from '../../actions/content/content-view.ts';
import { searchIn, tellHits, wantedOf } from '../../actions/content/search.ts';
import { recordSearch } from '../../actions/insights/visits/ask.ts';
import { placesOf, type Scope } from '../../actions/sites/search-scope.ts';
import { readSite } from '../../actions/sites/settings.ts';
import { liveSpace } from '../../db/content/spaces.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { pageOfItems } from '../../paging.ts';

/** Pages of one space that are told. */
const MOST_PAGES = 20;

export default [
  handle(searchSite, async (call, { query, page, limit, organizationId, siteId, ...scope }) => {
    const site = readSite(call, { organizationId, siteId });
    // The body was checked: what may be absent is absent.
    const places = placesOf(call, site, scope as Scope);
    if (page === undefined) await recordSearch(call, site, { text: query, places });
    const wanted = wantedOf(query);
    if (!wanted) return { items: [], count: 0 };
    const found = [];
    for (const [at, place] of places.entries()) {
      const space = liveSpace(call.db, place.space);
      await analyzeRevision(call, space.revision);
      const search = await searchIn(call.db, space.revision, wanted);
      if (search.count === 0) continue;
      const hits = search.hits(0, MOST_PAGES);
      const pages = tellHits(call.db, viewOf(call, { space }, {}), hits, wanted).map((hit, rank) => ({
        ...hit,
        description: hits[rank]?.placed.page.description ?? '',
        score: 1 / (rank + 1),
        rank: rank + 1,
        resultType: 'page' as const,
        sections: (hit.sections ?? []).map((section) => ({
          ...section,
          score: 1 / (rank + 1),
          resultType: 'section' as const,
        })),
        ancestors: (hits[rank]?.placed.parents ?? []).map(({ title }) => ({ title })),
      }));
      const id = space.id;
      found.push({
        at,
        item: { type: 'space' as const, id, title: place.title, score: search.count, pages },
      });
    }
    const { items, ...rest } = pageOfItems(found, {
      list: `${searchSite.id} ${site.id} ${query}`,
      key: ({ at }) => String(at).padStart(6, '0'),
      query: { page, limit },
    });
    return { ...rest, items: items.map(({ item }) => item) };
  }),
];

export const fidelity: FidelityOf = {
  'siteSearch.search': {
    limited:
      'Results are ranked by their text alone, without tolerance of typing errors, and there are no records beside the pages.',
  },
};
