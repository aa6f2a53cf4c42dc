// Organizations of the caller.
import {
  createOrganization,
  findOrganizations,
  getAiUsage,
  getOrganization,
  joinOrganization,
  listOrganizations,
  searchOrganization,
  updateOrganization,
} from '../../../api/people/organizations.ts';
import * as join from '../../actions/people/organizations/join.ts';
import * as search from '../../actions/people/organizations/search.ts';
import * as settings from '../../actions/people/organizations/settings.ts';
import { accessFor } from '../../caller.ts';
import { organizationStore, toOrganizationRow } from '../../db/people/organizations.ts';
import { type FidelityOf, handle, reply } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import { aiUsageView } from '../../views/people/ai-usage.ts';
import { organizationView } from '../../views/people/organizations.ts';
import { notFound } from '../../wire-error.ts';

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

  handle(createOrganization, async (call, input) => {
    const create = await import('../../actions/people/organizations/create.ts');
    const row = create.createOrganization(call, input);
    // What the caller may do there began with it.
    const owner = { ...call, access: accessFor(call.db, call.caller) };
    return reply(201, organizationView(owner, row));
  }),

  handle(getAiUsage, (call, input) => {
    call.access.requireOrganization(input.organizationId, 'viewBilling');
    return aiUsageView(input);
  }),
];

export const fidelity: FidelityOf = {
  aiUsage: { limited: 'The sandbox runs no AI: no credits are used.' },
  create: { limited: 'It is on the free plan; openapiUrl is refused.' },
  find: 'real',
  get: { limited: 'Plan, trial and billing are set when the sandbox is created; the prices are examples.' },
  join: { limited: 'Every email address counts as verified.' },
  list: 'real',
  search: {
    limited:
      'Results are ranked by their text alone, without synonyms, AI answers or tolerance of typing errors. At most 20 pages of each space are shown.',
  },
  update: { limited: 'The settings for AI, single sign-on and invite links are stored without effect.' },
};
