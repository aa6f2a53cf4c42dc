// Spaces shown on a site.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.ts';
import { Nullable, operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';
import { Draft, flagged, LocalizedTitle } from './localized.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

export const SiteSpace = Obj({
  object: Literal('site-space'),
  id: Str(),
  path: Str({ minLength: 1, maxLength: 100 }),
  section: Optional(Str()),
  space: Space,
  title: Str(),
  localizedTitle: Optional(LocalizedTitle()),
  default: Optional(Bool()),
  draft: Optional(Bool()),
  hidden: Optional(Bool()),
  pageId: Optional(Nullable(Str())),
  condition: Optional(Str({ maxLength: 1024 })),
  hasAdvancedCustomizationFeature: Optional(Bool()),
  urls: Obj({ published: Optional(Str()) }),
});
export type SiteSpace = Static<typeof SiteSpace>;

export const SiteSpaceRef = Obj({
  ...SiteRef.properties,
  siteSpaceId: Str({ description: 'site space: ID, title or path' }),
});

/** Who sees it: an expression over the visitor's claims, `visitor.claims.beta`. */
export const Condition = () =>
  Nullable(Str({ maxLength: 1024 }), { description: 'expression that decides which visitors see it' });

/** The page at the path of the space, instead of its first one. */
export const Home = () => flagged('home', Str({ description: 'page of the space to open with' }));

const Pointer = Obj({ type: Literal('site-space'), siteSpace: Str() });

export const listSiteSpaces = operation('siteSpaces.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
  summary: 'List the spaces on a site',
  lists: { param: 'siteSpaceId', noun: 'site space', names: ['title', 'path'] },
  params: SiteRef,
  query: Obj({
    ...Paging,
    shareKey: Optional(Str({ description: 'share key of a share-link site' })),
    default: Optional(Bool({ description: 'only site spaces that are (or are not) defaults' })),
  }),
  result: pageOf(SiteSpace),
  paging: 'pages',
});

export const addSiteSpace = operation('siteSpaces.add', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
  summary: 'Add a space to a site',
  params: SiteRef,
  body: Obj({
    spaceId: Str({ description: 'space to add' }),
    sectionId: Optional(Str({ description: 'section to add it to (default: the default section)' })),
    draft: Draft(),
    pageId: Optional(Nullable(Home())),
    title: Optional(Str({ minLength: 2, maxLength: 128, description: 'title on the site' })),
  }),
  result: SiteSpace,
  success: [201],
  keeps: ['draft'],
});

export const updateSiteSpace = operation('siteSpaces.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
  summary: 'Update the settings of a space on a site',
  params: SiteSpaceRef,
  body: Obj({
    path: Optional(Str({ minLength: 1, maxLength: 100, description: 'path on the site' })),
    condition: Optional(Condition()),
    spaceId: Optional(Str({ description: 'space to show' })),
    pageId: Optional(Nullable(Home())),
    draft: Draft(),
    hidden: Optional(Bool({ description: 'leave it out of the navigation' })),
  }),
  result: SiteSpace,
  keeps: ['draft', 'hidden'],
});

export const removeSiteSpace = operation('siteSpaces.remove', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
  summary: 'Remove a space from a site',
  params: SiteSpaceRef,
});

export const duplicateSiteSpace = operation('siteSpaces.duplicate', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate',
  summary: 'Duplicate a space on a site, next to it',
  params: SiteSpaceRef,
  body: Obj({ draft: Draft() }),
  result: SiteSpace,
  success: [201],
  keeps: ['draft'],
  newer: 'the duplication of spaces on sites',
});

export const moveSiteSpace = operation('siteSpaces.move', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
  summary: 'Move a site space within its section',
  params: SiteSpaceRef,
  body: Obj({ position: Optional(Obj({ before: Optional(Pointer), after: Optional(Pointer) })) }),
  result: SiteSpace,
  errors: [400, 404],
  deprecated: 'siteStructure.sort',
});
