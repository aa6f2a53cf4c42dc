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
  type Bound,
  readBinding,
  removeBinding,
  updateBinding,
} from '../../actions/integrations/bindings.ts';
import { readInstallation } from '../../actions/integrations/installations.ts';
import { readSite } from '../../actions/sites/settings.ts';
import {
  BOUND,
  type BoundColumns,
  boundOf,
  boundTo,
  isOn,
} from '../../db/integrations/installation-bindings.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { bindingView } from '../../views/integrations/integrations.ts';
import { siteView } from '../../views/sites/sites.ts';

const placeOf = (id: string) => ({ kind: 'site', id }) as const;

function view(call: Call, { row, binding }: Bound, extended = false) {
  const shown = { ...binding, integration: row.integration, status: row.status };
  const ref = { organizationId: row.organization, siteId: binding.target };
  return {
    ...bindingView(call, shown, placeOf(binding.target)),
    site: extended ? siteView(call, readSite(call, ref)) : binding.target,
  };
}

export default [
  handle(listInstallationSites, (call, { extended = false, page, limit, ...ref }) => {
    const { row } = readInstallation(call, ref);
    return paginate(call.db, {
      list: `${listInstallationSites.id} ${row.id}`,
      columns: `t.*, ${BOUND}`,
      from: `installations i JOIN integrations n ON n.name = i.integration
        JOIN sites t ON t.organization = i.organization ${boundTo('site', 't.id')}`,
      where: ['i.id = ?', "n.target IN ('all', 'site')", isOn('site', 'i', 't.id')],
      params: [row.id],
      order: ['t.rowid'],
      query: { page, limit },
      item: (site: SiteRow & BoundColumns) => ({
        ...bindingView(call, boundOf(row.integration, site), placeOf(site.id)),
        site: extended ? siteView(call, site) : site.id,
      }),
    });
  }),

  handle(addInstallationSite, (call, { siteId, extended, ...ref }) => {
    const shown = view(call, addBinding(call, ref, placeOf(siteId)), extended);
    return created(shown, shown.urls.location);
  }),

  handle(getInstallationSite, (call, { siteId, extended, ...ref }) =>
    view(call, readBinding(call, ref, placeOf(siteId)), extended),
  ),

  handle(updateInstallationSite, (call, { siteId, extended, configuration, externalIds, ...ref }) => {
    return view(call, updateBinding(call, ref, placeOf(siteId), { configuration, externalIds }), extended);
  }),

  handle(removeInstallationSite, (call, { siteId, ...ref }) =>
    deleted(removeBinding(call, ref, placeOf(siteId))),
  ),
];

const NOTE = 'The integration gets no event for it: its program does not run.';

export const fidelity: FidelityOf = {
  add: { limited: NOTE },
  remove: { limited: NOTE },
  update: { limited: NOTE },
};
