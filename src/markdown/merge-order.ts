// Three-way merge of an order of ids, as the children of one page have it.

/** Work in steps: whoever runs it may pause between two of them. */
type Steps<T> = Generator<undefined, T, undefined>;

export interface OrderInput {
  base: readonly string[];
  ours: readonly string[];
  theirs: readonly string[];
  /** What the result holds: exactly these, whatever the three lists say. */
  members: ReadonlySet<string>;
  /** Decides between two additions at one place; must not depend on the side they come from. */
  rank: (a: string, b: string) => number;
}

/** Returns the merged order; undefined where the two sides moved the same ids against each other. */
export function* mergeOrder(input: OrderInput): Steps<string[] | undefined> {
  const { members } = input;
  const ours = input.ours.filter((id) => members.has(id));
  const theirs = input.theirs.filter((id) => members.has(id));
  const inTheirs = new Set(theirs);
  const inOurs = new Set(ours);
  const common = yield* mergeCommon(
    input.base.filter((id) => inOurs.has(id) && inTheirs.has(id)),
    ours.filter((id) => inTheirs.has(id)),
    theirs.filter((id) => inOurs.has(id)),
  );
  if (!common) return undefined;
  const ourRuns = runsAfter(ours, inTheirs);
  const theirRuns = runsAfter(theirs, inOurs);
  const behind = (id: string | undefined) =>
    [ourRuns.get(id) ?? [], theirRuns.get(id) ?? []].sort(([a = ''], [b = '']) => input.rank(a, b)).flat();
  return [...behind(undefined), ...common.flatMap((id) => [id, ...behind(id)])];
}

/** Ids that only one side has, in runs behind the id they follow there; undefined: at the head. */
function runsAfter(side: readonly string[], other: ReadonlySet<string>): Map<string | undefined, string[]> {
  const runs = new Map<string | undefined, string[]>();
  let anchor: string | undefined;
  for (const id of side) {
    if (other.has(id)) anchor = id;
    else {
      const run = runs.get(anchor);
      if (run) run.push(id);
      else runs.set(anchor, [id]);
    }
  }
  return runs;
}

/** The lists hold the same ids, but that `base` may lack some. */
function* mergeCommon(base: string[], ours: string[], theirs: string[]): Steps<string[] | undefined> {
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours;
  if (isSame(base, ours)) return theirs;
  const [inBase, inOurs, inTheirs] = [positions(base), positions(ours), positions(theirs)];
  return yield* sortByPairs(ours, (a, b) => {
    const [our, their] = [isBefore(inOurs, a, b), isBefore(inTheirs, a, b)];
    if (our === their) return our;
    // Each pair has two orders only, so a pair both sides changed is a pair they agree on.
    if (inBase.has(a) && inBase.has(b)) return isBefore(inBase, a, b) === our ? their : our;
    // Neither is before the other.
    return false;
  });
}

/** Sorts where every pair has an order and no pairs form a circle; else undefined. */
function* sortByPairs(ids: string[], before: (a: string, b: string) => boolean): Steps<string[] | undefined> {
  const sorted: string[] = [];
  for (const id of ids) {
    // With an order of every pair, and no circle, this is a different number for each.
    const rank = ids.filter((other) => before(other, id)).length;
    if (sorted[rank] !== undefined) return undefined;
    sorted[rank] = id;
    yield;
  }
  return sorted;
}

const positions = (list: readonly string[]) => new Map(list.map((id, at) => [id, at]));

const isBefore = (index: ReadonlyMap<string, number>, a: string, b: string): boolean =>
  (index.get(a) ?? 0) < (index.get(b) ?? 0);

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
