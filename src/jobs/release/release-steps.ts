// What docs release cut and retire share: their site, and how steps are shown.

import type { Site } from '../../api/sites/sites.generated.ts';
import { getSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { refuseLacking } from '../../domain/stand-ins/refuse-lacking.ts';
import { place } from '../../engine/ask/confirm.ts';
import { plannedRequest } from '../../engine/plan/dry-run.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, printRows } from '../../engine/run/view.ts';
import { plural } from '../../output/format.ts';
import { done } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Place, Step } from './version.ts';

export const STEP_COLUMNS = ['step', 'state', 'what'];

/** The site of --site or the context, and where it is. `ahead` is called once its IDs are known, while it is being read. */
export async function readSite(
  run: Run,
  client: Client,
  ahead?: (place: Place) => void,
): Promise<{ site: Site; place: Place }> {
  let organizationId = '';
  const site = await readNamed({ ...run }, getSite, (input) => {
    organizationId = idIn(input, 'organizationId');
    const named = { organizationId, siteId: idIn(input, 'siteId') };
    const read = client.call(getSite, named);
    ahead?.(named);
    return read;
  });
  return { site, place: { organizationId, siteId: site.id } };
}

export interface StepRow {
  step: string;
  state: 'done' | 'to do' | 'already done';
  /** In words: `naming the copy "Guides v2.1"`. */
  what: string;
  method: string;
  url: string;
  body?: unknown;
}

const WORDS: Readonly<Record<string, string>> = {
  copy: 'copying the space',
  name: 'naming the copy',
  import: 'importing the repository',
  attach: 'adding the copy to the site',
  address: 'setting its path',
  live: 'showing it to readers',
  default: 'showing it first',
  publish: 'publishing the site',
  detach: 'removing it from the site',
  delete: 'deleting its space',
};

/** What a step does, for people. */
export const stepWords = (name: string): string => WORDS[name] ?? name;

/** A step as --dry-run shows it, secrets masked. */
async function stepRow(run: Run, { name, operation, input, done }: Step): Promise<StepRow> {
  const { url, ...request } = await plannedRequest({ ...run, operation, input });
  const told = [input.title, input.path].find((text) => typeof text === 'string');
  const what = told === undefined ? stepWords(name) : `${stepWords(name)} "${told}"`;
  return { step: name, state: done ? 'already done' : 'to do', what, ...request, url: withNames(url) };
}

/** What does not exist yet has a name in place of an id: `/v1/spaces/<copy>`. */
const withNames = (url: string): string =>
  url.replace(/%3C((?:[a-z]|%20)+)%3E/g, (_, name: string) => `<${name.replaceAll('%20', ' ')}>`);

export async function stepRows(run: Run, steps: readonly Step[]): Promise<StepRow[]> {
  const rows: StepRow[] = [];
  for (const step of steps) rows.push(await stepRow(run, step));
  return rows;
}

/** Throws UnsupportedError (exit 5) where the host cannot do one that is left. */
export const refuseLackingSteps = (client: Client, steps: readonly Step[]): Promise<void> =>
  refuseLacking(
    client,
    steps.flatMap(({ name, operation, done }) => (done ? [] : [{ operation, what: `"${stepWords(name)}"` }])),
  );

/** --dry-run. Throws ForbiddenError for what the caller may not do. */
export async function showUnsent(run: Run, steps: readonly Step[]): Promise<void> {
  await showSteps(run, await stepRows(run, steps));
  await (await import('../../engine/run/missing-right.ts')).refuseMissingRight(
    run,
    steps.filter((step) => !step.done),
  );
  const left = steps.filter((step) => !step.done).length;
  const same = left === steps.length ? '' : `, ${steps.length - left} already done`;
  done(run.context.io, `dry run: ${plural(left, 'step')} to do${same}${await place(run)}; nothing was sent`);
}

/** On a terminal in lines of their own: a table would cut the addresses. */
export async function showSteps(run: Run, rows: readonly StepRow[]): Promise<void> {
  const { io } = run.context;
  // A step has no ID.
  if (chosenFormat(run) === 'id') return;
  if (io.outTty && chosenFormat(run) === undefined && run.flags.fields === undefined) {
    const lines = rows.map(({ state, what }) => `${state.padEnd(12)} ${safeLine(what)}\n`);
    return io.out(lines.join(''));
  }
  await printRows(run, rows);
}
