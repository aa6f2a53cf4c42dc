import { describe, expect, it } from 'vitest';
import { isInShard, shardOf, shardOfList } from '../../../../src/engine/select/shard.ts';

const ids = Array.from({ length: 10_000 }, (_, at) => `${(at * 7919).toString(36)}Sp${at}aceId`);

describe('--shard', () => {
  it('puts each of 10,000 into exactly one of 8 parts, of about the same size', () => {
    const parts = Array.from({ length: 8 }, (_, at) => shardOfList(ids, `${at + 1}/8`, (id) => id));
    expect(parts.flat().sort()).toEqual([...ids].sort());
    for (const part of parts) expect(Math.abs(part.length - 1250)).toBeLessThan(150);
  });

  it('decides by the ID alone', () => {
    const shard = shardOf('3/8');
    const some = ids.slice(0, 100).reverse();
    expect(some.filter((id) => shard && isInShard(shard, id)).reverse()).toEqual(
      shardOfList(ids.slice(0, 100), '3/8', (id) => id),
    );
  });

  it.each(['0/8', '9/8', '1', '1/0', 'a/b', '1/1001', '-1/8', ''])('refuses %o', (text) => {
    expect(() => shardOf(text)).toThrow(/--shard must be/);
  });
});
