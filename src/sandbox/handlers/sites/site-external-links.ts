// Links to other places in the navigation of a site.
import {
  createExternalLink,
  deleteExternalLink,
  updateExternalLink,
} from '../../../api/sites/site-external-links.ts';
import { bitOf, readCondition } from '../../actions/sites/condition.ts';
import { textsIn } from '../../actions/sites/localized.ts';
import { lastPosition } from '../../actions/sites/order.ts';
import { groupOf } from '../../actions/sites/section-groups.ts';
import { siteToChange } from '../../actions/sites/settings.ts';
import { type SiteExternalLinkRow, type SiteRow, siteExternalLinks, siteRows } from '../../db/sites/sites.ts';
import { deleted, handle } from '../../handler.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { externalLinkView } from '../../views/sites/site-external-links.ts';
import { badRequest } from '../../wire-error.ts';

function requireWeb(url: string): void {
  if (!/^(https?:\/\/|mailto:)/i.test(url))
    throw badRequest('url must begin with https://, http:// or mailto:');
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
  handle(createExternalLink, (call, { organizationId, siteId, ...input }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, { organizationId, siteId });
      requireWeb(input.url);
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
  ),

  handle(updateExternalLink, (call, { organizationId, siteId, siteExternalLinkId: id, ...input }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, { organizationId, siteId });
      const own = () => siteExternalLinks(call.db).get({ id, site: site.id }, 'external link');
      const before = own();
      const { url, parent, title, description, icon, draft, condition } = input;
      if (url !== undefined) requireWeb(url);
      siteExternalLinks(call.db).update(
        { id },
        {
          ...{ title, description, icon, url, draft: bitOf(draft), condition: readCondition(condition) },
          ...textsIn(input),
          ...(parent !== undefined && parent !== before.parent && placeIn(call, site, parent)),
        },
      );
      return externalLinkView(own());
    }),
  ),

  handle(deleteExternalLink, (call, { siteExternalLinkId: id, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      return deleted(siteExternalLinks(call.db).remove({ id, site: site.id }));
    }),
  ),
];
