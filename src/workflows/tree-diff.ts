// What differs between two states of content, found from their page trees and file lists: where nobody tells it.
import type { File, Page } from '../api/content/content.ts';
import {
  type ContentChange,
  changedFile,
  changedPage,
  differences,
  type FileChange,
} from './content-change.ts';

export interface State {
  pages: readonly Page[];
  files: readonly File[];
}

interface Placed {
  page: Page;
  /** Slugs from the top, or the title of a page without one. */
  path: string;
  parent: string;
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

function placesOf(pages: readonly Page[]): Map<string, Placed> {
  const found = new Map<string, Placed>();
  const visit = (level: readonly Page[], parent: string, above: string) => {
    for (const page of level) {
      const path = 'path' in page ? page.path : `${above}${page.title}`;
      found.set(page.id, { page, path, parent });
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

function changeOf(from: Placed, to: Placed, moved: ReadonlySet<string>) {
  return changedPage({
    page: identityOf(to),
    attributes: differences(fieldsOf(from.page), fieldsOf(to.page)),
    content: to.page.type === 'document' && mayDiffer(from.page, to.page),
    ...(moved.has(to.page.id) && { move: from.parent === to.parent ? 'order' : 'parent' }),
    movedFrom: from.path,
  });
}

/** What a person edits, without text and bookkeeping. */
function fieldsOf(page: Page): Record<string, unknown> {
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

/** The first sign that both pages have decides; without any, only reading tells. */
function mayDiffer(before: Page, after: Page): boolean {
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

/** Ids in their order, by the id of the page they stand under. */
function siblingsIn(
  places: ReadonlyMap<string, Placed>,
  counts: (id: string) => boolean,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [id, { parent }] of places) {
    if (!counts(id)) continue;
    const group = groups.get(parent);
    if (group) group.push(id);
    else groups.set(parent, [id]);
  }
  return groups;
}

async function reordered(before: readonly string[], after: readonly string[]): Promise<string[]> {
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
