// An organization read for a sandbox: people, grants, collections, spaces with content, and what is said of them. Reads only.

import { listCollections } from '../../api/content/collections.ts';
import { listSpaces, type Space } from '../../api/content/spaces.ts';
import { type AuditEvent, listAuditEvents } from '../../api/people/audit-events.ts';
import { listMembers } from '../../api/people/members.ts';
import { listSamlProviders, type SamlProvider } from '../../api/people/saml.ts';
import { listTeamMembers } from '../../api/people/team-members.ts';
import { listTeams, type Team } from '../../api/people/teams.ts';
import type { ChangeRequest } from '../../api/review/change-requests.ts';
import { getAdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import { getHostname } from '../../api/sites/custom-hostnames.ts';
import { getCustomization, getSiteSpaceCustomization } from '../../api/sites/customization.ts';
import { getPublishingAuth, type SitePublishingAuth } from '../../api/sites/site-publishing.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { listShareLinks } from '../../api/sites/site-share-links.ts';
import { listSiteSpaces } from '../../api/sites/site-spaces.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { listSites, type Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { createGate, type Gate, mapPool, mostOf, type Width } from '../../client/pool.ts';
import { DocsError } from '../../errors.ts';
import { type GrantPlace, readGrants } from '../access/grants.ts';
import { pageReader } from '../export/space-content.ts';
import { endsAll, giveUp } from '../unrecoverable.ts';
import { listPatiently } from './patient-list.ts';
import { type ContentReading, PATIENCE, readContent } from './read-content.ts';
import { readParts } from './read-parts.ts';
import { openChangeRequests, readChangeRequest, readComments } from './read-review.ts';
import { ifReadable, type Readable, readableInto, type Skipped } from './readable.ts';
import { type Chosen, type CloneScope, chosenCollections, chosenSites, chosenSpaces } from './scope.ts';
import type { CloneSink, KnownSpace, ReadChangeRequest, ReadGrant, ReadSite, ReadTeam } from './sink.ts';

// What may have been given to somebody since a clone was filled: told by the audit events, so that not every place is asked.

/** Clocks differ, and events may come late. */
const SLACK_MS = 10 * 60_000;
/** What happens in content and reviews gives nobody access. */
const HARMLESS =
  /^(change[-_]?requests?|comments?|comment[-_]?replies|content|pages?|files?|reviews?|reviewers?|revisions?)\b/i;
const PARTS =
  /^(site-(section|section-group|space|redirect|external-link|share-link)|openapi-spec|comment|change-request|revision)$/;
/** With more than this, asking every place is as good. */
const MOST_EVENTS = 5000;

/** Says of a place whether what is given on it has to be read. Hosts that tell no events have all places read. */
async function changedGrants(
  client: Client,
  organizationId: string,
  since: string | undefined,
): Promise<(placeId: string) => boolean> {
  const all = () => true;
  if (since === undefined) return all;
  const from = new Date(Date.parse(since) - SLACK_MS).toISOString();
  const targets: AuditEvent['target'][] = [];
  let count = 0;
  try {
    const pages = client.pages(listAuditEvents, { organizationId, from }, { limit: MOST_EVENTS });
    for await (const { items } of pages) {
      count += items.length;
      targets.push(...items.filter(mayGive).map(({ target }) => target));
    }
  } catch (error) {
    if (error instanceof DocsError && [402, 403, 404, 501].includes(error.http?.status ?? 0)) return all;
    throw error;
  }
  // Whoever left, and a team that is gone, had something anywhere; and there may be more events than were read.
  if (count >= MOST_EVENTS || targets.some(({ type }) => !/^(space|collection|site)$/.test(type))) return all;
  const places = new Set(targets.map(({ id }) => id));
  return (id) => places.has(id);
}

const mayGive = ({ action, target }: AuditEvent): boolean =>
  !HARMLESS.test(action) && !PARTS.test(target.type);

// One space of a clone: its grants, its content, its open change requests and its comments.

interface Spaces {
  reading: ContentReading;
  spaces: readonly Chosen[];
  changeRequests: ReadonlyMap<string, ChangeRequest[]>;
  changed: (id: string) => boolean;
}

/** All of it, or a failure and nothing of it. */
async function cloneSpace(job: CloneJob, work: Spaces, { index, space }: Chosen) {
  const { sink, withContent, client } = job;
  const { gate } = work.reading;
  const known = sink.known(space.id);
  const given =
    known && !work.changed(space.id)
      ? known.grants
      : await grantsOn(client, gate, { kind: 'space', id: space.id });
  if (!withContent) {
    const nothing = {
      revision: space.revision,
      texts: {},
      files: {},
      revisions: [],
      changeRequests: [],
      comments: [],
    };
    sink.space({ index, space, revisions: [], known: { ...nothing, grants: given }, withContent });
    return { fetched: 0, changeRequests: 0, isUnchanged: false };
  }
  const listed = work.changeRequests.get(space.id) ?? [];
  const content = await readContent(work.reading, space, listed, known);
  // One that was changed since it was listed, or whose origin the host keeps no longer, waits for the next run.
  const isHere = (id: string) => content.known.revisions.includes(id);
  const open = listed.filter(
    ({ revision, revisionInitial, revisionMergedAncestor }) =>
      isHere(revision) && isHere(revisionMergedAncestor ?? revisionInitial),
  );
  const changeRequests = [];
  for (const one of open) {
    const before = known?.changeRequests.find(({ changeRequest }) => changeRequest.id === one.id);
    const isForgotten = job.forgets === true && before !== undefined && hasAuthors(before);
    changeRequests.push(await readChangeRequest({ client, gate }, one, isForgotten ? undefined : before));
  }
  const comments =
    saysTheSame(space, known) && (job.forgets !== true || known.comments.length === 0)
      ? known.comments
      : await readComments({ client, gate }, space.id);
  const head = { ...space, revision: content.known.revision };
  const next: KnownSpace = { ...content.known, grants: given, changeRequests, comments };
  sink.space({ index, space: head, revisions: content.revisions, known: next, withContent });
  const isUnchanged = known !== undefined && content.revisions.length === 0;
  return { fetched: content.fetched, changeRequests: open.length, isUnchanged };
}

const hasAuthors = ({ reviews, requested, comments }: ReadChangeRequest): boolean =>
  reviews.length + requested.length + comments.length > 0;

/** Without an open comment, then and now, nobody says anything. */
function saysTheSame(space: Space, known: KnownSpace | undefined): known is KnownSpace {
  return (
    known !== undefined &&
    space.comments === 0 &&
    known.comments.every(({ comment }) => comment.status !== 'open')
  );
}

/** Who was given what on a place by name. */
async function grantsOn(client: Client, gate: Gate, place: GrantPlace): Promise<ReadGrant[]> {
  const grants = await gate.run(() => readGrants(client, place));
  return grants.map(({ kind, id, level }) => ({ subject: kind, id, role: level }));
}

// People of an organization for a clone: members, teams with theirs, and single sign-on.

const TEAMS_AT_ONCE = 8;

interface PeopleReading {
  client: Client;
  gate: Gate;
  organizationId: string;
  readable: Readable;
}

/** Throws where members cannot be listed. */
async function readPeople({ client, gate, organizationId, readable }: PeopleReading) {
  const members = await listPatiently(client, listMembers, { organizationId, order: 'asc' });
  let teams: Team[] = [];
  let saml: SamlProvider[] = [];
  await readable('teams', async () => {
    teams = await listPatiently(client, listTeams, { organizationId });
  });
  await readable('SAML', async () => {
    saml = await listPatiently(client, listSamlProviders, { organizationId });
  });
  const results = await mapPool(
    teams,
    TEAMS_AT_ONCE,
    ({ id: teamId }) => gate.run(() => listPatiently(client, listTeamMembers, { organizationId, teamId })),
    { stop: ({ ok }) => !ok },
  );
  const withMembers = results.map((result): ReadTeam => {
    if (!result.ok) throw result.error;
    return { team: result.item, members: result.value };
  });
  return { members, teams: withMembers, saml };
}

// The sites of an organization for a clone: settings, structure, redirects, looks, links, and what is given on them. The keys
// of links and of signing in stay where they are.

const AT_ONCE = 8;

/** All of these, whole. Throws what the first one that cannot be read throws. */
async function readSites(
  { client, gate }: { client: Client; gate: Gate },
  organizationId: string,
  sites: readonly Site[],
): Promise<ReadSite[]> {
  const results = await mapPool(sites, AT_ONCE, (site) => readSite({ client, gate }, organizationId, site), {
    stop: ({ ok }) => !ok,
  });
  return results.map((result) => {
    if (!result.ok) throw result.error;
    return result.value;
  });
}

async function readSite(
  { client, gate }: { client: Client; gate: Gate },
  organizationId: string,
  site: Site,
): Promise<ReadSite> {
  const ref = { organizationId, siteId: site.id };
  const structure = await gate.run(() => client.call(getSiteStructure, ref, PATIENCE));
  const redirects = await gate.run(() => listPatiently(client, listRedirects, ref));
  const unmasked = { ...ref, unmasked: true };
  const customization = await gate.run(() => client.call(getCustomization, unmasked, PATIENCE));
  const siteSpaces = await gate.run(() => listPatiently(client, listSiteSpaces, ref));
  const looks: ReadSite['looks'][number][] = [];
  for (const { id } of siteSpaces) {
    const input = { ...unmasked, siteSpaceId: id };
    const own = await gate.run(() => client.call(getSiteSpaceCustomization, input, PATIENCE));
    if (JSON.stringify(own) !== JSON.stringify(customization))
      looks.push({ siteSpace: id, customization: own });
  }
  const given = await gate.run(() => readGrants(client, { kind: 'site', id: site.id, organizationId }));
  const grants = given.map(({ kind, id, level }) => ({ subject: kind, id, role: level }));
  const extras = await readExtras({ client, gate }, organizationId, site);
  return { site, structure, siteSpaces, redirects, customization, looks, grants, ...extras };
}

type Extras = Pick<ReadSite, 'shareLinks' | 'hostname' | 'auth' | 'adaptiveSchema'>;

/** What only some tokens and plans may see. */
async function readExtras(
  { client, gate }: { client: Client; gate: Gate },
  organizationId: string,
  { id, hostname: name }: Site,
): Promise<Extras> {
  const ref = { organizationId, siteId: id };
  const read = <T>(work: () => Promise<T>) => ifReadable(() => gate.run(work));
  const links = await read(() => listPatiently(client, listShareLinks, ref));
  const auth = await read(() => client.call(getPublishingAuth, ref, PATIENCE));
  const adaptiveSchema = await read(() => client.call(getAdaptiveSchema, ref, PATIENCE));
  const hostname =
    name === undefined ? undefined : await read(() => client.call(getHostname, { hostname: name }, PATIENCE));
  return {
    ...(links && { shareLinks: links.map(({ urls: _, ...link }) => link) }),
    ...(auth && { auth: withoutKey(auth) }),
    ...(adaptiveSchema && { adaptiveSchema }),
    ...(hostname && { hostname }),
  };
}

const withoutKey = ({ privateKey: _, ...auth }: SitePublishingAuth) => auth;

export interface CloneJob {
  /** Refuses every method but GET. */
  client: Client;
  organizationId: string;
  sink: CloneSink;
  scope: CloneScope;
  /** False: spaces are empty, and have no change requests. */
  withContent: boolean;
  concurrency: Width;
  now: () => Date;
  /** What anybody has written is read again, though it is here: the sink does not know who they are. */
  forgets?: boolean;
  /** Called when everything is listed, and nothing was handed on yet. */
  onRead?: () => void;
  onPlan?: (count: number) => void;
  onStep?: (ok: boolean) => void;
}

export interface CloneReport {
  members: number;
  teams: number;
  collections: number;
  spaces: number;
  sites: number;
  /** Spaces of which nothing had to be fetched. */
  unchanged: number;
  changeRequests: number;
  /** Texts and files. */
  fetched: number;
  failures: { space: Space; error: unknown }[];
  /** Parts that the token may not read, or the host does not have. */
  skipped: Skipped[];
}

/**
 * Fills the sink. A space that fails is in the report, and is as it was before; what was not seen to the end is read again
 * by the next run. Throws what makes going on pointless, and what keeps spaces or members from being listed.
 */
export async function cloneOrganization(job: CloneJob): Promise<CloneReport> {
  const { client, organizationId, sink, scope } = job;
  const startedAt = job.now().toISOString();
  const gate = createGate(job.concurrency, { onRateLimit: client.onRateLimit, endsAll });
  const skipped: Skipped[] = [];
  const readable = readableInto(skipped);
  const reading = { client, gate, organizationId, readable };
  const { members, teams, saml } = await readPeople(reading);
  const sites = await sitesOf(job, reading);
  const allCollections = await listPatiently(client, listCollections, { organizationId });
  const spaces = chosenSpaces(await listPatiently(client, listSpaces, { organizationId }), sites, scope);
  const collections = chosenCollections(allCollections, spaces, scope);
  const changeRequests = await changeRequestsOf(job, readable);
  job.onRead?.();
  sink.people(members, teams, saml);
  sink.collections(collections);
  const changed = await changedGrants(client, organizationId, sink.filledAt);
  for (const { id } of collections)
    if (changed(id))
      sink.grants({ kind: 'collection', id }, await grantsOn(client, gate, { kind: 'collection', id }));
  const content: ContentReading = { client, gate, sink, reader: pageReader(client) };
  const outcome = await cloneSpaces(job, { reading: content, spaces, changeRequests, changed });
  sink.sites(sites);
  const isLimited = scope.spaces !== undefined || scope.sites !== undefined;
  const ids = new Set(spaces.map(({ space }) => space.id));
  const isWanted = isLimited ? (id: string) => ids.has(id) : undefined;
  sink.parts(await readParts({ ...reading, versions: sink.versions(), isWanted }));
  // Grants that could not be compared to the end are compared again from where this run began.
  if (outcome.failures.length === 0) sink.finish([...ids], startedAt);
  return {
    members: members.length,
    teams: teams.length,
    collections: collections.length,
    spaces: spaces.length,
    sites: sites.length,
    ...outcome,
    skipped,
  };
}

async function sitesOf(
  { client, organizationId, scope }: CloneJob,
  { gate, readable }: { gate: Gate; readable: Readable },
): Promise<ReadSite[]> {
  let sites: ReadSite[] = [];
  const read = async () => {
    const listed = await gate.run(() => listPatiently(client, listSites, { organizationId }));
    sites = await readSites({ client, gate }, organizationId, chosenSites(listed, scope));
  };
  // Sites that were asked for by name are an error when they cannot be read; all others are skipped.
  await (scope.sites ? read() : readable('sites', read));
  return sites;
}

async function changeRequestsOf(
  { client, organizationId, withContent }: CloneJob,
  readable: Readable,
): Promise<ReadonlyMap<string, ChangeRequest[]>> {
  let found = new Map<string, ChangeRequest[]>();
  if (withContent)
    await readable('change requests', async () => {
      found = await openChangeRequests(client, organizationId);
    });
  return found;
}

async function cloneSpaces(job: CloneJob, work: Spaces) {
  const outcome = { unchanged: 0, changeRequests: 0, fetched: 0, failures: [] as CloneReport['failures'] };
  job.onPlan?.(work.spaces.length);
  const stop = giveUp();
  let fatal: { error: unknown } | undefined;
  const results = await mapPool(work.spaces, mostOf(job.concurrency), (one) => cloneSpace(job, work, one), {
    stop: (result) => {
      job.onStep?.(result.ok);
      if (!result.ok && stop(result)) fatal = { error: result.error };
      return fatal !== undefined;
    },
  });
  if (fatal) throw fatal.error;
  for (const result of results) {
    if (!result.ok) {
      outcome.failures.push({ space: result.item.space, error: result.error });
      continue;
    }
    outcome.fetched += result.value.fetched;
    outcome.changeRequests += result.value.changeRequests;
    if (result.value.isUnchanged) outcome.unchanged += 1;
  }
  return outcome;
}
