// Runs docs sites plan and apply: a file beside its site, as the rows of one plan.

import { flagNamed } from '../../../engine/model/run-type.ts';
import { runJobPlan } from '../../../engine/plan/job-plan.ts';
import type { Wishes } from '../../../engine/plan/job-wishes.ts';
import { concurrencyOf } from '../../../engine/run/concurrency.ts';
import type { Run } from '../../../engine/run/run.ts';
import { shell } from '../../../files/shell-word.ts';
import { warn } from '../../../output/note.ts';
import { type ParsedSite, parseSite } from '../../../workflows/site-file/parse.ts';
import { planSite, type SitePlan } from '../../../workflows/site-file/plan-site.ts';
import { inOrganization, readPlace, readSiteFile, siteOf } from './site-file-place.ts';

/** `plan` sends nothing: it shows the rows, or writes them with --plan-out. */
export async function runSiteJob(run: Run, kind: 'plan' | 'apply'): Promise<void> {
  const parsed = await readSiteFile(run, String(run.args.file));
  await runParsed(kind === 'plan' && run.flags.planOut === undefined ? unsent(run) : run, parsed);
}

/** A whole site file that docs sites setup was given. */
export const applySiteText = async (
  run: Run,
  { text, name }: { text: string; name: string },
): Promise<void> =>
  runParsed({ ...run, command: { ...run.command, done: 'applied' } }, await parseSite(text, name));

const unsent = <R extends Run>(run: R): R => ({ ...run, flags: { ...run.flags, dryRun: true } });

async function runParsed(run: Run, parsed: ParsedSite): Promise<void> {
  const own = await inOrganization(run, parsed.file.organization);
  await runJobPlan(own, await wishesOf(own, parsed));
}

/** Reads the site and says what would make it as the file says. */
async function wishesOf(run: Run, parsed: ParsedSite): Promise<Wishes> {
  const client = await run.client();
  const place = await readPlace(client, String(run.input.organizationId));
  const prune = flagNamed(run.flags, 'prune') === true;
  const createSpaces = flagNamed(run.flags, 'createSpaces') === true;
  const plan = await planSite({
    ...{ client, parsed, prune, createSpaces },
    organizationId: place.organizationId,
    site: siteOf(run, parsed, place.sites),
    spaces: place.spaces,
    concurrency: concurrencyOf(run),
  });
  if (plan.lacks.length > 0)
    warn(
      run.context.io,
      `${parsed.name} was made by an older version, and says nothing of what the site has: ${plan.lacks.join(', ')}. These stay as they are; ${shell`docs sites pull ${parsed.file.title} --to ${parsed.name}`} adds them`,
    );
  warnOfIds(run, parsed.name, plan);
  return plan;
}

/** A name that nothing has may be a slip: the ID beside it decides, and that is said. */
export function warnOfIds({ context: { io } }: Run, file: string, { byIdAlone }: SitePlan): void {
  for (const { line, name, title } of byIdAlone)
    warn(
      io,
      `${file} line ${line}: no space is called "${name}"; the ID beside it is that of space "${title}"`,
    );
}
