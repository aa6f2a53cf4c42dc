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
import { siteToChange } from '../../actions/sites/settings.ts';
import { type ShareLinkRow, type SiteRow, shareLinkStore } from '../../db/sites/sites.ts';
import { created, deleted, handle } from '../../handler.ts';
import { newId } from '../../ids.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl, siteAddress } from '../../urls.ts';
import { conflict, notFound } from '../../wire-error.ts';

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
    return paginate(call.db, {
      list: `${listShareLinks.id} ${site.id}`,
      from: 'shareLinks',
      where: ['site = ?', ...(search === undefined ? [] : ['instr(lower(name), lower(?)) > 0'])],
      params: [site.id, ...(search === undefined ? [] : [search])],
      order: ['createdAt', 'rowid'],
      query: { page, limit },
      item: (row: ShareLinkRow) => view(call, site, row),
    });
  }),

  handle(createShareLink, (call, { name, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      requirePaidPlan(call, site.organization, 'share links');
      if (shareLinkStore(call.db).count(site.id) >= MOST_LINKS)
        throw conflict(`site "${site.title}" has ${MOST_LINKS} share links already: delete one first`);
      const row: ShareLinkRow = {
        ...{ id: newId(), site: site.id, name, active: 1 },
        key: randomBytes(KEY_BYTES).toString('base64url'),
        createdAt: call.now().toISOString(),
      };
      shareLinkStore(call.db).insert(row);
      const path = `/v1/orgs/${site.organization}/sites/${site.id}/share-links/${row.id}`;
      return created(view(call, site, row), locationUrl(call, path));
    }),
  ),

  handle(updateShareLink, (call, { shareLinkId, active, name, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const store = shareLinkStore(call.db);
      if (!store.row(site.id, shareLinkId)) throw notFound('share link', shareLinkId);
      store.update(shareLinkId, {
        ...(active !== undefined && { active: active ? 1 : 0 }),
        ...(name !== undefined && { name }),
      });
      const row = store.row(site.id, shareLinkId);
      if (!row) throw notFound('share link', shareLinkId);
      return view(call, site, row);
    }),
  ),

  handle(deleteShareLink, (call, { shareLinkId, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const row = shareLinkStore(call.db).row(site.id, shareLinkId);
      return deleted(row !== undefined && shareLinkStore(call.db).remove(row.id));
    }),
  ),
];
