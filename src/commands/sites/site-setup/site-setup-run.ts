// Carries a plan out, step by step. A failure in the middle says what is done, and how to resume or undo it.

import { deleteSite, type Site } from '../../../api/sites/sites.ts';
import { BACK } from '../../../context.ts';
import { canAsk } from '../../../engine/ask/can-ask.ts';
import { CancelledError, ConflictError, DocsError } from '../../../errors.ts';
import { shell } from '../../../files/shell-word.ts';
import { writeFileDurably } from '../../../files/writer.ts';
import { plural } from '../../../output/format.ts';
import { done, note, warn } from '../../../output/note.ts';
import { setUpSite } from '../../../workflows/site-setup/apply-plan.ts';
import type { Change } from '../../../workflows/site-setup/change.ts';
import { planText } from '../../../workflows/site-setup/plan-file.ts';
import { readSites } from '../../../workflows/site-setup/resolve-plan.ts';
import { heldDrafts } from './held-drafts.ts';
import type { SetupRun } from './site-setup.ts';
import type { Job } from './site-setup-job.ts';
import { type Watched, watchSteps } from './site-setup-steps.ts';

interface Begun {
  /** The site to work on; undefined for a new one. */
  site: Site | undefined;
  /** Where the plan was saved. */
  saved: string | undefined;
}

export interface CarriedOut {
  site: Site;
  /** The draft as it was carried out: an address may have been changed on the way. */
  draft: Job['draft'];
  /** What was changed, in order. */
  changes: readonly Change[];
}

/** Returns the site as it is at the end. Throws what stopped it, with the way on as its hint. */
export async function carryOut(run: SetupRun, job: Job, begun: Begun): Promise<CarriedOut> {
  const client = await run.client();
  const { site: known } = begun;
  const watched = watchSteps(run, known);
  if (known) watched.progress.held = heldDrafts(run, known.id);
  let { draft } = job;
  for (;;) {
    try {
      const site = await setUpSite(client, draft, watched.progress, job.names);
      return { site, draft, changes: watched.steps };
    } catch (error) {
      watched.stop();
      if (!(error instanceof DocsError)) throw error;
      draft = { ...draft, ...(await overcome(run, { ...job, draft }, begun, watched, error)) };
    }
  }
}

/** What to do otherwise in the next attempt. Throws when there is none. */
async function overcome(
  run: SetupRun,
  job: Job,
  { site, saved }: Begun,
  watched: Watched,
  error: DocsError,
): Promise<{ basename?: string }> {
  const isOwn = site === undefined;
  const { progress } = watched;
  // The answer to the first request may have been lost: then the site is there all the same.
  const lost = isOwn && error.outcome === 'unknown' && !progress.site ? await findBegun(run, job) : undefined;
  if (lost) {
    progress.site = lost;
    watched.takeForDone();
  }
  const next = await chooseNext(run, job, watched, error, isOwn);
  if (next === 'stop') throw await stopped(run, job, watched, error, { site, saved });
  if (next === 'undo') throw await undone(run, job, progress.site, error);
  return next;
}

async function findBegun(run: SetupRun, { draft }: Job): Promise<Site | undefined> {
  const sites = await readSites(await run.client(), draft.organization.id).catch(() => []);
  const found = sites.filter(({ title }) => title === draft.title);
  return found.length === 1 ? found[0] : undefined;
}

type Next = 'stop' | 'undo' | { basename?: string };

async function chooseNext(
  run: SetupRun,
  { draft }: Job,
  { progress, current }: Watched,
  error: DocsError,
  isOwn: boolean,
): Promise<Next> {
  if (error instanceof CancelledError || !canAsk(run)) return 'stop';
  warn(run.context.io, `${current()}: ${error.message}`);
  const { site } = progress;
  const isTaken =
    error instanceof ConflictError && draft.basename !== undefined && current().startsWith('address');
  const prompts = await run.context.prompts();
  const choice = await prompts.ask({
    kind: 'choice',
    message: 'What now?',
    choices: [
      ...(isTaken ? [{ name: 'Choose another address', value: 'address' }] : []),
      { name: isTaken ? 'Try the same again' : 'Try again', value: 'again' },
      { name: site ? `Stop here: site "${site.title}" stays as it is` : 'Stop here', value: 'stop' },
      ...(site && isOwn ? [{ name: `Undo: delete site "${site.title}"`, value: 'undo' }] : []),
    ],
  });
  if (choice === 'address') {
    const typed = await prompts.ask({ kind: 'text', message: 'Last part of the address:' });
    return typed === BACK ? {} : { basename: String(typed).trim() };
  }
  return choice === 'again' ? {} : choice === 'undo' ? 'undo' : 'stop';
}

/** The same error, with what is done and the command that resumes. */
async function stopped(
  run: SetupRun,
  { draft, names }: Job,
  { progress, steps }: Watched,
  error: DocsError,
  { site: own, saved }: Begun,
): Promise<DocsError> {
  const { site } = progress;
  const isOwn = own === undefined;
  if (!site) return error;
  const { from } = run.flags;
  const given = typeof from === 'string' && from !== '-' ? from : saved;
  const file = String(given ?? (await keepPlan(run, site, await planText(draft, names.isUnique))));
  const name = `site "${site.title}" (${site.id})`;
  note(
    run.context.io,
    `${plural(steps.length, 'step')} of ${name} done${isOwn ? `; to undo: ${shell`docs sites delete ${site.id}`}` : ''}`,
  );
  const facts = {
    code: error.code,
    exit: error.exit,
    outcome: 'applied' as const,
    retryable: true,
    ...(error.http && { http: error.http }),
    hint: shell`docs sites setup --from ${file} --site ${site.id}`,
    cause: error,
  };
  if (error instanceof CancelledError)
    return new CancelledError(`interrupted: ${name} is not complete`, facts);
  return new DocsError(
    `${name} is not complete: ${error.message}`,
    { code: error.code, exit: error.exit },
    facts,
  );
}

/** Kept among our own files, so that what was begun can be resumed. */
async function keepPlan(run: SetupRun, site: Site, text: string): Promise<string> {
  const { data } = run.context.paths();
  const path = `${data ?? run.context.cwd}/site-setup-${site.id}.yaml`;
  // Without a home it goes where the user is, and that folder is not ours to close.
  writeFileDurably(path, text, { ownDir: data !== undefined });
  return path;
}

async function undone(
  run: SetupRun,
  { draft }: Job,
  site: Site | undefined,
  error: DocsError,
): Promise<DocsError> {
  if (site) {
    const client = await run.client();
    await client.callWithStatus(deleteSite, { organizationId: draft.organization.id, siteId: site.id });
    done(run.context.io, `deleted site "${site.title}" (${site.id}); its spaces stay`);
  }
  return error;
}
