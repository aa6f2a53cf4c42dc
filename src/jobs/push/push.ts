// docs push: the edits of an exported folder, into a change request of its space.
import { join, resolve } from 'node:path';
import { listChangeRequestFiles, listFiles } from '../../api/content/files.ts';
import * as pagesApi from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { getCaller } from '../../api/people/members.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import * as changeRequests from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { arg, type Command } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import { MAX_PRUNED_FLAG, refuseMostRemoved } from '../../engine/plan/max-changes.ts';
import { differingParts } from '../../engine/plan/row-state.ts';
import { parseReference } from '../../engine/references/pasted.ts';
import { requestIn } from '../../engine/references/with-change-requests.ts';
import { wantsJsonErrors } from '../../engine/run/output-flags.ts';
import { sameCommand } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, messageOf, seeHelp, UsageError } from '../../errors.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import type { FolderSource } from '../../folder/source.ts';
import { plural } from '../../output/format.ts';
import { note, say, warn } from '../../output/note.ts';
import { showing } from '../../output/progress.ts';
import { safeLine } from '../../output/safe-text.ts';
import { openOfSpace } from '../clone/read-content.ts';
import type { LocalPages, PushedFolder, sourceOf } from './local-pages.ts';
import type { KeptState, Sent, SentPage } from './push-state.ts';
import type { Pushed } from './push-wishes.ts';
import type { Target } from './target.ts';
import type { Conflict } from './three-way.ts';

const PUSH_FLAGS = [
  flag(
    '--cr <cr>',
    'change request to push to (default: the one checked out, or of the last push, or a new one)',
  ),
  flag('--subject <text>', 'push to your open change request with this subject, or begin it', {
    reach: 'platform',
  }),
  flag('--prune', 'delete pages whose files are gone', { reach: 'platform', group: 'Safety:' }),
  MAX_PRUNED_FLAG,
  flag('--ours <page...>', 'in a conflict, take the folder for this page, or with "*" for all', {
    reach: 'platform',
  }),
  flag('--theirs <page...>', 'in a conflict, leave this page as it is in the space', { reach: 'platform' }),
] as const satisfies readonly Option[];

type PushRun = Run<FlagsOf<typeof PUSH_FLAGS>>;

/** What a run has found, for what is to be done after it. */
interface Done {
  kept: KeptState;
  /** Of the change request that was there; undefined where the push made one. */
  changeRequest: ChangeRequest | undefined;
  spaceId: string;
  local: LocalPages;
  exported: string;
  /** Noted of what was sent before. */
  before: readonly SentPage[];
  isApplied: boolean;
}
const DONE = new WeakMap<object, Done>();

const base = job('push', getSpace, {
  summary: 'Push the edits of an exported folder to a change request',
  args: [arg('folder')],
  options: PUSH_FLAGS,
  uses: [
    pagesApi.listPages,
    pagesApi.getPage,
    listFiles,
    pagesApi.listRevisionPages,
    pagesApi.listRevisionFiles,
    pagesApi.getRevisionPage,
    changeRequests.getChangeRequest,
    changeRequests.listChangeRequests,
    pagesApi.listChangeRequestPages,
    pagesApi.getChangeRequestPage,
    listChangeRequestFiles,
    getCaller,
    pagesApi.getChangeRequestContent,
    changeRequests.createChangeRequest,
    changeRequests.updateChangeRequestContent,
  ],
  examples: [
    ['See what would be sent', 'docs push ./manual --dry-run'],
    ['Send it to a new change request', 'docs push ./manual --subject "Explain webhooks"'],
    ['Keep your version of a page that was changed on both sides', 'docs push ./manual --ours webhooks'],
    ['Write a plan for a review', 'docs push ./manual --plan-out push.json'],
  ],
  notes: `The folder is one of docs export or docs cr checkout. A page is found by the id in its front matter, else by its path, else it
is new. Front matter is settings: title, slug, description, emoji, icon, hidden, condition. SUMMARY.md is the order. Links to
files become links to pages, and files that are new are uploaded once. New pages that git ignores are left out. What was changed in the space since the export stays;
lines that both sides changed are a conflict, and nothing is sent until --ours or --theirs says which. main stays as it is
until docs cr merge. Run it again after an interruption: each page is sent once. Later edits go to
the change request of the last push, or of the plan that was applied, while it is open. What was sent is kept in the folder
of DOCS_DATA_DIR: keep that from one CI run to the next, and give each branch its --subject. Without that folder, a later edit of
the same lines is a conflict with what was pushed to that subject before; without a subject, it begins another change request.`,
  wishes: wishesOf,
});

