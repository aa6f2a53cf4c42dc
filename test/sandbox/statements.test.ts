// What a request reads does not grow with what it does not tell.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCollection } from '../../src/api/content/collections.ts';
import { listPageLinks } from '../../src/api/content/links.ts';
import { searchSpace } from '../../src/api/content/search.ts';
import { type InputOf, type Operation, splitInput } from '../../src/api/operation.ts';
import { listMembers } from '../../src/api/people/members.ts';
import { contentTarget, headOf } from '../../src/sandbox/actions/content/content-target.ts';
import { dispatch } from '../../src/sandbox/app.ts';
import { revisionsStore } from '../../src/sandbox/db/content/content.ts';
import type { Database } from '../../src/sandbox/db/database.ts';
import { largeSpace } from '../helpers/large-space.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let test: TestSandbox;
beforeEach(async () => {
  test = await openTestSandbox();
});
afterEach(() => test.cleanup());

/** How many statements a request runs, and how many rows they give. */
async function cost<O extends Operation>(operation: O, input: InputOf<O>) {
  const tally = { statements: 0, rows: 0 };
  const { db } = test.sandbox;
  const counted: Database = {
    ...db,
    all<T>(...given: Parameters<Database['all']>): T[] {
      const rows = db.all<T>(...given);
      tally.statements += 1;
      tally.rows += rows.length;
      return rows;
    },
    get<T>(...given: Parameters<Database['get']>): T | undefined {
      tally.statements += 1;
      return db.get<T>(...given);
    },
  };
  const headers = { authorization: `Bearer ${test.adminToken}` };
  const request = { ...splitInput(operation, { ...Object(input) }), headers };
  const { status } = await dispatch({ ...test.sandbox, db: counted }, operation, request);
  expect(status).toBe(200);
  return tally;
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
