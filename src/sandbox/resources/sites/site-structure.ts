// The structure of a site, as a whole and by its sections, section groups, site spaces and external links.
import * as api from '../../../api/sites/site-structure.ts';
import { type SiteExternalLinkRow, type SiteRow, siteExternalLinks, siteRows } from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle, handleChange } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { newId, sitePartUrl } from '../../urls.ts';
import { badRequest } from '../../wire-error.ts';
import { recordVisit } from '../insights/visits.ts';
import { lastPosition } from './order.ts';
import { publishedSite } from './published.ts';
import { bitOf, readCondition, readSite, siteToChange } from './settings.ts';
import { groupOf, sectionOf } from './site-sections.ts';
import { siteSpaceOf, sortItem } from './site-spaces.ts';
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
  if (type === 'site-section') return sectionView(view, sectionOf(call, site, id));
  if (type === 'site-section-group') return groupView(view, groupOf(call, site, id));
  const link = siteExternalLinks(call.db).find({ id, site: site.id });
  return link ? externalLinkView(link) : siteSpaceView(view, siteSpaceOf(call, site, id));
}

/** A place at the end of a group, or of the top level. 404 for a group that is not on the site. */
function placeIn(
  call: Call,
  site: SiteRow,
  parent: string | null,
): { parent: string | null; position: string } {
  if (parent !== null) groupOf(call, site, parent);
  return { parent, position: lastPosition(call.db, { site: site.id, of: 'navigation', parent }) };
}

export default [
  handle(api.getSiteStructure, (call, { shareKey, ...ref }) =>
    structureView(viewOfSite(call, readSite(call, ref), shareKey)),
  ),

  handleChange(api.sortSiteStructure, siteToChange, (call, { item, position }, site) => {
    sortItem(call, site, item, position);
    return showItem(call, site, item);
  }),

  handle(api.getPublishedSite, readSite, (call, { shareKey }, site) => {
    const published = publishedSite(call, site, shareKey);
    recordVisit(call, site, shareKey);
    return published;
  }),

  handleChange(api.createExternalLink, siteToChange, (call, { organizationId, siteId, ...input }, site) => {
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
    return created(externalLinkView(row), sitePartUrl(call, site, `external-links/${row.id}`));
  }),

  handleChange(
    api.updateExternalLink,
    siteToChange,
    (call, { organizationId, siteId, siteExternalLinkId: id, ...input }, site) => {
      const own = () => siteExternalLinks(call.db).get({ id, site: site.id }, 'external link');
      const before = own();
      const { url, parent, title, description, icon } = input;
      const [draft, condition] = [bitOf(input.draft), readCondition(input.condition)];
      siteExternalLinks(call.db).update(
        { id },
        {
          ...{ title, description, icon, url, draft, condition, ...textsIn(input) },
          ...(parent !== undefined && parent !== before.parent && placeIn(call, site, parent)),
        },
      );
      return externalLinkView(own());
    },
  ),

  handleChange(api.deleteExternalLink, siteToChange, (call, { siteExternalLinkId: id }, site) =>
    deleted(siteExternalLinks(call.db).remove({ id, site: site.id })),
  ),
];

export const fidelity: FidelityOf = {
  'siteStructure.published':
    'Visitors who sign in give their JWT, signed with the key of the site, as the shareKey: the call has no other place for it.',
};
