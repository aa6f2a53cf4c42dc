// What the commands that edit pages of a change request share: its pages, and the one request that edits them.
import type { Page } from '../../api/content/content-shapes.ts';
import { listChangeRequestPages } from '../../api/content/pages.ts';
import { getCaller } from '../../api/people/members.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import {
  type ChangeRequestContentChange,
  createChangeRequest,
  updateChangeRequestContent,
} from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { inRequests, MAIN_STAYS, type PageChange } from '../../domain/content/content-change.ts';
import { allPages, type PagePlace, pathOf, placeIn } from '../../domain/content/page-place.ts';
import type { Ahead, Wish } from '../../engine/plan/job-wishes.ts';
import { finder, fitsNothing, oneOfTwins } from '../../engine/references/look-up.ts';
import { parseReference } from '../../engine/references/pasted.ts';
import { KINDS } from '../../engine/references/reference-kinds.ts';
import type { Run } from '../../engine/run/run.ts';
import { note } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { loadTextDiff } from '../../output/text-diff.ts';
import type { DiffEntry } from '../change-request-diff/change-request-diff.ts';
import { openOfSpace } from '../clone/read-content.ts';

/** Operations of every command that edits pages of a change request. */
export const EDIT_OPERATIONS = [listChangeRequestPages, updateChangeRequestContent];

const NAMES_ONLY = { metadata: false, computed: false };

/** Read beside the change request by each of them. */
export const PAGES_AHEAD: Ahead = { reads: [[listChangeRequestPages, NAMES_ONLY]] };

/** IDs of the change request that a job is about. */
export const refIn = ({ input, target }: Run): { spaceId: string; changeRequestId: string } => ({
  spaceId: String(input.spaceId),
  changeRequestId: String(target?.id ?? input.changeRequestId),
});

/** Throws ConflictError for a change request that takes no edits any more. */
export async function readPages(run: Run): Promise<readonly Page[]> {
  const problem = await (await import('../merge-ready/foreseen.ts')).foreseenClosed(run, 'edited');
  if (problem) throw problem;
  return (await (await run.client()).call(listChangeRequestPages, { ...refIn(run), ...NAMES_ONLY })).pages;
}

type Placed = PagePlace & { page: Page; siblings: readonly Page[]; path: string };

/** The page of the change request that a text names: an ID, a path, a title or a URL. Throws NotFoundError, AmbiguousError. */
export async function pageNamed(run: Run, text: string, pages: readonly Page[]): Promise<Placed> {
  const items = allPages(pages).map((page) => ({ ...page }));
  const pasted = parseReference('pageId', text)?.pageId;
  const name = typeof pasted === 'string' ? pasted : text;
  const named = finder('pageId', items)(name.replace(/^\/+|(?<!\/)\/+$/g, ''));
  const kind = KINDS.pageId;
  const id = typeof named === 'object' && kind ? await oneOfTwins(run, kind, text, named) : named;
  const found = typeof id === 'string' ? placeIn(pages, id) : undefined;
  if (!found) throw fitsNothing('pageId', text, kind, items);
  return { ...found, path: pathOf(found.page) };
}

/** Path of its file in a repository. */
export const gitOf = (page: Page) => ('git' in page && page.git ? { git: page.git.path } : {});

/** The text of a page may name files by the rows that upload them. */
export type PageEdit =
  | ChangeRequestContentChange
  | { operation: 'update_page' | 'insert_page'; document?: { markdown: unknown } };

/** A new change request. A plan that is applied later is refused where main is another one by then. */
export const requestFor = ({ id, revision }: { id: string; revision: string }, subject: string): Wish => ({
  operation: createChangeRequest,
  input: { spaceId: id, subject },
  live: { revision },
});

interface EditsOfSpace {
  subject: string;
  /** Of the first row. */
  number: number;
  changes: readonly unknown[];
  /** The change request that takes them in, where it is there already. */
  own?: ChangeRequest | undefined;
}

/** What one change request takes in, as its rows: as many edits a request as the platform takes, one after the other. */
export function editsOf(
  space: { id: string; revision: string },
  { subject, number, changes, own }: EditsOfSpace,
): Wish[] {
  const rows: Wish[] = own ? [] : [requestFor(space, subject)];
  for (const part of inRequests(changes))
    rows.push({
      operation: updateChangeRequestContent,
      input: { spaceId: space.id, changeRequestId: own?.id ?? `{row ${number}}.id`, changes: part },
      ...(own && { live: { ...own } }),
      ...(rows.length > 0 && { needs: [number + rows.length - 1] }),
      danger: 'moderate',
      follows: MAIN_STAYS,
    });
  return rows;
}

/** One edit of one page, as a row. */
export const editOf = (run: Run, change: PageEdit, more: Partial<Wish> = {}): Wish => ({
  operation: updateChangeRequestContent,
  input: { ...refIn(run), changes: [change] },
  ...(run.target && { live: run.target }),
  ...more,
});

/** What would become of a page: its path, its title, its text, and the settings that differ, the title among them. */
export interface ToldPage
  extends Pick<PageChange, 'id' | 'title' | 'fromPath' | 'reordered'>,
    Partial<Pick<PageChange, 'change' | 'attributes'>> {
  path: string;
  before: string;
  after: string;
}

/** A page as docs cr diff shows it. */
export async function previewOf(run: Run, pages: readonly ToldPage[]): Promise<string> {
  const { diffText } = await import('../change-request-diff/diff-text.ts');
  const compare = await loadTextDiff();
  const { io } = run.context;
  const texts = pages.map(({ before, after, attributes, ...page }) => {
    const { title, ...others } = attributes ?? {};
    const entry: DiffEntry = {
      kind: 'page',
      type: 'document',
      change: 'changed',
      ...page,
      ...(typeof title?.before === 'string' && { fromTitle: title.before }),
      attributes: others,
      content: true,
      ...compare(before, after),
    };
    return diffText(io, entry, true);
  });
  return texts.join(io.outTty ? '\n' : '');
}

// The change request that a job continues: the caller's own of the same subject, as long as it is open. So what is run
// again, after an interruption or by cron, makes no second one.

/** How a push says it, too. */
export const GOES_ON = 'is yours and open: edits go there; another --subject begins another';

/** Asks who calls only where a subject fits. */
export async function ownAmong(
  client: Client,
  open: readonly ChangeRequest[],
  subject: string,
): Promise<ChangeRequest | undefined> {
  const named = open.filter((one) => one.subject === subject);
  if (named.length === 0) return undefined;
  const { id } = await client.call(getCaller, {});
  return named.find(({ createdBy }) => createdBy.id === id);
}

/** The one of a space; `except`: the ID of one that is not meant. */
export async function ownRequest(
  client: Client,
  spaceId: string,
  subject: string,
  except?: string,
): Promise<ChangeRequest | undefined> {
  const open = await openOfSpace(client, spaceId);
  return ownAmong(
    client,
    open.filter(({ id }) => id !== except),
    subject,
  );
}

/** `name` is what its space is called in a command. */
export const sayGoesOn = ({ context }: Run, name: string, { number, subject }: ChangeRequest): void =>
  note(context.io, `${name}: change request #${number} "${safeLine(subject)}" ${GOES_ON}`);
