// An organization read for a sandbox: people, grants, collections, spaces with content, and what is said of them. Reads only.
import { listCollections } from '../../api/content/collections.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import type { OrganizationSAMLProvider as SamlProvider } from '../../api/people/invites.generated.ts';
import { listSamlProviders } from '../../api/people/invites.ts';
import { listMembers, listTeamMembers, listTeams } from '../../api/people/members.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { getAdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import { getCustomization, getSiteSpaceCustomization } from '../../api/sites/customization.ts';
import type { SitePublishingAuth } from '../../api/sites/site-publishing.generated.ts';
import { getHostname, getPublishingAuth, listShareLinks } from '../../api/sites/site-publishing.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { getSiteStructure, listSiteSpaces } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { createGate, type Gate, mapAll, mapPool, mostOf, type Width } from '../../client/pool.ts';
import { endsAll, giveUp } from '../../client/retry.ts';
import { changesSince } from '../../domain/access/changed-grants.ts';
import { type GrantPlace, readGrants } from '../../domain/access/grants.ts';
import { pageReader } from '../export/space-content.ts';
import {
  type ContentReading,
  listPatiently,
  openChangeRequests,
  PATIENCE,
  readChangeRequest,
  readComments,
  readContent,
} from './read-content.ts';
import { ifReadable, type Readable, readableInto, readParts, type Skipped } from './read-parts.ts';
import { type Chosen, type CloneScope, chosenCollections, chosenSites, chosenSpaces } from './scope.ts';
import type { CloneSink, KnownSpace, ReadChangeRequest, ReadGrant, ReadSite, ReadTeam } from './sink.ts';

/** Of one kind; the gate says how many requests there are in all. */
const AT_ONCE = 8;

// One space of a clone: its grants, its content, its open change requests and its comments.

interface Spaces {
  reading: ContentReading;
  spaces: readonly Chosen[];
  /** Undefined where they may not be listed: those that are known stay. */
  changeRequests: ReadonlyMap<string, ChangeRequest[]> | undefined;
  changed: (id: string) => boolean;
}

/** All of it, or a failure and nothing of it. */
async function cloneSpace(job: CloneJob, work: Spaces, { index, space }: Chosen) {
  const { sink, withContent, client } = job;
  const { gate } = work.reading;
  const known = sink.known(space.id);
  const given = async () =>
    known && !work.changed(space.id) ? known.grants : grantsOn(client, gate, { kind: 'space', id: space.id });
  if (!withContent) {
    const nothing = {
      revision: space.revision,
      texts: {},
      files: {},
      revisions: [],
      changeRequests: [],
      comments: [],
    };
    sink.space({ index, space, revisions: [], known: { ...nothing, grants: await given() }, withContent });
    return { fetched: 0, changeRequests: 0, isUnchanged: false };
  }
  const before = known?.changeRequests.map(({ changeRequest }) => changeRequest);
  const listed = (work.changeRequests ? work.changeRequests.get(space.id) : before) ?? [];
  const isQuiet = saysTheSame(space, known) && (job.forgets !== true || known.comments.length === 0);
  const [grants, content, comments] = await Promise.all([
    given(),
    readContent(work.reading, space, listed, known),
    isQuiet ? known.comments : readComments({ client, gate }, space.id),
  ]);
  // One that was changed since it was listed, or whose origin the host keeps no longer, waits for the next run.
  const isHere = (id: string) => content.known.revisions.includes(id);
  const open = listed.filter(
    ({ revision, revisionInitial, revisionMergedAncestor }) =>
      isHere(revision) && isHere(revisionMergedAncestor ?? revisionInitial),
  );
  const changeRequests = await mapAll(client, open, AT_ONCE, (one) => {
    const before = known?.changeRequests.find(({ changeRequest }) => changeRequest.id === one.id);
    const isForgotten = job.forgets === true && before !== undefined && hasAuthors(before);
    return readChangeRequest({ client, gate }, one, isForgotten ? undefined : before);
  });
  const head = { ...space, revision: content.known.revision };
  const next: KnownSpace = { ...content.known, grants, changeRequests, comments };
  sink.space({ index, space: head, revisions: content.revisions, known: next, withContent });
  const isUnchanged = known !== undefined && content.revisions.length === 0;
  return { fetched: content.fetched, changeRequests: open.length, isUnchanged };
}

