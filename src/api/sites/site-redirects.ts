// Redirects of a site: old paths, and where their readers go now (src/api/README.md#redirects).
import type { Static } from '@sinclair/typebox';
import { builders, Enum, Nullable, resource } from '../schema.ts';
import * as wire from './site-redirects.generated.ts';
import { SiteRedirectInputDestination } from './site-redirects.generated.ts';

const { Obj, Str, Optional, Literal, Union, Bool } = builders;
const SOURCE =
  '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$';
export const RedirectSource = (description?: string) =>
  Str({ maxLength: 512, pattern: SOURCE, ...(description !== undefined && { description }) });
const settings = {
  captureWildcard: Optional(
    Bool({ description: 'append what the wildcard of the source matched to the destination' }),
  ),
  permanent: Optional(
    Bool({ description: 'mark the move as permanent, so that browsers and search engines remember it' }),
  ),
};

const op = resource('siteRedirects', {
  says: {
    siteRedirectId: 'redirect: ID or source path',
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
  says: {
    source: 'path on the site that no longer exists; * at its end matches any rest',

    draft: 'make it a draft, which does not redirect yet',
  },
});

/** One row of a push: a redirect as it is to be (`null`: gone), or a draft that is to go live. */
export const RedirectChange = Union([
  Obj({ source: RedirectSource(), intent: Literal('publish') }),
  Obj({
    source: RedirectSource(),
    intent: Optional(Enum(['live', 'draft'])),
    ...settings,
    destination: Nullable(SiteRedirectInputDestination),
  }),
]);
export type RedirectChange = Static<typeof RedirectChange>;

const done = { source: RedirectSource(), draft: Bool() };
export const RedirectResult = Union([
  Obj({ status: Enum(['created', 'updated', 'published']), ...done, id: Str() }),
  Obj({ status: Literal('deleted'), ...done }),
  Obj({ status: Literal('error'), ...done, error: Str() }),
]);
export type RedirectResult = Static<typeof RedirectResult>;

export const MOST_REDIRECTS = 500;

export const pushRedirects = op('push', 'Create, update, publish and delete many redirects from a file', {
  ...wire.bulkUpsertSiteRedirects,
  newer: 'redirects in bulk',
});
export const updateRedirect = op('update', 'Update a redirect', {
  ...wire.updateSiteRedirectById,
  says: {
    source: 'new source path',

    draft: 'make it a draft, which does not redirect yet',
  },
});
export const deleteRedirect = op('delete', 'Delete a redirect', wire.deleteSiteRedirectById);
export const testRedirect = op('test', 'Show where a path redirects to', {
  ...wire.getSiteRedirectBySource,
  says: { source: 'path that a reader opens' },
});
