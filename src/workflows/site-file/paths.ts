// Changes of things that each have a path, which no two may have at the same time: a path is free before it is taken.

export interface PathChange {
  id: string;
  /** Undefined where the platform chooses it. */
  now: string | undefined;
  /** What the platform is likely to choose, perhaps with a number behind it. */
  likely?: string;
  /** Undefined: it stays. */
  wanted: string | undefined;
  /** Sends all changes of the thing; without a path, those that leave it. `inTurn`: behind those before it. */
  send(path: string | undefined, inTurn: boolean): void;
}

/** Things that stay as they are have no other path `wanted`, and `send` nothing. */
export function sendInTurn(changes: readonly PathChange[]): void {
  const holders = new Map(changes.flatMap(({ id, now }) => (now === undefined ? [] : [[now, id] as const])));
  const moves = ({ now, wanted }: PathChange) => wanted !== undefined && wanted !== now;
  const chosen = new Map(
    changes.flatMap(({ id, now, likely }) =>
      now === undefined && likely !== undefined ? [[id, likely] as const] : [],
    ),
  );
  const holderOf = ({ id, wanted = '' }: PathChange) => {
    const holder = holders.get(wanted);
    if (holder !== undefined && holder !== id) return holder;
    const base = wanted.replace(/-\d+$/, '');
    return [...chosen].find(([other, path]) => other !== id && (path === wanted || path === base))?.[0];
  };
  const isFree = (one: PathChange) => holderOf(one) === undefined;
  const inTurn = changes.some((one) => moves(one) && !isFree(one));
  for (const one of changes) if (!moves(one)) one.send(undefined, false);
  const take = (one: PathChange, path: string) => {
    one.send(path, inTurn);
    for (const [held, id] of [...holders]) if (id === one.id) holders.delete(held);
    chosen.delete(one.id);
    holders.set(path, one.id);
  };
  let waiting = changes.filter(moves);
  while (waiting.length > 0) {
    const next = waiting.find(isFree) ?? stuck(waiting, holderOf);
    if (!next) return;
    // Each wants what the next one has: one of them steps aside. What keeps its path is for the platform to name.
    const isBlocked = !isFree(next) && waiting.some(({ id }) => id === holderOf(next));
    take(next, isBlocked ? `${(next.wanted ?? '').slice(0, 90)}-moving` : (next.wanted ?? ''));
    if (!isBlocked) waiting = waiting.filter((one) => one !== next);
  }
}

/** First one that keeps another waiting: aside, it frees a path. */
const stuck = (
  waiting: readonly PathChange[],
  holderOf: (one: PathChange) => string | undefined,
): PathChange | undefined =>
  waiting.find(({ id }) => waiting.some((other) => holderOf(other) === id)) ?? waiting[0];
