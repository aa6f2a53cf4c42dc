// Redirects of a site: old paths, and where their readers go now (src/api/README.md#redirects).
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, Nullable, operation, Paging, pageOf, SiteRef, Type, Uri } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Union, Boolean: Bool } = Type;

const SOURCE =
  '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$';
export const RedirectSource = (description?: string) =>
  Str({ maxLength: 512, pattern: SOURCE, ...(description !== undefined && { description }) });

const ToSection = Obj({ kind: Literal('site-section'), siteSectionId: Str() });
const ToSiteSpace = Obj({ kind: Literal('site-space'), siteSpaceId: Str() });
const ToPage = Obj({ kind: Literal('site-page'), siteSpaceId: Str(), pageId: Str() });
const ToUrl = Obj({ kind: Literal('external'), url: Uri() });
export const SiteRedirectInputDestinationPath = Obj({ kind: Literal('path'), spaceId: Str(), path: Str() });

export const SiteRedirectDestination = Union([ToSection, ToSiteSpace, ToPage, ToUrl]);
export type SiteRedirectDestination = Static<typeof SiteRedirectDestination>;
/** Also a page by its path: the platform keeps the page. */
export const SiteRedirectInputDestination = Union([
  ToSection,
  ToSiteSpace,
  ToPage,
  ToUrl,
  SiteRedirectInputDestinationPath,
]);
export type SiteRedirectInputDestination = Static<typeof SiteRedirectInputDestination>;

export const SiteRedirect = Obj({
  object: Literal('site-redirect'),
  id: Str(),
  source: RedirectSource(),
  draft: Bool(),
  captureWildcard: Bool(),
  permanent: Bool(),
  destination: SiteRedirectDestination,
  createdAt: DateTime(),
  updatedAt: Optional(DateTime()),
});
export type SiteRedirect = Static<typeof SiteRedirect>;

export const SiteRedirectRef = Obj({
  ...SiteRef.properties,
  siteRedirectId: Str({ description: 'redirect: ID or source path' }),
});

const settings = {
  captureWildcard: Optional(
    Bool({ description: 'append what the wildcard of the source matched to the destination' }),
  ),
  permanent: Optional(
    Bool({ description: 'mark the move as permanent, so that browsers and search engines remember it' }),
  ),
};
const Draft = () => Optional(Bool({ description: 'make it a draft, which does not redirect yet' }));

export const listRedirects = operation('siteRedirects.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
  summary: 'List the redirects of a site',
  lists: { param: 'siteRedirectId', noun: 'redirect', names: ['source'] },
  params: SiteRef,
  query: Obj({
    ...Paging,
    search: Optional(Str({ description: 'only redirects whose source or destination contains this' })),
    draft: Optional(Bool({ description: 'only redirects that are (or are not) drafts' })),
    orderBy: Optional(Enum(['createdAt', 'updatedAt', 'source'], { description: 'order of the list' })),
  }),
  result: pageOf(SiteRedirect),
  paging: 'pages',
});

export const createRedirect = operation('siteRedirects.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
  summary: 'Create a redirect',
  params: SiteRef,
  body: Obj({
    source: RedirectSource('path on the site that no longer exists; * at its end matches any rest'),
    ...settings,
    draft: Draft(),
    destination: SiteRedirectInputDestination,
  }),
  result: SiteRedirect,
  success: [201],
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

export const pushRedirects = operation('siteRedirects.push', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
  summary: 'Create, update, publish and delete many redirects from a file',
  params: SiteRef,
  body: Obj({ redirects: ArrayOf(RedirectChange, { minItems: 1, maxItems: MOST_REDIRECTS }) }),
  result: Obj({ results: ArrayOf(RedirectResult) }),
  newer: 'redirects in bulk',
});

export const updateRedirect = operation('siteRedirects.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
  summary: 'Update a redirect',
  params: SiteRedirectRef,
  body: Obj({
    source: Optional(RedirectSource('new source path')),
    ...settings,
    draft: Draft(),
    destination: Optional(SiteRedirectDestination),
  }),
  result: SiteRedirect,
});

export const deleteRedirect = operation('siteRedirects.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
  summary: 'Delete a redirect',
  params: SiteRedirectRef,
});

export const testRedirect = operation('siteRedirects.test', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirect',
  summary: 'Show where a path redirects to',
  params: SiteRef,
  query: Obj({
    shareKey: Optional(Str({ description: 'share key of a share-link site' })),
    source: RedirectSource('path that a reader opens'),
  }),
  result: Obj({ redirect: SiteRedirect, target: Str() }),
  errors: [404],
});
