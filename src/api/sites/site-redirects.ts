// Redirects of a site: old paths, and where their readers go now (src/api/README.md#redirects).
import type { Static } from '@sinclair/typebox';
import type { ResultOf } from '../operation.ts';
import { described, resource } from '../schema.ts';
import * as wire from './site-redirects.generated.ts';
import { SiteRedirect } from './site-redirects.generated.ts';

export const RedirectSource = (description: string) => described(SiteRedirect.properties.source, description);

/** Rows of a push: a redirect as it is to be (`null`: gone), or a draft that is to go live. */
const { redirects } = wire.bulkUpsertSiteRedirects.body.properties;
export const RedirectChange = redirects.items;
export type RedirectChange = Static<typeof RedirectChange>;
export const MOST_REDIRECTS = redirects.maxItems ?? 1;

const op = resource('siteRedirects', {
  says: {
    siteRedirectId: 'redirect: ID or source path',
    draft: 'make it a draft, which does not redirect yet',
    captureWildcard: 'append what the wildcard of the source matched to the destination',
    permanent: 'mark the move as permanent, so that browsers and search engines remember it',
  },
});
export const listRedirects = op('list', 'List the redirects of a site', {
  ...wire.listSiteRedirects,
  lists: { param: 'siteRedirectId', noun: 'redirect', names: ['source'] },
  says: {
    search: 'only redirects whose source or destination contains this',
    draft: 'only redirects that are (or are not) drafts',
    orderBy: 'order of the list',
  },
});
export const createRedirect = op('create', 'Create a redirect', {
  ...wire.createSiteRedirect,
  says: { source: 'path on the site that no longer exists; * at its end matches any rest' },
});

export const pushRedirects = op('push', 'Create, update, publish and delete many redirects from a file', {
  ...wire.bulkUpsertSiteRedirects,
  newer: 'redirects in bulk',
  // What was deleted or published is refused the second time.
  retry: 'never',
});
export type RedirectResult = ResultOf<typeof pushRedirects>['results'][number];
export const updateRedirect = op('update', 'Update a redirect', {
  ...wire.updateSiteRedirectById,
  says: { source: 'new source path' },
});
export const deleteRedirect = op('delete', 'Delete a redirect', wire.deleteSiteRedirectById);
export const testRedirect = op('test', 'Show where a path redirects to', {
  ...wire.getSiteRedirectBySource,
  says: { source: 'path that a reader opens' },
});
