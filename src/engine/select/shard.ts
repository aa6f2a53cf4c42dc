// --shard 2/8: one part of a large list, so that several runs share the work. Each item is in exactly one of them.
import type { Env } from '../../context.ts';
import { UsageError } from '../../errors.ts';

const MOST_SHARDS = 1000;

interface Shard {
  /** From 1. */
  part: number;
  of: number;
}

/** What of a run says which part: `run` of the engine has both. */
export interface Sharded {
  flags: { readonly shard?: string | undefined };
  context: { readonly env: Env };
}

/** The variables by which CI services number jobs that share work; some count from 0. */
const SERVICES = [
  { part: 'DOCS_SHARD_INDEX', of: 'DOCS_SHARD_TOTAL', first: 0 },
  // GitLab.
  { part: 'CI_NODE_INDEX', of: 'CI_NODE_TOTAL', first: 1 },
  { part: 'BUILDKITE_PARALLEL_JOB', of: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
  { part: 'CIRCLE_NODE_INDEX', of: 'CIRCLE_NODE_TOTAL', first: 0 },
  // Kubernetes, which does not tell how many there are.
  { part: 'JOB_COMPLETION_INDEX', of: 'DOCS_SHARD_TOTAL', first: 0 },
] as const;

/** Undefined without the flag. Throws UsageError. */
export function shardOf({ flags: { shard: text }, context: { env } }: Sharded): Shard | undefined {
  if (text === undefined) return undefined;
  return text === 'auto' ? shardIn(env) : parsedShard(text);
}

function shardIn(env: Env): Shard {
  for (const { part, of, first } of SERVICES) {
    const [index, total] = [env[part], env[of]];
    if (!index || !total) continue;
    if (/^\d{1,4}$/.test(index))
      return parsedShard(`${Number(index) + 1 - first}/${total}`, `${part} and ${of}`);
    throw new UsageError(`${part} must be a whole number, not "${index}"`, { hint: '--shard 2/8' });
  }
  throw new UsageError('--shard auto found no variables that say which of several jobs this is', {
    hint: 'set DOCS_SHARD_INDEX, counted from 0, and DOCS_SHARD_TOTAL; or use --shard 2/8',
  });
}

function parsedShard(text: string, name = '--shard'): Shard {
  const [, part = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  if (shard.part > 0 && shard.part <= shard.of && shard.of <= MOST_SHARDS) return shard;
  throw new UsageError(
    `${name} must be i/n, such as 2/8, with i from 1 to n and n up to ${MOST_SHARDS}, not "${text}"`,
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
export function shardOfList<T>(run: Sharded, items: readonly T[], idOf: (item: T) => string): readonly T[] {
  const shard = shardOf(run);
  return shard === undefined ? items : items.filter((item) => isInShard(shard, idOf(item)));
}
