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
  it('finds sections by every word of the query, as the beginning of a word', async ({ expect }) => {
    await write(
      'install',
      'Unpack it.\n\n## Linux\n\nRun the installer as root.\n\n## Mac\n\nOpen the image.\n',
    );
    await write('limits', '## Bursts\n\nThe **rate** falls.\n');
    const { items, count } = await test.call(searchSpace, { spaceId, query: 'root inst' });
    expect(count).toBe(1);
    expect(items).toMatchObject([
      {
        path: 'install',
        sections: [{ title: 'Linux', path: 'install#linux', body: 'Run the installer as root.' }],
      },
    ]);
    expect(await paths('root bursts')).toEqual([]);
    expect(await paths('rate')).toEqual(['limits']);
    expect(await paths('LIMITS')).toEqual(['limits']);
  });

  it('puts pages called so before pages that say so', async ({ expect }) => {
    await write('a', 'webhooks webhooks webhooks\n');
    await write('webhooks', 'How to.\n');
    expect(await paths('webhooks')).toEqual(['webhooks', 'a']);
  });

  it('ignores accents and word endings', async ({ expect }) => {
    await write('cafe', 'Le café est ouvert. Connections are encrypted.\n');
    expect(await paths('cafe')).toEqual(['cafe']);
    expect(await paths('connection')).toEqual(['cafe']);
  });

  it('finds any part of a text that is written without spaces', async ({ expect }) => {
    await write('tokyo', '# 案内\n\n東京は日本の首都です。\n');
    await write('kyoto', '京都は首長の町\n');
    expect(await paths('首都')).toEqual(['tokyo']);
    expect(await paths('都首')).toEqual([]);
    expect(await paths('日本 首都です')).toEqual(['tokyo']);
    expect((await test.call(searchSpace, { spaceId, query: '首' })).count).toBe(2);
  });

  it('names the page by a URL, whatever it is called', async ({ expect }) => {
    await write('導入ガイド', '首都\n');
    const { items } = await test.call(searchSpace, { spaceId, query: '首都' });
    expect(items[0]?.urls.app).toMatch(/^[!-~]+\/%E5%B0%8E%E5%85%A5[!-~]+$/);
  });

  it.for(['"', 'a AND', 'foo(', '-x', 'title:x', '*', 'NEAR(a b)', '', '   ', '[]', "'; DROP TABLE spaces"])(
    'takes %s as plain words',
    async (query, { expect }) => {
      await write('a', 'text\n');
      expect((await test.answer(searchSpace, { spaceId, query })).status).toBe(200);
    },
  );

  it('knows main as it is now, and nothing else', async ({ expect }) => {
    await write('a', 'zebra\n');
    await write('b', 'zebra\n', await newSpace('Other'));
    expect(await paths('zebra')).toEqual(['a']);
    await write('a', 'lion\n');
    expect(await paths('zebra')).toEqual([]);
    expect(await paths('lion')).toEqual(['a']);
  });

  it('leaves out pages that are not to be indexed, by what they hold and by their titles', async ({
    expect,
  }) => {
    await write('zebra-seen', '# Zebra seen\n\nstripes\n');
    await write('zebra-unseen', '---\nnoIndex: true\n---\n\n# Zebra unseen\n\nstripes\n');
    expect(await paths('stripes')).toEqual(['zebra-seen']);
    expect(await paths('zebra')).toEqual(['zebra-seen']);
    await write('zebra-unseen', '---\nnoIndex: false\n---\n\n# Zebra unseen\n\nstripes\n');
    expect((await paths('stripes')).sort()).toEqual(['zebra-seen', 'zebra-unseen']);
  });

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

  it('refuses more than 512 characters', async ({ expect }) => {
    expect((await test.attempt(searchSpace, { spaceId, query: 'x'.repeat(513) })).status).toBe(400);
    expect((await test.attempt(searchSpace, { spaceId })).status).toBe(400);
  });
});
