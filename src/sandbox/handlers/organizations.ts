// Organizations of the caller.
import {
  findOrganizations,
  getOrganization,
  joinOrganization,
  listOrganizations,
  searchOrganization,
  updateOrganization,
} from '../../api/organizations.ts';
import * as join from '../actions/organizations/join.ts';
import * as search from '../actions/organizations/search.ts';
import * as settings from '../actions/organizations/settings.ts';
import { organizationStore, toOrganizationRow } from '../db/organizations.ts';
import { handle, reply } from '../handler.ts';
import { paginate } from '../paging.ts';
import { organizationView } from '../views/organizations.ts';
import { notFound } from '../wire-error.ts';

export default [
  handle(listOrganizations, (call, query) =>
    paginate(call.db, {
      list: listOrganizations.id,
      columns: 'o.*',
      from: 'organizations o JOIN members m ON m.organization = o.id',
      where: ['m.user = ?', 'm.disabled = 0'],
      params: [call.caller.userId],
      order: ['o.createdAt', 'o.rowid'],
      query,
      item: (row: Parameters<typeof toOrganizationRow>[0]) => organizationView(call, toOrganizationRow(row)),
    }),
  ),

  handle(getOrganization, (call, { organizationId }) => {
    call.access.requireOrganization(organizationId, 'view');
    const row = organizationStore(call.db).row(organizationId);
    if (!row) throw notFound('organization', organizationId);
    return organizationView(call, row);
  }),

  handle(updateOrganization, (call, input) =>
    organizationView(call, settings.updateOrganization(call, input)),
  ),

  handle(joinOrganization, (call, { organizationId }) => {
    join.joinOrganization(call, organizationId);
    return reply(204);
  }),

  handle(searchOrganization, (call, input) => search.searchOrganization(call, input)),

  handle(findOrganizations, (call, { emailDomain }) => ({
    organizations: organizationStore(call.db)
      .ofEmailDomain(emailDomain)
      .map((row) => organizationView(call, row)),
  })),
];
