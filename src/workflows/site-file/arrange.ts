// The fewest moves that bring the items of one level into an order. The platform places an item right before or after
// another one; external links can neither be moved nor pointed to, and only go to the end of their level.

export interface Placeable {
  id: string;
  /** It can be moved and pointed to. */
  movable: boolean;
}

export type Move =
  | { id: string; after: string }
  | { id: string; before: string }
  /** To the end of its level. */
  | { id: string; append: true };

/**
 * `now`: the level in its order; what is not in `wanted` stays where it is. Undefined where no moves lead there: a group
 * behind a link that nothing follows.
 */
export function arrange(now: readonly Placeable[], wanted: readonly string[]): Move[] | undefined {
  const known = new Map(now.map((one) => [one.id, one]));
  const goal = withExtras(
    now.map(({ id }) => id),
    wanted.filter((id) => known.has(id)),
  );
  const movable = (id: string) => known.get(id)?.movable === true;
  const order = now.map(({ id }) => id);
  return byPointers(order, goal, movable) ?? fromTheFront([...order], goal, movable);
}

/** What the file does not name goes where it is now: behind what is before it. */
function withExtras(now: readonly string[], wanted: readonly string[]): string[] {
  const named = new Set(wanted);
  const goal = [...wanted];
  let previous: string | undefined;
  for (const id of now) {
    if (!named.has(id)) goal.splice(previous === undefined ? 0 : goal.indexOf(previous) + 1, 0, id);
    previous = id;
  }
  return goal;
}

type Movable = (id: string) => boolean;

/** Everything on the heaviest common subsequence stays; the rest is placed beside what is placed. */
function byPointers(order: readonly string[], goal: readonly string[], movable: Movable): Move[] | undefined {
  const stay = heaviest(order, goal, (id) => (movable(id) ? 1 : order.length + 1));
  const moves: Move[] = [];
  let line = order.filter((id) => stay.has(id) || !movable(id));
  for (const [at, id] of goal.entries()) {
    if (stay.has(id)) continue;
    if (!movable(id)) return undefined;
    const previous = goal[at - 1];
    const place = previous === undefined ? 0 : line.indexOf(previous) + 1;
    const next = line[place];
    if (previous !== undefined && movable(previous)) moves.push({ id, after: previous });
    else if (next !== undefined && movable(next)) moves.push({ id, before: next });
    else return undefined;
    line = [...line.slice(0, place), id, ...line.slice(place)];
  }
  return moves;
}

function heaviest(
  order: readonly string[],
  goal: readonly string[],
  weight: (id: string) => number,
): Set<string> {
  const place = new Map(order.map((id, at) => [id, at]));
  // The best chain that ends with each of the goal, in its order.
  const chains: { id: string; at: number; sum: number; previous: number }[] = [];
  for (const id of goal) {
    const at = place.get(id) ?? -1;
    let previous = -1;
    for (const [index, one] of chains.entries())
      if (one.at < at && (previous === -1 || one.sum > (chains[previous]?.sum ?? 0))) previous = index;
    chains.push({ id, at, sum: weight(id) + (chains[previous]?.sum ?? 0), previous });
  }
  const kept = new Set<string>();
  let best = chains.reduce((most, { sum }, at) => (sum > (chains[most]?.sum ?? -1) ? at : most), 0);
  while (best >= 0 && chains[best]) {
    const { id, previous } = chains[best] as (typeof chains)[number];
    kept.add(id);
    best = previous;
  }
  return kept;
}

/** Place by place; what is in the way of a link goes behind it. */
function fromTheFront(line: string[], goal: readonly string[], movable: Movable): Move[] | undefined {
  const moves: Move[] = [];
  const most = goal.length * goal.length + goal.length;
  for (let at = 0; at < goal.length && moves.length <= most; ) {
    const [id, here] = [goal[at] ?? '', line[at] ?? ''];
    if (id === here) {
      at += 1;
      continue;
    }
    const previous = goal[at - 1];
    if (movable(id) && previous !== undefined && movable(previous)) {
      moves.push({ id, after: previous });
      relocate(line, id, at);
    } else if (movable(id) && movable(here)) {
      moves.push({ id, before: here });
      relocate(line, id, at);
    } else {
      // A link is here and should not be, or what is here keeps a link from its place: it goes to the end.
      moves.push({ id: here, append: true });
      relocate(line, here, line.length - 1);
    }
  }
  return moves.length > most ? undefined : moves;
}

function relocate(line: string[], id: string, to: number): void {
  line.splice(line.indexOf(id), 1);
  line.splice(to, 0, id);
}
