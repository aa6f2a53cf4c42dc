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

  it.each(['0/8', '9/8', '1', '1/0', 'a/b', '1/1001', '-1/8', ''])('refuses %o', (text) => {
    expect(() => shardOf(asked(text))).toThrow(/--shard must be/);
  });

  it.each([
    [{ CI_NODE_INDEX: '3', CI_NODE_TOTAL: '8' }, '3/8'],
    [{ BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '4' }, '1/4'],
    [{ CIRCLE_NODE_INDEX: '3', CIRCLE_NODE_TOTAL: '4' }, '4/4'],
    [{ JOB_COMPLETION_INDEX: '1', DOCS_SHARD_TOTAL: '5' }, '2/5'],
    [{ DOCS_SHARD_INDEX: '0', DOCS_SHARD_TOTAL: '2', CI_NODE_INDEX: '2', CI_NODE_TOTAL: '2' }, '1/2'],
  ])('auto: %o is part %s', (env, shard) => {
    expect(shardOf(asked('auto', env))).toEqual(shardOf(asked(shard)));
  });

  it('auto is refused where nothing says which job this is, and where that is no number', () => {
    expect(() => shardOf(asked('auto'))).toThrow(/found no variables/);
    expect(() => shardOf(asked('auto', { CI_NODE_INDEX: '1' }))).toThrow(/found no variables/);
    const wrong = { CIRCLE_NODE_INDEX: 'x', CIRCLE_NODE_TOTAL: '4' };
    expect(() => shardOf(asked('auto', wrong))).toThrow('CIRCLE_NODE_INDEX must be a whole number, not "x"');
    const high = { CIRCLE_NODE_INDEX: '4', CIRCLE_NODE_TOTAL: '4' };
    expect(() => shardOf(asked('auto', high))).toThrow(/CIRCLE_NODE_INDEX and CIRCLE_NODE_TOTAL must be/);
  });
});
