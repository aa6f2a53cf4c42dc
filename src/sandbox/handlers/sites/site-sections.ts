// Sections of a site.
import {
  createSiteSection,
  deleteSiteSection,
  listSiteSections,
  moveSiteSection,
  updateSiteSection,
} from '../../../api/sites/site-sections.ts';
import * as sections from '../../actions/sites/sections.ts';
import { readSite, siteToChange } from '../../actions/sites/settings.ts';
import { moveAmongSiblings } from '../../actions/sites/sort.ts';
import { type SiteSectionRow, siteSections } from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { sectionView, viewOfSite } from '../../views/sites/site-structure.ts';

interface SiteRef {
  organizationId: string;
  siteId: string;
}

const show = (call: Call, ref: SiteRef, row: SiteSectionRow) =>
  sectionView(viewOfSite(call, readSite(call, ref)), row);

export default [
  handle(listSiteSections, (call, { shareKey, page, limit, ...ref }) => {
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

  handle(createSiteSection, (call, input) => {
    const made = show(call, input, sections.createSection(call, input));
    const path = `/v1/orgs/${input.organizationId}/sites/${input.siteId}/sections/${made.id}`;
    return created(made, locationUrl(call, path));
  }),

  handle(updateSiteSection, (call, input) => show(call, input, sections.updateSection(call, input))),

  handle(deleteSiteSection, (call, input) => deleted(sections.deleteSection(call, input))),

  handle(moveSiteSection, (call, { siteSectionId, position, ...ref }) =>
    call.db.transaction(() => {
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
      return show(call, ref, sections.sectionOf(call, site, siteSectionId));
    }),
  ),
];

export const fidelity: FidelityOf = {
  'siteSections.update': {
    limited: 'A condition decides only what the web pages of a served sandbox show.',
  },
};
