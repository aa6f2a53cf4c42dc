// docs cr resolve: decides conflicts one by one; with the last of them the change request is synced, and takes what was decided.
import { listChangeRequestFiles } from '../../api/content/files.ts';
import { getRevision, listChangeRequestPages } from '../../api/content/pages.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import {
  type ChangeRequestContentChange,
  getChangeRequest,
  syncChangeRequest,
  updateChangeRequestContent,
} from '../../api/review/change-requests.ts';
import { inRequests, MAIN_STAYS, nameOf } from '../../domain/content/content-change.ts';
import { arg, type Command } from '../../engine/model/command.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wish, Wishes } from '../../engine/plan/job-wishes.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, DocsError, NotFoundError, PartialError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { compareStates } from '../change-request-diff/change-request-diff.ts';
import { asTyped } from '../merge-ready/merge-conflicts.ts';
import { pageSource, uploadWishes } from '../page-edits/page-source.ts';
import { PAGES_AHEAD, previewOf, refIn } from '../page-edits/page-wish.ts';
import {
  type Decisions,
  decisionFor,
  dropDecisions,
  type Kept,
  keyOf,
  meetsOf,
  readDecisions,
  saveDecisions,
} from './decisions.ts';
import { type Conflict, fieldsIn, findConflicts, type Meeting } from './find-conflicts.ts';
import { type Decided, type Resolution, resolutionOf } from './resolution.ts';
import {
  asGiven,
  chosen,
  RESOLVE_FLAGS,
  type ResolveRun,
  refuseFlags,
  type Undecided,
} from './resolve-flags.ts';
import { meetingOf, READS } from './show-conflicts.ts';
import { isResolvable, stepsFor, wayAround } from './told.ts';

/** What a run found and decided. */
interface Work extends Undecided {
  /** Those without a decision. */
  left: Conflict[];
  /** Something was sent. */
  hasBegun: boolean;
}

const WORK = new WeakMap<object, Work>();

export const resolveConflicts: Command = withDecisions(
  job('resolve', getChangeRequest, {
    summary: 'Resolve conflicts of a change request with main',
    args: ['changeRequestId', arg('page', false)],
    options: RESOLVE_FLAGS,
    oneOf: ['--ours', '--theirs', '--file', '--from'],
    uses: [
      ...READS,
      listChangeRequestPages,
      listChangeRequestFiles,
      updateChangeRequestContent,
      syncChangeRequest,
    ],
    examples: [
      ['Keep what the change request says', 'docs cr resolve 2 rate-limits --space Guides --ours --yes'],
      ["Take main's version of everything", 'docs cr resolve 2 --space Guides --rest --theirs --yes'],
      [
        'Write the page as it should be',
        'docs cr resolve 2 rate-limits --space Guides --file install.md --yes',
      ],
      ['See what would become of the page', 'docs cr resolve 2 rate-limits --space Guides --ours --dry-run'],
    ],
    notes: `Decides what docs cr conflicts shows. --ours and --theirs decide only what both sides changed in different ways; all
other changes of both are kept. A decision is kept on this machine until every conflict has one: then the pages in conflict
are reverted in the change request, it is synced with main, and what was decided is written. main itself stays as it is until
the change request is merged. If that is interrupted, the same command finishes it.`,
    ahead: { ...PAGES_AHEAD, first: updateChangeRequestContent },
    wishes: wishesOf,
  }),
);

/** What was decided is kept from the first request on that writes, until all of them are done. */
function withDecisions(command: Command): Command {
  return {
    ...command,
    run: async (run, again) => {
      try {
        await command.run?.({ ...run, client: () => clientOf(run) }, again);
      } catch (error) {
        const work = WORK.get(run.context);
        // What can be joined is let go of, too, by the next run: the host may not join it.
        if (work?.hasBegun) saveDecisions(run, work.changeRequest, { ...begunWith(work), wide: true });
        throw error;
      }
      const work = WORK.get(run.context);
      if (!work?.hasBegun) return;
      dropDecisions(run, work.changeRequest);
      await refuseMoved(run, work);
      const typed = asTyped(run, work.changeRequest);
      note(run.context.io, `no conflict is left; next: ${shell`docs cr merge ${typed}`}`);
    },
  };
}

const begunWith = ({ decisions, meeting }: Work): Decisions => ({ ...decisions, begun: meetsOf(meeting) });

async function clientOf(run: Run): ReturnType<Run['client']> {
  const client = await run.client();
  const call: typeof client.call = (operation, ...rest) => {
    const work = WORK.get(run.context);
    if (work && !work.hasBegun && operation.method !== 'GET') {
      saveDecisions(run, work.changeRequest, begunWith(work));
      work.hasBegun = true;
    }
    return client.call(operation, ...rest);
  };
  return { ...client, call };
}

/** Throws PartialError where main changed a page while its conflict was resolved: what was written knows nothing of it. */
async function refuseMoved(run: Run, { changeRequest, meeting }: Work): Promise<void> {
  const client = await run.client();
  const { space: spaceId, number } = changeRequest;
  const now = await client.call(getChangeRequest, { spaceId, changeRequestId: String(number) });
  const held = now.revisionMergedAncestor;
  if (held === undefined || held === meeting.revisions.theirs) return;
  const { pages } = await client.call(getRevision, { spaceId, revisionId: held, computed: false });
  const before = roots(meeting.trees.theirs);
  const ids = new Set(meeting.conflicts.map(({ id }) => id));
  const changes = await compareStates({ pages: before, files: [] }, { pages, files: [] });
  const moved = changes.filter(({ id }) => ids.has(id)).map(nameOf);
  if (moved.length > 0)
    throw new PartialError(`main changed ${moved.join(', ')} again while the conflict was resolved`, {
      hint: shell`docs cr diff ${asTyped(run, changeRequest)} --against main`,
      details: { bothChanged: moved },
    });
}

