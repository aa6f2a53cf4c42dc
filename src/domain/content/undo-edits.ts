// Undoing edits of a change request: its pages get back what they were in the revision before.

import type { Page } from '../../api/content/content-shapes.ts';
import { listChangeRequestPages, listRevisionPages } from '../../api/content/pages.ts';
import { splitInput } from '../../api/operation.ts';
import { getChangeRequest, updateChangeRequestContent } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { isOutOfReach, unless } from '../../errors.ts';
import {
  asItem,
  beforeOf,
  byGet,
  type Change,
  cannotUndo,
  FILES_STAY,
  type FieldChange,
  type Input,
  type Item,
  itemsOf,
  mergedSince,
  type Reversal,
  staysBehind,
  type Undo,
} from '../reversals/reversal.ts';
import { inRequests } from './content-change.ts';
import { childrenOf, type PagePlace, pathOf, placeIn, placeText } from './page-place.ts';

const read = byGet(getChangeRequest);

/**
 * The history keeps which pages an edit made, changed or deleted, not their text: each is reverted to the revision that
 * the change request had before. A revert leaves a page where it is, so that places are read before a move.
 */
export const contentEdits: Reversal = {
  read: async (client, input, made, before) => {
    const changeRequest = asItem(await read(client, input));
    // The answer names what was edited: now all that undoing it will show can be read.
    const effects = effectsOf(itemsOf(asItem(made).changes));
    const edited = effects.map(({ id }) => ({ page: id }));
    if (made !== undefined) refuseMerged(changeRequest, input);
    if (edited.length > 0) {
      const { places, paths } = await seenPages(client, input, edited);
      const isGone = effects.some(({ object, id }) => object !== 'created_page' && !(id in paths));
      const earlier = isGone ? await earlierPaths(client, input, before) : {};
      return { ...changeRequest, places, paths: { ...earlier, ...paths } };
    }
    const all = itemsOf(input.changes);
    const moved = all.filter((edit) => edit.operation === 'delete_page' || isMove(edit));
    if (moved.length === 0) return changeRequest;
    const { places } = await seenPages(client, input, moved);
    for (const [id, place] of Object.entries(places))
      if (all.every((edit) => edit.page !== id || isMoveAlone(edit))) place.onlyMoved = true;
    return { ...changeRequest, places };
  },
  shows: (input, answer) => shownRequest(input, asItem(answer).changeRequest ?? answer),
  undo: undoOf,
};

const isMove = ({ operation, into, at }: Item): boolean =>
  operation === 'update_page' && (into !== undefined || at !== undefined);
const isMoveAlone = (edit: Item): boolean =>
  isMove(edit) && Object.keys(edit).every((name) => ['operation', 'page', 'into', 'at'].includes(name));

/** What was merged cannot be edited, closed or opened any more. Throws ConflictError `CANNOT_UNDO`. */
export function refuseMerged({ id, status }: Item, { spaceId }: Input): void {
  if (status === 'merged') throw mergedSince(id, spaceId);
}

/** A change request, in the answer to what has created or edited it. */
export function shownRequest({ spaceId }: Input, result: unknown) {
  const { id, revision } = asItem(result);
  if (typeof id !== 'string' || typeof revision !== 'string') return undefined;
  return { operation: getChangeRequest, input: { spaceId, changeRequestId: id }, result };
}

/** Where these pages are, and the paths of all by their IDs. */
async function seenPages(client: Client, input: Input, wanted: readonly Item[]) {
  // Safe: whatever edits a change request names it.
  const ref = splitInput(listChangeRequestPages, input).params as {
    spaceId: string;
    changeRequestId: string;
  };
  const { pages } = await client.call(listChangeRequestPages, { ...ref, metadata: false, computed: false });
  const places: Record<string, PagePlace & { onlyMoved?: true }> = {};
  for (const { page } of wanted) {
    const found = placeIn(pages, String(page));
    if (found) places[String(page)] = { into: found.into, at: found.at };
  }
  return { places, paths: pathsOf(pages) };
}

/** A page that is gone is named as the revision before the edits has it, as long as that can be read. */
async function earlierPaths(
  client: Client,
  { spaceId }: Input,
  before: unknown,
): Promise<Record<string, string>> {
  const { revision } = asItem(before);
  if (typeof revision !== 'string') return {};
  const ref = { spaceId: String(spaceId), revisionId: revision, metadata: false, computed: false };
  const found = await unless(isOutOfReach, () => client.call(listRevisionPages, ref));
  return pathsOf(found?.pages ?? []);
}

