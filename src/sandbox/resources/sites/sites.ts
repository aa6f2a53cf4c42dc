// Sites of an organization.
import * as api from '../../../api/sites/sites.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle, handleChange, may } from '../../handler.ts';
import { both, given, paginate } from '../../paging.ts';
import { visibleSites } from '../../who-sees.ts';
import * as settings from './settings.ts';
import { siteView } from './sites-view.ts';

export default [
  handle(api.listSites, may('view'), (call, { organizationId, space, title, published, type, ...query }) => {
    const wanted = given([
      ['t.organization = ?', organizationId],
      ['EXISTS (SELECT 1 FROM siteSpaces p WHERE p.site = t.id AND p.space = ?)', space],
      ['instr(lower(t.title), lower(?)) > 0', title],
      ['t.published = ?', settings.bitOf(published)],
      ['t.type IN (SELECT value FROM json_each(?))', type && JSON.stringify(type)],
    ]);
    return paginate(call.db, {
      list: `${api.listSites.id} ${organizationId}`,
      columns: 't.*',
      from: 'sites t',
      ...both(wanted, visibleSites(call, organizationId)),
      order: ['t.createdAt', 't.rowid'],
      query,
      item: (row: SiteRow) => siteView(call, row),
    });
  }),

  handle(api.createSite, (call, input) => created(siteView(call, settings.createSite(call, input)))),

  handle(api.getSite, (call, ref) => siteView(call, settings.readSite(call, ref))),

  handleChange(api.updateSite, (call, input) => siteView(call, settings.updateSite(call, input))),

  handleChange(api.deleteSite, (call, ref) => deleted(settings.deleteSite(call, ref))),

  handleChange(api.publishSite, (call, ref) => {
    const outcome = settings.publishSite(call, ref);
    return 'sessionId' in outcome ? outcome : siteView(call, outcome);
  }),

  handleChange(api.unpublishSite, (call, ref) => siteView(call, settings.unpublishSite(call, ref))),
];

const NOTE = 'Features follow from the site type; ads are not shown.';

export const fidelity: FidelityOf = {
  'sites.get': NOTE,
  'sites.list': NOTE,
  'sites.publish':
    'A served sandbox shows the site as plain web pages; its own domain does not answer. No payment is taken.',
  'sites.update':
    'Only docs sandbox serve shows the pages, below /sites/; no host answers at the published addresses. Domains and proxies are not looked up.',
};