/** The folder says which space it is about. */
const push: Command = {
  ...base,
  run: async (run, again) => {
    const { openPushed } = await import('./local-pages.ts');
    const { space: typed } = run.flags;
    const named = typed === undefined ? undefined : (parseReference('spaceId', typed)?.spaceId ?? typed);
    const { entry } = openPushed(run.context.cwd, run.args.folder ?? '', named?.toString());
    const space = { value: entry.id, source: 'flag', where: '--space' } as const;
    await base.run?.({ ...run, config: () => ({ ...run.config(), space }) }, again);
    const done = DONE.get(run.context);
    DONE.delete(run.context);
    if (done?.isApplied) await conclude(run, done);
  },
};
export default push;

async function wishesOf(run: PushRun): Promise<Wishes> {
  const { context, flags } = run;
  const typed = run.args.folder ?? '';
  refuseTogether(run);
  const { openPushed, sourceOf: readSource } = await import('./local-pages.ts');
  const { keptState, noteTried, sentOf } = await import('./push-state.ts');
  const { ownSubject, sayTarget, targetOf, UNSURE } = await import('./target.ts');
  const { pushWishes } = await import('./push-wishes.ts');
  const client = await run.client();
  // Safe: what it is about was read by getSpace.
  const space = run.target as Space;
  const opened = openPushed(context.cwd, typed, space.id);
  const { source, left } = await readSource(opened, context);
  const kept = keptState(context, [client.origin, opened.root, space.id]);
  const cr = flags.cr === undefined ? undefined : await requestIn(run, flags.cr, space.id);
  const open = openOnes(run, client, space.id, cr ?? opened.manifest.scope.changeRequest?.id);
  const subjected = { cr, subject: flags.subject, goesOn: goingOn(run, opened, source) };
  const asked = { client, space, opened, state: kept.state, open, ...subjected };
  let target = await targetOf(asked);
  const subject = flags.subject ?? kept.state.begun?.subject ?? ownSubject(space);
  const preference = preferring(run, opened.entry.folder);
  const pushTo = (to: Target) =>
    listing(run, () =>
      pushWishes({
        ...{ client, target: to, space, subject, source, prune: flags.prune === true },
        ...{
          prefer: preference.of,
          sentOf: (file: string) => sentOf(kept.state, file, to.changeRequest?.id),
        },
      }),
    );
  let pushed = await pushTo(target);
  // It is of this folder where it leaves less to be sent than there is without it.
  if (UNSURE.has(target.known) && leftIn(pushed) > 0) {
    const own = await targetOf({ ...asked, isOwn: true });
    const pushedToOwn = await pushTo(own);
    if (leftIn(pushedToOwn) <= leftIn(pushed)) [target, pushed] = [own, pushedToOwn];
  }
  sayTarget(context, target);
  sayLeftOut(run, opened, { source, left });
  for (const text of pushed.notes) note(context.io, safeLine(text));
  refuseUnknown(run, preference.unknown(), pushed.conflicts);
  refuseConflicts(run, pushed.conflicts);
  const { deleted: count, total } = pushed;
  refuseMostRemoved(run, {
    ...{ count, total, left: total - count },
    would: `--prune would delete ${count} of ${plural(total, 'page')}`,
  });
  if (flags.dryRun !== true && pushed.rows.length > 0) {
    if (!target.changeRequest) {
      const others = (await open()).filter((one) => one.subject === subject).map(({ id }) => id);
      kept.state.begun = { subject, others, ...(flags.planOut !== undefined && { isPlan: true }) };
    }
    noteTried(kept.state, pushed.local.edited);
    kept.save();
  }
  const done: Done = {
    ...{ kept, changeRequest: target.changeRequest, spaceId: space.id, local: pushed.local },
    ...{ exported: opened.entry.revision, before: target.sent?.pages ?? [] },
    isApplied: false,
  };
  DONE.set(context, done);
  return {
    rows: pushed.rows,
    unchanged: pushed.unchanged,
    alongside: pushed.alongside,
    preview: pushed.lines.map((line) => `${safeLine(line)}\n`).join(''),
    names: [space.title],
    end: (isApplied) => {
      done.isApplied = isApplied;
    },
  };
}

