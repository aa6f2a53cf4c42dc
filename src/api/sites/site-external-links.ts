// Links to other places in the navigation of a site.
import type { Static } from '@sinclair/typebox';
import { Nullable, operation, SiteRef, Type, Uri } from '../schema.ts';
import { Draft, LocalizedDescription, LocalizedTitle } from './localized.ts';
import { Condition } from './site-spaces.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

const Title = (options?: { description: string }) => Str({ minLength: 2, maxLength: 128, ...options });

export const SiteExternalLink = Obj({
  object: Literal('site-external-link'),
  id: Str(),
  title: Title(),
  localizedTitle: Optional(LocalizedTitle()),
  description: Optional(Str({ minLength: 0, maxLength: 256 })),
  localizedDescription: Optional(LocalizedDescription()),
  icon: Optional(Str({ maxLength: 50 })),
  url: Uri(),
  sectionGroup: Optional(Str()),
  draft: Bool(),
  condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
});
export type SiteExternalLink = Static<typeof SiteExternalLink>;

const SiteExternalLinkRef = Obj({
  ...SiteRef.properties,
  siteExternalLinkId: Str({ description: 'external link: ID or title' }),
});

const looks = {
  description: Optional(
    Nullable(Str({ minLength: 0, maxLength: 256 }), { description: 'line below the title' }),
  ),
  localizedDescription: Optional(Nullable(LocalizedDescription())),
  icon: Optional(Nullable(Str({ maxLength: 50 }), { description: 'name of an icon' })),
};
const NEWER = 'external links on sites';

export const createExternalLink = operation('siteExternalLinks.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/external-links',
  summary: 'Add an external link to the navigation of a site',
  params: SiteRef,
  body: Obj({
    title: Title({ description: 'title of the link' }),
    localizedTitle: Optional(LocalizedTitle()),
    ...looks,
    url: Uri({ description: 'where the link leads' }),
    parent: Optional(Str({ description: 'section group (default: the top level of the site)' })),
    draft: Draft(),
    condition: Optional(Condition()),
  }),
  result: SiteExternalLink,
  success: [201],
  errors: [400],
  newer: NEWER,
});

export const updateExternalLink = operation('siteExternalLinks.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
  summary: 'Update an external link of a site',
  params: SiteExternalLinkRef,
  body: Obj({
    title: Optional(Title({ description: 'new title' })),
    localizedTitle: Optional(Nullable(LocalizedTitle())),
    ...looks,
    url: Optional(Uri({ description: 'where the link leads' })),
    parent: Optional(
      Nullable(Str(), { description: 'section group; if cleared, the top level of the site' }),
    ),
    draft: Draft(),
    condition: Optional(Condition()),
  }),
  result: SiteExternalLink,
  success: [200, 204],
  errors: [400, 404],
  newer: NEWER,
});

export const deleteExternalLink = operation('siteExternalLinks.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
  summary: 'Delete an external link of a site',
  params: SiteExternalLinkRef,
  errors: [404],
  newer: NEWER,
});
