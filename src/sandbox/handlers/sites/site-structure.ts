// A site as a whole: its structure, and what its visitors get.

import type { SiteItem } from '../../../api/sites/site-structure.ts';
import { getPublishedSite, getSiteStructure, sortSiteStructure } from '../../../api/sites/site-structure.ts';
import { recordVisit } from '../../actions/insights/visits/visit.ts';
import { publishedSite } from '../../actions/sites/published.ts';
import { groupOf } from '../../actions/sites/section-groups.ts';
import { sectionOf } from '../../actions/sites/sections.ts';
import { readSite, siteToChange } from '../../actions/sites/settings.ts';
import { siteSpaceOf } from '../../actions/sites/site-spaces.ts';
import { sortItem } from '../../actions/sites/sort.ts';
import { type SiteRow, siteExternalLinks } from '../../db/sites/sites.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { externalLinkView } from '../../views/sites/site-external-links.ts';
import {
  groupView,
  sectionView,
  siteSpaceView,
  structureView,
  viewOfSite,
} from '../../views/sites/site-structure.ts';

export default [
  handle(getSiteStructure, (call, { shareKey, ...ref }) =>
    structureView(viewOfSite(call, readSite(call, ref), shareKey)),
  ),

  handle(sortSiteStructure, (call, { item, position, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      sortItem(call, site, item, position);
      return showItem(call, site, item);
    }),
  ),

  handle(getPublishedSite, (call, { shareKey, ...ref }) => {
    const site = readSite(call, ref);
    const published = publishedSite(call, site, shareKey);
    recordVisit(call, site, shareKey);
    return published;
  }),
];

function showItem(call: Call, site: SiteRow, { type, id }: SiteItem) {
  const view = viewOfSite(call, site);
  if (type === 'site-section') return sectionView(view, sectionOf(call, site, id));
  if (type === 'site-section-group') return groupView(view, groupOf(call, site, id));
  const link = siteExternalLinks(call.db).find({ id, site: site.id });
  return link ? externalLinkView(link) : siteSpaceView(view, siteSpaceOf(call, site, id));
}

export const fidelity: FidelityOf = {
  'siteStructure.published': {
    limited:
      'Visitors who sign in give their JWT, signed with the key of the site, as the shareKey: the call has no other place for it.',
  },
};