/** In git only what was committed tells a branch from one that began before. */
const goingOn =
  ({ context: { env, signal } }: PushRun, { root, entry }: PushedFolder, { hasBranches }: FolderSource) =>
  async ({ pages }: Sent): Promise<boolean> => {
    if (hasBranches === false) return true;
    const { committedFiles } = await import('../../folder/git-source.ts');
    const had = await committedFiles({ folder: join(root, entry.folder), env, signal });
    return pages.length > 0 && pages.every(({ oid = '' }) => had.has(oid));
  };

const MOST_PROBLEMS = 20;

/** A line for each of many problems: the error only counts them. */
async function listing<T>({ context }: PushRun, work: () => Promise<T>): Promise<T> {
  const { argv, env, io } = context;
  try {
    return await showing(io, 'comparing pages', work);
  } catch (error) {
    const { MOST_IN_LINE, problemsOf } = await import('./local-pages.ts');
    const problems = error instanceof UsageError ? problemsOf(error) : [];
    if (problems.length > MOST_IN_LINE && !wantsJsonErrors(argv, env)) {
      for (const problem of problems.slice(0, MOST_PROBLEMS)) say(io, problem);
      if (problems.length > MOST_PROBLEMS) say(io, `and ${problems.length - MOST_PROBLEMS} more`);
    }
    throw error;
  }
}

/**
 * Change requests of the space that are not closed, asked for once: together with the pages where a new one will have to be
 * told from them. Whoever needs the answer hears of a failure.
 */
function openOnes({ flags }: PushRun, client: Client, spaceId: string, named: string | undefined) {
  let answer: Promise<ChangeRequest[]> | undefined;
  const ask = () => {
    answer ??= openOfSpace(client, spaceId);
    answer.catch(() => {});
    return answer;
  };
  if (flags.dryRun !== true && named === undefined) void ask();
  return ask;
}

const leftIn = ({ lines, conflicts }: Pushed): number => lines.length + conflicts.length;

/** New pages that are not this repository's, and those that somebody wrote beside the folders of the spaces. */
function sayLeftOut(
  { context: { cwd, io }, args }: PushRun,
  { root, manifest }: PushedFolder,
  { source, left }: Awaited<ReturnType<typeof sourceOf>>,
): void {
  const isInSpace = (file: string) => manifest.spaces.some(({ folder }) => file.startsWith(`${folder}/`));
  const isStray = (file: string) => /^[^.].*\.md$/i.test(file) && !isInSpace(file);
  const stray = resolve(cwd, args.folder ?? '') === root ? [...source.files.keys()].filter(isStray) : [];
  for (const [[first, ...more], why] of [
    [left, 'which git ignores or another repository holds'],
    [stray, 'beside the folders of the spaces'],
  ] as const)
    if (first !== undefined)
      note(io, `left out: ${safeLine(first)}${more.length === 0 ? '' : ` and ${more.length} more`}, ${why}`);
}

function refuseTogether({ flags, path }: PushRun): void {
  if (flags.cr !== undefined && flags.subject !== undefined)
    throw seeHelp(path, '--cr and --subject cannot be used together: the change request has a subject');
}

interface Named {
  id: string;
  title: string;
  file: string;
  path: string;
}

interface Preference {
  of(page: Named): 'ours' | 'theirs' | undefined;
  /** What the flags name, and no page was called so far. */
  unknown(): string[];
}

const ALL = '*';

