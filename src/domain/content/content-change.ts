// What differs between two states of content: by comparing them, and as the platform itself tells it.

import { type Change, listChangeRequestChanges } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { isAbsence, unless } from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';

export interface Values {
  before?: unknown;
  after?: unknown;
}

/** Who changed it since the change request last held main. */
type Side = 'request' | 'main' | 'both';

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
const differs = ({ before, after }: Values): boolean => textOf(before) !== textOf(after);
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

// What the platform itself tells a change request to change.

/** The most that one answer holds. */
const MOST = 1000;
/** Fields of a page that are not its text: with only these changed, no page is read. */
const FIELDS = new Set(
  'title slug path description emoji icon hidden noIndex noRobotsIndex layout cover variables type kind target href tags'.split(
    ' ',
  ),
);
/** What goes along with an edit and says nothing of its own. */
const BOOKKEEPING = ['updatedAt', 'createdAt', 'git', 'urls', 'pages'];

/** All changes, in the platform's order; undefined where the host cannot tell, or not all of them. */
export async function toldChanges(
  client: Client,
  ref: { spaceId: string; changeRequestId: string },
): Promise<ContentChange[] | undefined> {
  // A host of documented operations only has no such path.
  return unless(isAbsence, async () => {
    const { changes, more = 0 } = await client.call(listChangeRequestChanges, { ...ref, limit: MOST });
    return more > 0 ? undefined : readChanges(changes);
  });
}

/**
 * The path that a moved page had; undefined where nothing tells it. The contract names its parents before and after, and
 * not the path: the last part is that of now, or `slug` as it was.
 */
export function pathBefore({ page, parent }: Moved, slug?: unknown): string | undefined {
  const last = typeof slug === 'string' ? slug : page.path?.split('/').at(-1);
  if (!parent.before || last === undefined) return last;
  return parent.before.path === undefined ? undefined : `${parent.before.path}/${last}`;
}

type Moved = Extract<Change, { type: 'page_moved' }>;
type PageEdit = Extract<Change, { type: 'page_edited' | 'page_moved' }>;

/** Several changes of one page are one row. */
function readChanges(changes: readonly Change[]): ContentChange[] {
  const edits = new Map<string, PageEdit[]>();
  for (const change of changes) {
    if (change.type !== 'page_edited' && change.type !== 'page_moved') continue;
    edits.set(change.page.id, [...(edits.get(change.page.id) ?? []), change]);
  }
  return changes.flatMap((change) => {
    if (change.type !== 'page_edited' && change.type !== 'page_moved') return readChange(change);
    const all = edits.get(change.page.id);
    edits.delete(change.page.id);
    return (all && joined(all)) ?? [];
  });
}

function readChange(change: Exclude<Change, PageEdit>): ContentChange[] {
  switch (change.type) {
    case 'page_created':
    case 'page_deleted': {
      const { page } = change;
      const kind = change.type === 'page_created' ? 'added' : 'removed';
      return [
        { kind: 'page', change: kind, ...pageOf(page), attributes: {}, content: page.type === 'document' },
      ];
    }
    case 'file_created':
    case 'file_deleted': {
      const { id, name } = change.file;
      const kind = change.type === 'file_created' ? 'added' : 'removed';
      return [{ kind: 'file', change: kind, id, name, attributes: {} }];
    }
    case 'file_edited':
      return [changedFile(change.file, change.attributes)];
    // A kind of change that newer hosts tell.
    default:
      return [];
  }
}

function joined(changes: readonly PageEdit[]): PageChange | undefined {
  const [first] = changes;
  if (!first) return undefined;
  const moved = changes.find((change) => change.type === 'page_moved');
  const attributes: Record<string, Values> = {};
  for (const change of changes)
    if (change.type === 'page_edited') Object.assign(attributes, change.attributes);
  for (const name of BOOKKEEPING) delete attributes[name];
  for (const [name, values] of Object.entries(attributes))
    if (FIELDS.has(name) && !differs(values)) delete attributes[name];
  const fields = Object.entries(attributes).filter(([name]) => FIELDS.has(name));
  return changedPage({
    page: pageOf(first.page),
    attributes: Object.fromEntries(fields),
    // Anything else may be the text, under whatever name.
    content: fields.length < Object.keys(attributes).length && first.page.type === 'document',
    move: moved && (moved.parent.before?.id === moved.parent.after?.id ? 'order' : 'parent'),
    movedFrom: moved && pathBefore(moved, attributes.slug?.before),
  });
}

const pageOf = ({ id, type, title, path }: PageEdit['page']) => ({
  id,
  type,
  title,
  ...(path !== undefined && { path }),
});
