// Search over what a site shows.
import { resource } from '../schema.ts';
import * as wire from './site-search.generated.ts';

const op = resource('siteSearch');
/** `scope`, or the older `mode` with what it needs. */
export const searchSite = op('search', 'Search the pages that a site shows', {
  ...wire.searchSiteContent,
  retry: 'safe',
  says: {
    mode: 'which spaces on the site to search',
    siteSpaceIds: 'spaces on the site, with --mode specific',
    siteSpaceId: 'the space on the site, with --mode current',
  },
});
