// An organization read for a sandbox: people, grants, collections, spaces with content, and what is said of them. Reads only.
import { listCollections } from '../../api/content/collections.ts';
import { listSpaces, type Space } from '../../api/content/spaces.ts';
import { listMembers } from '../../api/people/members.ts';
import { listSamlProviders } from '../../api/people/saml.ts';
import { listTeamMembers } from '../../api/people/team-members.ts';
import { listTeams } from '../../api/people/teams.ts';
import type { ChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { createGate, type Gate, mapPool, mostOf, type Width } from '../../client/pool.ts';
import { DocsError, NotFoundError } from '../../errors.ts';
import { type GrantPlace, readGrants } from '../access/grants.ts';
import { pageReader } from '../export/space-content.ts';
import { endsAll, giveUp } from '../unrecoverable.ts';
import { allItems } from './all-items.ts';
import { changedGrants } from './changed-grants.ts';
import { type ContentReading, readContent } from './read-content.ts';
import { openChangeRequests, readChangeRequest, readComments } from './read-review.ts';
import { readSites } from './read-sites.ts';
import type { CloneSink, KnownSpace, ReadGrant } from './sink.ts';

export interface CloneJob {
  /** Refuses every method but GET. */
  client: Client;
  organizationId: string;
  sink: CloneSink;
  /** IDs or titles; absent: all spaces. */
  spaces?: readonly string[];
  /** False: spaces are empty, and have no change requests. */
  withContent: boolean;
  concurrency: Width;
  now: () => Date;
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
  skipped: { part: string; error: DocsError }[];
}

/**
 * Fills the sink. A space that fails is in the report, and is as it was before; what was not seen to the end is read again
 * by the next run. Throws what makes going on pointless, and what keeps spaces or members from being listed.
 */
export async function cloneOrganization(job: CloneJob): Promise<CloneReport> {
  const { client, organizationId, sink } = job;
  const startedAt = job.now().toISOString();
  const gate = createGate(job.concurrency, { onRateLimit: client.onRateLimit, endsAll });
  const skipped: CloneReport['skipped'] = [];
  const people = await clonePeople(job, gate, skipped);
  const collections = await allItems(client, listCollections, { organizationId });
  sink.collections(collections);
  const listed = await allItems(client, listSpaces, { organizationId });
  const spaces = chosen(listed, job.spaces);
  const changed = await changedGrants(client, organizationId, sink.filledAt);
  for (const { id } of collections)
    if (changed(id))
      sink.grants({ kind: 'collection', id }, await grantsOn(client, gate, { kind: 'collection', id }));
  const changeRequests = job.withContent
    ? await optional(skipped, 'change requests', new Map<string, ChangeRequest[]>(), () =>
        openChangeRequests(client, organizationId),
      )
    : new Map<string, ChangeRequest[]>();
  const reading: ContentReading = { client, gate, sink, reader: pageReader(client) };
  const outcome = await cloneSpaces(job, { reading, spaces, changeRequests, changed });
  const sites = await optional(skipped, 'sites', [], () => readSites({ client, gate }, organizationId));
  sink.sites(sites);
  // Grants that could not be compared to the end are compared again from where this run began.
  if (outcome.failures.length === 0)
    sink.finish(
      spaces.map(({ space }) => space.id),
      startedAt,
    );
  return {
    ...people,
    collections: collections.length,
    spaces: spaces.length,
    sites: sites.length,
    ...outcome,
    skipped,
  };
}

interface Chosen {
  /** Its place among all spaces. */
  index: number;
  space: Space;
}

/** Throws NotFoundError for a space that is not listed. */
function chosen(listed: readonly Space[], ids: readonly string[] | undefined): Chosen[] {
  const all = listed
    .map((space, index) => ({ index, space }))
    .filter(({ space }) => space.deletedAt === undefined);
  if (!ids) return all;
  const isNamed = ({ space }: Chosen, by: string) =>
    space.id === by || space.title.toLowerCase() === by.toLowerCase();
  const missing = ids.find((by) => !all.some((one) => isNamed(one, by)));
  if (missing !== undefined)
    throw new NotFoundError(`no space "${missing}" in this organization`, { hint: 'docs spaces list' });
  return all.filter((one) => ids.some((by) => isNamed(one, by)));
}

async function clonePeople(
  { client, organizationId, sink }: CloneJob,
  gate: Gate,
  skipped: CloneReport['skipped'],
) {
  const members = await allItems(client, listMembers, { organizationId, order: 'asc' });
  const teams = await optional(skipped, 'teams', [], () => allItems(client, listTeams, { organizationId }));
  const saml = await optional(skipped, 'SAML', [], () =>
    allItems(client, listSamlProviders, { organizationId }),
  );
  const results = await mapPool(
    teams,
    PLACES_AT_ONCE,
    (team) => gate.run(() => allItems(client, listTeamMembers, { organizationId, teamId: team.id })),
    { stop: ({ ok }) => !ok },
  );
  const read = results.map((result) => {
    if (!result.ok) throw result.error;
    return { team: result.item, members: result.value };
  });
  sink.people(members, read, saml);
  return { members: members.length, teams: teams.length };
}

const PLACES_AT_ONCE = 8;

/** What the token may not see, or the host does not have, is left out. */
export async function optional<T>(
  skipped: CloneReport['skipped'],
  part: string,
  without: T,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isRefused = error instanceof DocsError && [402, 403, 404, 501].includes(error.http?.status ?? 0);
    if (!isRefused) throw error;
    skipped.push({ part, error });
    return without;
  }
}

interface Spaces {
  reading: ContentReading;
  spaces: readonly Chosen[];
  changeRequests: ReadonlyMap<string, ChangeRequest[]>;
  changed: (id: string) => boolean;
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
    changeRequests.push(await readChangeRequest({ client, gate }, one, before));
  }
  const comments = saysTheSame(space, known)
    ? known.comments
    : await readComments({ client, gate }, space.id);
  const head = { ...space, revision: content.known.revision };
  const next: KnownSpace = { ...content.known, grants: given, changeRequests, comments };
  sink.space({ index, space: head, revisions: content.revisions, known: next, withContent });
  const isUnchanged = known !== undefined && content.revisions.length === 0;
  return { fetched: content.fetched, changeRequests: open.length, isUnchanged };
}

/** Without an open comment, then and now, nobody says anything. */
function saysTheSame(space: Space, known: KnownSpace | undefined): known is KnownSpace {
  return (
    known !== undefined &&
    space.comments === 0 &&
    known.comments.every(({ comment }) => comment.status !== 'open')
  );
}

async function grantsOn(client: Client, gate: Gate, place: GrantPlace): Promise<ReadGrant[]> {
  const grants = await gate.run(() => readGrants(client, place));
  return grants.map(({ kind, id, level }) => ({ subject: kind, id, role: level }));
}
