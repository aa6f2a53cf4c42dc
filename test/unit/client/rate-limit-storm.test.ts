import { expect, it } from 'vitest';
import { mapPool } from '../../../src/client/pool.ts';
import type { Transport } from '../../../src/client/transport/transport.ts';
import { getThing, harness, ok, text, updateThing } from '../../helpers/client-harness.ts';
import { reached, runs } from '../../helpers/runs.ts';

it.each([
  ['reads', getThing, {}, [429, 503]],
  // A change that met a 503 may have taken effect: it is not sent again.
  ['changes', updateThing, { title: 'b' }, [429]],
] as const)(
  'bulk %s get through a storm of refusals, one more request for each',
  async (_what, operation, fields, statuses) => {
    const count = runs('N12', 'items', 1000) / 2;
    const refused = new Set<string>();
    const done = new Map<string, number>();
    let requests = 0;
    let open = 0;
    let mostOpen = 0;
    const carrier: Transport = async ({ params }) => {
      const id = params.thingId ?? '';
      requests += 1;
      mostOpen = Math.max(mostOpen, ++open);
      await new Promise(setImmediate);
      open -= 1;
      // Three of ten are turned away, once.
      if (Number(id) % 10 < 3 && !refused.has(id)) {
        refused.add(id);
        return text(statuses[refused.size % statuses.length] ?? 429, '', { 'retry-after': '0' });
      }
      done.set(id, (done.get(id) ?? 0) + 1);
      return ok({ id });
    };
    const { client, waits } = harness(carrier);
    const ids = Array.from({ length: count }, (_, id) => String(id));
    const call = (thingId: string) => client.call(operation, { thingId, ...fields }, { attempts: 6 });
    const results = await mapPool(ids, 8, call, { onRateLimit: client.onRateLimit });

    expect(requests).toBeLessThanOrEqual(count * 1.3);
    expect([done.size, Math.max(...done.values()), mostOpen]).toEqual([count, 1, 8]);
    expect(waits.every((ms) => ms >= 500 && ms <= 60_000)).toBe(true);
    reached('N12', 'items', results.filter((result) => result.ok).length);
  },
);
