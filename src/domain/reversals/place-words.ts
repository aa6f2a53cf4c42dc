// Where a thing is among others, in words: `between "Guides" and "Resources"`.
import { asItem, type FieldChange, type Item, isSameValue } from './reversal.ts';

type TitleOf = (id: string) => unknown;

/** Of what is next to a thing: its ID, or a pointer with its type. */
export function idOfNeighbor(neighbor: unknown): string | undefined {
  if (typeof neighbor === 'string') return neighbor;
  const [id] = Object.entries(asItem(neighbor)).flatMap(([name, value]) => (name === 'type' ? [] : [value]));
  return typeof id === 'string' ? id : undefined;
}

/** null where nothing is next to it. */
function placeWords(previous: unknown, next: unknown, titleOf: TitleOf): string | null {
  const [after, before] = [previous, next].map(idOfNeighbor).map((id) => {
    const title = id === undefined ? undefined : titleOf(id);
    return title === undefined ? id : `"${title}"`;
  });
  if (after !== undefined && before !== undefined) return `between ${after} and ${before}`;
  return after !== undefined ? `after ${after}` : before !== undefined ? `before ${before}` : null;
}

/** What a request wants it to be next to; undefined for one that does not say so. */
export function neighborIn(after: Item | null): unknown {
  const { before, after: previous } = asItem(after?.position);
  const neighbor = before ?? previous;
  return typeof asItem(neighbor).type === 'string' ? neighbor : undefined;
}

export interface States {
  before?: Item | null | undefined;
  after: Item | null;
}

/** The fields of a move with its place as one of them, and without what says again which thing is moved. */
export function inWords(row: States, titleOf: TitleOf = () => undefined): States {
  if (neighborIn(row.after) === undefined) return row;
  const { item: _, position, ...rest } = asItem(row.after);
  const { before, after } = asItem(position);
  return {
    before: row.before && {
      ...row.before,
      place: placeWords(row.before.previous, row.before.next, titleOf),
    },
    after: { ...rest, place: placeWords(after, before, titleOf) },
  };
}

/** What an undo of a move changes. What was read has the titles of both neighbors in `titles`, by their IDs. */
export const movedBackInWords =
  (before: Item) =>
  (item: Item = {}): FieldChange[] => {
    const titles = { ...asItem(before.titles), ...asItem(item.titles) };
    const words = ({ previous, next }: Item) => placeWords(previous, next, (id) => titles[id]);
    return [
      { name: 'parent', from: item.parent, to: before.parent },
      { name: 'place', from: words(item), to: words(before) },
    ].filter(({ name, from, to }) => !isSameValue(from, to) && !(name === 'place' && to === null));
  };

/** A place without what it is called by. */
export const withoutTitles = ({ titles: _, ...place }: Item = {}): Item => place;

/** By their IDs, of what is there. */
export const titlesOf = (...things: readonly (Item | undefined)[]): Item =>
  Object.fromEntries(
    things.flatMap((one) => (one?.title === undefined ? [] : [[String(one.id), one.title]])),
  );
