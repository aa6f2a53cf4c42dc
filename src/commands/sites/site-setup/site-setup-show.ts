// A plan on the screen: as a tree where the site is new, as changes where it exists, and as commands.

import { createSite, updateSite } from '../../../api/sites/sites.ts';
import { refuseMissingRight } from '../../../engine/run/missing-right.ts';
import { chosenFormat, viewOf } from '../../../engine/run/view.ts';
import { FindingsError, UsageError } from '../../../errors.ts';
import { shell, shellLine, wordsOf } from '../../../files/shell-word.ts';
import { plural } from '../../../output/format.ts';
import type { Io } from '../../../output/io.ts';
import { note } from '../../../output/note.ts';
import { renderItem } from '../../../output/render.ts';
import { ciSafe, isTypable, safeLine } from '../../../output/safe-text.ts';
import { drawTree } from '../../../output/tree.ts';
import type { LiveSite } from '../../../workflows/site-setup/live-site.ts';
import type { SiteDraft } from '../../../workflows/site-setup/plan.ts';
import { planTree } from '../../../workflows/site-setup/plan-file.ts';
import { type Change, judgedSteps } from '../../../workflows/site-setup/step.ts';
import type { SetupRun } from './site-setup.ts';
import type { Job } from './site-setup-end.ts';

export type Screen = Pick<Io, 'accessible' | 'ci'>;

/** `Site "Partner portal" (live, share-link) in Tarnpost`. */
export function headerOf({ site }: LiveSite, organization: SiteDraft['organization']): string {
  const state = site.published ? 'live' : 'not published';
  return `Site "${site.title}" (${state}, ${site.visibility}) in ${organization.title}`;
}

/** A new site as a tree. */
export function treeLines(io: Screen, draft: SiteDraft): string {
  const { label, children } = planTree(draft);
  return ciSafe(io, `${[label, ...drawTree(children, { plain: io.accessible })].join('\n')}\n`);
}

/** What will be different about a site that exists. */
export function changeLines(io: Screen, header: string, changes: readonly Change[]): string {
  const lines = changes.flatMap((change) => change.lines);
  const body = lines.length === 0 ? ['nothing to change'] : lines;
  return ciSafe(io, [header, ...body].map((line) => `${safeLine(line)}\n`).join(''));
}

export const jobLines = (io: Screen, { draft, live, changes }: Job): string =>
  live ? changeLines(io, headerOf(live, draft.organization), changes) : treeLines(io, draft);

/** The commands that do the same, ready to be typed. Consent was given: they do not ask again. */
export async function commandsOf({ client }: SetupRun, changes: readonly Change[]): Promise<string[]> {
  const judged = await judgedSteps(changes, await client());
  return judged.flatMap(({ step: { typed }, danger }) => {
    if (!typed) return [];
    const consent = danger === 'mild' ? [] : ['--yes'];
    return [pasteable(['docs', ...wordsOf({ ...typed, flags: [...typed.flags, ...consent] })])];
  });
}

/**
 * No shell takes a control character in the same form as the others: such a command is named, and not given. Quoted all the
 * same: a `#` begins no comment where zsh is typed into.
 */
const pasteable = (words: readonly string[]): string =>
  words.every(isTypable)
    ? shellLine(words)
    : `# ${shellLine(words.slice(0, 4).map(safeLine))}: a text has control characters, which only docs sites setup --from can send`;

/** Throws UsageError for --exit-code where something would be sent. */
export function checkExitCode({ flags, path }: SetupRun): void {
  if (flags.exitCode === true && !flags.dryRun)
    throw new UsageError('--exit-code needs --dry-run', { hint: `${path} --help` });
}

/** What is sent to begin with. */
const firstChange = ({ draft: { organization }, live }: Job) =>
  live
    ? { operation: updateSite, input: { organizationId: organization.id, siteId: live.site.id } }
    : { operation: createSite, input: { organizationId: organization.id } };

/** With --exit-code throws FindingsError (exit 6) when there is something to change. */
export async function printPlan(run: SetupRun, job: Job): Promise<void> {
  const { io } = run.context;
  const { draft, live, changes } = job;
  const commands = await commandsOf(run, changes);
  const format = chosenFormat(run);
  if (format !== undefined && format !== 'table') {
    const lines = changes.flatMap((change) => change.lines);
    await renderItem(io, { plan: draft, changes: lines, commands }, viewOf(run));
  } else {
    const after =
      commands.length === 0 ? '' : `\n${commands.map((line) => `${ciSafe(io, line)}\n`).join('')}`;
    await io.out(`${jobLines(io, job)}${after}`);
  }
  sayWhatStays(run, job);
  if (changes.length > 0) await refuseMissingRight(run, [firstChange(job)]);
  if (run.flags.exitCode !== true || changes.length === 0) return;
  const steps = plural(changes.length, 'step');
  throw new FindingsError(
    live
      ? `site "${live.site.title}" differs from the plan: ${steps}`
      : `site "${draft.title}" does not exist yet`,
    { details: { changes: changes.length } },
  );
}

/** What a plan leaves out stays; so does a publication, which only its own command ends. */
export function sayWhatStays(run: SetupRun, { draft, live }: Job): void {
  if (typeof run.flags.from !== 'string' || !live) return;
  const { io } = run.context;
  const { id, published } = live.site;
  if (published && draft.publish === false)
    note(io, `the site stays published; to take it offline: ${shell`docs sites unpublish ${id}`}`);
  const planned = new Set(
    [
      ...draft.spaces,
      ...draft.items
        .flatMap((item) => ('group' in item ? item.sections : [item]))
        .flatMap(({ spaces }) => spaces),
    ].map((space) => space.id),
  );
  const others = live.spaces.filter(({ spaceId }) => !planned.has(spaceId));
  if (others.length > 0)
    note(
      io,
      `not in the plan, and stays: ${others.map(({ spaceTitle }) => `space "${spaceTitle}"`).join(', ')}`,
    );
}
