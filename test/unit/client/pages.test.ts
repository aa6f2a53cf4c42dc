import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/client/transport/transport.ts';
import { type Harness, harness, listThings, ok, scripted } from '../../helpers/client-harness.ts';
import { reached, runs } from '../../helpers/runs.ts';

async function readAll({ client }: Harness, options = {}): Promise<string[]> {
  const found: string[] = [];
  for await (const { items } of client.pages(listThings, {}, options)) {
    for (const item of items) found.push((item as { id: string }).id);
  }
  return found;
}

const GRAPHS = runs('N6', 'token graphs', 200);
const SCHEDULES = runs('N7', 'schedules', 100);

describe('pages', () => {
  it('stops fetching when the caller stops reading', async () => {
    const next = { page: '2' };
    const carrier = scripted([
      ok({ items: [{ id: 'a' }], next }),
      ok({ items: [{ id: 'b' }], next: { page: '3' } }),
    ]);
    for await (const _page of harness(carrier).client.pages(listThings, {})) break;
    expect(carrier.requests.length).toBeLessThanOrEqual(2);
  });

  it('stops where a thousand pages in a row have nothing new, whatever their tokens', async () => {
    let requests = 0;
    const carrier: Transport = async () => {
      requests += 1;
      return ok({ items: [{ id: 'a' }], next: { page: String(requests) } });
    };
    await expect(readAll(harness(carrier))).rejects.toMatchObject({ code: 'PAGINATION_LOOP' });
    expect(requests).toBeLessThan(1010);
  });

  it('stops within distinct tokens + 1 requests on any graph of tokens', async () => {
    const graph = fc.array(fc.option(fc.integer({ min: 0, max: 11 }), { nil: undefined }), {
      minLength: 12,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(graph, async (edges) => {
        let requests = 0;
        const carrier: Transport = async ({ query }) => {
          requests += 1;
          const next = edges[Number(query.page ?? 0)];
          return ok({ items: [], ...(next !== undefined && { next: { page: String(next) } }) });
        };
        await readAll(harness(carrier)).catch((error: { code: string }) =>
          expect(error.code).toBe('PAGINATION_LOOP'),
        );
        const tokens = new Set(edges.filter((edge) => edge !== undefined)).size;
        expect(requests).toBeLessThanOrEqual(tokens + 1);
      }),
      { numRuns: GRAPHS },
    );
    reached('N6', 'token graphs', GRAPHS);
  });

  it('gives each item once, whatever is added or removed between pages', async () => {
    const schedule = fc.array(fc.record({ at: fc.nat(30), add: fc.boolean() }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(schedule, fc.integer({ min: 1, max: 7 }), async (changes, size) => {
        const items = Array.from({ length: 20 }, (_, n) => ({ id: `t${n}` }));
        const left = [...changes];
        let fresh = 0;
        let count = 0;
        const carrier: Transport = async ({ query }) => {
          const start = Number(query.page ?? 0);
          const page = items.slice(start, start + size);
          const more = start + size < items.length;
          const change = left.shift();
          if (change?.add) items.splice(change.at, 0, { id: `n${fresh++}` });
          else if (change) items.splice(change.at, 1);
          count = items.length;
          return ok({ items: page, count, ...(more && { next: { page: String(start + size) } }) });
        };
        const run = harness(carrier);
        const found = await readAll(run, { pageSize: size });
        expect(new Set(found).size).toBe(found.length);
        expect(run.warnings).toHaveLength(found.length === count ? 0 : 1);
      }),
      { numRuns: SCHEDULES },
    );
    reached('N7', 'schedules', SCHEDULES);
  });
});
