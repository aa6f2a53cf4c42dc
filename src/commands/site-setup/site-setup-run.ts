// Carries a plan out, step by step. A failure in the middle says what stands, and how to go on or to take it back.
import { deleteSite, type Site } from '../../api/sites.ts';
import { canAsk } from '../../engine/run/can-ask.ts';
import { shellQuote } from '../../engine/run/confirm.ts';
import type { Run } from '../../engine/run/run.ts';
import { CancelledError, ConflictError, DocsError } from '../../errors.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { plural } from '../../output/format.ts';
import { done, note, warn } from '../../output/note.ts';
import { type Progress as Spinner, startProgress } from '../../output/progress.ts';
import { type Progress, setUpSite } from '../../workflows/site-setup/apply-plan.ts';
import { planText } from '../../workflows/site-setup/plan-file.ts';
import { sitesCalled } from '../../workflows/site-setup/resolve-plan.ts';
import type { Opened } from './site-setup-draft.ts';

interface Begun {
  /** The site to go on with. */
  site: Site | undefined;
  /** Where the plan was saved. */
  saved: string | undefined;
}

export interface CarriedOut {
  site: Site;
  /** The draft as it was carried out: an address may have been changed on the way. */
  draft: Opened['draft'];
}

/** Returns the site as it stands at the end. Throws what stopped it, with the way on as its hint. */
export async function carryOut(run: Run, opened: Opened, begun: Begun): Promise<CarriedOut> {
  const client = await run.client();
  const watched = watchSteps(run, begun.site);
  let { draft } = opened;
  for (;;) {
    try {
      return { site: await setUpSite(client, draft, watched.progress), draft };
    } catch (error) {
      watched.stop();
      if (!(error instanceof DocsError)) throw error;
      draft = { ...draft, ...(await overcome(run, { ...opened, draft }, begun, watched, error)) };
    }
  }
}

/** What to do otherwise in the next attempt. Throws when there is none. */
async function overcome(
  run: Run,
  opened: Opened,
  { site, saved }: Begun,
  watched: Watched,
  error: DocsError,
): Promise<{ basename?: string }> {
  const isOwn = site === undefined;
  const { progress } = watched;
  // The answer to the first request may have been lost: then the site is there all the same.
  const lost =
    isOwn && error.outcome === 'unknown' && !progress.site ? await findBegun(run, opened) : undefined;
  if (lost) progress.site = lost;
  const next = await chooseNext(run, opened, watched, error, isOwn);
  if (next === 'stop') throw await stopped(run, opened, watched, error, saved);
  if (next === 'undo') throw await undone(run, opened, progress.site, error);
  return next;
}

interface Watched {
  progress: Progress;
  /** Steps that changed something. */
  steps: string[];
  /** The step in hand. */
  current(): string;
  stop(): void;
}

function watchSteps(run: Run, site: Site | undefined): Watched {
  const { io, signal } = run.context;
  const steps: string[] = [];
  let spinner: Spinner | undefined;
  let current = '';
  const stop = () => spinner?.stop();
  const progress: Progress = {
    ...(site && { site }),
    begin(step) {
      // Between two requests, too, Ctrl-C must end it.
      if (signal.aborted) throw signal.reason;
      current = step;
      spinner = startProgress(io, step);
    },
    done(step, changed) {
      stop();
      if (!changed) return note(io, `already done: ${step}`);
      steps.push(step);
      done(io, step);
    },
  };
  return { progress, steps, current: () => current, stop };
}

async function findBegun(run: Run, { draft }: Opened): Promise<Site | undefined> {
  const found = await sitesCalled(await run.client(), draft.organization.id, draft.title).catch(() => []);
  return found.length === 1 ? found[0] : undefined;
}

type Next = 'stop' | 'undo' | { basename?: string };

async function chooseNext(
  run: Run,
  { draft }: Opened,
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
  const choice = await prompts.select('What now?', [
    ...(isTaken ? [{ name: 'Choose another address', value: 'address' }] : []),
    { name: isTaken ? 'Try the same again' : 'Try again', value: 'again' },
    { name: site ? `Stop here: site "${site.title}" stays as it is` : 'Stop here', value: 'stop' },
    ...(site && isOwn ? [{ name: `Take it back: delete site "${site.title}"`, value: 'undo' }] : []),
  ]);
  if (choice === 'address') return { basename: (await prompts.input('Last part of the address:')).trim() };
  return choice === 'again' ? {} : choice === 'undo' ? 'undo' : 'stop';
}

/** The same error, with what stands and the command to go on with. */
async function stopped(
  run: Run,
  { draft, isUnique }: Opened,
  { progress, steps }: Watched,
  error: DocsError,
  saved: string | undefined,
): Promise<DocsError> {
  const { site } = progress;
  if (!site) return error;
  const file = String(
    run.flags.from ?? saved ?? (await keepPlan(run, site, await planText(draft, isUnique))),
  );
  const name = `site "${site.title}" (${site.id})`;
  note(
    run.context.io,
    `${name} stands, ${plural(steps.length, 'step')} done; to take it back: docs sites delete ${site.id}`,
  );
  const facts = {
    code: error.code,
    exit: error.exit,
    outcome: 'applied' as const,
    retryable: true,
    ...(error.http && { http: error.http }),
    hint: ['docs', 'sites', 'setup', '--from', file, '--site', site.id].map(shellQuote).join(' '),
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

/** Kept among our own files, so that what was begun can be gone on with. */
async function keepPlan(run: Run, site: Site, text: string): Promise<string> {
  const { data = run.context.cwd } = run.context.paths();
  const path = `${data}/site-setup-${site.id}.yaml`;
  writeFileDurably(path, text, { ownDir: true });
  return path;
}

async function undone(
  run: Run,
  { draft }: Opened,
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
