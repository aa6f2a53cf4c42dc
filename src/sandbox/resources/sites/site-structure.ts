// The structure of a site, as a whole and by its sections, section groups, site spaces and external links.
import * as api from '../../../api/sites/site-structure.ts';
import {
  type SiteExternalLinkRow,
  type SiteRow,
  type SiteSectionGroupRow,
  type SiteSectionRow,
  type SiteSpaceRow,
  siteExternalLinks,
  siteRows,
  siteSectionGroups,
  siteSections,
} from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle, handleChange } from '../../handler.ts';
import { newId } from '../../ids.ts';
import { pageOfItems, pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { badRequest } from '../../wire-error.ts';
import { recordVisit } from '../insights/visits.ts';
import { lastPosition } from './order.ts';
import { publishedSite } from './published.ts';
import * as sections from './sections.ts';
import { bitOf, readCondition, readSite, type SiteRef, siteToChange } from './settings.ts';
import * as siteSpaces from './site-spaces.ts';
import { moveAmongSiblings, siteSpaceOf, sortItem } from './site-spaces.ts';
import {
  externalLinkView,
  groupView,
  sectionView,
  siteSpaceView,
  structureView,
  textsIn,
  viewOfSite,
} from './sites-view.ts';

function showItem(call: Call, site: SiteRow, { type, id }: api.SiteItem) {
  const view = viewOfSite(call, site);
  if (type === 'site-section') return sectionView(view, sections.sectionOf(call, site, id));
  if (type === 'site-section-group') return groupView(view, sections.groupOf(call, site, id));
  const link = siteExternalLinks(call.db).find({ id, site: site.id });
  return link ? externalLinkView(link) : siteSpaceView(view, siteSpaceOf(call, site, id));
}

const showSection = (call: Call, ref: SiteRef, row: SiteSectionRow) =>
  sectionView(viewOfSite(call, readSite(call, ref)), row);

const showGroup = (call: Call, ref: SiteRef, row: SiteSectionGroupRow) =>
  groupView(viewOfSite(call, readSite(call, ref)), row);

const groupPath = ({ organizationId, siteId }: SiteRef, id: string) =>
  `/v1/orgs/${organizationId}/sites/${siteId}/section-groups/${id}`;

const showSiteSpace = (call: Call, ref: SiteRef, row: SiteSpaceRow) =>
  siteSpaceView(viewOfSite(call, readSite(call, ref)), row);

const locationOf = (call: Call, { organizationId, siteId }: SiteRef, id: string) =>
  locationUrl(call, `/v1/orgs/${organizationId}/sites/${siteId}/site-spaces/${id}`);

/** A place at the end of a group, or of the top level. 404 for a group that is not on the site. */
function placeIn(
  call: Call,
  site: SiteRow,
  parent: string | null,
): { parent: string | null; position: string } {
  if (parent !== null) sections.groupOf(call, site, parent);
  return { parent, position: lastPosition(call.db, { site: site.id, of: 'navigation', parent }) };
}

export default [
  handle(api.getSiteStructure, (call, { shareKey, ...ref }) =>
    structureView(viewOfSite(call, readSite(call, ref), shareKey)),
  ),

  handleChange(api.sortSiteStructure, (call, { item, position, ...ref }) => {
    const site = siteToChange(call, ref);
    sortItem(call, site, item, position);
    return showItem(call, site, item);
  }),

  handle(api.getPublishedSite, (call, { shareKey, ...ref }) => {
    const site = readSite(call, ref);
    const published = publishedSite(call, site, shareKey);
    recordVisit(call, site, shareKey);
    return published;
  }),

  handle(api.listSiteSections, (call, { shareKey, page, limit, ...ref }) => {
    const site = readSite(call, ref);
    const view = viewOfSite(call, site, shareKey);
    return pageOfRows(call.db, siteSections, {
      where: { site: site.id },
      also: {
        where: ['id IN (SELECT value FROM json_each(?))'],
        params: [JSON.stringify(view.rows.sections.map(({ id }) => id))],
      },
      order: ['position', 'rowid'],
      query: { page, limit },
      item: (row) => sectionView(view, row),
    });
  }),

  handleChange(api.createSiteSection, (call, input) => {
    const made = showSection(call, input, sections.createSection(call, input));
    const path = `/v1/orgs/${input.organizationId}/sites/${input.siteId}/sections/${made.id}`;
    return created(made, locationUrl(call, path));
  }),

  handleChange(api.updateSiteSection, (call, input) =>
    showSection(call, input, sections.updateSection(call, input)),
  ),

  handleChange(api.deleteSiteSection, (call, input) => deleted(sections.deleteSection(call, input))),

  handleChange(api.moveSiteSection, (call, { siteSectionId, position, ...ref }) => {
    const site = siteToChange(call, ref);
    const { before, after } = position ?? {};
    moveAmongSiblings(
      call,
      site,
      { type: 'site-section', id: siteSectionId },
      {
        before: before && { type: 'site-section', id: before.siteSection },
        after: after && { type: 'site-section', id: after.siteSection },
      },
    );
    return showSection(call, ref, sections.sectionOf(call, site, siteSectionId));
  }),

  handle(api.listSiteSectionGroups, (call, { page, limit, ...ref }) => {
    const site = readSite(call, ref);
    const view = viewOfSite(call, site);
    return pageOfRows(call.db, siteSectionGroups, {
      where: { site: site.id },
      also: {
        where: ['id IN (SELECT value FROM json_each(?))'],
        params: [JSON.stringify(view.rows.groups.map(({ id }) => id))],
      },
      order: ['position', 'rowid'],
      query: { page, limit },
      item: (row) => groupView(view, row),
    });
  }),

  handleChange(api.createSiteSectionGroup, (call, input) => {
    const made = showGroup(call, input, sections.createGroup(call, input));
    return created(made, locationUrl(call, groupPath(input, made.id)));
  }),

  handleChange(api.updateSiteSectionGroup, (call, input) =>
    showGroup(call, input, sections.updateGroup(call, input)),
  ),

  handleChange(api.deleteSiteSectionGroup, (call, input) => deleted(sections.deleteGroup(call, input))),

  handleChange(api.addToSiteSectionGroup, (call, input) => {
    const group = showGroup(call, input, sections.addToGroup(call, input));
    return created(group, locationUrl(call, `${groupPath(input, group.id)}/sections/${input.sectionId}`));
  }),

  handleChange(api.removeFromSiteSectionGroup, (call, input) =>
    deleted(sections.removeFromGroup(call, input)),
  ),

  handle(api.listSiteSpaces, (call, { shareKey, default: wanted, page, limit, ...ref }) => {
    const site = readSite(call, ref);
    const view = viewOfSite(call, site, shareKey);
    const sections = new Map(view.rows.sections.map(({ id, position }) => [id, position]));
    /** Section by section, in the order of each. */
    const keyOf = ({ row }: { row: SiteSpaceRow }): string =>
      [sections.get(row.section ?? '') ?? '', row.section ?? '', row.position, row.id].join(' ');
    const all = view.rows.siteSpaces
      .map((row) => ({ row, shown: siteSpaceView(view, row) }))
      .filter(({ shown }) => wanted === undefined || shown.default === wanted);
    return pageOfItems(all, {
      list: `${api.listSiteSpaces.id} ${site.id}`,
      key: (one) => keyOf(one),
      query: { page, limit },
      item: ({ shown }) => shown,
    });
  }),

  handle(api.addSiteSpace, (call, input) => {
    const added = showSiteSpace(call, input, siteSpaces.addSiteSpace(call, input));
    return created(added, locationOf(call, input, added.id));
  }),

  handleChange(api.updateSiteSpace, (call, input) =>
    showSiteSpace(call, input, siteSpaces.updateSiteSpace(call, input)),
  ),

  handleChange(api.removeSiteSpace, (call, input) => deleted(siteSpaces.removeSiteSpace(call, input))),

  handle(api.duplicateSiteSpace, async (call, input) => {
    const made = showSiteSpace(call, input, await siteSpaces.duplicateSiteSpace(call, input));
    return created(made, locationOf(call, input, made.id));
  }),

  handleChange(api.moveSiteSpace, (call, { siteSpaceId, position, ...ref }) => {
    const site = siteToChange(call, ref);
    const { before, after } = position ?? {};
    moveAmongSiblings(
      call,
      site,
      { type: 'site-space', id: siteSpaceId },
      {
        before: before && { type: 'site-space', id: before.siteSpace },
        after: after && { type: 'site-space', id: after.siteSpace },
      },
    );
    return showSiteSpace(call, ref, siteSpaces.siteSpaceOf(call, site, siteSpaceId));
  }),

  handleChange(api.createExternalLink, (call, { organizationId, siteId, ...input }) => {
    const site = siteToChange(call, { organizationId, siteId });
    if (siteRows(call.db, site.id).sections.length === 0)
      throw badRequest(`site "${site.title}" has no sections: links are placed among sections`);
    const row: SiteExternalLinkRow = {
      ...{ id: newId(), site: site.id, title: input.title, url: input.url },
      localizedTitle: textsIn(input).localizedTitle ?? null,
      localizedDescription: textsIn(input).localizedDescription ?? null,
      description: input.description ?? null,
      icon: input.icon ?? null,
      draft: input.draft === true ? 1 : 0,
      condition: readCondition(input.condition ?? null),
      ...placeIn(call, site, input.parent ?? null),
    };
    siteExternalLinks(call.db).insert(row);
    return externalLinkView(row);
  }),

  handleChange(
    api.updateExternalLink,
    (call, { organizationId, siteId, siteExternalLinkId: id, ...input }) => {
      const site = siteToChange(call, { organizationId, siteId });
      const own = () => siteExternalLinks(call.db).get({ id, site: site.id }, 'external link');
      const before = own();
      const { url, parent, title, description, icon, draft, condition } = input;
      siteExternalLinks(call.db).update(
        { id },
        {
          ...{ title, description, icon, url, draft: bitOf(draft), condition: readCondition(condition) },
          ...textsIn(input),
          ...(parent !== undefined && parent !== before.parent && placeIn(call, site, parent)),
        },
      );
      return externalLinkView(own());
    },
  ),

  handleChange(api.deleteExternalLink, (call, { siteExternalLinkId: id, ...ref }) => {
    const site = siteToChange(call, ref);
    return deleted(siteExternalLinks(call.db).remove({ id, site: site.id }));
  }),
];

export const fidelity: FidelityOf = {
  'siteStructure.published':
    'Visitors who sign in give their JWT, signed with the key of the site, as the shareKey: the call has no other place for it.',
  'siteSections.update': 'A condition decides only what the web pages of a served sandbox show.',
  'siteSpaces.update': 'A condition decides only what the web pages of a served sandbox show.',
};
