import { describe, expect, it } from 'vitest';
import { isInShard, shardOf, shardOfList } from '../../../../src/engine/select/shard.ts';

const asked = (shard: string, env: Record<string, string> = {}) => ({ flags: { shard }, context: { env } });
const ids = Array.from({ length: 10_000 }, (_, at) => `${(at * 7919).toString(36)}Sp${at}aceId`);

describe('--shard', () => {
  it('puts each of 10,000 into exactly one of 8 parts, of about the same size', () => {
    const parts = Array.from({ length: 8 }, (_, at) => shardOfList(asked(`${at + 1}/8`), ids, (id) => id));
    expect(parts.flat().sort()).toEqual([...ids].sort());
    for (const part of parts) expect(Math.abs(part.length - 1250)).toBeLessThan(150);
  });

  it('decides by the ID alone', () => {
    const shard = shardOf(asked('3/8'));
    const some = ids.slice(0, 100).reverse();
    expect(some.filter((id) => shard && isInShard(shard, id)).reverse()).toEqual(
      shardOfList(asked('3/8'), ids.slice(0, 100), (id) => id),
    );
  });
});