async function wishesOf(run: ResolveRun): Promise<Wishes> {
  // Safe: what it is about was read by getChangeRequest.
  const changeRequest = run.target as ChangeRequest;
  refuseFlags(run);
  const client = await run.client();
  const work: Work = {
    changeRequest,
    meeting: await meetingOf(run, client, changeRequest),
    decisions: readDecisions(run, changeRequest),
    left: [],
    hasBegun: false,
  };
  if (isJoinable(work)) work.meeting = await findConflicts(client, changeRequest, { wide: true });
  refuseUnresolvable(run, work);
  for (const [conflict, kept] of await chosen(run, work)) work.decisions.kept[keyOf(conflict)] = kept;
  work.left = work.meeting.conflicts.filter((one) => !decisionFor(work.decisions, one));
  WORK.set(run.context, work);
  return work.left.length > 0 ? keepDeciding(run, work) : wholeWishes(run, work);
}

/** Nothing collides here, and yet a sync may find conflicts. */
const isJoinable = ({ changeRequest, meeting: { conflicts, joined } }: Work) =>
  conflicts.length === 0 && joined.length > 0 && changeRequest.outdated;

/** Throws DocsError `NOT_RESOLVABLE` where a conflict is left that no edit can resolve, NotFoundError where there is none. */
function refuseUnresolvable(run: ResolveRun, { meeting, changeRequest, decisions }: Work): void {
  const typed = asTyped(run, changeRequest);
  const [, command] = wayAround(meeting.conflicts, typed, typed[2] ?? changeRequest.space);
  const other = meeting.conflicts.find((one) => !isResolvable(one));
  if (other && command !== undefined)
    throw new DocsError(
      `${other.kind} "${other.name}" was changed on both sides, and no edit of a change request can resolve that`,
      { code: 'NOT_RESOLVABLE', exit: 6 },
      { hint: command },
    );
  if (changeRequest.status === 'merged')
    throw new ConflictError(`change request #${changeRequest.number} is merged`, {
      hint: shell`docs cr create --space ${typed[2] ?? changeRequest.space}`,
    });
  if (meeting.conflicts.length === 0 && decisions.begun === undefined)
    throw new NotFoundError(`change request #${changeRequest.number} has no conflicts with main`, {
      hint: changeRequest.outdated ? shell`docs cr sync ${typed}` : shell`docs cr merge ${typed}`,
    });
}

function keepDeciding(run: ResolveRun, { decisions, changeRequest, left, meeting }: Work): Wishes {
  const { io } = run.context;
  const isKept = !run.flags.dryRun && run.flags.planOut === undefined;
  if (isKept) saveDecisions(run, changeRequest, decisions);
  const count = meeting.conflicts.length - left.length;
  note(
    io,
    `decided ${count} of ${plural(meeting.conflicts.length, 'conflict')}; nothing is sent until all are decided. Left: ${left.map(({ name }) => name).join(', ')}`,
  );
  for (const step of stepsFor(left, asTyped(run, changeRequest), run.context.cwd)) note(io, step);
  return { rows: [], unchanged: 0 };
}

/** Edits that let go, the sync, edits that write what was decided. */
async function wholeWishes(run: ResolveRun, work: Work): Promise<Wishes> {
  const { meeting, decisions } = work;
  const decided: Decided[] = [];
  const uploads: ChangeRequestContentChange[] = [];
  for (const conflict of meeting.conflicts) {
    const kept = decisionFor(decisions, conflict);
    if (!kept) continue;
    if (kept.how !== 'file') decided.push({ conflict, decision: { how: kept.how } });
    else {
      const source = await sourceOf(run, work, conflict, kept);
      uploads.push(...source.uploads);
      decided.push({ conflict, decision: { how: 'file', ...source } });
    }
  }
  const made = resolutionOf(meeting, decided);
  return { rows: rowsOf(run, made, uploads), preview: await previewOf(run, made.texts) };
}

async function sourceOf(run: ResolveRun, { meeting }: Work, conflict: Conflict, kept: Kept) {
  const page = (conflict.sides.theirs ?? conflict.sides.ours)?.page;
  const source = await pageSource(run, {
    file: kept.file === undefined ? '-' : asGiven(run, kept.file),
    text: kept.text ?? '',
    pages: roots(meeting.trees.ours),
    ...(page && {
      page: { id: page.id, title: page.title, path: conflict.name, before: conflict.texts?.ours ?? '' },
    }),
    ref: refIn(run),
  });
  const live = fieldsIn(page);
  const settings = Object.fromEntries(
    Object.entries(source.settings).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(live[name]),
    ),
  );
  return { settings, markdown: source.markdown, document: source.document, uploads: source.uploads };
}

const roots = (tree: Meeting['trees']['ours']) =>
  [...tree.values()].filter(({ parent }) => parent === '').map(({ page }) => page);

function rowsOf(
  run: ResolveRun,
  { before, after }: Resolution,
  uploads: readonly ChangeRequestContentChange[],
): Wish[] {
  const rows: Wish[] = [...uploadWishes(run, uploads)];
  const add = (wish: Wish) => rows.push({ ...wish, ...(rows.length > 0 && { needs: [rows.length] }) });
  const edits = (changes: readonly unknown[]) => {
    for (const part of inRequests(changes))
      add({
        operation: updateChangeRequestContent,
        input: { ...refIn(run), changes: part },
        ...(run.target && { live: run.target }),
        follows: MAIN_STAYS,
      });
  };
  edits(before);
  add({ operation: syncChangeRequest, input: refIn(run), ...(run.target && { live: run.target }) });
  edits(after);
  return rows;
}
