import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listAuditEvents } from '../../../src/api/people/organizations.ts';
import type { Transport } from '../../../src/client/transport/transport.ts';
import {
  failureFrom,
  getThing,
  type Harness,
  harness,
  listThings,
  ok,
  scripted,
  text,
} from '../../helpers/client-harness.ts';
import { reached, runs } from '../../helpers/runs.ts';

interface Listing {
  items: unknown[];
  next?: unknown;
  count?: unknown;
}

/** A platform that answers each page token with a page. */
function listing(pages: Record<string, Listing>): { carrier: Transport; asked: string[]; limits: unknown[] } {
  const asked: string[] = [];
  const limits: unknown[] = [];
  const carrier: Transport = async ({ query }) => {
    const token = String(query.page ?? '');
    asked.push(token);
    limits.push(query.limit);
    return ok(pages[token] ?? { items: [] });
  };
  return { carrier, asked, limits };
}

const ids = (...names: string[]) => names.map((id) => ({ object: 'thing', id }));

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
  it('fetches every page of 1000 in order', async () => {
    const { carrier, asked, limits } = listing({
      '': { items: ids('a', 'b'), next: { page: '2' }, count: 3 },
      '2': { items: ids('c'), count: 3 },
    });
    expect(await readAll(harness(carrier))).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual(['', '2']);
    expect(limits).toEqual([1000, 1000]);
  });

  it('asks for no more a page than the list allows', async () => {
    const { carrier, limits } = listing({ '': { items: ids('a'), next: { page: '2' } }, '2': { items: [] } });
    const { client } = harness(carrier);
    for await (const _ of client.pages(listAuditEvents, { organizationId: 'o' }));
    for await (const _ of client.pages(listAuditEvents, { organizationId: 'o' }, { limit: 7 }));
    expect(limits).toEqual([100, 100, 7, 7]);
  });

  it('hands over count and what else the page says', async () => {
    const { carrier } = listing({ '': { items: ids('a'), count: 7, ...{ total: 9 } } });
    const found = [];
    for await (const page of harness(carrier).client.pages(listThings, {}, { limit: 1 })) found.push(page);
    expect(found).toEqual([{ items: ids('a'), count: 7, rest: { total: 9 } }]);
  });

  it('gives an empty page for an empty list', async () => {
    const found = [];
    const { carrier } = listing({ '': { items: [] } });
    for await (const page of harness(carrier).client.pages(listThings, {})) found.push(page);
    expect(found).toEqual([{ items: [] }]);
  });

  it('stops at the limit, with pages no larger than it and no page too many', async () => {
    const { carrier, asked, limits } = listing({
      '': { items: ids('a', 'b'), next: { page: '2' } },
      '2': { items: ids('c', 'd'), next: { page: '3' } },
    });
    expect(await readAll(harness(carrier), { limit: 3 })).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual(['', '2']);
    expect(limits).toEqual([3, 3]);
  });

  it('stops fetching when the caller stops reading', async () => {
    const { carrier, asked } = listing({
      '': { items: ids('a'), next: { page: '2' } },
      '2': { items: ids('b'), next: { page: '3' } },
      '3': { items: ids('c') },
    });
    for await (const _page of harness(carrier).client.pages(listThings, {})) break;
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  it('lets a failure of a later page through', async () => {
    const carrier = scripted([ok({ items: ids('a'), next: { page: '2' } }), text(403, '')]);
    expect(await failureFrom(readAll(harness(carrier)))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('gives a thing that is no list as the only item', async () => {
    const found = [];
    for await (const { items } of harness(scripted([ok({ id: 'a' })])).client.pages(getThing, {
      thingId: 'a',
    })) {
      found.push(...items);
    }
    expect(found).toEqual([{ id: 'a' }]);
  });

  it.each([
    ['no list', { next: null }],
    ['items of another type', { items: {} }],
    ['null', null],
    ['text', 'x'],
  ])('refuses %s', async (_name, value) => {
    expect(await failureFrom(readAll(harness(scripted([ok(value)]))))).toMatchObject({
      code: 'PROTOCOL',
      exit: 1,
    });
  });

  it.each([[null], [{}], [{ page: null }], [{ page: '' }], ['2'], [[]]])(
    'takes next = %j as the end',
    async (next) => {
      const { carrier, asked } = listing({ '': { items: ids('a'), next } });
      expect(await readAll(harness(carrier))).toEqual(['a']);
      expect(asked).toEqual(['']);
      reached('N6', 'scripted lists', 1);
    },
  );
});

describe('lists that never end', () => {
  it.each<[string, Record<string, Listing>, number]>([
    [
      'gives the same token',
      { '': { items: [], next: { page: 'x' } }, x: { items: [], next: { page: 'x' } } },
      2,
    ],
    [
      'alternates between two tokens',
      {
        '': { items: ids('1'), next: { page: 'A' } },
        A: { items: ids('2'), next: { page: 'B' } },
        B: { items: ids('3'), next: { page: 'A' } },
      },
      3,
    ],
  ])('are noticed when the platform %s', async (_name, pages, requests) => {
    const { carrier, asked } = listing(pages);
    expect(await failureFrom(readAll(harness(carrier)))).toMatchObject({ code: 'PAGINATION_LOOP', exit: 1 });
    expect(asked).toHaveLength(requests);
    reached('N6', 'scripted lists', 1);
  });

  it('are noticed when they come back to the page asked for first', async () => {
    const { carrier } = listing({ s: { items: ids('a'), next: { page: 's' } } });
    const read = async () => {
      for await (const _ of harness(carrier).client.pages(listThings, { page: 's' }));
    };
    expect((await failureFrom(read())).code).toBe('PAGINATION_LOOP');
  });

  it('an empty page with a new token is no end', async () => {
    const { carrier } = listing({
      '': { items: ids('a'), next: { page: '2' } },
      '2': { items: [], next: { page: '3' } },
      '3': { items: ids('b') },
    });
    expect(await readAll(harness(carrier))).toEqual(['a', 'b']);
    reached('N6', 'scripted lists', 1);
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
});

describe('lists that change while they are read', () => {
  it('drops what an earlier page held, and warns when the count differs', async () => {
    const run = harness(
      listing({
        '': { items: ids('a', 'b'), next: { page: '2' }, count: 4 },
        '2': { items: ids('b', 'c'), count: 4 },
      }).carrier,
    );
    expect(await readAll(run)).toEqual(['a', 'b', 'c']);
    expect(run.warnings).toEqual([expect.stringContaining('counts 4 and listed 3 items')]);
  });

  it('keeps items without id, and things of another kind with the same id', async () => {
    const { carrier } = listing({
      '': { items: [{ object: 'page', id: 'a' }, { name: 'x' }], next: { page: '2' } },
      '2': { items: [{ object: 'file', id: 'a' }, { name: 'x' }] },
    });
    expect(await readAll(harness(carrier))).toHaveLength(4);
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

  it('reads 100 pages of 1000 items quickly', async () => {
    const page = (n: number) =>
      JSON.stringify({
        items: Array.from({ length: 1000 }, (_, i) => ({
          object: 'thing',
          id: `${n}-${i}`,
          title: 'a title',
        })),
        ...(n < 99 && { next: { page: String(n + 1) } }),
      });
    const carrier: Transport = async ({ query }) => text(200, page(Number(query.page ?? 0)));
    expect(await readAll(harness(carrier))).toHaveLength(100_000);
  });
});
