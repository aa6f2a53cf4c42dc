// Makes the sites of a backup again: what one lacks is worked out from what is there, so that a run that was cut off goes on.
import { listOrganizationInstallations } from '../../api/integrations/installed-integrations.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { createSite, getSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { ConflictError } from '../../errors.ts';
import { countedBy } from '../../files/lists.ts';
import { isRecord } from '../../files/texts.ts';
import { planSite } from '../site-file/plan-site.ts';
import type { SiteWish } from '../site-file/work.ts';
import { idMap, type SiteState, type StateKeeper } from './restore-state.ts';
import {
  fitSite,
  readSiteBackup,
  readSites,
  readSpaces,
  type SiteBackup,
  type SitePlaces,
} from './site-backup.ts';

export interface SitesJob {
  client: Client;
  organizationId: string;
  sites: readonly SiteBackup[];
  keeper: StateKeeper;
  publish: boolean;
}

export interface RestoredSite {
  /** ID in the backup. */
  from: string;
  site: string;
  title: string;
  published: boolean;
}

/** What is there that a site may name. */
export async function sitePlaces({ client, organizationId, keeper, publish }: SitesJob): Promise<SitePlaces> {
  const [there, sites, installations] = await Promise.all([
    readSpaces(client, organizationId),
    readSites(client, organizationId),
    allItems(client.pages(listOrganizationInstallations, { organizationId })),
  ]);
  const spaces = new Map<string, string>();
  const timesOf = countedBy(there, ({ title }) => title);
  for (const { id, title } of there) if (timesOf(title) === 1) spaces.set(title, id);
  for (const { id } of there) spaces.set(id, id);
  const installed = new Set(installations.map(({ integration }) => integration.name));
  // What an earlier run has made has the names that it is to have.
  const made = new Set(Object.values(keeper.state.sites ?? {}).map(({ site }) => site));
  const basenames = new Set(sites.flatMap(({ id, basename }) => (made.has(id) ? [] : (basename ?? []))));
  return { ids: idMap(keeper.state), spaces, installed, basenames, publish };
}

/** Throws what the requests throw, ConflictError for what the platform cannot do; calling it again goes on. */
export async function restoreSites(job: SitesJob): Promise<RestoredSite[]> {
  const { keeper, sites } = job;
  if (sites.length === 0) return [];
  const places = await sitePlaces(job);
  const done: RestoredSite[] = [];
  for (const backup of sites) {
    keeper.state.sites ??= {};
    const state = keeper.state.sites[backup.id] ?? { title: backup.title };
    keeper.state.sites[backup.id] = state;
    const published = await restoreSite(job, backup, state, places);
    done.push({ from: backup.id, site: state.site ?? '', title: backup.title, published });
  }
  return done;
}

async function restoreSite(
  job: SitesJob,
  backup: SiteBackup,
  state: SiteState,
  places: SitePlaces,
): Promise<boolean> {
  const { client, organizationId, keeper } = job;
  const parsed = await readSiteBackup(backup);
  fitSite(backup, parsed, places);
  if (!state.done) {
    const site = await siteSoFar(job, backup, state);
    const { rows } = await planSite({
      ...{ client, organizationId, parsed, site, prune: false, concurrency: 4 },
      spaces: await readSpaces(client, organizationId),
    });
    await sendRows(client, rows, async (row, answer) => {
      if (row.operation !== createSite || !isRecord(answer)) return;
      state.site = String(answer.id);
      await keeper.save();
    });
    state.done = true;
    await keeper.save();
  }
  return parsed.file.publish === true;
}

/** What an earlier run has made of it: also where it never heard the answer. */
async function siteSoFar(
  { client, organizationId, keeper }: SitesJob,
  { title }: SiteBackup,
  state: SiteState,
): Promise<Site | undefined> {
  if (state.site !== undefined) return client.call(getSite, { organizationId, siteId: state.site });
  const here = (await readSites(client, organizationId)).filter((site) => site.title === title);
  const taken = new Set(Object.values(keeper.state.sites ?? {}).map(({ site }) => site));
  const lost = here.find(({ id }) => state.others && !state.others.includes(id) && !taken.has(id));
  if (lost) state.site = lost.id;
  state.others ??= here.map(({ id }) => id);
  await keeper.save();
  return lost;
}

/** One after the other, each with the IDs of what the ones before it made. */
async function sendRows(
  client: Client,
  rows: readonly SiteWish[],
  onAnswer: (row: SiteWish, answer: unknown) => Promise<void>,
): Promise<void> {
  const answers: unknown[] = [];
  for (const row of rows) {
    // Safe: a plan gives each operation what it takes; the host checks it.
    const answer: unknown = await client.call(row.operation, filled(row.input, answers) as never);
    answers.push(answer);
    await onAnswer(row, answer);
  }
}

/** With what the answers of earlier rows say where the input refers to them. */
function filled(value: unknown, answers: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((inner) => filled(inner, answers));
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, answers)]));
  const [, row, path = ''] = (typeof value === 'string' && /^\{row (\d+)\}\.(.+)$/.exec(value)) || [];
  if (row === undefined) return value;
  let found: unknown = answers[Number(row) - 1];
  for (const key of path.split('.')) found = Object(found)[key];
  if (found !== undefined) return found;
  throw new ConflictError(`the host did not say the ID of what it made (${path})`, {
    hint: 'docs sites list',
  });
}
