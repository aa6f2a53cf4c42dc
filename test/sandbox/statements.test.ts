// What a request reads does not grow with what it does not tell.
import { describe, expect, it } from 'vitest';
import { createCollection, listCollectionSpaces } from '../../src/api/content/collections.ts';
import { listPageLinks } from '../../src/api/content/links.ts';
import { searchSpace } from '../../src/api/content/search.ts';
import { createSpace, listSpaces } from '../../src/api/content/spaces.ts';
import { type InputOf, type Operation, splitInput } from '../../src/api/operation.ts';
import { listMemberSpaces, listMembers } from '../../src/api/people/members.ts';
import { searchOrganization } from '../../src/api/people/organizations.ts';
import { dispatch } from '../../src/sandbox/app.ts';
import { revisionsStore } from '../../src/sandbox/db/content/content.ts';
import { contentIndexStore } from '../../src/sandbox/db/content/content-index.ts';
import type { Database } from '../../src/sandbox/db/database.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { contentTarget, headOf } from '../../src/sandbox/resources/content/content-target.ts';
import { analyzeTrees } from '../../src/sandbox/resources/content/resolved-links.ts';
import { largeSpace } from '../helpers/large-space.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);

/** A database that counts statements and the rows they give; and those that ask the full-text index. */
function counting({ db }: TestSandbox['sandbox']) {
  const tally = { statements: 0, rows: 0, matches: 0 };
  const count = (sql: string) => {
    tally.statements += 1;
    if (sql.includes(' MATCH ')) tally.matches += 1;
  };
  const counted: Database = {
    ...db,
    all<T>(...given: Parameters<Database['all']>): T[] {
      const rows = db.all<T>(...given);
      count(given[0]);
      tally.rows += rows.length;
      return rows;
    },
    get<T>(...given: Parameters<Database['get']>): T | undefined {
      count(given[0]);
      return db.get<T>(...given);
    },
  };
  return { db: counted, tally };
}

/** What a request costs who knows nothing yet, or on a database of requests before it. */
async function cost<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  { db, tally } = counting(test.sandbox),
) {
  const headers = { authorization: `Bearer ${test.adminToken}` };
  const request = { ...splitInput(operation, { ...Object(input) }), headers };
  const before = { ...tally };
  const { status } = await dispatch({ ...test.sandbox, db }, operation, request);
  expect(status).toBe(200);
  const { statements, rows, matches } = tally;
  return {
    ...{ statements: statements - before.statements, rows: rows - before.rows },
    matches: matches - before.matches,
  };
}

it('a list of members costs the same however many collections there are', async () => {
  const { organizationId } = test;
  for (let n = 0; n < 10; n += 1) test.addMember('read');
  const collect = async (count: number) => {
    let parent: string | undefined;
    for (let n = 0; n < count; n += 1) {
      const { id } = await test.call(createCollection, {
        organizationId,
        title: `C${n}`,
        ...(parent && { parent }),
      });
      parent = n % 3 === 2 ? undefined : id;
    }
  };
  await collect(3);
  const few = await cost(listMembers, { organizationId });
  await collect(30);
  const many = await cost(listMembers, { organizationId });
  expect(many.statements).toBe(few.statements);
  expect(few.statements).toBeLessThan(100);
});

