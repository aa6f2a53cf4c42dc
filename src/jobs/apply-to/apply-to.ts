// docs cr apply-to: the edits of a change request made in other spaces, such as older versions, each as a change request.
import * as pagesApi from '../../api/content/pages.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import { getCaller } from '../../api/people/members.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import * as changeRequests from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { changeRequestContent, mainContent, revisionContent } from '../../domain/content/content-source.ts';
import { arg, type Command } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wish, Wishes } from '../../engine/plan/job-wishes.ts';
import { parseReference } from '../../engine/references/pasted.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { withChangeRequests } from '../../engine/references/with-change-requests.ts';
import type { Run } from '../../engine/run/run.ts';
import { PartialError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { onlyTitles } from '../merge-ready/inbox.ts';
import { editsOf, ownRequest, previewOf, sayGoesOn } from '../page-edits/page-wish.ts';
import { spacesNamed } from '../page-edits/replace-pages.ts';
import { namingNew, willName } from '../page-history/page-restore.ts';
import { onceEach, type SameEdits, type Source, sameEdits } from './same-edits.ts';

const FLAGS = [
  flag('--from <cr>', 'change request whose edits are made, such as Guides#4', { required: true }),
  flag('--subject <text>', 'subject of the new change requests (default: that of the change request)', {
    reach: 'platform',
  }),
] as const satisfies readonly Option[];

type ApplyRun = Run<FlagsOf<typeof FLAGS>>;

interface Applied extends SameEdits {
  space: { id: string; title: string; revision: string };
  /** The title, where no other space has it. */
  name: string;
  own?: ChangeRequest | undefined;
}

export const applyTo: Command = namingNew(
  job('apply-to', listSpaces, {
    summary: 'Make the edits of a change request in other spaces',
    args: [arg('spaces')],
    options: FLAGS,
    uses: [
      ...[
        getSpace,
        changeRequests.getChangeRequest,
        pagesApi.getRevision,
        pagesApi.getChangeRequestContent,
        pagesApi.getContent,
        changeRequests.listChangeRequests,
        getCaller,
      ],
      ...[
        pagesApi.getRevisionPage,
        pagesApi.getChangeRequestPage,
        pagesApi.getPage,
        changeRequests.createChangeRequest,
        changeRequests.updateChangeRequestContent,
      ],
    ],
    examples: [
      ['Make the edits again on main as it is now', 'docs cr apply-to Guides --from "Guides#4" --yes'],
      [
        'See what fits in spaces by a pattern, as a diff',
        'docs cr apply-to "Guide*" --from "Guides#4" --dry-run',
      ],
    ],
    notes: `Makes one change request in each space in which something fits, or continues your open one of that subject. Pages are found by their ID, in other spaces by
their path. An edit is made where the lines, the setting or the place that it changes are still what they were before it; what
is so already counts as done, and every other edit is listed and left out: nothing is guessed. Files, reusable content and
variables are not copied. Exits 7 if any edit was left out.`,
    ahead: { first: changeRequests.createChangeRequest },
    wishes: wishesOf,
  }),
);

async function wishesOf(run: ApplyRun): Promise<Wishes> {
  const client = await run.client();
  const from = await placeFrom(run);
  const chosen = await chosenSpaces(run, client);
  // Read beside the spaces: these say what of it fits.
  const source = readSource(client, from);
  const spaces = await mapAll(client, chosen, AT_ONCE, (one) => appliedTo(run, source, one));
  const { changeRequest } = await source;
  const subject = run.flags.subject ?? changeRequest.subject;
  const made = spaces.filter(({ changes }) => changes.length > 0);
  willName(
    run,
    made.map(({ space: { id }, name }) => ({ id, name, subject })),
  );
  tell(run, spaces);
  const rows: Wish[] = [];
  for (const { space, changes, own } of made)
    rows.push(...editsOf(space, { subject, number: rows.length + 1, changes, own }));
  const left = spaces.reduce((sum, one) => sum + one.left.length, 0);
  return {
    rows,
    unchanged: spaces.reduce((sum, { already }) => sum + already, 0),
    preview: run.flags.dryRun === true ? await diffOf(run, spaces) : '',
    ...(left > 0 && { end: () => refuseLeft(left, changeRequest) }),
  };
}

interface From {
  spaceId: string;
  changeRequestId: string;
  /** The space as it was typed. */
  space: string;
}

/** Throws UsageError for what names no change request, NotFoundError for a space that is not there. */
async function placeFrom(run: ApplyRun): Promise<From> {
  const { from: text } = run.flags;
  const { spaces = 'v2' } = run.args;
  if (text === undefined)
    throw new UsageError('--from is required', {
      hint: /#\d+$/.test(spaces)
        ? `docs cr apply-to <spaces> ${shell`--from ${spaces}`}`
        : shell`docs cr apply-to ${spaces} --from Guides#4`,
    });
  const { spaceId, changeRequestId } = parseReference('changeRequestId', text) ?? {};
  if (typeof spaceId !== 'string' || typeof changeRequestId !== 'string')
    throw new UsageError(`--from "${text}" is not a change request of a space`, {
      hint: 'write the space and the number, such as --from Guides#4',
    });
  return { spaceId: await settleOne(run, 'spaceId', spaceId), changeRequestId, space: spaceId };
}

/** Throws NotFoundError for a change request that is not there. */
async function readSource(client: Client, { space, ...ref }: From) {
  const changeRequest = await client
    .call(changeRequests.getChangeRequest, ref)
    .catch(withChangeRequests(space));
  return { changeRequest, ...(await sourceOf(client, changeRequest)) };
}

async function chosenSpaces(run: ApplyRun, client: Client): Promise<{ id: string; isOnly: boolean }[]> {
  const { all, items } = await spacesNamed(client, String(run.input.organizationId), run.args.spaces ?? '');
  const isOnly = onlyTitles(all);
  return items.map(({ id, title }) => ({ id, isOnly: isOnly(title) }));
}

/** Before: main as the change request took it in last. */
async function sourceOf(client: Client, changeRequest: ChangeRequest): Promise<Source> {
  const { space: spaceId, number, revisionMergedAncestor, revisionInitial } = changeRequest;
  const revisionId = revisionMergedAncestor ?? revisionInitial;
  const ref = { spaceId, changeRequestId: String(number) };
  const [before, after] = await Promise.all([
    client.call(pagesApi.getRevision, { spaceId, revisionId }),
    client.call(pagesApi.getChangeRequestContent, ref),
  ]);
  return {
    before,
    after,
    texts: {
      before: onceEach(revisionContent(client, { spaceId, revisionId })),
      after: onceEach(changeRequestContent(client, ref, `#${number}`)),
    },
  };
}

const AT_ONCE = 4;

async function appliedTo(
  run: ApplyRun,
  reading: ReturnType<typeof readSource>,
  { id: spaceId, isOnly }: { id: string; isOnly: boolean },
): Promise<Applied> {
  const client = await run.client();
  const [source, { id, title }, { pages, id: revision }] = await Promise.all([
    reading,
    client.call(getSpace, { spaceId }),
    client.call(pagesApi.getContent, { spaceId }),
  ]);
  // Rows name pages by their titles.
  run.noteRead(pagesApi.listPages, { spaceId, metadata: false, computed: false }, { pages });
  const made = await sameEdits(source, { pages, content: mainContent(client, spaceId) });
  const told = { space: { id, title, revision }, name: isOnly ? title : id };
  if (made.changes.length === 0) return { ...made, ...told };
  const { changeRequest } = source;
  const subject = run.flags.subject ?? changeRequest.subject;
  const own = await ownRequest(client, id, subject, changeRequest.id);
  if (!own) return { ...made, ...told };
  sayGoesOn(run, told.name, own);
  const ref = { spaceId, changeRequestId: own.id };
  const there = await client.call(pagesApi.getChangeRequestContent, ref);
  const content = changeRequestContent(client, ref, `#${own.number}`);
  return { ...(await sameEdits(source, { pages: there.pages, content })), ...told, own };
}

function tell({ context: { io } }: ApplyRun, spaces: readonly Applied[]): void {
  for (const { name, made, already, left } of spaces) {
    for (const { page, edit, why } of left) warn(io, `${name}: ${page}, ${edit}: left out, ${why}`);
    const parts = [
      `${plural(made, 'edit')} ${made === 1 ? 'fits' : 'fit'}`,
      ...(already > 0 ? [`${already} already there`] : []),
      ...(left.length > 0 ? [`${left.length} left out`] : []),
    ];
    note(io, `${name}: ${parts.join(', ')}`);
  }
}

const diffOf = (run: Run, spaces: readonly Applied[]): Promise<string> =>
  previewOf(
    run,
    spaces.flatMap(({ name, pages }) => pages.map((page) => ({ ...page, path: `${name}/${page.path}` }))),
  );

/** Throws PartialError (exit 7). */
function refuseLeft(count: number, { number, space }: ChangeRequest): void {
  throw new PartialError(`${plural(count, 'edit')} left out`, {
    details: { left: count },
    hint: shell`docs cr diff ${number} --space ${space}`,
  });
}