const pathsOf = (pages: readonly Page[]): Record<string, string> =>
  Object.assign({}, ...pages.map((page) => ({ [page.id]: pathOf(page), ...pathsOf(childrenOf(page)) })));

/** Throws ConflictError `CANNOT_UNDO` where the answer to the edits was not kept, or does not say what they did. */
function undoOf(change: Change): Undo {
  const before = beforeOf(change);
  const { changeRequest, changes, insertedFiles } = asItem(change.after);
  const done = itemsOf(changes);
  const revision = before.revision;
  const files = itemsOf(insertedFiles).length > 0;
  if (done.length === 0 && files) throw staysBehind(FILES_STAY);
  if (typeof revision !== 'string' || done.length === 0)
    throw cannotUndo('the history does not hold which pages were edited', 'docs cr edit --help');
  const edits = editsBack(done, revision, asItem(before.places));
  const ref = splitInput(updateChangeRequestContent, change.input).params;
  const inputs = inRequests(edits).map((part): Input => ({ ...ref, changes: part }));
  return {
    operation: updateChangeRequestContent,
    holder: getChangeRequest,
    input: inputs.at(-1) ?? ref,
    first: inputs.slice(0, -1),
    project: (item: Item = {}) => ({ revision: item.revision }),
    original: { revision },
    expected: { revision: asItem(changeRequest).revision },
    ...(files && { note: FILES_STAY }),
    shown: (item = {}) => shownOf(done, asItem(before.places), item),
  };
}

const WORDS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  created_page: ['created', 'deleted'],
  deleted_page: ['deleted', 'restored'],
};

/** Each page with what becomes of it: of one that only moved, from which place to which. */
function shownOf(done: readonly Item[], before: Item, { places, paths }: Item): FieldChange[] {
  const nameOf = (id: string) => String(asItem(paths)[id] ?? id);
  const textOf = (place: unknown) => {
    const { into, at } = asItem(place);
    return placeText(into == null ? undefined : nameOf(String(into)), Number(at));
  };
  const changes = new Map<string, FieldChange>();
  for (const { object, id } of effectsOf(done)) {
    const [was, now] = [asItem(places)[id], before[id]];
    const isMoved = was !== undefined && now !== undefined && object === 'updated_page';
    const [from, to] = isMoved
      ? [textOf(was), textOf(now)]
      : (WORDS[String(object)] ?? ['edited', 'as before']);
    if (!changes.has(id)) changes.set(id, { name: `page ${nameOf(id)}`, from, to });
  }
  return [...changes.values()];
}

const effectsOf = (done: readonly Item[]) =>
  done.map(({ object, page }) => ({
    object,
    id: typeof page === 'string' ? page : String(asItem(page).id),
  }));

/** From the last to the first; a page that was created goes, whatever else was done to it. */
function editsBack(done: readonly Item[], revision: string, places: Item): Input[] {
  const effects = effectsOf(done);
  const idsOf = (wanted: string) =>
    new Set(effects.filter(({ object }) => object === wanted).map(({ id }) => id));
  const created = idsOf('created_page');
  const deleted = idsOf('deleted_page');
  const isOwn = ({ object, id }: (typeof effects)[number]) =>
    created.has(id) && (object !== 'created_page' || deleted.has(id));
  const moves = placesBack(places);
  // Nothing is to be put below it: it comes back at its turn, and is in the way of no other.
  const isLate = (id: unknown) =>
    deleted.has(String(id)) && String(id) in places && !moves.some(({ into }) => into === id);
  const revert = (page: unknown): Input => ({ operation: 'revert_page', page, revision });
  const back = effects
    .toReversed()
    .filter((effect) => !isOwn(effect) && !isLate(effect.id) && asItem(places[effect.id]).onlyMoved !== true)
    .map(({ object, id }) =>
      object === 'created_page' ? { operation: 'delete_page', page: id } : revert(id),
    );
  const isOneOfSeveral = (move: Input) => moves.some((other) => other !== move && other.into === move.into);
  const aside = moves.filter((move) => !isLate(move.page) && isOneOfSeveral(move));
  return [
    ...back,
    ...aside.map(({ at: _, ...move }) => move),
    ...moves.flatMap((move) => (isLate(move.page) ? [revert(move.page), move] : [move])),
  ];
}

/**
 * From the first place on: each counts the pages before it. Where several go below one page, all are put behind its others
 * before that.
 */
const placesBack = (places: Item): Input[] =>
  Object.entries(places)
    .map(([page, place]): Input => {
      const { into, at } = asItem(place);
      return { operation: 'update_page', page, into, at };
    })
    .sort((a, b) => Number(a.at) - Number(b.at));
