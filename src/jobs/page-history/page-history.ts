// docs pages history: the revisions in which a page changed, who changed it, and how much.
import type { Page, Revision } from '../../api/content/content-shapes.ts';
import { getRevision, getRevisionPage } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import type { PageChange } from '../../domain/content/content-change.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { spaceAsTyped } from '../../engine/references/with-change-requests.ts';
import type { Run } from '../../engine/run/run.ts';
import { parsePastTime } from '../../engine/run/time-flags.ts';
import { printRows } from '../../engine/run/view.ts';
import { NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { loadTextDiff } from '../../output/text-diff.ts';
import { compareStates } from '../change-request-diff/change-request-diff.ts';
import { pageCalled, pageMeant, revisionsBack } from './revisions-back.ts';

const COLUMNS = ['createdAt', 'change', 'added', 'removed', 'by', 'subject', 'revision'];

const FLAGS = [
  flag('--since <time>', 'only changes of the last 12h, 7d or 2w, or since a date', { default: '90d' }),
] as const satisfies readonly Option[];

type HistoryRun = Run<FlagsOf<typeof FLAGS>>;

/** One revision in which the page changed. */
interface Row {
  revision: string;
  createdAt: string;
  change: PageChange['change'];
  /** Lines. */
  added: number;
  removed: number;
  by: string | null;
  subject: string | null;
  title: string;
  path: string | null;
}

export const pageHistory = handmade('history', {
  summary: 'List the revisions in which a page changed',
  args: [arg('page')],
  uses: [getSpace, getRevision, getRevisionPage],
  columns: COLUMNS,
  fields: [...COLUMNS, 'title', 'path'],
  table: ['createdAt', 'revision', 'change', 'added', 'removed', 'by', 'subject'],
  idField: 'revision',
  none: 'no change of the page',
  paged: true,
  options: [...FLAGS, ...[CONTEXT_FLAGS.spaceId ?? []].flat()],
  run: showHistory,
  examples: [
    ['Who changed a page in the last 90 days', 'docs pages history webhooks --space Guides'],
    ['All that is known of it', 'docs pages history webhooks --space Guides --since 2020-01-01'],
    ['The revisions alone', 'docs pages history webhooks --space Guides -q'],
  ],
  notes: `Reads one revision of the space after the other, back to --since, and the text of the page only where it changed. The
person is the author of the change request that was merged; the platform does not say who edited main directly.
--at of docs pages get shows the page as it was. To restore it, use docs pages restore.`,
});

async function showHistory(run: HistoryRun): Promise<void> {
  const { io, now } = run.context;
  const since = parsePastTime(String(run.flags.since), '--since', now());
  const space = await readNamed(run, getSpace, async (input) =>
    (await run.client()).call(getSpace, { spaceId: idIn(input, 'spaceId') }),
  );
  const progress = startProgress(io, 'reading revisions');
  const found = await historyOf(await run.client(), {
    spaceId: space.id,
    spaceName: spaceAsTyped(run, space.id),
    page: run.args.page ?? '',
    since,
  }).finally(() => progress.stop());
  await printRows(run, found.rows);
  note(
    io,
    `page "${found.title}": ${plural(found.rows.length, 'change')} in ${plural(found.revisions, 'revision')} since ${since.slice(0, 10)}`,
  );
  const [newest] = found.rows;
  if (newest)
    note(
      io,
      shell`docs pages get ${found.id} --space ${spaceAsTyped(run, space.id)} --at ${found.rows.at(-1)?.revision ?? ''}`,
    );
}

interface Asked {
  spaceId: string;
  /** As it was typed. */
  spaceName: string;
  page: string;
  since: string;
}

/** What changed of a page, the newest first. Throws NotFoundError for a page that no revision since then has. */
async function historyOf(client: Client, { spaceId, spaceName, page, since }: Asked) {
  const texts = textsIn(client, spaceId);
  const rows: Row[] = [];
  let known: Page | undefined;
  let revisions = 0;
  let newest: readonly Page[] | undefined;
  for await (const { before, after, isOld } of pairsSince(client, spaceId, since)) {
    newest ??= after.pages;
    known ??= pageCalled(after.pages, page) ?? pageCalled(before?.pages ?? [], page);
    if (isOld) break;
    revisions += 1;
    const change = known && (await changeIn(known.id, before, after));
    if (change) rows.push(await rowOf(texts, change, { before, after }));
  }
  if (!known)
    throw new NotFoundError(
      `no revision since ${since.slice(0, 10)} has a page "${page}"${pageMeant(newest ?? [], page)}`,
      {
        details: { page },
        hint: shell`docs pages list --space ${spaceName}`,
      },
    );
  return { rows, revisions, id: known.id, title: known.title };
}

interface Pair {
  /** Undefined for the first revision that is kept. */
  before: Revision | undefined;
  after: Revision;
  /** Nothing changed since the time. */
  isOld?: true;
}

/** Revisions since a time, each with the one before it. */
async function* pairsSince(
  client: Client,
  spaceId: string,
  since: string,
): AsyncGenerator<Pair, void, undefined> {
  let after: Revision | undefined;
  for await (const before of revisionsBack(client, spaceId)) {
    // A time that cannot be read ends it, too.
    const isOld = !(Date.parse(before.createdAt) >= Date.parse(since));
    if (after) yield { before, after };
    else if (isOld) yield { before: undefined, after: before, isOld };
    if (isOld) return;
    after = before;
  }
  if (after) yield { before: undefined, after };
}

async function rowOf(
  texts: ReturnType<typeof textsIn>,
  change: PageChange,
  { before, after }: Pair,
): Promise<Row> {
  const compare = await loadTextDiff();
  const text = async (side: Revision | undefined) => (side && change.content ? texts(side, change.id) : '');
  const [old, fresh] = await Promise.all([text(before), text(after)]);
  const { added, removed } = compare(old, fresh);
  const { title, path = null } = change;
  return { ...aboutOf(after), change: change.change, added, removed, title, path };
}

async function changeIn(
  id: string,
  before: Revision | undefined,
  after: Revision,
): Promise<PageChange | undefined> {
  const stateOf = (revision: Revision | undefined) => ({ pages: revision?.pages ?? [], files: [] });
  const changes = await compareStates(stateOf(before), stateOf(after));
  return changes.find((change): change is PageChange => change.kind === 'page' && change.id === id);
}

/** The author of what was merged; of a commit its message. */
const aboutOf = ({ id, createdAt, mergedFrom, git, type }: Revision) => ({
  revision: id,
  createdAt,
  by: mergedFrom?.createdBy.displayName ?? null,
  subject: mergedFrom?.subject ?? git?.message.split('\n')[0] ?? (type === 'edits' ? null : type),
});

/** Texts by document: the same one in two revisions is read once. */
function textsIn(client: Client, spaceId: string) {
  const read = new Map<string, Promise<string>>();
  return async ({ id: revisionId, pages }: Revision, pageId: string): Promise<string> => {
    const page = allPages(pages).find(({ id }) => id === pageId);
    if (!page) return '';
    const key = ('documentId' in page && page.documentId) || `${revisionId} ${pageId}`;
    const text =
      read.get(key) ??
      client
        .call(getRevisionPage, { spaceId, revisionId, pageId, format: 'markdown' })
        .then((found) => ('markdown' in found && found.markdown) || '');
    read.set(key, text);
    return text;
  };
}
