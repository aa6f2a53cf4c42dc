// What differs between two states of content, before any text of it was read.
import { isRecord } from '../../files/texts.ts';

export interface Values {
  before?: unknown;
  after?: unknown;
}

/** Who changed it since the change request last held main. */
export type Side = 'request' | 'main' | 'both';

export interface PageChange {
  kind: 'page';
  /** `changed` may also be moved or renamed; `moved` and `renamed` are nothing but that. */
  change: 'added' | 'removed' | 'changed' | 'moved' | 'renamed';
  id: string;
  type: string;
  title: string;
  path?: string;
  /** Where it stood before, when it was moved. */
  fromPath?: string;
  /** Moved among its siblings only. */
  reordered?: true;
  /** What it was called before. */
  fromTitle?: string;
  /** Fields that differ, but for content, title and slug. */
  attributes: Record<string, Values>;
  /** Whether its text may differ: it has to be read to know. */
  content: boolean;
  changedOn?: Side;
}

export interface FileChange {
  kind: 'file';
  change: 'added' | 'removed' | 'changed' | 'renamed';
  id: string;
  name: string;
  fromName?: string;
  attributes: Record<string, Values>;
  changedOn?: Side;
}

export type ContentChange = PageChange | FileChange;

/** What a person calls it: the path of a page, the name of a file. */
export const nameOf = (change: ContentChange): string =>
  change.kind === 'file' ? change.name : (change.path ?? change.title);

interface PageFacts {
  page: Pick<PageChange, 'id' | 'type' | 'title' | 'path'>;
  /** All fields that differ, title and slug among them; content is told apart. */
  attributes: Record<string, Values>;
  content: boolean;
  /** Under another page, or among its siblings only. */
  move?: 'parent' | 'order' | undefined;
  /** Its path before a move. */
  movedFrom?: string | undefined;
}

/** A page that is in both states; undefined when nothing that counts happened to it. */
export function changedPage({
  page,
  attributes,
  content,
  move,
  movedFrom,
}: PageFacts): PageChange | undefined {
  const { title, slug, ...others } = attributes;
  const isRenamed = title !== undefined || slug !== undefined;
  const isChanged = content || Object.keys(others).length > 0;
  if (!isChanged && !isRenamed && move === undefined) return undefined;
  const fromPath = move === 'parent' ? movedFrom : renamedFrom(page.path, slug);
  const fromTitle = typeof title?.before === 'string' ? title.before : undefined;
  const isMoved = move === 'parent' || (move === 'order' && !isRenamed);
  return {
    kind: 'page',
    change: isChanged ? 'changed' : isMoved ? 'moved' : 'renamed',
    ...page,
    ...(fromPath !== undefined && fromPath !== page.path && { fromPath }),
    ...(move === 'order' && { reordered: true }),
    ...(fromTitle !== undefined && { fromTitle }),
    attributes: others,
    content,
  };
}

/** The path with the slug it had before. */
function renamedFrom(path: string | undefined, slug: Values | undefined): string | undefined {
  if (path === undefined || typeof slug?.before !== 'string') return undefined;
  return [...path.split('/').slice(0, -1), slug.before].join('/');
}

/** A file that is in both states. */
export function changedFile(
  { id, name }: Pick<FileChange, 'id' | 'name'>,
  attributes: Record<string, Values>,
): FileChange {
  const { name: names, ...others } = attributes;
  const fromName = typeof names?.before === 'string' ? names.before : undefined;
  const change = Object.keys(others).length === 0 && fromName !== undefined ? 'renamed' : 'changed';
  return { kind: 'file', change, id, name, ...(fromName !== undefined && { fromName }), attributes: others };
}

/** An empty record says no more than none. */
export const differs = ({ before, after }: Values): boolean => textOf(before) !== textOf(after);
const textOf = (value: unknown): string | undefined =>
  isRecord(value) && Object.keys(value).length === 0 ? undefined : JSON.stringify(value);

/** The fields in which two records differ, by name. Keys that lead nowhere are left out. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, Values> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => differs({ before: before[name], after: after[name] }));
  return Object.fromEntries(
    changed.map((name) => [
      name,
      {
        ...(before[name] !== undefined && { before: before[name] }),
        ...(after[name] !== undefined && { after: after[name] }),
      },
    ]),
  );
}

/** A request makes at most so many edits. */
export const MOST_EDITS = 50;

export const inRequests = <T>(edits: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(edits.length / MOST_EDITS) }, (_, at) =>
    edits.slice(at * MOST_EDITS, (at + 1) * MOST_EDITS),
  );

/** What follows from an edit. */
export const MAIN_STAYS = 'main stays as it is until the change request is merged';
