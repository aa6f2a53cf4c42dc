// --shard 2/8: one part of a large list, so that several runs share the work. Each item is in exactly one of them.
import { UsageError } from '../../errors.ts';
import type { Option } from '../model/command.ts';

export const SHARD_FLAG = {
  flags: '--shard <i/n>',
  description: 'only part i of n, such as 2/8: each item is in one part',
  group: 'Output:',
} as const satisfies Option;

const MOST_SHARDS = 1000;

interface Shard {
  /** From 1. */
  part: number;
  of: number;
}

/** Throws UsageError. */
export function shardOf(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, part = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  if (shard.part > 0 && shard.part <= shard.of && shard.of <= MOST_SHARDS) return shard;
  throw new UsageError(
    `--shard must be i/n, such as 2/8, with i from 1 to n and n up to ${MOST_SHARDS}, not "${text}"`,
    {
      hint: '--shard 2/8',
    },
  );
}

/** By the ID alone: the same part in every run, whatever else is in the list. */
export const isInShard = ({ part, of }: Shard, id: string): boolean => hashOf(id) % of === part - 1;

/** FNV-1a, 32 bits, with the low bits mixed: a remainder of it is even. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** What of these is in the part that the flag names; all of them without it. */
export function shardOfList<T>(
  items: readonly T[],
  text: string | undefined,
  idOf: (item: T) => string,
): readonly T[] {
  const shard = shardOf(text);
  return shard === undefined ? items : items.filter((item) => isInShard(shard, idOf(item)));
}
