// Undoing edits of a change request: its pages get back what they were in the revision before.
import { listChangeRequestPages } from '../../api/content/pages.ts';
import { updateChangeRequestContent } from '../../api/review/change-request-content.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import {
  asItem,
  beforeOf,
  byGet,
  type Change,
  cannotUndo,
  type Input,
  type Item,
  paramsOf,
  type Reversal,
  staysBehind,
  type Undo,
} from '../reversals/reversal.ts';
import { type PagePlace, placeIn } from './page-place.ts';

const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? value.map(asItem) : []);
const read = byGet(getChangeRequest);

/** A request makes at most 50 edits. */
const MOST_EDITS = 50;

/**
 * The history keeps which pages an edit made, changed or deleted, not their text: each is reverted to the revision that
 * the change request had before. A revert leaves a page where it is, so that places are read before a move.
 */
export const contentEdits: Reversal = {
  read: async (client, input) => {
    const changeRequest = asItem(await read(client, input));
    const moved = itemsOf(input.changes).filter(
      ({ operation, into, at }) => operation === 'update_page' && (into !== undefined || at !== undefined),
    );
    if (moved.length === 0) return changeRequest;
    return { ...changeRequest, places: await placesOf(client, input, moved) };
  },
  undo: undoOf,
};

async function placesOf(client: Client, input: Input, moved: readonly Item[]) {
  // Safe: whatever edits a change request names it.
  const ref = paramsOf(listChangeRequestPages, input) as { spaceId: string; changeRequestId: string };
  const { pages } = await client.call(listChangeRequestPages, { ...ref, metadata: false, computed: false });
  const places: Record<string, PagePlace> = {};
  for (const { page } of moved) {
    const found = placeIn(pages, String(page));
    if (found) places[String(page)] = { into: found.into, at: found.at };
  }
  return places;
}

/** Throws ConflictError `CANNOT_UNDO` where the answer to the edits was not kept, or does not say what they did. */
function undoOf(change: Change): Undo {
  const before = beforeOf(change);
  const { changeRequest, changes, insertedFiles } = asItem(change.after);
  const done = itemsOf(changes);
  const revision = before.revision;
  const files = itemsOf(insertedFiles).length > 0;
  if (done.length === 0 && files) throw staysBehind('uploaded files stay');
  if (typeof revision !== 'string' || done.length === 0)
    throw cannotUndo('the history does not hold which pages were edited', 'docs cr edit --help');
  const edits = editsBack(done, revision, asItem(before.places));
  if (edits.length > MOST_EDITS)
    throw cannotUndo(`it takes more than ${MOST_EDITS} edits to undo it`, 'docs cr edit --help');
  return {
    operation: updateChangeRequestContent,
    input: { ...paramsOf(updateChangeRequestContent, change.input), changes: edits },
    project: (item: Item = {}) => ({ revision: item.revision }),
    original: { revision },
    expected: { revision: asItem(changeRequest).revision },
    ...(files && { note: 'uploaded files stay' }),
  };
}

/** From the last to the first; a page that was created goes, whatever else was done to it. */
function editsBack(done: readonly Item[], revision: string, places: Item): Input[] {
  const effects = done.map(({ object, page }) => ({
    object,
    id: typeof page === 'string' ? page : String(asItem(page).id),
  }));
  const idsOf = (wanted: string) =>
    new Set(effects.filter(({ object }) => object === wanted).map(({ id }) => id));
  const created = idsOf('created_page');
  const deleted = idsOf('deleted_page');
  const isOwn = ({ object, id }: (typeof effects)[number]) =>
    created.has(id) && (object !== 'created_page' || deleted.has(id));
  return effects
    .toReversed()
    .filter((effect) => !isOwn(effect))
    .flatMap(({ object, id }): Input[] => {
      if (object === 'created_page') return [{ operation: 'delete_page', page: id }];
      const place = places[id];
      return [
        { operation: 'revert_page', page: id, revision },
        ...(place === undefined ? [] : [{ operation: 'update_page', page: id, ...asItem(place) }]),
      ];
    });
}
