// What a change request changes, page by page, with the lines that differ. Unchanged pages are never read.

import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { Client } from '../../client/client.ts';
import { allInOrder } from '../../client/pool.ts';
import {
  type ContentChange,
  changedFile,
  changedPage,
  differences,
  type FileChange,
  nameOf,
  type PageChange,
  toldChanges,
} from '../../domain/content/content-change.ts';
import {
  type ContentSource,
  changeRequestContent,
  mainContent,
  revisionContent,
} from '../../domain/content/content-source.ts';
import { groupBy } from '../../files/lists.ts';
import { loadTextDiff, type TextDiff } from '../../output/text-diff.ts';

// What differs between two states of content, found from their page trees and file lists: where nobody tells it.

export interface State {
  pages: readonly Page[];
  files: readonly File[];
}

/** A page with where it is. */
export interface Placed {
  page: Page;
  /** Slugs from the top, or the title of a page without one. */
  path: string;
  /** ID of the page above; empty at the top. */
  parent: string;
  at: number;
}

/** A page that counts as read: the same ids mean the same text. */
const IDENTITY = ['documentId', 'git', 'updatedAt'] as const;
const MOST_MOVES = 2000;

/** Pages in reading order, removed ones after them, files last. */
export async function compareStates(before: State, after: State): Promise<ContentChange[]> {
  const [old, fresh] = [placesOf(before.pages), placesOf(after.pages)];
  const moved = await movedPages(old, fresh);
  const pages = [...fresh.values()].flatMap((place) => {
    const from = old.get(place.page.id);
    return from ? (changeOf(from, place, moved) ?? []) : onlyIn('added', place);
  });
  const removed = [...old.values()].filter(({ page }) => !fresh.has(page.id));
  return [
    ...pages,
    ...removed.flatMap((place) => onlyIn('removed', place)),
    ...fileChanges(before.files, after.files),
  ];
}

/** By the ID of the page. */
export function placesOf(pages: readonly Page[]): Map<string, Placed> {
  const found = new Map<string, Placed>();
  const visit = (level: readonly Page[], parent: string, above: string) => {
    for (const [at, page] of level.entries()) {
      const path = 'path' in page ? page.path : `${above}${page.title}`;
      found.set(page.id, { page, path, parent, at });
      if ('pages' in page) visit(page.pages, page.id, `${path}/`);
    }
  };
  visit(pages, '', '');
  return found;
}

const identityOf = ({ page: { id, type, title }, path }: Placed) => ({ id, type, title, path });

function onlyIn(change: 'added' | 'removed', place: Placed): ContentChange[] {
  const content = place.page.type === 'document';
  return [{ kind: 'page', change, ...identityOf(place), attributes: {}, content }];
}

const changeOf = (from: Placed, to: Placed, moved: ReadonlySet<string>) =>
  changedPage({
    page: identityOf(to),
    attributes: differences(fieldsOf(from.page), fieldsOf(to.page)),
    content: to.page.type === 'document' && mayDiffer(from.page, to.page),
    ...(moved.has(to.page.id) && { move: from.parent === to.parent ? 'order' : 'parent' }),
    movedFrom: from.path,
  });

/** What a person edits, without text and bookkeeping. */
export function fieldsOf(page: Page): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...page };
  for (const name of [
    ...IDENTITY,
    'id',
    'pages',
    'path',
    'urls',
    'createdAt',
    'kind',
    'markdown',
    'document',
  ]) {
    delete fields[name];
  }
  return fields;
}

/** Whether the texts of two states of a page may differ: the first sign that both have decides; without any, only reading tells. */
export function mayDiffer(before: Page, after: Page): boolean {
  for (const sign of IDENTITY) {
    const [old, fresh] = [signOf(before, sign), signOf(after, sign)];
    if (old !== undefined && fresh !== undefined) return old !== fresh;
    // Only one of them has a text.
    if (sign === 'documentId' && old !== fresh) return true;
  }
  return true;
}

function signOf(page: Page, sign: (typeof IDENTITY)[number]): string | undefined {
  if (page.type !== 'document') return undefined;
  return sign === 'git' ? page.git?.oid : page[sign];
}

/** Pages under another parent, and the fewest others whose moving explains the new order among siblings. */
async function movedPages(
  old: ReadonlyMap<string, Placed>,
  fresh: ReadonlyMap<string, Placed>,
): Promise<Set<string>> {
  const moved = new Set<string>();
  for (const [id, { parent }] of fresh) {
    const from = old.get(id);
    if (from && from.parent !== parent) moved.add(id);
  }
  const stays = (id: string) => old.has(id) && fresh.has(id) && !moved.has(id);
  const before = siblingsIn(old, stays);
  for (const [parent, order] of siblingsIn(fresh, stays)) {
    for (const id of await reordered(before.get(parent) ?? [], order)) moved.add(id);
  }
  return moved;
}

/** IDs in their order, by the ID of the page they are under. */
export const siblingsIn = (
  places: ReadonlyMap<string, Placed>,
  counts: (id: string) => boolean = () => true,
): Map<string, string[]> => groupBy([...places.keys()].filter(counts), (id) => places.get(id)?.parent ?? '');

export async function reordered(before: readonly string[], after: readonly string[]): Promise<string[]> {
  if (before.every((id, at) => id === after[at])) return [];
  const { diffArrays } = await import('diff');
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_MOVES }) ?? [];
  return parts.flatMap(({ added, value }) => (added ? value : []));
}

function fileChanges(before: readonly File[], after: readonly File[]): FileChange[] {
  const old = new Map(before.map((file) => [file.id, file]));
  const ids = new Set(after.map(({ id }) => id));
  const changes = after.flatMap((file): FileChange[] => {
    const from = old.get(file.id);
    if (!from) return [onlyFile('added', file)];
    const attributes = differences(fileFields(from), fileFields(file));
    return Object.keys(attributes).length > 0 ? [changedFile(file, attributes)] : [];
  });
  return [...changes, ...before.filter(({ id }) => !ids.has(id)).map((file) => onlyFile('removed', file))];
}

const onlyFile = (change: 'added' | 'removed', { id, name }: File): FileChange => ({
  kind: 'file',
  change,
  id,
  name,
  attributes: {},
});

/** Addresses of downloads are left out: they may be signed anew each time. */
const fileFields = ({ name, contentType, size, dimensions, git }: File) => ({
  name,
  contentType,
  size,
  dimensions,
  content: git?.oid,
});

/** Pages at a time; each is read on both sides. */
const AT_ONCE = 8;

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
  for await (const entry of allInOrder(client, changes, AT_ONCE, entryOf)) if (entry) yield entry;

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
