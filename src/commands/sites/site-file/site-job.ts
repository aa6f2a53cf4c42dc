// Runs docs sites plan and apply: a file beside its site, as the rows of one plan.
import { runJobPlan } from '../../../engine/plan/job-plan.ts';
import type { Wishes } from '../../../engine/plan/job-wishes.ts';
import { concurrencyOf } from '../../../engine/run/concurrency.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { ParsedSite } from '../../../workflows/site-file/parse.ts';
import { planSite } from '../../../workflows/site-file/plan-site.ts';
import { inOrganization, readPlace, readSiteFile, siteOf } from './site-file-place.ts';

interface FileFlags {
  prune?: boolean | undefined;
  createSpaces?: boolean | undefined;
}

/** `plan` sends nothing: it shows the rows, or writes them with --plan-out. */
export async function runSiteJob(run: Run<FileFlags>, kind: 'plan' | 'apply'): Promise<void> {
  const parsed = await readSiteFile(run, String(run.args.file));
  const own = await inOrganization(run, parsed.file.organization);
  const isShown = kind === 'plan' && run.flags.planOut === undefined;
  await runJobPlan(
    isShown ? { ...own, flags: { ...own.flags, dryRun: true } } : own,
    await wishesOf(own, parsed),
  );
}

/** Reads the site and says what would make it as the file says. */
export async function wishesOf(run: Run<FileFlags>, parsed: ParsedSite): Promise<Wishes> {
  const client = await run.client();
  const place = await readPlace(client, String(run.input.organizationId));
  const { prune = false, createSpaces = false } = run.flags;
  return planSite({
    ...{ client, parsed, prune, createSpaces },
    organizationId: place.organizationId,
    site: siteOf(run, parsed, place.sites),
    spaces: place.spaces,
    concurrency: concurrencyOf(run),
  });
}
