// Redirects of a site.
import {
  createRedirect,
  deleteRedirect,
  listRedirects,
  pushRedirects,
  testRedirect,
  updateRedirect,
} from '../../../api/sites/site-redirects.ts';
import { findRedirect } from '../../actions/sites/redirect-destination.ts';
import * as redirects from '../../actions/sites/redirects.ts';
import { readSite } from '../../actions/sites/settings.ts';
import type { SiteRedirectRow } from '../../db/sites/site-redirects.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import { locationUrl } from '../../urls.ts';
import { redirectView } from '../../views/sites/site-redirects.ts';

const ORDER = {
  createdAt: ['createdAt', 'rowid'],
  updatedAt: ['ifnull(updatedAt, createdAt)', 'rowid'],
  source: ['source', 'draft'],
} as const;

export default [
  handle(listRedirects, (call, { search, draft, orderBy = 'createdAt', page, limit, ...ref }) => {
    const site = readSite(call, ref);
    call.access.requireOrganization(ref.organizationId, 'listMembers');
    return paginate(call.db, {
      list: `${listRedirects.id} ${site.id} ${orderBy}`,
      from: 'siteRedirects',
      where: [
        'site = ?',
        ...(draft === undefined ? [] : ['draft = ?']),
        ...(search === undefined
          ? []
          : [
              `instr(lower(source), lower(?)) > 0
               OR instr(lower(ifnull(json_extract(destination, '$.url'), '')), lower(?)) > 0`,
            ]),
      ],
      params: [
        site.id,
        ...(draft === undefined ? [] : [draft ? 1 : 0]),
        ...(search === undefined ? [] : [search, search]),
      ],
      order: [...ORDER[orderBy]],
      query: { page, limit },
      item: (row: SiteRedirectRow) => redirectView(row),
    });
  }),

  handle(createRedirect, (call, input) => {
    const { organizationId, siteId } = input;
    const made = redirectView(redirects.createRedirect(call, input));
    return created(
      made,
      locationUrl(call, `/v1/orgs/${organizationId}/sites/${siteId}/redirects/${made.id}`),
    );
  }),

  handle(pushRedirects, (call, input) => ({ results: redirects.pushRedirects(call, input) })),

  handle(updateRedirect, (call, input) => redirectView(redirects.updateRedirect(call, input))),

  handle(deleteRedirect, (call, ref) => deleted(redirects.deleteRedirect(call, ref))),

  handle(testRedirect, (call, { source, shareKey, ...ref }) => {
    const { row, target } = findRedirect(call, readSite(call, ref), source, shareKey);
    return { redirect: redirectView(row), target };
  }),
];

export const fidelity: FidelityOf = {
  create: 'real',
  delete: 'real',
  list: 'real',
  push: 'real',
  test: 'real',
  update: 'real',
};
