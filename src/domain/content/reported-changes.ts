// What the platform itself tells a change request to change.
import { type Change, listChangeRequestChanges } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { isAbsence } from '../../errors.ts';
import {
  type ContentChange,
  changedFile,
  changedPage,
  differs,
  type PageChange,
  type Values,
} from './content-change.ts';

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
  try {
    const { changes, more = 0 } = await client.call(listChangeRequestChanges, { ...ref, limit: MOST });
    return more > 0 ? undefined : readChanges(changes);
  } catch (error) {
    // A host of documented operations only has no such path.
    if (isAbsence(error)) return undefined;
    throw error;
  }
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
export function readChanges(changes: readonly Change[]): ContentChange[] {
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
