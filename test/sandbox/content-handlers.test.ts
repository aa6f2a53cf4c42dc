import { beforeEach, describe, it } from 'vitest';
import * as pagesApi from '../../src/api/content/pages.ts';
import * as spaces from '../../src/api/content/spaces.ts';
import { createChangeRequest, mergeChangeRequest } from '../../src/api/review/change-requests.ts';
import { emptyTree, type PageNode } from '../../src/sandbox/content/model.ts';
import { contentStore, revisionsStore } from '../../src/sandbox/db/content/content.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { commitTree } from '../../src/sandbox/resources/content/content-target.ts';
import { removeSpaceContent } from '../../src/sandbox/resources/content/remove-space-content.ts';
import { addFile, removePageAt } from '../helpers/edit-content.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);
let spaceId: string;

beforeEach(async () => {
  spaceId = await test.newSpace({ title: 'Guides', editMode: 'live', empty: true });
});

const write = (path: string, markdown: string, changeRequestId?: string) =>
  editPage(test.sandbox, { spaceId, changeRequestId, path, markdown, caller: { userId: test.adminId } });
const page = async (path: string) => {
  const all = (await test.call(pagesApi.listPages, { spaceId })).pages;
  const find = (pages: typeof all): (typeof all)[number] | undefined => {
    for (const one of pages) {
      if ('path' in one && one.path === path) return one;
      const below = 'pages' in one ? find(one.pages) : undefined;
      if (below) return below;
    }
    return undefined;
  };
  return find(all);
};
const blobs = () => test.sandbox.db.get<{ n: number }>('SELECT count(*) AS n FROM blobs')?.n;

describe('a new space', () => {
  it('that is a copy shares all content with the first', async ({ expect }) => {
    await write('install', '# Install\n\nRun it.\n');
    const before = blobs();
    const copy = await test.call(spaces.duplicateSpace, { spaceId });
    expect(blobs()).toBe(before);
    expect((await test.call(pagesApi.listPages, { spaceId: copy.id })).pages).toMatchObject([
      { title: 'Install' },
    ]);
    await write('install', '# Install\n\nChanged.\n');
    const [first] = (await test.call(pagesApi.getContent, { spaceId: copy.id })).pages;
    const shown = await test.call(pagesApi.getPage, { spaceId: copy.id, pageId: first?.id ?? '' });
    expect(shown).toMatchObject({ markdown: 'Run it.\n' });
  });
});

describe('editing a page', () => {
  it('is refused on main of a locked space, and says the way on', async ({ expect }) => {
    await write('install', '# Install\n');
    await test.call(spaces.updateSpace, { spaceId, editMode: 'locked' });
    await expect(write('install', '# Changed\n')).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/editMode: locked.*change request/),
    });
    const { id } = await test.call(createChangeRequest, { spaceId });
    await write('install', '# Changed\n', id);
    await test.call(mergeChangeRequest, { spaceId, changeRequestId: id });
    expect(await page('install')).toMatchObject({ title: 'Changed' });
  });

  it('needs the right to edit', async ({ expect }) => {
    const userId = test.addMember('comment');
    const edit = { spaceId, path: 'x', markdown: '# X\n', caller: { userId } };
    await expect(editPage(test.sandbox, edit)).rejects.toMatchObject({ status: 403 });
  });

  it('takes pages out with their children', async ({ expect }) => {
    await write('guides/install', '# Install\n');
    removePageAt(test.sandbox, { spaceId, path: 'guides' });
    expect((await test.call(pagesApi.listPages, { spaceId })).pages).toEqual([]);
  });
});

describe('content', () => {
  it('shows pages of every type, each with its own fields', async ({ expect }) => {
    const node = (fields: Partial<PageNode> & Pick<PageNode, 'type'>): PageNode => ({
      id: fields.type,
      title: fields.type,
      slug: fields.type,
      pages: [],
      ...fields,
    });
    const tree = {
      ...emptyTree(),
      variables: { version: '2', beta: true },
      pages: [
        node({
          type: 'group',
          pages: [
            node({ type: 'document', markdown: contentStore(test.sandbox.db).put('Text\n') }),
            node({ type: 'link', target: { kind: 'url', url: 'https://example.com/' } }),
            node({ type: 'computed', computed: { type: 'builtin:openapi', props: { doc: 'x' } } }),
            node({
              type: 'group',
              id: 'nested',
              slug: 'nested',
              pages: [node({ type: 'document', id: 'in' })],
            }),
          ],
        }),
      ],
    };
    commitTree(test.sandbox, { spaceId, tree });
    const content = await test.call(pagesApi.getContent, { spaceId });
    const nested = await test.call(pagesApi.getPage, { spaceId, pageId: 'nested', format: 'markdown' });
    expect(nested).toMatchObject({ type: 'document', markdown: '' });
    expect(content.variables).toEqual({ version: '2', beta: true });
    expect(content.pages).toMatchObject([
      {
        type: 'group',
        path: 'group',
        pages: [
          { type: 'document', path: 'group/document' },
          { type: 'link', href: 'https://example.com/', target: { kind: 'url' } },
          { type: 'computed', computed: { props: { doc: 'x' } } },
          // Groups are at the top only: a folder below another page is a page without content.
          {
            type: 'document',
            kind: 'sheet',
            path: 'group/nested',
            pages: [{ path: 'group/nested/document' }],
          },
        ],
      },
    ]);
  });

  it('leaves git out when metadata is false', async ({ expect }) => {
    const git = { oid: 'a'.repeat(40), path: 'docs/install.md' };
    const tree = {
      ...emptyTree(),
      pages: [{ id: 'p', type: 'document' as const, title: 'P', slug: 'p', git, pages: [] }],
    };
    const revision = commitTree(test.sandbox, { spaceId, tree });
    revisionsStore(test.sandbox.db).describeGit(
      revision,
      { oid: git.oid, message: 'm', createdByService: true },
      contentStore(test.sandbox.db).putTree(tree),
    );
    expect(await test.call(pagesApi.getContent, { spaceId })).toMatchObject({
      git: { oid: git.oid },
      pages: [{ git }],
    });
    const bare = await test.call(pagesApi.getContent, { spaceId, metadata: false });
    expect(JSON.stringify(bare)).not.toContain(git.oid);
    expect(JSON.stringify(await test.call(pagesApi.listPages, { spaceId, metadata: false }))).not.toContain(
      git.oid,
    );
    expect(
      JSON.stringify(await test.call(pagesApi.getPage, { spaceId, pageId: 'p', metadata: false })),
    ).not.toContain(git.oid);
  });

  it('lists files with an address', async ({ expect }) => {
    addFile(test.sandbox, {
      spaceId,
      name: 'logo.png',
      bytes: new Uint8Array([1, 2, 3]),
      contentType: 'image/png',
    });
    expect((await test.call(pagesApi.getContent, { spaceId })).files).toMatchObject([
      {
        name: 'logo.png',
        size: 3,
        contentType: 'image/png',
        downloadURL: expect.stringContaining('logo.png'),
      },
    ]);
  });

  it('of a space that is gone for good is forgotten', async ({ expect }) => {
    const { revision } = await write('install', '# Install\n');
    await test.call(createChangeRequest, { spaceId });
    removeSpaceContent(test.sandbox, spaceId);
    expect(revisionsStore(test.sandbox.db).get(revision)).toBeUndefined();
  });
});
