// Spaces shown on a site.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.ts';
import { Nullable, operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

export const SiteSpace = Obj({
  object: Literal('site-space'),
  id: Str(),
  path: Str({ minLength: 1, maxLength: 100 }),
  section: Optional(Str()),
  space: Space,
  title: Str(),
  default: Optional(Bool()),
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
  }),
  result: SiteSpace,
  success: [201],
});

export const updateSiteSpace = operation('siteSpaces.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
  summary: 'Update the path, condition or space of a site space',
  params: SiteSpaceRef,
  body: Obj({
    path: Optional(Str({ minLength: 1, maxLength: 100, description: 'path on the site' })),
    condition: Optional(Condition()),
    spaceId: Optional(Str({ description: 'space to show' })),
  }),
  result: SiteSpace,
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
  body: Obj({
    draft: Optional(Bool({ description: 'keep it as a draft: readers do not see it yet' })),
  }),
  result: SiteSpace,
  success: [201],
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
