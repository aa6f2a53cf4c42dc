// Search over what a site shows.
import { operation, SiteRef } from '../schema.ts';
import * as wire from './site-search.generated.ts';

/** `scope`, or the older `mode` with what it needs. */
export const searchSite = operation('siteSearch.search', {
  ...wire.searchSiteContent,
  summary: 'Search the pages that a site shows',
  params: SiteRef,
  retry: 'safe',
  says: {
    query: 'what to look for',
    mode: 'which spaces on the site to search',
    siteSpaceIds: 'spaces on the site, with --mode specific',
    siteSpaceId: 'the space on the site, with --mode current',
  },
});
