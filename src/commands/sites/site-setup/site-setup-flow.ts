// docs sites setup from the plan to the finished site: what to do, consent, the file, the steps, and what is said of them.

import { deleteSite, type Site } from '../../../api/sites/sites.ts';
import { BACK } from '../../../context.ts';
import { canAsk } from '../../../engine/ask/can-ask.ts';
import { aloneWith } from '../../../engine/run/one-at-a-time.ts';
import { chosenFormat, viewOf } from '../../../engine/run/view.ts';
import { CancelledError, ConflictError, DocsError, InteractionError } from '../../../errors.ts';
import { shell, shellLine } from '../../../files/shell-word.ts';
import { writeFileDurably } from '../../../files/writer.ts';
import { plural } from '../../../output/format.ts';
import { done, note, warn } from '../../../output/note.ts';
import { type Progress as Spinner, startProgress } from '../../../output/progress.ts';
import { renderItem } from '../../../output/render.ts';
import { ciSafe } from '../../../output/safe-text.ts';
import { setUpSite } from '../../../workflows/site-setup/apply-plan.ts';
import { planText, saysMore } from '../../../workflows/site-setup/plan-file.ts';
import { readSites } from '../../../workflows/site-setup/resolve-plan.ts';
import type { Change, Progress } from '../../../workflows/site-setup/step.ts';
import { refuseLacking } from '../../../workflows/stand-ins/refuse-lacking.ts';
import { heldDrafts } from './held-drafts.ts';
import type { SetupRun } from './site-setup.ts';
import { agree } from './site-setup-consent.ts';
import type { Job } from './site-setup-end.ts';
import { agreeToReplace, writePlan } from './site-setup-end.ts';
import { openJob, readFrom } from './site-setup-job.ts';
import { checkExitCode, commandsOf, printPlan, sayWhatStays } from './site-setup-show.ts';
import { refuseTaken, siteMeant } from './site-setup-site.ts';

/** Runs docs sites setup. */
export async function setUp(run: SetupRun): Promise<void> {
  checkExitCode(run);
  await agreeToReplace(run);
  const given = await readFrom(run);
  if (given && (await saysMore(given.text, given.name))) {
    const { applySiteText } = await import('../site-file/site-job.ts');
    return applySiteText(run, given);
  }
  const job = await openJob(run, given);
  await refuseLacking(
    await run.client(),
    job.changes.flatMap(({ text, request }) =>
      request ? [{ operation: request.operation, what: `"${text}"` }] : [],
    ),
  );
  if (run.flags.dryRun) return printPlan(run, job);
  const { io } = run.context;
  const { draft, names, end, live } = job;
  if (end === 'stop') throw new InteractionError('canceled', { code: 'DECLINED' });
  const file = typeof run.flags.save === 'string' ? run.flags.save : job.file;
  const save = async (plan: Job['draft']) => {
    if (file !== undefined) await writePlan(run, file, plan, names.isUnique);
  };
  if (end === 'save') return sayHowToApply(run, job, save, file);
  if (live && job.changes.length === 0) {
    await save(draft);
    done(io, `nothing to change: site "${live.site.title}" is as planned`);
    sayWhatStays(run, job);
    return showSite(run, live.site);
  }
  await agree(run, job);
  await save(draft);
  const made = await aloneWith(run, ['site', draft.organization.id, draft.title], async () => {
    const sites = await readSites(await run.client(), draft.organization.id);
    const site = live ? live.site : siteMeant(run, sites, draft.title);
    refuseTaken(run, sites, draft.title, site);
    return carryOut(run, job, { site, saved: file });
  });
  if (made.draft !== draft) await save(made.draft);
  await sayEnd(run, made, file);
  sayWhatStays(run, job);
  await showSite(run, made.site);
}

