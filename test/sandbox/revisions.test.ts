import { beforeEach, describe, it } from 'vitest';
import * as files from '../../src/api/content/files.ts';
import * as pagesApi from '../../src/api/content/pages.ts';
import { getSpace } from '../../src/api/content/spaces.ts';
import * as changeRequests from '../../src/api/review/change-requests.ts';
import { emptyTree, type PageNode, type Tree } from '../../src/sandbox/content/model.ts';
import { replacePage } from '../../src/sandbox/content/tree.ts';
import { contentStore, revisionsStore } from '../../src/sandbox/db/content/content.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { commitTree } from '../../src/sandbox/resources/content/content-target.ts';
import { addFile, removePageAt } from '../helpers/edit-content.ts';
import { perTest } from '../helpers/lasting.ts';
import { movePage } from '../helpers/move-page.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);
let spaceId: string;

beforeEach(async () => {
  spaceId = await test.newSpace({ title: 'Guides', editMode: 'live', empty: true });
});

const write = async (path: string, markdown: string, changeRequestId?: string) =>
  (
    await editPage(test.sandbox, {
      spaceId,
      changeRequestId,
      path,
      markdown,
      caller: { userId: test.adminId },
    })
  ).pageId;
const head = async () => (await test.call(getSpace, { spaceId })).revision;
const treeNow = async () => revisionsStore(test.sandbox.db).tree(await head());

describe('a page by its path', () => {
  it('comes as a document, and with its expressions evaluated', async ({ expect }) => {
    const page: PageNode = {
      id: 'p1',
      type: 'document',
      title: 'Versions',
      slug: 'versions',
      variables: { version: '2.1' },
      markdown: contentStore(test.sandbox.db).put(
        'Now {{ page.vars.version }} of {{ space.vars.name }}, {{ now }}\n',
      ),
      pages: [],
    };
    commitTree(test.sandbox, {
      spaceId,
      tree: { ...emptyTree(), pages: [page], variables: { name: 'Docs' } },
    });
    const read = async (query: object) => {
      const shown = await test.call(pagesApi.getPage, { spaceId, pageId: 'p1', ...query });
      return 'markdown' in shown ? shown.markdown : shown;
    };
    expect(await read({})).toContain('{{ page.vars.version }}');
    expect(await read({ evaluated: true })).toBe('Now 2.1 of Docs, 2026-03-02T09:00:00.000Z\n');
    expect(await read({ evaluated: 'deterministic-only' })).toBe('Now 2.1 of Docs, {{ now }}\n');
    expect(await read({ format: 'document', evaluated: true })).toMatchObject({
      document: {
        nodes: [{ type: 'paragraph', nodes: [{ leaves: [{ text: expect.stringContaining('Now 2.1') }] }] }],
      },
    });
  });
});

describe('files', () => {
  it('are listed and read on both sides, in pages of one revision', async ({ expect }) => {
    const add = (name: string) =>
      addFile(test.sandbox, { spaceId, name, bytes: new Uint8Array(4), contentType: 'image/png' });
    const ids = ['a.png', 'b.png', 'c.png'].map(add);
    const { id: changeRequestId } = await test.call(changeRequests.createChangeRequest, { spaceId });
    const first = await test.call(files.listFiles, { spaceId, limit: 2 });
    expect(first).toMatchObject({ count: 3, items: [{ id: ids[0], size: 4 }, { id: ids[1] }] });
    add('d.png');
    const second = await test.call(files.listFiles, { spaceId, limit: 2, page: first.next?.page ?? '' });
    expect(second.items.map(({ id }) => id)).toEqual([ids[2]]);
    expect(second.next).toBeUndefined();
    expect((await test.call(files.listFiles, { spaceId })).count).toBe(4);
    expect((await test.call(files.listChangeRequestFiles, { spaceId, changeRequestId })).count).toBe(3);
    const fileId = ids[0] ?? '';
    const file = await test.call(files.getFile, { spaceId, fileId });
    expect(file).toMatchObject({ id: fileId, name: 'a.png', contentType: 'image/png' });
    expect(await test.call(files.getChangeRequestFile, { spaceId, changeRequestId, fileId })).toEqual(file);
    expect((await test.answer(files.getFile, { spaceId, fileId: 'none' })).status).toBe(404);
  });
});

describe('changes', () => {
  const types = (list: readonly { type: string }[]) => list.map(({ type }) => type);

  it('of a change request are what it makes of main', async ({ expect }) => {
    await write('keep', 'Same.\n');
    await write('edit', 'Before.\n');
    await write('drop', 'Gone.\n');
    const { id: changeRequestId } = await test.call(changeRequests.createChangeRequest, { spaceId });
    const ref = { spaceId, changeRequestId };
    await write('edit', 'After.\n', changeRequestId);
    await write('new', 'Fresh.\n', changeRequestId);
    removePageAt(test.sandbox, { spaceId, changeRequestId, path: 'drop' });
    addFile(test.sandbox, {
      spaceId,
      changeRequestId,
      name: 'a.png',
      bytes: new Uint8Array(1),
      contentType: 'image/png',
    });
    await write('keep', 'Moved on.\n');
    const { changes, more } = await test.call(changeRequests.listChangeRequestChanges, ref);
    expect(types(changes)).toEqual(['page_edited', 'page_created', 'page_deleted', 'file_created']);
    expect(changes[0]).toMatchObject({ page: { path: 'edit' }, attributes: { document: {} } });
    expect(more).toBeUndefined();
    const cut = await test.call(changeRequests.listChangeRequestChanges, { ...ref, limit: 1 });
    expect(cut).toMatchObject({ more: 3 });
    expect(cut.changes).toHaveLength(1);
  });

  it('tell a move from an edit, and the least that explains a new order', async ({ expect }) => {
    for (const path of ['a', 'b', 'c', 'd']) await write(path, `${path}\n`);
    const since = async (change: (tree: Tree) => Tree) => {
      const before = await treeNow();
      const revisionId = commitTree(test.sandbox, { spaceId, tree: change(before) });
      return (await test.call(changeRequests.listRevisionChanges, { spaceId, revisionId })).changes;
    };
    const [a = '', , , d = ''] = (await treeNow()).pages.map(({ id }) => id);
    const moved = await since((tree) => movePage(tree, d, { index: 0 }));
    expect(moved).toMatchObject([{ type: 'page_moved', page: { path: 'd' }, parent: {} }]);
    const under = await since((tree) => movePage(tree, d, { parentId: a }));
    expect(under).toMatchObject([
      { type: 'page_moved', page: { path: 'a/d' }, parent: { after: { id: a, path: 'a' } } },
    ]);
    const renamed = await since((tree) =>
      replacePage(tree, a, (page) => ({ ...page, title: 'First', hidden: true })),
    );
    expect(renamed).toMatchObject([
      {
        type: 'page_edited',
        attributes: { title: { before: 'A', after: 'First' }, hidden: { after: true } },
      },
    ]);
  });
});
