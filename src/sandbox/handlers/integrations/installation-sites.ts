// The sites of one installation.
import {
  addInstallationSite,
  getInstallationSite,
  listInstallationSites,
  removeInstallationSite,
  updateInstallationSite,
} from '../../../api/integrations/installation-sites.ts';
import {
  addBinding,
  FIDELITY,
  readBinding,
  removeBinding,
  updateBinding,
} from '../../actions/integrations/bindings.ts';
import { readInstallation } from '../../actions/integrations/installations.ts';
import { created, deleted, handle } from '../../handler.ts';
import { boundPage, boundView, SITE } from '../../views/integrations/bindings.ts';

export default [
  handle(listInstallationSites, (call, { extended, page, limit, ...ref }) => {
    const { row } = readInstallation(call, ref);
    return boundPage(call, SITE, {
      list: `${listInstallationSites.id} ${row.id}`,
      where: ['i.id = ?'],
      params: [row.id],
      order: ['s.rowid'],
      query: { page, limit },
      extended,
    });
  }),

  handle(addInstallationSite, (call, { siteId, extended, ...ref }) => {
    const shown = boundView(call, SITE, addBinding(call, ref, { kind: 'site', id: siteId }), extended);
    return created(shown, shown.urls.location);
  }),

  handle(getInstallationSite, (call, { siteId, extended, ...ref }) =>
    boundView(call, SITE, readBinding(call, ref, { kind: 'site', id: siteId }), extended),
  ),

  handle(updateInstallationSite, (call, { siteId, extended, configuration, externalIds, ...ref }) => {
    const bound = updateBinding(call, ref, { kind: 'site', id: siteId }, { configuration, externalIds });
    return boundView(call, SITE, bound, extended);
  }),

  handle(removeInstallationSite, (call, { siteId, ...ref }) =>
    deleted(removeBinding(call, ref, { kind: 'site', id: siteId })),
  ),
];

export const fidelity = FIDELITY;
