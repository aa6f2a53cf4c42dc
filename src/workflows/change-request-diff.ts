// What a change request changes, page by page, with the lines that differ. Unchanged pages are never read.
import type { ChangeRequest } from '../api/review/change-requests.ts';
import type { Client } from '../client/client.ts';
import { type ContentChange, type FileChange, nameOf, type PageChange } from './content-change.ts';
import { type ContentSource, changeRequestContent, mainContent, revisionContent } from './content-source.ts';
import { inOrder } from './in-order.ts';
import { toldChanges } from './reported-changes.ts';
import { loadTextDiff, type TextDiff } from './text-diff.ts';
import { compareStates } from './tree-diff.ts';

/** Pages at a time; each is read on both sides. */
const AT_ONCE = 4;

/**
 * What to compare with. held: main as the change request took it in last, so that its own changes are left;
 * main: main as it is now; initial: the revision it was made from, so that what it took in since counts too.
 */
export type Against = 'held' | 'main' | 'initial';

export interface Comparison {
  before: ContentSource;
  after: ContentSource;
  changes: ContentChange[];
}

export type DiffEntry = (PageChange & TextDiff) | (FileChange & { added?: undefined });

/** Which pages and files differ; reads no page. */
export async function compareChangeRequest(
  client: Client,
  changeRequest: ChangeRequest,
  against: Against,
): Promise<Comparison> {
  const { number, space: spaceId } = changeRequest;
  const ref = { spaceId, changeRequestId: String(number) };
  const sides = {
    before: sourceOf(client, changeRequest, against),
    after: changeRequestContent(client, ref, `#${number}`),
  };
  const told = tellsIt(changeRequest, against) ? await toldChanges(client, ref) : undefined;
  return { ...sides, changes: told ?? (await compareSources(sides)) };
}

/** What both sides changed since the change request last held main: the names of the pages and files. */
export async function changedOnBothSides(client: Client, changeRequest: ChangeRequest): Promise<string[]> {
  const { own, onMain } = await changesOfSides(client, changeRequest);
  return own.filter(({ id }) => onMain.has(id)).map(nameOf);
}

/** The changes against main, each with the side that made it. */
export async function withSides(
  client: Client,
  changeRequest: ChangeRequest,
  changes: readonly ContentChange[],
): Promise<ContentChange[]> {
  if (isUpToDate(changeRequest)) return [...changes];
  const { own, onMain } = await changesOfSides(client, changeRequest);
  const ownIds = new Set(own.map(({ id }) => id));
  return changes.map((change) => {
    const changedOn = !onMain.has(change.id) ? 'request' : ownIds.has(change.id) ? 'both' : 'main';
    return { ...change, changedOn };
  });
}

async function changesOfSides(client: Client, changeRequest: ChangeRequest) {
  const { space: spaceId } = changeRequest;
  const held = revisionContent(client, { spaceId, revisionId: heldRevision(changeRequest) });
  const [{ changes: own }, since] = await Promise.all([
    compareChangeRequest(client, changeRequest, 'held'),
    compareSources({ before: held, after: mainContent(client, spaceId) }),
  ]);
  return { own, onMain: new Set(since.map(({ id }) => id)) };
}

/** The platform compares with the state of main that the change request holds. */
function tellsIt(changeRequest: ChangeRequest, against: Against): boolean {
  if (against === 'main') return isUpToDate(changeRequest);
  return against === 'held' || heldRevision(changeRequest) === changeRequest.revisionInitial;
}

const heldRevision = ({ revisionMergedAncestor, revisionInitial }: ChangeRequest) =>
  revisionMergedAncestor ?? revisionInitial;

/** Then main is what it holds, and main can be read on every host. */
const isUpToDate = ({ outdated, status }: ChangeRequest) => !outdated && status !== 'merged';

function sourceOf(client: Client, changeRequest: ChangeRequest, against: Against): ContentSource {
  const { space: spaceId, revisionInitial } = changeRequest;
  if (against === 'initial') return revisionContent(client, { spaceId, revisionId: revisionInitial });
  if (against === 'main' || isUpToDate(changeRequest)) return mainContent(client, spaceId);
  return revisionContent(client, { spaceId, revisionId: heldRevision(changeRequest) });
}

async function compareSources({
  before,
  after,
}: Pick<Comparison, 'before' | 'after'>): Promise<ContentChange[]> {
  const [oldPages, newPages, oldFiles, newFiles] = await Promise.all([
    before.pages(),
    after.pages(),
    before.files(),
    after.files(),
  ]);
  return compareStates({ pages: oldPages, files: oldFiles }, { pages: newPages, files: newFiles });
}

/**
 * The changes with their hunks, in order, several pages read at a time; a page whose text turns out the same, with
 * nothing else changed, is left out. Throws the first failure: half a diff looks like a whole one.
 */
export async function* readDiff(
  client: Client,
  { before, after, changes }: Comparison,
): AsyncGenerator<DiffEntry, void, undefined> {
  const compare = await loadTextDiff();
  const results = inOrder(changes, entryOf, {
    concurrency: AT_ONCE,
    onRateLimit: client.onRateLimit,
    stop: (result) => !result.ok,
  });
  for await (const result of results) {
    if (!result.ok) throw result.error;
    if (result.value) yield result.value;
  }

  async function entryOf(change: ContentChange): Promise<DiffEntry | undefined> {
    if (change.kind === 'file') return change;
    if (!change.content) return { ...change, added: 0, removed: 0, hunks: [] };
    const [old, fresh] = await Promise.all([
      change.change === 'added' ? '' : before.markdown(change.id),
      change.change === 'removed' ? '' : after.markdown(change.id),
    ]);
    const text = compare(old, fresh);
    return isNothing(change, text) ? undefined : { ...narrowed(change, text), ...text };
  }
}

const isNothing = ({ change, attributes, fromPath, fromTitle, reordered }: PageChange, { hunks }: TextDiff) =>
  change === 'changed' &&
  hunks.length === 0 &&
  Object.keys(attributes).length === 0 &&
  fromPath === undefined &&
  fromTitle === undefined &&
  reordered === undefined;

/** A page whose text is the same after all is at most moved or renamed. */
function narrowed(page: PageChange, { hunks }: TextDiff): PageChange {
  if (page.change !== 'changed' || hunks.length > 0 || Object.keys(page.attributes).length > 0) return page;
  const isMoved = parentOf(page.fromPath) !== parentOf(page.fromPath && page.path);
  const isRenamed = page.fromTitle !== undefined || page.fromPath !== undefined;
  return { ...page, change: isMoved || !isRenamed ? 'moved' : 'renamed' };
}

/** The path of the page above. */
const parentOf = (path: string | undefined) => path?.split('/').slice(0, -1).join('/');
