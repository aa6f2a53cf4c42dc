// The structure of a site, as a whole and by its parts, and what its visitors get (src/api/README.md#sites).
import type { Static } from '@sinclair/typebox';
import { ContentRef } from '../content/content-ref.ts';
import { builders, HTTP_OR_MAIL, Nullable, resource, urlsLike, withFields } from '../schema.ts';
import { SiteCustomizationSettings } from './customization.generated.ts';
import * as wire from './site-structure.generated.ts';
import { PublishedContentSite } from './site-structure.generated.ts';

const { ArrayOf, Bool, Obj, Optional, Str } = builders;

const { header, footer, socialAccounts, ...settings } = SiteCustomizationSettings.properties;
const { style, condition } = header.properties.links.items.properties;

const logo = Optional(Obj({ light: ContentRef, dark: Optional(ContentRef) }));
const link = { title: Str({ maxLength: 64 }), to: Nullable(ContentRef) };
const Group = Obj({ title: Str({ maxLength: 64 }), links: ArrayOf(Obj(link)) });

export const SiteCustomization = Obj({
  ...settings,
  title: Str(),
  header: withFields(header, {
    logo,
    links: ArrayOf(Obj({ ...link, style, condition, links: Optional(ArrayOf(Obj(link))) })),
  }),
  footer: withFields(footer, { logo, groups: ArrayOf(Group) }),
  pdf: Obj({ enabled: Bool() }),
  git: Obj({ showEditLink: Bool() }),
  pageActions: withFields(settings.pageActions, { externalAI: Bool(), markdown: Bool(), mcp: Bool() }),
  socialAccounts: Optional(socialAccounts),
});

export const PublishedSite = withFields(PublishedContentSite, {
  customizations: Obj({ site: SiteCustomization, siteSpaces: builders.RecordOf(Str(), SiteCustomization) }),
});
export type PublishedSite = Static<typeof PublishedSite>;

export type SiteItem = Static<typeof wire.sortSiteStructure.body>['item'];
export const SITE_ITEM_TYPES = [
  'site-space',
  'site-section',
  'site-section-group',
  'site-external-link',
] as const satisfies readonly SiteItem['type'][];

const op = resource('siteStructure');
export const getPublishedSite = op('published', 'Show what visitors of a published site see', {
  ...wire.getPublishedContentSite,
  result: PublishedSite,
});
export const getSiteStructure = op('get', 'Show the structure of a site as a tree', wire.getSiteStructure);
export const sortSiteStructure = op(
  'sort',
  'Move a section, group, space or external link within a site',
  wire.sortSiteStructure,
);

const sectionOp = resource('siteSections', {
  says: {
    pageId: '--home: page of the space to open with',
  },
});
export const listSiteSections = sectionOp('list', 'List the sections of a site', {
  ...wire.listSiteSections,
  lists: { param: 'siteSectionId', noun: 'section', names: ['title', 'path'] },
});
export const createSiteSection = sectionOp('create', 'Add a section to a site', {
  ...wire.addSectionToSite,
  says: { spaceId: 'first space of the section', title: 'title of the section' },
  keeps: ['draft'],
});
export const updateSiteSection = sectionOp('update', 'Update the settings of a section', {
  ...wire.updateSiteSectionById,
  says: {
    title: 'new title',
    path: 'path on the site',
    defaultSiteSpace: 'site space to show first',
    description: 'short description',
    siteSectionGroupId: 'section group to move it into',
  },
  keeps: ['draft'],
});
export const deleteSiteSection = sectionOp('delete', 'Delete a section', wire.deleteSiteSectionById);
export const moveSiteSection = sectionOp('move', 'Move a section within its level', {
  ...wire.moveSiteSection,
  deprecated: 'siteStructure.sort',
});

const groupOp = resource('siteSectionGroups', {
  says: {
    siteSectionGroupId: 'section group: ID or title',
  },
});
export const listSiteSectionGroups = groupOp('list', 'List the section groups of a site', {
  ...wire.listSiteSectionGroups,
  lists: { param: 'siteSectionGroupId', noun: 'section group', names: ['title'] },
});
export const createSiteSectionGroup = groupOp('create', 'Create a section group', {
  ...wire.addSectionGroupToSite,
  keeps: ['draft'],
  says: {
    parent: 'parent group (default: the top level of the site)',
    sections: 'sections to add',
    title: 'title of the group',
  },
});
export const updateSiteSectionGroup = groupOp('update', 'Update the settings of a section group', {
  ...wire.updateSiteSectionGroupById,
  says: { title: 'new title', parentSectionGroupId: '--parent: section group to move it into' },
  keeps: ['draft'],
});
export const deleteSiteSectionGroup = groupOp(
  'delete',
  'Delete a section group',
  wire.deleteSiteSectionGroupById,
);
export const addToSiteSectionGroup = groupOp('add', 'Add a section to a section group', {
  ...wire.addSectionToGroup,
  says: { sectionId: 'section to add' },
});
export const removeFromSiteSectionGroup = groupOp('remove', 'Remove a section from a section group', {
  ...wire.removeSectionFromGroup,
});

const siteSpaceOp = resource('siteSpaces', {
  says: { pageId: '--home: page of the space to open with' },
});
export const listSiteSpaces = siteSpaceOp('list', 'List the spaces on a site', {
  ...wire.listSiteSpaces,
  lists: { param: 'siteSpaceId', noun: 'site space', names: ['title', 'path'] },
  says: { default: 'only site spaces that are (or are not) defaults' },
});
export const addSiteSpace = siteSpaceOp('add', 'Add a space to a site', {
  ...wire.addSpaceToSite,
  says: {
    spaceId: 'space to add',
    sectionId: 'section to add it to (default: the default section)',
    title: 'title on the site',
  },
  keeps: ['draft'],
});
export const updateSiteSpace = siteSpaceOp('update', 'Update the settings of a space on a site', {
  ...wire.updateSiteSpaceById,
  says: { path: 'path on the site', spaceId: 'space to show', hidden: 'leave it out of the navigation' },
  keeps: ['draft', 'hidden'],
});
export const removeSiteSpace = siteSpaceOp('remove', 'Remove a space from a site', wire.deleteSiteSpaceById);
export const duplicateSiteSpace = siteSpaceOp('duplicate', 'Duplicate a space on a site, next to it', {
  ...wire.duplicateSiteSpace,
  keeps: ['draft'],
  newer: 'the duplication of spaces on sites',
});
export const moveSiteSpace = siteSpaceOp('move', 'Move a site space within its section', {
  ...wire.moveSiteSpace,
  deprecated: 'siteStructure.sort',
});

const linkOp = resource('siteExternalLinks', {
  newer: 'external links on sites',
  says: {
    siteExternalLinkId: 'external link: ID or title',
    description: 'line below the title',
    url: 'where the link leads',
  },
});
export const createExternalLink = linkOp('create', 'Add an external link to the navigation of a site', {
  ...wire.addExternalLinkToSite,
  body: urlsLike(HTTP_OR_MAIL, wire.addExternalLinkToSite.body),
  says: { title: 'title of the link', parent: 'section group (default: the top level of the site)' },
});
export const updateExternalLink = linkOp('update', 'Update an external link of a site', {
  ...wire.updateSiteExternalLinkById,
  body: urlsLike(HTTP_OR_MAIL, wire.updateSiteExternalLinkById.body),
  says: { title: 'new title', parent: 'section group; if cleared, the top level of the site' },
});
export const deleteExternalLink = linkOp('delete', 'Delete an external link of a site', {
  ...wire.deleteSiteExternalLinkById,
});
