// Organizations of the caller.

import type { SearchSpaceResult as SearchSpace } from '../../../api/content/search.generated.ts';
import type { InputOf, ResultOf } from '../../../api/operation.ts';
import type {
  OrganizationAgentInstructions as AgentInstructions,
  OrganizationBilling as Billing,
  Organization,
} from '../../../api/people/organizations.generated.ts';
import * as api from '../../../api/people/organizations.ts';
import { accessFor } from '../../caller.ts';
import { type SpaceRow, spaces } from '../../db/content/spaces.ts';
import { type Database, perDatabase } from '../../db/database.ts';
import {
  addMember,
  agentInstructions,
  members,
  type OrganizationRow,
  organizations,
  users,
} from '../../db/people/organizations.ts';
import { created, type FidelityOf, handle, handleChange, may, reply } from '../../handler.ts';
import { type Page, type PageQuery, pageOfItems, paginate, timesBetween } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { slices } from '../../slices.ts';
import { appUrl, locationUrl } from '../../urls.ts';
import { allOf, visibleSpaces } from '../../who-sees.ts';
import { badRequest, forbidden } from '../../wire-error.ts';
import { wholeDocument } from '../content/bodies.ts';
import { viewOf } from '../content/content-target.ts';
import { analyzeTrees } from '../content/resolved-links.ts';
import {
  allFittingSections,
  type FittingSections,
  searchTree,
  tellHits,
  type Wanted,
  wantedOf,
} from '../content/search-rules.ts';
import {
  updateOrganization as changeOrganization,
  createOrganization,
  readOrganization,
} from './organizations-rules.ts';

// Organizations as the platform shows them to the caller.

// What an organization pays, as the platform shows it to those who may see it. The sandbox charges nobody.

const price = (monthly: number) => ({ monthly, yearly: monthly * 10 });

/** Meters that can be switched on for an organization. */
const USAGE_ADDONS: Billing['usageAddons'] = {
  ai_responses: { enabled: false },
  ai_agent_responses: { enabled: false },
  translation_words: { enabled: false },
};

/** Every organization is billed by the month from the day it was made; what it has stored of its own comes first. */
const billingView = ({ createdAt, settings }: OrganizationRow, now: Date): Billing => ({
  interval: 'monthly',
  endDate: periodEnd(new Date(createdAt), now).toISOString(),
  hasPaymentFailed: false,
  isScheduledToCancel: false,
  pricing: {
    members: { plus_2024: price(8), pro_2024: price(12) },
    sites: { premium: price(65), ultimate: price(249) },
  },
  usageAddons: USAGE_ADDONS,
  ...{ canCheckout: true, canChangeInterval: true, canUseSAML: true },
  ...{ creditsBundle: null, aiCreditAlertThreshold: null },
  ...settings.billing,
});

