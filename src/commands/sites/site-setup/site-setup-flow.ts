// docs sites setup from the plan to the finished site: what to do, consent, the file, the steps, and what is said of them.

import type { Site } from '../../../api/sites/sites.ts';
import { aloneWith } from '../../../engine/run/one-at-a-time.ts';
import { chosenFormat, viewOf } from '../../../engine/run/view.ts';
import { InteractionError } from '../../../errors.ts';
import { shell, shellLine } from '../../../files/shell-word.ts';
import { done, note } from '../../../output/note.ts';
import { renderItem } from '../../../output/render.ts';
import { ciSafe } from '../../../output/safe-text.ts';
import { saysMore } from '../../../workflows/site-setup/plan-file.ts';
import { readSites } from '../../../workflows/site-setup/resolve-plan.ts';
import { refuseLacking } from '../../../workflows/stand-ins/refuse-lacking.ts';
import type { SetupRun } from './site-setup.ts';
import { agree } from './site-setup-consent.ts';
import { type Job, openJob, readFrom } from './site-setup-job.ts';
import { type CarriedOut, carryOut } from './site-setup-run.ts';
import { agreeToReplace, writePlan } from './site-setup-save.ts';
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