const hasAuthors = ({ reviews, requested, comments }: ReadChangeRequest): boolean =>
  reviews.length + requested.length + comments.length > 0;

/** Without an open comment, then and now, nobody says anything. */
const saysTheSame = (space: Space, known: KnownSpace | undefined): known is KnownSpace =>
  known !== undefined &&
  space.comments === 0 &&
  known.comments.every(({ comment }) => comment.status !== 'open');

/** Who was given what on a place by name. */
async function grantsOn(client: Client, gate: Gate, place: GrantPlace): Promise<ReadGrant[]> {
  const grants = await gate.run(() => readGrants(client, place));
  return grants.map(({ kind, id, level }) => ({ subject: kind, id, role: level }));
}

// People of an organization for a clone: members, teams with theirs, and single sign-on.

interface PeopleReading {
  client: Client;
  gate: Gate;
  organizationId: string;
  readable: Readable;
}

async function readTeams(reading: PeopleReading): Promise<ReadTeam[] | undefined> {
  const { client, gate, organizationId, readable } = reading;
  const teams = await readable('teams', () => listPatiently(client, listTeams, { organizationId }));
  return (
    teams &&
    mapAll(client, teams, AT_ONCE, async (team) => {
      const input = { organizationId, teamId: team.id };
      return { team, members: await gate.run(() => listPatiently(client, listTeamMembers, input)) };
    })
  );
}

const readSaml = ({ client, organizationId, readable }: PeopleReading): Promise<SamlProvider[] | undefined> =>
  readable('SAML', () => listPatiently(client, listSamlProviders, { organizationId }));

// The sites of an organization for a clone: settings, structure, redirects, looks, links, and what is given on them. The keys
// of links and of signing in stay where they are.

type Reading = Pick<PeopleReading, 'client' | 'gate' | 'organizationId'>;

/** Throws what the first part of it that cannot be read throws. */
async function readSite({ client, gate, organizationId }: Reading, site: Site): Promise<ReadSite> {
  const ref = { organizationId, siteId: site.id };
  const unmasked = { ...ref, unmasked: true };
  const [structure, redirects, customization, siteSpaces, given, extras] = await Promise.all([
    gate.run(() => client.call(getSiteStructure, ref, PATIENCE)),
    gate.run(() => listPatiently(client, listRedirects, ref)),
    gate.run(() => client.call(getCustomization, unmasked, PATIENCE)),
    gate.run(() => listPatiently(client, listSiteSpaces, ref)),
    grantsOn(client, gate, { kind: 'site', id: site.id, organizationId }),
    readExtras({ client, gate, organizationId }, site),
  ]);
  const own = await mapAll(client, siteSpaces, AT_ONCE, async ({ id: siteSpace }) => {
    const input = { ...unmasked, siteSpaceId: siteSpace };
    const look = await gate.run(() => client.call(getSiteSpaceCustomization, input, PATIENCE));
    return { siteSpace, customization: look };
  });
  const looks = own.filter((look) => JSON.stringify(look.customization) !== JSON.stringify(customization));
  return { site, structure, siteSpaces, redirects, customization, looks, grants: given, ...extras };
}

type Extras = Pick<ReadSite, 'shareLinks' | 'hostname' | 'auth' | 'adaptiveSchema'>;

