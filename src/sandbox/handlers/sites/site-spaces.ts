// Spaces shown on a site.
import {
  addSiteSpace,
  duplicateSiteSpace,
  listSiteSpaces,
  moveSiteSpace,
  removeSiteSpace,
  updateSiteSpace,
} from '../../../api/sites/site-spaces.ts';
import { readSite, siteToChange } from '../../actions/sites/settings.ts';
import * as siteSpaces from '../../actions/sites/site-spaces.ts';
import { moveAmongSiblings } from '../../actions/sites/sort.ts';
import type { SiteSpaceRow } from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { pageOfItems } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { siteSpaceView, viewOfSite } from '../../views/sites/site-structure.ts';

interface SiteRef {
  organizationId: string;
  siteId: string;
}

const show = (call: Call, ref: SiteRef, row: SiteSpaceRow) =>
  siteSpaceView(viewOfSite(call, readSite(call, ref)), row);

export default [
  handle(listSiteSpaces, (call, { shareKey, default: wanted, page, limit, ...ref }) => {
    const site = readSite(call, ref);
    const view = viewOfSite(call, site, shareKey);
    const sections = new Map(view.rows.sections.map(({ id, position }) => [id, position]));
    /** Section by section, in the order of each. */
    const keyOf = ({ row }: { row: SiteSpaceRow }): string =>
      [sections.get(row.section ?? '') ?? '', row.section ?? '', row.position, row.id].join(' ');
    const all = view.rows.siteSpaces
      .map((row) => ({ row, shown: siteSpaceView(view, row) }))
      .filter(({ shown }) => wanted === undefined || shown.default === wanted)
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const { items, ...rest } = pageOfItems(all, {
      list: `${listSiteSpaces.id} ${site.id}`,
      key: (item) => keyOf(item),
      query: { page, limit },
    });
    return { ...rest, items: items.map(({ shown }) => shown) };
  }),

  handle(addSiteSpace, (call, input) => {
    const added = show(call, input, siteSpaces.addSiteSpace(call, input));
    return created(added, locationOf(call, input, added.id));
  }),

  handle(updateSiteSpace, (call, input) => show(call, input, siteSpaces.updateSiteSpace(call, input))),

  handle(removeSiteSpace, (call, input) => deleted(siteSpaces.removeSiteSpace(call, input))),

  handle(duplicateSiteSpace, async (call, input) => {
    const made = show(call, input, await siteSpaces.duplicateSiteSpace(call, input));
    return created(made, locationOf(call, input, made.id));
  }),

  handle(moveSiteSpace, (call, { siteSpaceId, position, ...ref }) =>
    call.db.transaction(() => {
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
      return show(call, ref, siteSpaces.siteSpaceOf(call, site, siteSpaceId));
    }),
  ),
];

const locationOf = (call: Call, { organizationId, siteId }: SiteRef, id: string) =>
  locationUrl(call, `/v1/orgs/${organizationId}/sites/${siteId}/site-spaces/${id}`);

export const fidelity: FidelityOf = {
  'siteSpaces.update': {
    limited: 'A condition decides only what the web pages of a served sandbox show.',
  },
};