/** Which side wins for a page. Throws UsageError for one that both flags name. */
function preferring({ flags }: PushRun, folder: string): Preference {
  const { ours = [], theirs = [] } = flags;
  const both = ours.find((name) => theirs.includes(name));
  if (both !== undefined)
    throw new UsageError(`"${both}" cannot be both --ours and --theirs`, { hint: 'docs push --help' });
  const isAllOurs = ours.includes(ALL);
  const unknown = new Set([...ours, ...theirs].filter((name) => name !== ALL));
  const sideOf = ({ id, title, file, path }: Named) => {
    const names = [id, title, file, `${folder}/${file}`, file.replace(/\.md$/, ''), path].filter(
      (name) => name !== '',
    );
    const isNamed = (name: string) => names.includes(name.replace(/^\.\//, ''));
    for (const name of [...unknown].filter(isNamed)) unknown.delete(name);
    if (theirs.some(isNamed)) return 'theirs';
    return isAllOurs || ours.some(isNamed) ? 'ours' : undefined;
  };
  return { of: sideOf, unknown: () => [...unknown] };
}

/** Throws UsageError: a name of no page would be passed over, and its conflict stay. */
function refuseUnknown({ context }: PushRun, [name]: readonly string[], [first]: readonly Conflict[]): void {
  if (name === undefined || !first) return;
  const corrected = context.argv.map((word) => (word === name ? (first.id ?? first.file) : word));
  throw new UsageError(`no edited page is called "${name}"; in conflict is "${first.title}"`, {
    hint: shellLine(['docs', ...corrected]),
  });
}

/** The first lines that are not the same: a paragraph is one line. */
function differingLines(here: string, there: string): [string, string] {
  const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  const [ours, theirs] = [linesOf(here), linesOf(there)];
  const longer = ours.length > theirs.length ? ours : theirs;
  const at = longer.findIndex((_, n) => ours[n] !== theirs[n]);
  return [safeLine(ours[at] ?? ''), safeLine(theirs[at] ?? '')];
}

const MOST_SHOWN = 5;

/** Throws ConflictError `CONFLICTS`, with both versions of each. */
function refuseConflicts(run: PushRun, conflicts: readonly Conflict[]): void {
  const { context } = run;
  const [first] = conflicts;
  if (!first) return;
  const pages = new Map(conflicts.map(({ id, file, title }) => [id ?? file, { file, title }]));
  for (const { file, what, here, there, line } of conflicts.slice(0, MOST_SHOWN)) {
    say(
      context.io,
      `conflict: ${safeLine(file)}: ${what}${line === undefined ? '' : ` at line ${line} of its text`}`,
    );
    const [ours, theirs] = differingParts(...differingLines(here, there), 100);
    say(context.io, `  here:  ${ours || '(nothing)'}`);
    say(context.io, `  there: ${theirs || '(nothing)'}`);
  }
  if (conflicts.length > MOST_SHOWN) say(context.io, `  and ${conflicts.length - MOST_SHOWN} more`);
  const named = [...pages.values()]
    .slice(0, 3)
    .map(({ title }) => `"${title}"`)
    .join(', ');
  const more = pages.size > 3 ? ` and ${pages.size - 3} more` : '';
  const which = first.id ?? first.file;
  throw new ConflictError(
    `${pages.size === 1 ? '1 page was' : `${pages.size} pages were`} changed both here and in the space: ${named}${more}. Nothing was sent`,
    {
      code: 'CONFLICTS',
      hint: `${sameCommand(run)}${shell` --ours ${which}, or --theirs ${which}`}${pages.size > 1 ? shell`; --ours ${ALL} takes the folder for all` : ''}`,
      details: { conflicts: conflicts.map((one) => ({ ...one })) },
    },
  );
}

/** Keeps what was sent, and says where it is. What cannot be kept costs a later push some conflicts, and nothing else. */
async function conclude(
  run: Run,
  { kept, changeRequest, spaceId, local, exported, before }: Done,
): Promise<void> {
  const { begunRequest } = await import('./target.ts');
  try {
    const client = await run.client();
    const made = changeRequest ?? (await begunRequest(client, spaceId, kept.state));
    if (!made) return;
    const { number, subject, id: changeRequestId } = made;
    const content = await client.call(pagesApi.getChangeRequestContent, { spaceId, changeRequestId });
    const { sentPages } = await import('./sent-pages.ts');
    const { afterPush } = await import('./push-state.ts');
    kept.state = afterPush(kept.state, {
      changeRequest: changeRequestId,
      revision: content.id,
      ...{ exported, summary: local.summary },
      pages: sentPages(local, content.pages, before),
    });
    kept.save();
    const look = shell`docs cr diff ${number} --space ${spaceId}`;
    const merge = shell`docs cr merge ${number} --space ${spaceId}`;
    note(
      run.context.io,
      `change request #${number} "${safeLine(subject)}" has all of it; next: ${look}, then ${merge}`,
    );
  } catch (error) {
    warn(run.context.io, `pushed, but what was sent could not be noted: ${messageOf(error)}`);
  }
}
