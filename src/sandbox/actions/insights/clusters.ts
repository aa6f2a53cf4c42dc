// Groups texts that are alike: leader clustering over TF-IDF vectors, by the cosine. No word is sent anywhere.
import { addTo, likeness, unit, type Vector, weighted, weightsOf } from './conversations/words.ts';

/** Texts at least as like as this belong together; found by trying on real questions. */
const TOGETHER = 0.28;

/** A text that is in a group. */
export interface Member {
  group: string;
  words: Vector;
}

/**
 * Takes what is grouped already and the texts that come now. The function it returns puts these, in the order they come,
 * into the group they are most like, or into one that `begin` makes.
 */
export function clusters(known: readonly Member[], fresh: readonly Vector[]) {
  const weight = weightsOf([...known.map(({ words }) => words), ...fresh]);
  const sums = new Map<string, Map<string, number>>();
  for (const { group, words } of known)
    sums.set(group, addTo(sums.get(group) ?? new Map(), weighted(words, weight)));
  const middles = new Map([...sums].map(([id, sum]) => [id, unit(sum)]));
  return (words: Vector, begin: () => string): string => {
    const vector = weighted(words, weight);
    const group = nearestOf(middles, vector) ?? begin();
    const sum = addTo(sums.get(group) ?? new Map(), vector);
    sums.set(group, sum);
    middles.set(group, unit(sum));
    return group;
  };
}

function nearestOf(middles: ReadonlyMap<string, Vector>, vector: Vector): string | undefined {
  let best: string | undefined;
  let most = TOGETHER;
  for (const [id, middle] of middles) {
    const alike = likeness(middle, vector);
    if (alike < most) continue;
    best = id;
    most = alike;
  }
  return best;
}
