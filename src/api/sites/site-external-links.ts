// Links to other places in the navigation of a site.
import type { Static } from '@sinclair/typebox';
import { Nullable, resource, Type, Uri } from '../schema.ts';
import { Draft, LocalizedDescription, LocalizedTitle } from './localized.ts';
import * as wire from './site-external-links.generated.ts';
import { Condition } from './site-spaces.ts';

const { Object: Obj, String: Str, Optional } = Type;
const Title = (options?: { description: string }) => Str({ minLength: 2, maxLength: 128, ...options });

export const SiteExternalLink = wire.SiteExternalLink;
export type SiteExternalLink = Static<typeof SiteExternalLink>;

const looks = {
  description: Optional(
    Nullable(Str({ minLength: 0, maxLength: 256 }), { description: 'line below the title' }),
  ),
  localizedDescription: Optional(Nullable(LocalizedDescription())),
  icon: Optional(Nullable(Str({ maxLength: 50 }), { description: 'name of an icon' })),
};

const op = resource('siteExternalLinks', {
  newer: 'external links on sites',
  says: { siteExternalLinkId: 'external link: ID or title' },
});
export const createExternalLink = op('create', 'Add an external link to the navigation of a site', {
  ...wire.addExternalLinkToSite,
  body: Obj({
    title: Title({ description: 'title of the link' }),
    localizedTitle: Optional(LocalizedTitle()),
    ...looks,
    url: Uri({ description: 'where the link leads' }),
    parent: Optional(Str({ description: 'section group (default: the top level of the site)' })),
    draft: Draft(),
    condition: Optional(Condition()),
  }),
});
export const updateExternalLink = op('update', 'Update an external link of a site', {
  ...wire.updateSiteExternalLinkById,
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
});
export const deleteExternalLink = op('delete', 'Delete an external link of a site', {
  ...wire.deleteSiteExternalLinkById,
});
