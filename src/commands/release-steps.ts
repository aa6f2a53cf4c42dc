// What docs release cut and retire share: their site, and how steps are shown.
import { getSite, type Site } from '../api/sites.ts';
import type { Client } from '../client/client.ts';
import { listWriter } from '../output/render.ts';
import type { Place, Step } from '../workflows/release/release.ts';
import { plannedRequest } from './dry-run.ts';
import { idIn, readNamed } from './named.ts';
import type { Run } from './run.ts';
import { viewOf } from './view.ts';

export const STEP_COLUMNS = ['step', 'state', 'method', 'url'];

/** The site of --site or the context, and where it is. */
export async function readSite(run: Run, client: Client): Promise<{ site: Site; place: Place }> {
  let organizationId = '';
  const site = await readNamed({ ...run }, getSite, (input) => {
    organizationId = idIn(input, 'organizationId');
    return client.call(getSite, { organizationId, siteId: idIn(input, 'siteId') });
  });
  return { site, place: { organizationId, siteId: site.id } };
}

export interface StepRow {
  step: string;
  state: 'done' | 'to do' | 'was done';
  method: string;
  url: string;
  body?: unknown;
}

/** A step as --dry-run shows it, secrets masked. */
export async function stepRow(run: Run, { name, operation, input, done }: Step): Promise<StepRow> {
  const request = await plannedRequest({ ...run, operation, input });
  return { step: name, state: done ? 'was done' : 'to do', ...request };
}

export async function showSteps(run: Run, rows: readonly StepRow[]): Promise<void> {
  const writer = await listWriter(run.context.io, { ...viewOf(run), idField: 'step' });
  await writer.page(rows);
  await writer.end();
}