describe('spaces', () => {
  const add = async (count: number) => {
    const { organizationId } = test;
    const { id: parent } = await test.call(createCollection, { organizationId, title: `C${count}` });
    for (let n = 0; n < count; n += 1)
      await test.call(createSpace, { organizationId, title: `S${n}`, ...(n % 2 && { parent }) });
    return parent;
  };
  const costs = async (collectionId: string) => {
    const { organizationId, adminId: userId } = test;
    return [
      await cost(listSpaces, { organizationId, limit: 1000 }),
      await cost(listCollectionSpaces, { collectionId, limit: 1000 }),
      await cost(listMemberSpaces, { organizationId, userId, limit: 1000 }),
    ].map(({ statements }) => statements);
  };

  it('are listed with as many statements however many there are', async () => {
    const few = await costs(await add(4));
    expect(await costs(await add(40))).toEqual(few);
  });

  it('are searched with as many statements however many hold nothing that fits', async () => {
    const { organizationId } = test;
    const search = async () => {
      const known = counting(test.sandbox);
      await cost(searchOrganization, { organizationId, query: 'first' }, known);
      return (await cost(searchOrganization, { organizationId, query: 'parcel' }, known)).statements;
    };
    await add(4);
    const few = await search();
    await add(40);
    expect(await search()).toBe(few);
  });
});

it('the links of a page cost the same however many pages there are', async () => {
  const ofFirstPage = async (count: number) => {
    const spaceId = await largeSpace(test, count);
    await test.call(searchSpace, { spaceId, query: 'parcel' });
    const tree = revisionsStore(test.sandbox.db).tree(headOf(contentTarget(test.sandbox, { spaceId })));
    return cost(listPageLinks, { spaceId, pageId: tree.pages[0]?.id ?? '' });
  };
  const small = await ofFirstPage(200);
  expect(await ofFirstPage(800)).toEqual(small);
  expect(small.rows).toBeLessThan(20);
});

it('what many small spaces hold is kept at once', async () => {
  const { db } = test.sandbox;
  for (const n of [1, 2, 3]) {
    const spaceId = await test.newSpace({ title: `Space ${n}`, editMode: 'live', empty: true });
    const edit = { spaceId, path: 'a', markdown: `zebra ${n}\n`, caller: { userId: test.adminId } };
    await editPage(test.sandbox, edit);
  }
  const rows = db.all<{ tree: string }>('SELECT r.tree FROM spaces s JOIN revisions r ON r.id = s.revision');
  const trees = rows.map(({ tree }) => tree);
  let kept = 0;
  const quickTransaction: Database['quickTransaction'] = (work) => {
    kept += 1;
    return db.quickTransaction(work);
  };
  await analyzeTrees({ ...db, quickTransaction }, trees);
  expect([kept, trees.every((tree) => contentIndexStore(db).hasTree(tree))]).toEqual([1, true]);
});

describe('a search of all spaces', () => {
  const fill = async (count: number) => {
    const { sandbox } = test;
    for (let n = 0; n < count; n += 1) {
      const id = await test.newSpace({ title: `S${n}`, editMode: 'live' });
      const edit = { spaceId: id, caller: { userId: test.adminId } };
      await editPage(sandbox, {
        ...edit,
        path: 'one',
        markdown: `A parcel.\n\n## More\n\n${'Parcel '.repeat(n + 1)}`,
      });
      await editPage(sandbox, { ...edit, path: 'two', markdown: `${'Some words. '.repeat(n)}parcel parcel` });
    }
  };
  const inAll = (page?: string) => ({
    ...{ organizationId: test.organizationId, query: 'parcel', limit: 4 },
    ...(page && { page }),
  });

  it('asks the full-text index as often however many spaces there are, and once for all pages', async () => {
    await fill(2);
    expect((await cost(searchOrganization, inAll())).matches).toBe(2);
    await fill(8);
    const later = counting(test.sandbox);
    expect((await cost(searchOrganization, inAll(), later)).matches).toBe(2);
    const { count, next } = await test.call(searchOrganization, inAll());
    expect(count).toBe(10);
    expect((await cost(searchOrganization, inAll(next?.page), later)).matches).toBe(0);
  });

  it('ranks the pages of a space as a search of the space does', async () => {
    await fill(5);
    const { items } = await test.call(searchOrganization, inAll());
    expect(items.length).toBe(4);
    for (const { id, pages } of items) {
      expect(pages).toEqual((await test.call(searchSpace, { spaceId: id, query: 'parcel' })).items);
    }
  });
});
