// docs release: a version of a site's space, cut from another one, and taken away again.

import { deleteSpace, listSpaces } from '../../api/content/spaces.ts';
import { listSiteSpaces, removeSiteSpace, updateSiteSection } from '../../api/sites/site-structure.ts';
import { getSite, updateSite } from '../../api/sites/sites.ts';
import { confirmDanger } from '../../engine/ask/confirm.ts';
import { arg, type Command, group, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONFIRM_FLAGS, CONTEXT_FLAGS, DELETE_FLAGS, WRITE_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { meant } from '../../engine/references/names.ts';
import { sameCommand } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { NotFoundError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell } from '../../files/shell-word.ts';
import { done, note } from '../../output/note.ts';
import { releaseCut } from './release-cut.ts';
import {
  readSite,
  refuseLackingSteps,
  STEP_COLUMNS,
  showSteps,
  showUnsent,
  stepRows,
  stepWords,
} from './release-steps.ts';
import type { RetireJob, Retirement } from './retire.ts';

// docs release retire: takes a version off its site; run again, it does what is left.

const RETIRE_FLAGS = [
  flag('--default-to <space>', 'site space to show first instead'),
  flag('--delete-space', 'also delete its space', { reach: 'platform' }),
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  ...WRITE_FLAGS,
  ...CONFIRM_FLAGS,
  ...DELETE_FLAGS,
] as const satisfies readonly Option[];

export type RetireRun = Run<FlagsOf<typeof RETIRE_FLAGS>>;

const releaseRetire: Command = handmade('retire', {
  summary: 'Remove a version from its site',
  args: [arg('version')],
  options: RETIRE_FLAGS,
  columns: STEP_COLUMNS,
  idField: 'step',
  fields: [...STEP_COLUMNS, 'body'],
  uses: [getSite, listSiteSpaces, listSpaces, updateSiteSection, updateSite, removeSiteSpace, deleteSpace],
  danger: 'moderate',
  check: '--dry-run',
  stakes: ({ flags }) => ({ follows: whatFollows(flags) }),
  examples: ['docs release retire v1.0 --site "Tarnpost Docs" --yes'],
  notes: 'The version is its path on the site, as given to docs release cut, or the ID of the site space.',
  run: retireRelease,
});

const whatFollows = ({ deleteSpace: deletes }: RetireRun['flags']): string =>
  deletes === true
    ? 'readers no longer find it on the site; its space can be restored for 7 days'
    : 'readers no longer find it on the site; its space stays';

async function retireRelease(run: RetireRun): Promise<void> {
  const { io } = run.context;
  const client = await run.client();
  const { site, place } = await readSite(run, client);
  const version = run.args.version ?? '';
  const { defaultTo } = run.flags;
  const job: RetireJob = {
    client,
    place,
    version,
    removeSpace: run.flags.deleteSpace === true,
    ...(typeof defaultTo === 'string' && { defaultTo }),
  };
  const { planRetirement, retire } = await import('./retire.ts');
  const plan = await planRetirement(job);
  const rows = await stepRows(run, plan.steps);
  if (rows.length === 0) {
    if (run.flags.ifExists) return note(io, `${nameOf(version, site.title)} does not exist`);
    throw noRelease(version, site.title, plan.versions);
  }
  await refuseLackingSteps(client, plan.steps);
  if (run.flags.dryRun) return showUnsent(run, plan.steps);
  await confirmDanger(asked(run, plan));
  let finished = false;
  try {
    await retire(job, plan, ({ name }) => note(io, stepWords(name)));
    finished = true;
  } finally {
    if (!finished) note(io, `to continue: ${sameCommand(run)}`);
  }
  await showSteps(
    run,
    rows.map((row) => ({ ...row, state: 'done' })),
  );
  done(io, `retired release ${version} of site "${site.title}"`);
  sayWayBack(run, plan, site.id);
}

const nameOf = (version: string, site: string) => `release "${version}" of site "${site}"`;

function noRelease(version: string, site: string, versions: readonly string[]): NotFoundError {
  const suggestions = nearest(version, versions);
  return new NotFoundError(`${nameOf(version, site)} not found, or not visible to you${meant(suggestions)}`, {
    hint: shell`docs sites spaces list --site ${site}`,
    details: { kind: 'release', name: version, suggestions },
  });
}

/** The question names what goes: the space, as it is shown on the site or as such. */
const asked = (run: RetireRun, { space, siteSpace }: Retirement): RetireRun => ({
  ...run,
  operation: siteSpace ? removeSiteSpace : deleteSpace,
  input: { siteSpaceId: siteSpace?.id, spaceId: space?.id },
  target: { ...(siteSpace ?? space) },
  command: { ...run.command, verb: 'retire', args: [] },
});

function sayWayBack(
  { flags, context: { io } }: RetireRun,
  { space, siteSpace }: Retirement,
  site: string,
): void {
  if (!space) return;
  if (flags.deleteSpace) note(io, `to restore its space: ${shell`docs spaces restore ${space.id}`}`);
  if (siteSpace) note(io, `to show it again: ${shell`docs sites spaces add ${space.id} --site ${site}`}`);
}

export default group('release', 'Create and retire versions of a site', [releaseCut, releaseRetire]);
