// Spaces shown on a site.
import type { Static } from '@sinclair/typebox';
import { Nullable, resource, Type } from '../schema.ts';
import { Draft, flagged } from './localized.ts';
import * as wire from './site-spaces.generated.ts';

const { Object: Obj, String: Str, Optional, Boolean: Bool } = Type;
export const SiteSpace = wire.SiteSpace;
export type SiteSpace = Static<typeof SiteSpace>;

/** Who sees it: an expression over the visitor's claims, `visitor.claims.beta`. */
export const Condition = () =>
  Nullable(Str({ maxLength: 1024 }), { description: 'expression that decides which visitors see it' });

/** The page at the path of the space, instead of its first one. */
export const Home = () => flagged('home', Str({ description: 'page of the space to open with' }));

const op = resource('siteSpaces', { says: { siteSpaceId: 'site space: ID, title or path' } });
export const listSiteSpaces = op('list', 'List the spaces on a site', {
  ...wire.listSiteSpaces,
  lists: { param: 'siteSpaceId', noun: 'site space', names: ['title', 'path'] },
  says: { default: 'only site spaces that are (or are not) defaults' },
});
export const addSiteSpace = op('add', 'Add a space to a site', {
  ...wire.addSpaceToSite,
  body: Obj({
    spaceId: Str({ description: 'space to add' }),
    sectionId: Optional(Str({ description: 'section to add it to (default: the default section)' })),
    draft: Draft(),
    pageId: Optional(Nullable(Home())),
    title: Optional(Str({ minLength: 2, maxLength: 128, description: 'title on the site' })),
  }),
  success: [201],
  keeps: ['draft'],
});
export const updateSiteSpace = op('update', 'Update the settings of a space on a site', {
  ...wire.updateSiteSpaceById,
  body: Obj({
    path: Optional(Str({ minLength: 1, maxLength: 100, description: 'path on the site' })),
    condition: Optional(Condition()),
    spaceId: Optional(Str({ description: 'space to show' })),
    pageId: Optional(Nullable(Home())),
    draft: Draft(),
    hidden: Optional(Bool({ description: 'leave it out of the navigation' })),
  }),
  success: [200],
  keeps: ['draft', 'hidden'],
});
export const removeSiteSpace = op('remove', 'Remove a space from a site', {
  ...wire.deleteSiteSpaceById,
});
export const duplicateSiteSpace = op('duplicate', 'Duplicate a space on a site, next to it', {
  ...wire.duplicateSiteSpace,
  keeps: ['draft'],
  newer: 'the duplication of spaces on sites',
});
export const moveSiteSpace = op('move', 'Move a site space within its section', {
  ...wire.moveSiteSpace,
  deprecated: 'siteStructure.sort',
});
