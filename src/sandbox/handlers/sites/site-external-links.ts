// Links to other places in the navigation of a site.
import type { InputOf } from '../../../api/operation.ts';
import {
  createExternalLink,
  deleteExternalLink,
  updateExternalLink,
} from '../../../api/sites/site-external-links.ts';
import { readCondition } from '../../actions/sites/condition.ts';
import { textsIn } from '../../actions/sites/localized.ts';
import { lastPosition } from '../../actions/sites/order.ts';
import { groupOf } from '../../actions/sites/section-groups.ts';
import { siteToChange } from '../../actions/sites/settings.ts';
import { type SiteExternalLinkRow, siteExternalLinkStore } from '../../db/sites/site-external-links.ts';
import { siteStructureStore } from '../../db/sites/site-structure.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { deleted, handle } from '../../handler.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { externalLinkView } from '../../views/sites/site-external-links.ts';
import { badRequest, notFound } from '../../wire-error.ts';

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

type Changes = InputOf<typeof updateExternalLink>;

const ownTexts = ({ title, description, ...texts }: Partial<Changes>) => ({
  ...(title !== undefined && { title }),
  ...textsIn(texts),
  ...(description !== undefined && { description }),
});

const statesOf = ({ icon, draft, condition }: Partial<Changes>) => ({
  ...(icon !== undefined && { icon }),
  ...(draft !== undefined && { draft: draft ? (1 as const) : (0 as const) }),
  ...(condition !== undefined && { condition: readCondition(condition) }),
});

export default [
  handle(createExternalLink, (call, { organizationId, siteId, ...input }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, { organizationId, siteId });
      requireWeb(input.url);
      if (siteStructureStore(call.db).rows(site.id).sections.length === 0)
        throw badRequest(`site "${site.title}" has no sections: links are placed among sections`);
      const row: SiteExternalLinkRow = {
        ...{ id: newId(), site: site.id, title: input.title, url: input.url },
        ...{ localizedTitle: null, localizedDescription: null, ...textsIn(input) },
        description: input.description ?? null,
        icon: input.icon ?? null,
        draft: input.draft === true ? 1 : 0,
        condition: readCondition(input.condition ?? null),
        ...placeIn(call, site, input.parent ?? null),
      };
      siteExternalLinkStore(call.db).insert(row);
      return externalLinkView(row);
    }),
  ),

  handle(updateExternalLink, (call, { organizationId, siteId, siteExternalLinkId: id, ...input }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, { organizationId, siteId });
      const store = siteExternalLinkStore(call.db);
      const before = store.row(site.id, id);
      if (!before) throw notFound('external link', id);
      const { url, parent } = input;
      if (url !== undefined) requireWeb(url);
      store.update(id, {
        ...ownTexts(input),
        ...statesOf(input),
        ...(url !== undefined && { url }),
        ...(parent !== undefined && parent !== before.parent && placeIn(call, site, parent)),
      });
      return externalLinkView(store.row(site.id, id) ?? before);
    }),
  ),

  handle(deleteExternalLink, (call, { siteExternalLinkId: id, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const row = siteExternalLinkStore(call.db).row(site.id, id);
      return deleted(row !== undefined && siteExternalLinkStore(call.db).remove(row.id));
    }),
  ),
];