async function sayHowToApply(
  run: SetupRun,
  { draft, live }: Job,
  save: (draft: Job['draft']) => Promise<void>,
  file = 'site.yaml',
): Promise<void> {
  await save(draft);
  const words = ['docs', 'sites', 'setup', '--from', file, ...(live ? ['--site', live.site.id] : [])];
  note(run.context.io, `nothing was sent; to apply the plan: ${shellLine(words)}`);
}

async function showSite(run: SetupRun, site: Site): Promise<void> {
  const { io } = run.context;
  if (chosenFormat(run) === undefined && io.outTty) return;
  await renderItem(io, site, viewOf(run));
}

async function sayEnd(
  run: SetupRun,
  { site, changes }: CarriedOut,
  saved: string | undefined,
): Promise<void> {
  const { io } = run.context;
  const { published } = site.urls;
  if (site.published) done(io, `site "${site.title}" is published${published ? ` at ${published}` : ''}`);
  else
    done(
      io,
      `site "${site.title}" (${site.id}) is ready; to publish it: ${shell`docs sites publish ${site.id}`}`,
    );
  if (typeof run.flags.from === 'string') return;
  note(io, 'The same without questions:');
  for (const line of await commandsOf(run, changes)) io.err(ciSafe(io, `  ${line}\n`));
  if (saved !== undefined) note(io, `or: ${shell`docs sites setup --from ${saved} --site ${site.id}`}`);
}

// The steps of a plan as they are carried out: shown, and kept for the commands that do the same.

interface Watched {
  progress: Progress;
  /** Steps that changed something. */
  steps: readonly Change[];
  /** The step in hand. */
  current(): string;
  /** Its answer was lost, and it has been done all the same. */
  takeForDone(): void;
  stop(): void;
}

const PAST: Readonly<Record<string, string>> = {
  create: 'created',
  describe: 'described',
  publish: 'published',
  put: 'put',
  show: 'now shows',
};

/** `create site "X"` as it is said once it is done: `created site "X"`; a setting was changed. */
function pastOf(text: string): string {
  const [verb = ''] = text.split(' ', 1);
  const past = PAST[verb];
  return past === undefined ? `changed ${text}` : `${past}${text.slice(verb.length)}`;
}

function watchSteps({ context, flags }: SetupRun, site: Site | undefined): Watched {
  const { io, signal } = context;
  const steps: Change[] = [];
  // What was sent and not answered may turn out to be done when it is tried again.
  const begun = new Map<string, Change>();
  // Of a site that was changed by questions nobody expects more to be done than was shown.
  const resumes = !site || typeof flags.from === 'string';
  let spinner: Spinner | undefined;
  let current: Change | undefined;
  const stop = () => spinner?.stop();
  const keep = (change: Change) => {
    begun.delete(change.text);
    steps.push(change);
  };
  const progress: Progress = {
    ...(site && { site }),
    begin(change) {
      // Between two requests, too, Ctrl-C must end it.
      if (signal.aborted) throw signal.reason;
      current = change;
      begun.set(change.text, change);
      spinner = startProgress(io, change.text);
    },
    done(change, isNew) {
      stop();
      const lost = begun.get(change.text);
      if (isNew || lost) keep(lost ?? change);
      if (isNew) done(io, pastOf(change.text));
      else if (resumes || lost) note(io, `already done: ${change.text}`);
    },
  };
  return {
    progress,
    steps,
    current: () => current?.text ?? '',
    takeForDone: () => {
      if (current) keep(current);
    },
    stop,
  };
}

// Carries a plan out, step by step. A failure in the middle says what is done, and how to resume or undo it.

interface Begun {
  /** The site to work on; undefined for a new one. */
  site: Site | undefined;
  /** Where the plan was saved. */
  saved: string | undefined;
}

interface CarriedOut {
  site: Site;
  /** The draft as it was carried out: an address may have been changed on the way. */
  draft: Job['draft'];
  /** What was changed, in order. */
  changes: readonly Change[];
}

/** Returns the site as it is at the end. Throws what stopped it, with the way on as its hint. */
async function carryOut(run: SetupRun, job: Job, begun: Begun): Promise<CarriedOut> {
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