/** What only some tokens and plans may see. */
async function readExtras(
  { client, gate, organizationId }: Reading,
  { id, hostname: name }: Site,
): Promise<Extras> {
  const ref = { organizationId, siteId: id };
  const read = <T>(work: () => Promise<T>) => ifReadable(() => gate.run(work));
  const [links, auth, adaptiveSchema, hostname] = await Promise.all([
    read(() => listPatiently(client, listShareLinks, ref)),
    read(() => client.call(getPublishingAuth, ref, PATIENCE)),
    read(() => client.call(getAdaptiveSchema, ref, PATIENCE)),
    name === undefined ? undefined : read(() => client.call(getHostname, { hostname: name }, PATIENCE)),
  ]);
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
  /** Called when the members are listed, and nothing else was read yet. */
  onMembers?: () => void;
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
  const startedAt = client.hostTime(job.now()).toISOString();
  const gate = createGate(job.concurrency, { onRateLimit: client.onRateLimit, endsAll });
  const skipped: Skipped[] = [];
  const readable = readableInto(skipped);
  const reading = { client, gate, organizationId, readable };
  const members = await listPatiently(client, listMembers, { organizationId, order: 'asc' });
  job.onMembers?.();
  const [teams, saml, sites, allCollections, allSpaces, changeRequests, { given: changed }] =
    await Promise.all([
      readTeams(reading),
      readSaml(reading),
      sitesOf(job, reading),
      listPatiently(client, listCollections, { organizationId }),
      listPatiently(client, listSpaces, { organizationId }),
      changeRequestsOf(job, readable),
      changesSince(client, organizationId, sink.filledAt),
    ]);
  const spaces = chosenSpaces(allSpaces, sites ?? [], scope);
  const collections = chosenCollections(allCollections, spaces, scope);
  sink.people(members, teams, saml);
  sink.collections(collections);
  const given = await mapAll(
    client,
    collections.filter(({ id }) => changed(id)),
    AT_ONCE,
    async ({ id }) => ({ id, grants: await grantsOn(client, gate, { kind: 'collection', id }) }),
  );
  for (const { id, grants } of given) sink.grants({ kind: 'collection', id }, grants);
  const content: ContentReading = { client, gate, sink, reader: pageReader(client) };
  const isLimited = scope.spaces !== undefined || scope.sites !== undefined;
  const ids = new Set(spaces.map(({ space }) => space.id));
  const isWanted = isLimited ? (id: string) => ids.has(id) : undefined;
  const [outcome, parts] = await Promise.all([
    cloneSpaces(job, { reading: content, spaces, changeRequests, changed }),
    readParts({ ...reading, versions: sink.versions(), isWanted }),
  ]);
  if (sites) sink.sites(sites);
  sink.parts(parts);
  // Grants that could not be compared to the end are compared again from where this run began.
  if (outcome.failures.length === 0) sink.finish([...ids], startedAt);
  return {
    members: members.length,
    teams: teams?.length ?? 0,
    collections: collections.length,
    spaces: spaces.length,
    sites: sites?.length ?? 0,
    ...outcome,
    skipped: skipped.sort((a, b) => a.part.localeCompare(b.part)),
  };
}

/** Undefined where they cannot be listed; one that was deleted meanwhile, or may not be read, takes no other along. */
async function sitesOf(
  { client, organizationId, scope }: CloneJob,
  { gate, readable }: { gate: Gate; readable: Readable },
): Promise<ReadSite[] | undefined> {
  const reading = { client, gate, organizationId };
  const list = () => gate.run(() => listPatiently(client, listSites, { organizationId }));
  // Sites that were asked for by name are an error when they cannot be read; all others are skipped.
  const read: Readable = scope.sites ? (_, work) => work() : readable;
  const listed = await read('sites', list);
  if (!listed) return undefined;
  const found = await mapAll(client, chosenSites(listed, scope), AT_ONCE, (site) =>
    read(`site "${site.title}"`, () => readSite(reading, site)),
  );
  return found.filter((site) => site !== undefined);
}

const changeRequestsOf = async (
  { client, organizationId, withContent }: CloneJob,
  readable: Readable,
): Promise<ReadonlyMap<string, ChangeRequest[]> | undefined> =>
  withContent ? readable('change requests', () => openChangeRequests(client, organizationId)) : undefined;

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
