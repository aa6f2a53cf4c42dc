// docs cr conflicts: pages that a change request and main both changed in ways that cannot be joined.
import * as pages from '../../api/content/pages.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import {
  getChangeRequest,
  listChangeRequests,
  listOrganizationChangeRequests,
} from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { handmade, toArg } from '../../engine/model/command.ts';
import { type FlagsOf, flagNamed } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { type Run, readInput } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { chosenFormat, printRows, viewOf } from '../../engine/run/view.ts';
import { seeHelp, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { listWriter } from '../../output/render.ts';
import { outSafe } from '../../output/safe-text.ts';
import { loadTextDiff, type TextDiff } from '../../output/text-diff.ts';
import type { DiffEntry } from '../change-request-diff/change-request-diff.ts';
import { diffText } from '../change-request-diff/diff-text.ts';
import { listIn, spacesIn } from '../merge-ready/inbox.ts';
import { asTyped } from '../merge-ready/merge-conflicts.ts';
import { changeRequestScope, SCOPE_FLAGS } from '../merge-ready/merge-flags.ts';
import { exitCodeFlag } from '../report/finding-flags.ts';
import { conclude as concludeFindings } from '../report/findings.ts';
import { decisionFor, optionsIn, readDecisions, writeConflicts } from './decisions.ts';
import { type Conflict, findConflicts, type Known, type Meeting, type Sides } from './find-conflicts.ts';
import { cellOf, isResolvable, saidOf, stepsFor, wayAround } from './told.ts';

const COLUMNS = ['page', 'conflict', 'ours', 'theirs', 'decided'];
const FIELDS = ['space', 'number', ...COLUMNS, 'kind', 'id', 'details', 'next', 'file'];

const FLAGS = [
  flag('--diff', 'show what each side changed, as a diff', { reach: 'platform', group: 'Output:' }),
  flag('--to <folder>', 'write the pages in conflict to this folder, with conflict markers', {
    group: 'Output:',
  }),
  flag('--force', 'with --to: write into a folder that is not empty', { reach: 'machine', group: 'Output:' }),
  exitCodeFlag('there are conflicts'),
  ...SCOPE_FLAGS,
] as const satisfies readonly Option[];

type ConflictsRun = Run<FlagsOf<typeof FLAGS>>;

/** What the operations of these commands read. */
export const READS = [
  getChangeRequest,
  pages.getRevision,
  pages.getChangeRequestContent,
  pages.getContent,
  pages.getRevisionPage,
  pages.getChangeRequestPage,
  pages.getPage,
];

export const showConflicts = handmade('conflicts', {
  summary: 'Show where a change request conflicts with main',
  operation: getChangeRequest,
  args: [toArg('changeRequestId?')],
  uses: [...READS, listChangeRequests, listOrganizationChangeRequests, listSpaces, getSpace, getOrganization],
  columns: COLUMNS,
  fields: FIELDS,
  labels: { ours: 'change request', theirs: 'main' },
  none: 'no conflicts',
  paged: true,
  options: FLAGS,
  run: run,
  examples: [
    ['See each page in conflict', 'docs cr conflicts 2 --space Guides'],
    ['See what both sides changed', 'docs cr conflicts "Guides#2" --diff'],
    [
      'Write both sides to files, to edit them',
      'docs cr conflicts 2 --space Guides --to conflicts-2 --force',
    ],
    ['Those of every open change request', 'docs cr conflicts --all-spaces'],
  ],
  notes: `A conflict is what the change request and main both changed, in different ways, since the request was made or last
synced: the same lines of a page, its title, its place, or a page that one side deleted. Everything else is joined by a sync.
ours is what the change request says, theirs is what main says. To decide between them, or to write something new, use
docs cr resolve.
Without a change request, looks at all open ones that are outdated.`,
});

async function run(own: ConflictsRun): Promise<void> {
  refuseTogether(own, 'diff', 'to');
  if (isAboutOne(own)) {
    await readInput(own);
    await fillContext(own);
    if (own.flags.dryRun) {
      await settle(own);
      return (await import('../../engine/plan/dry-run.ts')).printRequest(own);
    }
  }
  const found = isAboutOne(own) ? [await inOne(own)] : await inMany(own);
  const shown = found.filter(({ meeting }) => meeting.conflicts.length > 0);
  if (own.flags.to !== undefined) await toFolder(own, found);
  else if (own.flags.diff === true) await showDiffs(own, shown);
  else await showRows(own, shown);
  conclude(own, found, shown);
}

interface Found {
  changeRequest: ChangeRequest;
  /** `2 --space Guides`. */
  typed: string[];
  space: string;
  meeting: Meeting;
}

async function inOne(run: ConflictsRun): Promise<Found> {
  const progress = startProgress(run.context.io, 'comparing');
  try {
    const client = await run.client();
    const changeRequest = await withReferences(run, ({ spaceId, changeRequestId }) =>
      client.call(getChangeRequest, { spaceId: String(spaceId), changeRequestId: String(changeRequestId) }),
    );
    const typed = asTyped(run, changeRequest);
    const meeting = await meetingOf(run, client, changeRequest);
    return { changeRequest, typed, space: typed[2] ?? changeRequest.space, meeting };
  } finally {
    progress.stop();
  }
}

/** What met when the last run was cut off, where one was. */
export const meetingOf = (
  run: Run,
  client: Client,
  changeRequest: ChangeRequest,
  known?: Known,
): Promise<Meeting> =>
  findConflicts(client, changeRequest, {
    ...optionsIn(readDecisions(run, changeRequest)),
    ...(known && { known }),
  });

async function inMany(run: ConflictsRun): Promise<Found[]> {
  if (run.flags.to !== undefined)
    throw new UsageError('--to needs a change request', { hint: `${run.path} <cr> --to <folder>` });
  const progress = startProgress(run.context.io, 'comparing change requests');
  try {
    const client = await run.client();
    const scope = await changeRequestScope(run, client);
    const [spaces, open] = await Promise.all([
      spacesIn(client, scope),
      listIn(client, scope, { status: 'open' }),
    ]);
    const known: Known = new Map();
    const work = async (changeRequest: ChangeRequest): Promise<Found> => {
      const space = spaces.get(changeRequest.space)?.title ?? changeRequest.space;
      const typed = [String(changeRequest.number), '--space', space];
      return { changeRequest, typed, space, meeting: await meetingOf(run, client, changeRequest, known) };
    };
    const outdated = open.filter((changeRequest) => changeRequest.outdated);
    return await mapAll(client, outdated, 4, work);
  } finally {
    progress.stop();
  }
}

const nextFor = ({ name, id }: Conflict, [number = '', ...space]: readonly string[]): string =>
  shell`docs cr resolve ${number} ${name.startsWith('-') ? id : name} ${space} --ours`;

async function showRows(run: ConflictsRun, shown: readonly Found[]): Promise<void> {
  const writer = await listWriter(
    run.context.io,
    viewOf(run, !isAboutOne(run) ? ['space', 'number', ...COLUMNS] : COLUMNS),
  );
  for (const { changeRequest, typed, space, meeting } of shown) {
    const decisions = readDecisions(run, changeRequest);
    await writer.page(
      meeting.conflicts.map((conflict) => {
        const said = saidOf(conflict, meeting);
        const cells = (side: 'ours' | 'theirs') => said.map((one) => cellOf(one, side)).join('; ');
        return {
          space,
          number: changeRequest.number,
          page: conflict.name,
          conflict:
            conflict.kind === 'page'
              ? conflict.fields.join(', ')
              : `${conflict.kind}: ${conflict.fields.join(', ')}`,
          ours: cells('ours'),
          theirs: cells('theirs'),
          decided: decisionFor(decisions, conflict)?.how ?? null,
          kind: conflict.kind,
          id: conflict.id,
          details: said,
          next: isResolvable(conflict)
            ? nextFor(conflict, typed)
            : (wayAround([conflict], typed, space)[1] ?? null),
        };
      }),
    );
  }
  await writer.end();
}

/** Named as an argument, or by the flag that other commands have for it. */
const isAboutOne = ({ args, flags }: ConflictsRun): boolean =>
  args.cr !== undefined || flagNamed(flags, 'cr') !== undefined;

/** What each side changed, one after the other: of a text the lines, of a field both values. */
async function showDiffs(run: ConflictsRun, shown: readonly Found[]): Promise<void> {
  const { io } = run.context;
  if (!['table', undefined].includes(chosenFormat(run)))
    throw seeHelp(run.path, '--diff is text: leave it out for another format');
  const compare = await loadTextDiff();
  for (const { changeRequest, meeting } of shown) {
    const labels = labelsOf(changeRequest);
    for (const conflict of meeting.conflicts)
      for (const side of ['ours', 'theirs'] as const) {
        const text = diffText(io, diffOf(conflict, side, meeting, compare));
        await io.out(outSafe(io, `${side} (${labels[side]})\n`) + text);
      }
  }
}

function diffOf(
  conflict: Conflict,
  side: 'ours' | 'theirs',
  meeting: Meeting,
  compare: (before: string, after: string) => TextDiff,
): DiffEntry {
  const { id, name, texts, deletedBy } = conflict;
  const isDeleted = deletedBy === side;
  const values = saidOf(conflict, meeting)
    .filter(({ field }) => field !== 'text')
    .map((one) => [one.field, { before: one.base ?? undefined, after: one[side] ?? undefined }]);
  return {
    kind: 'page',
    change: isDeleted ? 'removed' : 'changed',
    id,
    type: 'document',
    title: name,
    path: name,
    attributes: Object.fromEntries(values),
    content: true,
    ...(isDeleted || !texts ? { added: 0, removed: 0, hunks: [] } : compare(texts.base, texts[side])),
  };
}

/** What the markers say, as git's do. */
export const labelsOf = ({ number }: ChangeRequest): Sides<string> => ({
  base: 'before both',
  ours: `change request #${number}`,
  theirs: 'main',
});

async function toFolder(run: ConflictsRun, [found]: readonly Found[]): Promise<void> {
  const folder = run.flags.to ?? '';
  const conflicts = found?.meeting.conflicts ?? [];
  if (!found || !conflicts.some(({ kind }) => kind === 'page')) return;
  const options = { labels: labelsOf(found.changeRequest), force: run.flags.force === true, shown: folder };
  const { resolve } = await import('node:path');
  const files = await writeConflicts(resolve(run.context.cwd, folder), conflicts, options);
  await printRows(
    run,
    files.map((file) => ({ file })),
    viewOf(run, ['file']),
  );
}

/** Throws FindingsError (exit 6) with --exit-code. */
function conclude(run: ConflictsRun, found: readonly Found[], shown: readonly Found[]): void {
  const { io } = run.context;
  const count = shown.reduce((sum, { meeting }) => sum + meeting.conflicts.length, 0);
  const [only] = found;
  const of = !isAboutOne(run)
    ? `${plural(found.length, 'outdated change request')}`
    : `change request #${only?.changeRequest.number} "${only?.changeRequest.subject}"`;
  const summary = `${of}: ${count === 0 ? 'no conflicts' : plural(count, 'conflict')} with main`;
  for (const { changeRequest, typed, space, meeting } of shown)
    for (const step of lines(run, changeRequest, { typed, space, meeting })) note(io, step);
  if (count === 0 && isAboutOne(run) && only?.changeRequest.outdated)
    for (const line of synced(only)) note(io, line);
  concludeFindings(run, summary, count, { conflicts: count });
}

/** A host may find a conflict where both sides can be joined. */
function synced({ meeting: { joined, trees }, typed }: Found): string[] {
  const names = joined.map((id) => trees.ours.get(id)?.path ?? id);
  return [
    shell`to take over what main changed: docs cr sync ${typed}`,
    ...(names.length > 0
      ? [
          `both changed ${names.join(', ')}, in ways that can be joined. If the sync finds conflicts all the same:`,
          shell`docs cr resolve ${typed} --rest --ours`,
        ]
      : []),
  ];
}

function lines(
  run: ConflictsRun,
  changeRequest: ChangeRequest,
  { typed, space, meeting }: Omit<Found, 'changeRequest'>,
): string[] {
  if (run.flags.to !== undefined)
    return [
      'edit these files until no conflict marker is left, then send them:',
      shell`docs cr resolve ${typed} --from ${run.flags.to}`,
    ];
  const decisions = readDecisions(run, changeRequest);
  const left = meeting.conflicts.filter((one) => !decisionFor(decisions, one));
  return [
    ...stepsFor(left.length === 0 ? meeting.conflicts : left, typed, run.context.cwd),
    ...wayAround(meeting.conflicts, typed, space),
  ];
}
