// Organizations of the caller.
import type { InputOf, ResultOf } from '../../../api/operation.ts';
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
import * as search from '../../actions/people/organizations/search.ts';
import * as settings from '../../actions/people/organizations/settings.ts';
import { readOrganization } from '../../actions/people/organizations/settings.ts';
import { accessFor } from '../../caller.ts';
import { memberStore } from '../../db/people/members.ts';
import { organizationStore, toOrganizationRow } from '../../db/people/organizations.ts';
import { userStore } from '../../db/people/users.ts';
import { type FidelityOf, handle, reply } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { organizationView } from '../../views/people/organizations.ts';
import { badRequest, forbidden, notFound } from '../../wire-error.ts';

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
    becomeMember(call, organizationId);
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
  get: { limited: 'Plan, trial and billing are set when the sandbox is created; the prices are examples.' },
  join: { limited: 'Every email address counts as verified.' },
  search: {
    limited:
      'Results are ranked by their text alone, without synonyms, AI answers or tolerance of typing errors. At most 20 pages of each space are shown.',
  },
  update: { limited: 'The settings for AI, single sign-on and invite links are stored without effect.' },
};

// Joining an organization by the domain of one's e-mail address. All addresses of a sandbox are verified.

/** Makes the caller a member with the default role; nothing happens when they are one. 400 when no domain fits. */
function becomeMember(call: Call, organizationId: string): void {
  call.db.transaction(() => {
    const { defaultRole, settings, title } = readOrganization(call, organizationId);
    const { userId } = call.caller;
    const member = memberStore(call.db).row(organizationId, userId);
    if (member?.disabled) throw forbidden(`your membership of "${title}" is disabled`);
    if (member) return;
    const domain = userStore(call.db).row(userId)?.email?.split('@').at(-1)?.toLowerCase();
    if (domain === undefined || !settings.emailDomains.includes(domain)) {
      throw badRequest(
        `"${title}" does not accept members with the email domain ${domain ?? '(you have no email address)'}`,
      );
    }
    const now = call.now().toISOString();
    memberStore(call.db).insert({
      organization: organizationId,
      user: userId,
      role: defaultRole,
      disabled: 0,
      sso: 0,
      joinedAt: now,
      lastSeenAt: now,
    });
  });
}

// The AI credits of an organization: the sandbox runs no AI, so every period has none.

const MOST_PERIODS = 1000;
type Interval = NonNullable<InputOf<typeof getAiUsage>['interval']>;

/** Begins each period at midnight UTC. 400 for a time that ends before it begins, or has too many periods. */
function aiUsageView({
  from,
  to,
  interval = 'day',
}: InputOf<typeof getAiUsage>): ResultOf<typeof getAiUsage> {
  const end = new Date(to);
  if (end < new Date(from)) throw badRequest('to is before from');
  const periods: string[] = [];
  for (let at = startOf(new Date(from), interval); at < end; at = next(at, interval)) {
    if (periods.length === MOST_PERIODS)
      throw badRequest(`more than ${MOST_PERIODS} periods: use a longer interval`);
    periods.push(at.toISOString().slice(0, 10));
  }
  return { from, to, periods: periods.map((date) => ({ date, credits: 0, features: [] })) };
}

const startOf = (at: Date, interval: Interval): Date => {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  if (interval === 'year') return new Date(Date.UTC(year, 0, 1));
  if (interval === 'month') return new Date(Date.UTC(year, month, 1));
  // Weeks begin on Monday.
  const back = interval === 'week' ? (at.getUTCDay() + 6) % 7 : 0;
  return new Date(Date.UTC(year, month, at.getUTCDate() - back));
};

const next = (at: Date, interval: Interval): Date => {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (interval === 'year') return new Date(Date.UTC(year + 1, 0, 1));
  if (interval === 'month') return new Date(Date.UTC(year, month + 1, 1));
  return new Date(Date.UTC(year, month, day + (interval === 'week' ? 7 : 1)));
};
