// Groups of sections in the navigation of a site.
import {
  addToSiteSectionGroup,
  createSiteSectionGroup,
  deleteSiteSectionGroup,
  listSiteSectionGroups,
  removeFromSiteSectionGroup,
  updateSiteSectionGroup,
} from '../../../api/sites/site-section-groups.ts';
import * as groups from '../../actions/sites/section-groups.ts';
import { readSite } from '../../actions/sites/settings.ts';
import { type SiteSectionGroupRow, siteSectionGroups } from '../../db/sites/sites.ts';
import { created, deleted, handle } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { groupView, viewOfSite } from '../../views/sites/site-structure.ts';

interface SiteRef {
  organizationId: string;
  siteId: string;
}

const show = (call: Call, ref: SiteRef, row: SiteSectionGroupRow) =>
  groupView(viewOfSite(call, readSite(call, ref)), row);

const pathOf = ({ organizationId, siteId }: SiteRef, id: string) =>
  `/v1/orgs/${organizationId}/sites/${siteId}/section-groups/${id}`;

export default [
  handle(listSiteSectionGroups, (call, { page, limit, ...ref }) => {
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

  handle(createSiteSectionGroup, (call, input) => {
    const made = show(call, input, groups.createGroup(call, input));
    return created(made, locationUrl(call, pathOf(input, made.id)));
  }),

  handle(updateSiteSectionGroup, (call, input) => show(call, input, groups.updateGroup(call, input))),

  handle(deleteSiteSectionGroup, (call, input) => deleted(groups.deleteGroup(call, input))),

  handle(addToSiteSectionGroup, (call, input) => {
    const group = show(call, input, groups.addToGroup(call, input));
    return created(group, locationUrl(call, `${pathOf(input, group.id)}/sections/${input.sectionId}`));
  }),

  handle(removeFromSiteSectionGroup, (call, input) => deleted(groups.removeFromGroup(call, input))),
];
