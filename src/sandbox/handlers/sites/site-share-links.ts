// Share links of a site. Whoever has the address of one may read the site, so only those who may change it see any.

import { randomBytes } from 'node:crypto';
import type { ShareLink } from '../../../api/sites/site-share-links.generated.ts';
import {
  createShareLink,
  deleteShareLink,
  listShareLinks,
  updateShareLink,
} from '../../../api/sites/site-share-links.ts';
import { requirePaidPlan } from '../../actions/people/plan.ts';
import { bitOf } from '../../actions/sites/condition.ts';
import { siteToChange } from '../../actions/sites/settings.ts';
import { type ShareLinkRow, type SiteRow, shareLinks } from '../../db/sites/sites.ts';
import { created, deleted, handle } from '../../handler.ts';
import { newId } from '../../ids.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl, siteAddress } from '../../urls.ts';
import { conflict } from '../../wire-error.ts';

const view = (call: Call, site: SiteRow, row: ShareLinkRow): ShareLink => ({
  object: 'share-link',
  id: row.id,
  createdAt: row.createdAt,
  name: row.name,
  active: row.active === 1,
  urls: { ...(site.published === 1 && { published: siteAddress(call, site, row.key) }) },
});

const KEY_BYTES = 12;
/** What a site may have at most. */
const MOST_LINKS = 100;

export default [
  handle(listShareLinks, (call, { search, page, limit, ...ref }) => {
    const site = siteToChange(call, ref);
    return pageOfRows(call.db, shareLinks, {
      where: { site: site.id },
      ...(search !== undefined && {
        also: { where: ['instr(lower(name), lower(?)) > 0'], params: [search] },
      }),
      query: { page, limit },
      item: (row) => view(call, site, row),
    });
  }),

  handle(createShareLink, (call, { name, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      requirePaidPlan(call, site.organization, 'share links');
      if (shareLinks(call.db).count({ site: site.id }) >= MOST_LINKS)
        throw conflict(`site "${site.title}" has ${MOST_LINKS} share links already: delete one first`);
      const row: ShareLinkRow = {
        ...{ id: newId(), site: site.id, name, active: 1 },
        key: randomBytes(KEY_BYTES).toString('base64url'),
        createdAt: call.now().toISOString(),
      };
      shareLinks(call.db).insert(row);
      const path = `/v1/orgs/${site.organization}/sites/${site.id}/share-links/${row.id}`;
      return created(view(call, site, row), locationUrl(call, path));
    }),
  ),

  handle(updateShareLink, (call, { shareLinkId, active, name, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const own = () => shareLinks(call.db).get({ id: shareLinkId, site: site.id }, 'share link');
      own();
      shareLinks(call.db).update({ id: shareLinkId }, { name, active: bitOf(active) });
      return view(call, site, own());
    }),
  ),

  handle(deleteShareLink, (call, { shareLinkId, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      return deleted(shareLinks(call.db).remove({ id: shareLinkId, site: site.id }));
    }),
  ),
];