/** The first monthly return of a day that is still to come. */
function periodEnd(start: Date, now: Date): Date {
  const end = new Date(start);
  const months =
    (now.getUTCFullYear() - start.getUTCFullYear()) * 12 + now.getUTCMonth() - start.getUTCMonth();
  end.setUTCMonth(start.getUTCMonth() + Math.max(0, months));
  if (end <= now) end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** Billing is shown to members who may see it. */
export function organizationView(call: Call, row: OrganizationRow): Organization {
  const permissions = call.access.organizationPermissions(row.id);
  const { logo, billing: _, ...settings } = row.settings;
  return {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.createdAt,
    ...(row.hostname !== null && { hostname: row.hostname }),
    defaultRole: row.defaultRole,
    ...settings,
    ...(permissions.viewBilling && { billing: billingView(row, call.now()) }),
    urls: {
      location: locationUrl(call, `/v1/orgs/${row.id}`),
      app: appUrl(call, `/o/${row.id}`),
      ...(logo !== undefined && { logo }),
    },
    permissions,
  };
}

/** Organizations that users of an e-mail domain may join. */
const ofEmailDomain = ({ db }: Call, domain: string): OrganizationRow[] =>
  db
    .all<object>(
      `SELECT * FROM organizations o WHERE EXISTS
       (SELECT 1 FROM json_each(o.settings, '$.emailDomains') d WHERE lower(d.value) = lower(?))
       ORDER BY o.createdAt, o.rowid`,
      domain,
    )
    .map((row) => organizations.read(row));

// Joining an organization by the domain of one's e-mail address. All addresses of a sandbox are verified.

/** Makes the caller a member with the default role; nothing happens when they are one. 400 when no domain fits. */
function becomeMember(call: Call, organizationId: string): void {
  const { defaultRole, settings, title } = readOrganization(call, organizationId);
  const { userId } = call.caller;
  const member = members(call.db).find({ organization: organizationId, user: userId });
  if (member?.disabled) throw forbidden(`your membership of "${title}" is disabled`);
  if (member) return;
  const domain = users(call.db).find({ id: userId })?.email?.split('@').at(-1)?.toLowerCase();
  if (domain === undefined || !settings.emailDomains.includes(domain)) {
    throw badRequest(
      `"${title}" does not accept members with the email domain ${domain ?? '(you have no email address)'}`,
    );
  }
  const at = call.now().toISOString();
  addMember(call.db, { organization: organizationId, user: userId, role: defaultRole, at });
}

// The AI credits of an organization: the sandbox runs no AI, so every period has none.

const MOST_PERIODS = 1000;
type Interval = NonNullable<InputOf<typeof api.getAiUsage>['interval']>;

/** Begins each period at midnight UTC. 400 for a time that ends before it begins, or has too many periods. */
function aiUsageView({
  from,
  to,
  interval = 'day',
}: InputOf<typeof api.getAiUsage>): ResultOf<typeof api.getAiUsage> {
  timesBetween({ from, to });
  const end = new Date(to);
  const periods: string[] = [];
  for (let at = periodAt(new Date(from), interval); at < end; at = periodAt(at, interval, 1)) {
    if (periods.length === MOST_PERIODS)
      throw badRequest(`more than ${MOST_PERIODS} periods: use a longer interval`);
    periods.push(at.toISOString().slice(0, 10));
  }
  return { from, to, periods: periods.map((date) => ({ date, credits: 0, features: [] })) };
}

/** The beginning of the period that a time is in, or of one so many periods later. */
function periodAt(at: Date, interval: Interval, later = 0): Date {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  if (interval === 'year') return new Date(Date.UTC(year + later, 0, 1));
  if (interval === 'month') return new Date(Date.UTC(year, month + later, 1));
  // Weeks begin on Monday.
  const back = interval === 'week' ? (at.getUTCDay() + 6) % 7 : 0;
  const days = interval === 'week' ? 7 : 1;
  return new Date(Date.UTC(year, month, at.getUTCDate() - back + days * later));
}

// Search over the main content of every space the caller sees.

/** Of one space only the best pages are told: a search of the space itself tells all of them. */
const MOST_PAGES = 20;

interface Query extends PageQuery {
  organizationId: string;
  query: string;
}

/** The spaces that have pages that fit, in the order of the organization, each with its best pages. */
async function foundIn(call: Call, { organizationId, query, ...paging }: Query): Promise<Page<SearchSpace>> {
  call.access.requireOrganization(organizationId, 'view');
  const list = `orgs.search ${organizationId} ${query}`;
  const key = ({ position, id }: ReadSpace) => `${position} ${id}`;
  const seen = await readSpaces(call, organizationId);
  const wanted = wantedOf(query);
  if (!wanted)
    return pageOfItems([], { list, key: ({ id }) => id, query: paging, item: (one: SearchSpace) => one });
  const { index, fitting } = await fittingSpaces(call.db, { spaces: seen, query, wanted });
  const found = seen.filter(({ id }) => fitting.has(id));
  const page = pageOfItems(found, { list, key, query: paging, item: (space) => space });
  const pause = slices();
  const items: SearchSpace[] = [];
  for (const { id, title, tree } of page.items) {
    const search = await searchTree(call.db, tree, wanted, index);
    const space = spaces(call.db).get({ id }, 'space');
    const pages = tellHits(call.db, viewOf(call, { space }, {}), search.hits(0, MOST_PAGES), wanted);
    items.push({ type: 'space', id, title, score: search.count, pages });
    await pause();
  }
  return { ...page, items };
}

interface Found {
  /** The query and what it was asked of. */
  key: string;
  index: FittingSections;
  /** Ids of the spaces with pages that fit. */
  fitting: ReadonlySet<string>;
}

/** What the last searches found: who turns the pages of a list searches once. */
const lastFound = perDatabase((): Found[] => []);
const FOUND_KEPT = 4;

interface Asked {
  spaces: readonly ReadSpace[];
  query: string;
  wanted: Wanted;
}

async function fittingSpaces(db: Database, { spaces, query, wanted }: Asked): Promise<Found> {
  const kept = lastFound(db);
  const key = [query, ...spaces.map(({ id, revision }) => `${id} ${revision}`)].join('\n');
  const known = kept.find((found) => found.key === key);
  if (known) return known;
  const index = await allFittingSections(db, wanted.expression);
  const fitting = new Set<string>();
  const pause = slices();
  for (const { id, tree } of spaces) {
    if ((await searchTree(db, tree, wanted, index)).count > 0) fitting.add(id);
    await pause();
  }
  const made = { key, index, fitting };
  kept.splice(FOUND_KEPT - 1);
  kept.unshift(made);
  return made;
}

/** What a search of all spaces needs to know of each; the tree by its hash. */
type ReadSpace = Pick<SpaceRow, 'id' | 'title' | 'position' | 'revision'> & { tree: string };

/** Spaces that the caller sees, their content in the index. */
async function readSpaces(call: Call, organizationId: string): Promise<ReadSpace[]> {
  const { where, params } = visibleSpaces(call, organizationId);
  const seen = call.db.all<ReadSpace>(
    `SELECT s.id, s.title, s.position, s.revision, r.tree FROM spaces s JOIN revisions r ON r.id = s.revision
     WHERE ${allOf(where)}`,
    ...params,
  );
  const trees = seen.map(({ tree }) => tree);
  await analyzeTrees(call.db, trees);
  return seen;
}

/** Before anybody wrote any, they are empty, and as old as the organization. */
function view(call: Call, organizationId: string): AgentInstructions {
  const organization = readOrganization(call, organizationId);
  const row = agentInstructions(call.db).find({ organization: organizationId });
  return {
    object: 'agent-instructions',
    instructions: row?.instructions ?? { object: 'document', data: {}, nodes: [] },
    updatedAt: row?.updatedAt ?? organization.createdAt,
    updatedBy: row?.updatedBy ?? '',
    urls: { location: locationUrl(call, `/v1/orgs/${organizationId}/agent-instructions`) },
  };
}

export default [
  handle(api.listOrganizations, (call, query) =>
    paginate(call.db, {
      list: api.listOrganizations.id,
      columns: 'o.*',
      from: 'organizations o JOIN members m ON m.organization = o.id',
      where: ['m.user = ?', 'm.disabled = 0'],
      params: [call.caller.userId],
      order: ['o.createdAt', 'o.rowid'],
      query,
      item: (row: object) => organizationView(call, organizations.read(row)),
    }),
  ),

  handle(api.getOrganization, may('view'), (call, { organizationId }) =>
    organizationView(call, organizations(call.db).get({ id: organizationId }, 'organization')),
  ),

  handle(api.updateOrganization, (call, input) => organizationView(call, changeOrganization(call, input))),

  handleChange(api.joinOrganization, (call, { organizationId }) => {
    becomeMember(call, organizationId);
    return reply(204);
  }),

  handle(api.searchOrganization, foundIn),

  handle(api.findOrganizations, (call, { emailDomain }) => ({
    organizations: ofEmailDomain(call, emailDomain).map((row) => organizationView(call, row)),
  })),

  handle(api.createOrganization, (call, input) => {
    const row = createOrganization(call, input);
    // What the caller may do there began with it.
    const owner = { ...call, access: accessFor(call.db, call.caller) };
    return created(organizationView(owner, row));
  }),

  handle(api.getAiUsage, may('viewBilling'), (_call, input) => aiUsageView(input)),

  handle(api.getAgentInstructions, may('view'), (call, { organizationId }) => view(call, organizationId)),

  handleChange(api.setAgentInstructions, may('admin'), (call, { organizationId, instructions }) => {
    agentInstructions(call.db).put({
      organization: organizationId,
      instructions: wholeDocument(instructions),
      updatedAt: call.now().toISOString(),
      updatedBy: call.caller.userId,
    });
    return view(call, organizationId);
  }),
];

export const fidelity: FidelityOf = {
  'orgs.aiUsage': 'The sandbox runs no AI: no credits are used.',
  'orgs.create': 'It is on the free plan; openapiUrl is refused.',
  'orgs.get': 'Plan, trial and billing are set when the sandbox is created; the prices are examples.',
  'orgs.join': 'Every email address counts as verified.',
  'orgs.search':
    'Results are ranked by their text alone, without synonyms, AI answers or tolerance of typing errors. At most 20 pages of each space are shown.',
  'orgs.update': 'The settings for AI, single sign-on and invite links are stored without effect.',
  'agentInstructions.set': 'Stored without effect: there are no AI agents.',
};
