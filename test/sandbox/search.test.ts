import { beforeEach, describe, it } from 'vitest';
import { searchSpace } from '../../src/api/content/search.ts';
import { emptyTree } from '../../src/sandbox/content/model.ts';
import { contentIndexStore } from '../../src/sandbox/db/content/content-index.ts';
import type { Database } from '../../src/sandbox/db/database.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { commitTree } from '../../src/sandbox/resources/content/content-target.ts';
import { analyzeTrees } from '../../src/sandbox/resources/content/resolved-links.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);
let spaceId: string;

const newSpace = async (title: string) => {
  return await test.newSpace({ title, editMode: 'live', empty: true });
};
beforeEach(async () => {
  spaceId = await newSpace('Guides');
});

const write = (path: string, markdown: string, space = spaceId) =>
  editPage(test.sandbox, { spaceId: space, path, markdown, caller: { userId: test.adminId } });
const paths = async (query: string) =>
  (await test.call(searchSpace, { spaceId, query })).items.map(({ path }) => path);

describe('search', () => {
  it('finds nothing in a space without pages', async ({ expect }) => {
    await write('a', 'zebra\n');
    commitTree(test.sandbox, { spaceId, tree: emptyTree() });
    expect(await paths('zebra')).toEqual([]);
  });

  it('comes in pages without gaps or duplicates while pages come and go', async ({ expect }) => {
    for (const n of [1, 2, 3, 4, 5]) await write(`p${n}`, `${'zebra '.repeat(n)}\n`);
    const first = await test.call(searchSpace, { spaceId, query: 'zebra', limit: 2 });
    await write('p9', `${'zebra '.repeat(50)}\n`);
    await write('p1', 'nothing\n');
    const rest = await test.call(searchSpace, {
      spaceId,
      query: 'zebra',
      limit: 10,
      page: first.next?.page ?? '',
    });
    const seen = [...first.items, ...rest.items].map(({ path }) => path).sort();
    expect(seen).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']);
    expect(await test.call(searchSpace, { spaceId, query: 'zebra', limit: 0 })).toEqual({
      items: [],
      count: 5,
    });
  });

  it('keeps what many small spaces hold at once', async ({ expect }) => {
    for (const n of [1, 2, 3]) await write('a', `zebra ${n}\n`, await newSpace(`Space ${n}`));
    const { db } = test.sandbox;
    const trees = db.all<{ tree: string }>(
      'SELECT r.tree FROM spaces s JOIN revisions r ON r.id = s.revision',
    );
    let kept = 0;
    const counted: Database = {
      ...db,
      quickTransaction: (work) => {
        kept += 1;
        return db.quickTransaction(work);
      },
    };
    const wanted = trees.map(({ tree }) => tree);
    await analyzeTrees(counted, wanted);
    expect([kept, wanted.every((tree) => contentIndexStore(db).hasTree(tree))]).toEqual([1, true]);
  });
});
