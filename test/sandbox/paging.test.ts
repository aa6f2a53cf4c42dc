// Lists in pages while others write: nothing comes twice, and what was there all the time is not missed.
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { listFiles } from '../../src/api/content/files.ts';
import { listSpaceLinks } from '../../src/api/content/links.ts';
import { searchSpace } from '../../src/api/content/search.ts';
import * as api from '../../src/api/review/comments.ts';
import { emptyTree, type Tree } from '../../src/sandbox/content/model.ts';
import { contentStore } from '../../src/sandbox/db/content/content.ts';
import { commitTree } from '../../src/sandbox/resources/content/content-target.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);
let spaceId: string;

const newSpace = async () => {
  spaceId = await test.newSpace({ title: 'Guides', editMode: 'live', empty: true });
};

interface Answer<T> {
  items: T[];
  next?: { page: string };
  count?: number;
}

const MOST_CHANGES = 30;

/** Reads a list to its end, doing something to it between the pages. */
async function readAll<T>(
  list: (query: { page?: string; limit: number }) => Promise<Answer<T>>,
  limits: readonly number[],
  between: () => Promise<void>,
): Promise<T[]> {
  const all: T[] = [];
  let page: string | undefined;
  for (let turn = 0; turn < 100; turn += 1) {
    const limit = limits[turn % limits.length] ?? 1;
    const answer: Answer<T> = await list({ limit, ...(page !== undefined && { page }) });
    if (answer.items.length > limit) throw new Error('more items than asked for');
    all.push(...answer.items);
    page = answer.next?.page;
    if (page === undefined) return all;
    // Whoever adds one for each that is read would keep the list from ending.
    if (turn < MOST_CHANGES) await between();
  }
  throw new Error('the list never ends');
}

const limits = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
const acts = fc.array(fc.constantFrom('add', 'remove', 'nothing'), { minLength: 1, maxLength: 8 });

describe('paging', () => {
  it('of comments misses nothing that stays, and repeats nothing', async ({ expect }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 8 }),
        limits,
        acts,
        fc.constantFrom('asc' as const, 'desc' as const),
        async (size, steps, doing, order) => {
          await newSpace();
          const alive: string[] = [];
          const add = async () => {
            // Some at the very same moment.
            test.clock.now = new Date(test.clock.now.getTime() + (alive.length % 3) * 1000);
            alive.push((await test.call(api.createComment, { spaceId, body: { markdown: 'x' } })).id);
          };
          for (let n = 0; n < size; n += 1) await add();
          const staying = new Set(alive);
          let turn = 0;
          const read = await readAll(
            (query) => test.call(api.listComments, { spaceId, order, ...query }),
            steps,
            async () => {
              const act = doing[turn++ % doing.length];
              if (act === 'add') return add();
              const [gone] = act === 'remove' ? alive.splice(turn % alive.length, 1) : [];
              if (gone === undefined) return;
              staying.delete(gone);
              await test.call(api.deleteComment, { spaceId, commentId: gone });
            },
          );
          const ids = read.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect([...staying].filter((id) => !ids.includes(id))).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('of files, links and hits of a search is of one revision', async ({ expect }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 9 }),
        limits,
        fc.integer({ min: 0, max: 9 }),
        async (size, steps, later) => {
          await newSpace();
          commitTree(test.sandbox, { spaceId, tree: treeOf(size, 'first') });
          const revise = async () => {
            commitTree(test.sandbox, { spaceId, tree: treeOf(later, `later ${Math.random()}`) });
          };
          const files = await readAll((query) => test.call(listFiles, { spaceId, ...query }), steps, revise);
          expect(files.map(({ name }) => name)).toEqual(treeOf(size, '').files.map(({ name }) => name));
          commitTree(test.sandbox, { spaceId, tree: treeOf(size, 'second') });
          const links = await readAll(
            (query) => test.call(listSpaceLinks, { spaceId, ...query }),
            steps,
            revise,
          );
          expect(links).toHaveLength(size);
          commitTree(test.sandbox, { spaceId, tree: treeOf(size, 'third') });
          const hits = await readAll(
            (query) => test.call(searchSpace, { spaceId, query: 'zebra', ...query }),
            steps,
            revise,
          );
          expect(hits.map(({ path }) => path).sort()).toEqual(
            treeOf(size, '')
              .pages.map(({ slug }) => slug)
              .sort(),
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  it('has 50 items a page unless told, up to 1000, and none for 0', async ({ expect }) => {
    await newSpace();
    const { id: commentId } = await test.call(api.createComment, { spaceId, body: { markdown: 'x' } });
    for (let n = 0; n < 60; n += 1) {
      await test.call(api.createCommentReply, { spaceId, commentId, body: { markdown: String(n) } });
    }
    const read = (query: object) => test.call(api.listCommentReplies, { spaceId, commentId, ...query });
    expect(await read({})).toMatchObject({ count: 60, items: { length: 50 }, next: {} });
    expect(await read({ limit: 1000 })).toMatchObject({ count: 60, items: { length: 60 } });
    expect(await read({ limit: 0 })).toEqual({ count: 60, items: [] });
    commitTree(test.sandbox, { spaceId, tree: treeOf(60, 'x') });
    expect(await test.call(listFiles, { spaceId })).toMatchObject({
      count: 60,
      items: { length: 50 },
      next: {},
    });
    for (const limit of [1001, -1, 1.5, '0x10', ' 5']) {
      expect((await test.attempt(api.listCommentReplies, { spaceId, commentId, limit })).status).toBe(400);
      expect((await test.attempt(listFiles, { spaceId, limit })).status).toBe(400);
    }
    for (const page of [
      '',
      'x',
      Buffer.from('["a",1]').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ]) {
      expect((await test.attempt(listFiles, { spaceId, page })).status).toBe(400);
    }
  });
});

function treeOf(size: number, salt: string): Tree {
  const numbers = Array.from({ length: size }, (_, n) => n);
  const hash = contentStore(test.sandbox.db).put('bytes');
  return {
    ...emptyTree(),
    pages: numbers.map((n) => ({
      id: `page${n}`,
      type: 'document',
      title: `T${n}`,
      slug: `t${n}`,
      markdown: contentStore(test.sandbox.db).put(
        `${'zebra '.repeat((n % 3) + 1)}[x](https://example.com/${n}) ${salt}\n`,
      ),
      pages: [],
    })),
    files: numbers.map((n) => ({
      id: `file${n}`,
      name: `f${n}.png`,
      contentType: 'image/png',
      size: 5,
      hash,
    })),
  };
}
