import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSpaces } from '../../src/api/spaces.ts';
import type { Database } from '../../src/sandbox/db/database.ts';
import { positionBetween } from '../../src/sandbox/db/position.ts';
import { pageOfItems, paginate } from '../../src/sandbox/paging.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let box: TestSandbox;
let db: Database;
beforeAll(async () => {
  box = await openTestSandbox();
  db = box.sandbox.db;
  db.run('CREATE TABLE things (id TEXT PRIMARY KEY, rank INTEGER NOT NULL) STRICT');
});
afterAll(() => box.cleanup());

const add = (id: string, rank: number) =>
  db.run('INSERT OR IGNORE INTO things (id, rank) VALUES (?, ?)', id, rank);
const page = (query: { page?: string; limit?: number }, direction: 'asc' | 'desc' = 'asc') =>
  paginate(db, {
    list: 'things',
    from: 'things',
    where: [],
    params: [],
    order: ['rank', 'id'],
    direction,
    query,
    item: ({ id }: { id: string }) => id,
  });

type Thing = [id: string, rank: number];
interface Change {
  added: Thing[];
  removed: string[];
}

/** Reads all pages while things come and go between them; returns what was shown, in order. */
function readAll(
  { changes, limit, direction }: { changes: Change[]; limit: number; direction: 'asc' | 'desc' },
  stayed: Set<string>,
): string[] {
  const seen: string[] = [];
  let answer = page({ limit }, direction);
  for (const { added, removed } of [...changes, ...Array<Change>(200).fill({ added: [], removed: [] })]) {
    seen.push(...answer.items);
    if (!answer.next) return seen;
    for (const id of removed) {
      db.run('DELETE FROM things WHERE id = ?', id);
      stayed.delete(id);
    }
    for (const [id, rank] of added) if (!seen.includes(id)) add(id, rank);
    answer = page({ limit, page: answer.next.page }, direction);
  }
  throw new Error('the pages never end');
}

describe('paged lists', () => {
  it('show every item that stays exactly once, whatever comes and goes between the pages', () => {
    const id = fc.stringMatching(/^[a-z]{1,3}$/);
    const thing = fc.tuple(id, fc.integer({ min: 0, max: 5 }));
    const schedule = fc.record({
      start: fc.uniqueArray(thing, { maxLength: 30, selector: ([name]) => name }),
      changes: fc.array(
        fc.record({ added: fc.array(thing, { maxLength: 4 }), removed: fc.array(id, { maxLength: 4 }) }),
        { maxLength: 20 },
      ),
      limit: fc.integer({ min: 1, max: 7 }),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    });
    fc.assert(
      fc.property(schedule, ({ start, ...rest }) => {
        db.run('DELETE FROM things');
        for (const [name, rank] of start) add(name, rank);
        const stayed = new Set(start.map(([name]) => name));
        const seen = readAll(rest, stayed);
        expect(new Set(seen).size).toBe(seen.length);
        expect([...stayed].filter((name) => !seen.includes(name))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('count all that match, answer an empty page for limit 0, and end without next', () => {
    db.run('DELETE FROM things');
    for (let index = 0; index < 120; index++) add(`t${index}`, index);
    expect(page({ limit: 0 })).toEqual({ items: [], count: 120 });
    const first = page({});
    expect([first.items.length, first.count]).toEqual([50, 120]);
    const last = page({ limit: 1000 });
    expect([last.items.length, 'next' in last]).toEqual([120, false]);
    expect('next' in page({ limit: 120 })).toBe(false);
    expect('next' in page({ limit: 119 })).toBe(true);
  });

  it('refuse a cursor that is none of theirs', async () => {
    const input = { organizationId: box.organizationId };
    const others = [
      '',
      'x',
      '!!',
      Buffer.from('{}').toString('base64url'),
      Buffer.from('["things",1,"a"]').toString('base64url'),
    ];
    for (const cursor of others) {
      const answer = await box.answer(listSpaces, { ...input, page: cursor });
      expect([cursor, answer.status]).toEqual([cursor, 400]);
    }
    for (const limit of [-1, 1001, 1.5, '1.5', '1e1000', 'ten', '']) {
      const answer = await box.attempt(listSpaces, Object.assign({ limit }, input));
      expect([limit, answer.status]).toEqual([limit, 400]);
    }
    expect((await box.attempt(listSpaces, Object.assign({ limit: '1' }, input))).status).toBe(200);
  });

  it('hold in memory as they do in a table', () => {
    const all = ['a', 'b', 'c', 'd', 'e'];
    const list = { list: 'letters', key: (item: string) => item };
    const first = pageOfItems(all, { ...list, query: { limit: 2 } });
    expect(first).toMatchObject({ items: ['a', 'b'], count: 5 });
    const changed = ['a', 'bb', 'd', 'e'];
    const second = pageOfItems(changed, { ...list, query: { limit: 9, page: first.next?.page } });
    expect(second).toEqual({ items: ['bb', 'd', 'e'], count: 4 });
    expect(pageOfItems(all, { ...list, query: { limit: 0 } })).toEqual({ items: [], count: 5 });
  });
});

describe('places in a list', () => {
  it('fit between any two others, in any order of insertions', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 200 }), (choices) => {
        const places: string[] = [];
        for (const choice of choices) {
          const index = choice % (places.length + 1);
          places.splice(index, 0, positionBetween(places[index - 1], places[index]));
        }
        expect([...places].sort()).toEqual(places);
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: 200 },
    );
  });

  it('stay short when items are appended or put in front', () => {
    let last: string | undefined;
    let first: string | undefined;
    for (let round = 0; round < 5000; round++) {
      last = positionBetween(last);
      first = positionBetween(undefined, first);
    }
    expect([last?.length, first?.length]).toEqual([8, 8]);
  });

  it('between two neighbours grow by a letter every few insertions', () => {
    const low = positionBetween();
    let high = positionBetween(low);
    for (let round = 0; round < 100; round++) high = positionBetween(low, high);
    expect(high > low).toBe(true);
    expect(high.length).toBeLessThan(40);
  });
});
