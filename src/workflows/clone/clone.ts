// An organization read for a sandbox: people, grants, collections, spaces with content, and what is said of them. Reads only.
import { listCollections } from '../../api/content/collections.ts';
import { listSpaces, type Space } from '../../api/content/spaces.ts';
import type { ChangeRequest } from '../../api/review/change-requests.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { createGate, type Gate, mapPool, mostOf, type Width } from '../../client/pool.ts';
import { pageReader } from '../export/space-content.ts';
import { endsAll, giveUp } from '../unrecoverable.ts';
import { allItems } from './all-items.ts';
import { changedGrants } from './changed-grants.ts';
import { cloneSpace, grantsOn, type Spaces } from './clone-space.ts';
import type { ContentReading } from './read-content.ts';
import { readParts } from './read-parts.ts';
import { readPeople } from './read-people.ts';
import { openChangeRequests } from './read-review.ts';
import { readSites } from './read-sites.ts';
import { type Readable, readableInto, type Skipped } from './readable.ts';
import { type CloneScope, chosenCollections, chosenSites, chosenSpaces } from './scope.ts';
import type { CloneSink, ReadSite } from './sink.ts';

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
  const allCollections = await allItems(client, listCollections, { organizationId });
  const spaces = chosenSpaces(await allItems(client, listSpaces, { organizationId }), sites, scope);
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
    const listed = await gate.run(() => allItems(client, listSites, { organizationId }));
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
