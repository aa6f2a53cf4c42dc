// Which variants of a walk each thing gets in `npm run check`; `npm run harden` tries every pair.
import { inject } from 'vitest';
import type { Command } from '../../src/engine/model/command.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** That of the order of tests: `--sequence.seed` repeats this choice, too. */
    seed: number;
  }
}

/**
 * Pairs of things and variants. Each thing gets `each` of the variants, and each kind of thing all of them, as long as it
 * is large enough for that: they go round within a kind, from a place that the seed of the run chooses.
 */
export function rotated<T, V>(
  things: readonly T[],
  variants: readonly V[],
  kindOf: (thing: T) => string = () => '',
  each = 1,
): (readonly [T, V])[] {
  const count = process.env.DOCS_HARDEN ? variants.length : Math.min(each, variants.length);
  const next = new Map<string, number>();
  return things.flatMap((thing) => {
    const kind = kindOf(thing);
    const from = next.get(kind) ?? start(kind, variants.length);
    next.set(kind, (from + count) % variants.length);
    return variants
      .filter((_, at) => (at - from + variants.length) % variants.length < count)
      .map((variant) => [thing, variant] as const);
  });
}

/**
 * For things with variants of their own: each thing gets `each` of them, and each variant is had by one thing at least.
 * Takes the name of a thing, and gives what is tried of it.
 */
export function someOf(
  variantsOf: ReadonlyMap<string, readonly string[]>,
  each: number,
): (thing: string) => readonly string[] {
  const chosen = new Map<string, Set<string>>();
  const holders = new Map<string, string[]>();
  for (const [thing, variants] of variantsOf) {
    const from = start(thing, variants.length);
    const turn = variants.filter((_, at) => (at - from + variants.length) % variants.length < each);
    chosen.set(thing, new Set(process.env.DOCS_HARDEN ? variants : turn));
    for (const one of variants) holders.set(one, [...(holders.get(one) ?? []), thing]);
  }
  for (const [variant, things] of holders)
    chosen.get(things[start(variant, things.length)] ?? '')?.add(variant);
  return (thing) => [...(chosen.get(thing) ?? [])];
}

/** One of so many parts of the things, which the seed of the run chooses; all of them with `npm run harden`. */
export function partOf<T>(things: readonly T[], parts: number, name = ''): T[] {
  const from = start(name, parts);
  return things.filter((_, at) => process.env.DOCS_HARDEN || at % parts === from);
}

/** What commands do alike: jobs, reads, each kind of change, and what asks no host. */
export const kindOf = ({ isJob, operation }: Command): string =>
  isJob ? 'job' : (operation?.method ?? 'own');

function start(name: string, count: number): number {
  const sum = [...name].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return (inject('seed') + sum) % count;
}
