// Edits of a change request: every kind, all or none, and who may make them.
import { beforeEach, describe, expect, it } from 'vitest';
import { getPage, listChangeRequestPages, listPages } from '../../src/api/content/pages.ts';
import { getSpace } from '../../src/api/content/spaces.ts';
import * as api from '../../src/api/review/change-requests.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
let ref: { spaceId: string; changeRequestId: string };
beforeEach(async () => {
  const spaceId =
    box.sandbox.db.get<{ id: string }>("SELECT id FROM spaces WHERE title = 'Handbook'")?.id ?? '';
  const { id: changeRequestId } = await box.call(api.createChangeRequest, { spaceId });
  ref = { spaceId, changeRequestId };
});

const edit = (...changes: api.ChangeRequestContentChange[]) =>
  box.call(api.updateChangeRequestContent, { ...ref, changes });
const status = async (changes: unknown, as?: string) =>
  (await box.attempt(api.updateChangeRequestContent, { ...ref, changes }, as === undefined ? {} : { as }))
    .status;
const insert = (title: string, more: object = {}): api.ChangeRequestContentChange => ({
  operation: 'insert_page',
  title,
  document: { markdown: `${title}.\n` },
  ...more,
});
const x = { name: 'x.weights', contentType: 'text/x-weights', base64: 'eA==' };
const pages = async () => (await box.call(listChangeRequestPages, ref)).pages;
const first = async () => (await pages())[0]?.id ?? '';
const made = (answer: unknown) => {
  const { changes } = answer as { changes: { page: { id: string } }[] };
  return changes.map(({ page }) => page.id);
};

describe('edits of a change request', () => {
  it('insert, move and rename pages, by ID and by the name the request gave', async () => {
    const [top = '', below = ''] = made(
      await edit(
        insert('Top', { ref: 'top', at: 0 }),
        insert('Below', { into: 'top', slug: 'under', hidden: true }),
      ),
    );
    expect((await pages())[0]).toMatchObject({
      id: top,
      pages: [{ id: below, path: 'top/under', hidden: true }],
    });
    await edit({ operation: 'update_page', page: below, into: null, at: 0, title: 'Above' });
    expect((await pages())[0]).toMatchObject({ id: below, title: 'Above', slug: 'under' });
    const { revision } = await box.call(api.mergeChangeRequest, ref);
    expect((await box.call(listPages, { spaceId: ref.spaceId })).pages[0]).toMatchObject({ id: below });
    expect(revision).toBe((await box.call(getSpace, { spaceId: ref.spaceId })).revision);
  });

  it('are one revision, or none where nothing changed', async () => {
    const head = async () => (await box.call(api.getChangeRequest, ref)).revision;
    const before = await head();
    await edit({ operation: 'update_page', page: await first() });
    expect(await head()).toBe(before);
    await edit(insert('One'), insert('Two'));
    const parents = box.sandbox.db.get<{ parents: string }>(
      'SELECT parents FROM revisions WHERE id = ?',
      await head(),
    );
    expect(parents?.parents).toContain(before);
  });

  it('resolve a conflict with main', async () => {
    const page = await first();
    const other = await box.call(api.createChangeRequest, { spaceId: ref.spaceId });
    const write = (markdown: string) => ({ operation: 'update_page', page, document: { markdown } }) as const;
    await edit(write('Mine.\n'));
    const theirs = { ...ref, changeRequestId: other.id };
    await box.call(api.updateChangeRequestContent, { ...theirs, changes: [write('Theirs.\n')] });
    await box.call(api.mergeChangeRequest, theirs);
    expect(await box.call(api.syncChangeRequest, ref)).toMatchObject({ result: 'conflicts' });
    await edit(write('Theirs.\n'));
    expect(await box.call(api.syncChangeRequest, ref)).toMatchObject({ result: 'update' });
    await edit(write('Both.\n'));
    expect(await box.call(api.mergeChangeRequest, ref)).toMatchObject({ result: 'merge' });
    expect(await box.call(getPage, { spaceId: ref.spaceId, pageId: page })).toMatchObject({
      markdown: 'Both.\n',
    });
  });

  it('revert a page: changed, deleted, or new', async () => {
    const before = await pages();
    const page = await first();
    await edit({ operation: 'update_page', page, title: 'Changed', document: { markdown: 'x' } });
    await edit({ operation: 'revert_page', page });
    expect(await pages()).toEqual(before);
    await edit({ operation: 'delete_page', page });
    await edit({ operation: 'revert_page', page });
    expect((await pages()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const [added = ''] = made(await edit(insert('New')));
    expect(await edit({ operation: 'revert_page', page: added })).toMatchObject({
      changes: [{ object: 'deleted_page', page: added }],
    });
  });

  it('keep files by the name and type that they are given', async () => {
    expect(await edit({ operation: 'insert_files', files: [x] })).toMatchObject({
      insertedFiles: [{ name: 'x.weights', contentType: 'text/x-weights', size: 1 }],
    });
  });

  it('answer with the change request alone where an older version is asked for', async () => {
    const answer = await box.call(api.updateChangeRequestContent, {
      ...ref,
      compat: true,
      changes: [insert('One')],
    });
    expect(answer).toMatchObject({ object: 'change-request', id: ref.changeRequestId });
  });

  it('are refused as a whole', async () => {
    const page = await first();
    const before = await pages();
    expect(await status([insert('Half'), { operation: 'delete_page', page: 'nothing' }])).toBe(404);
    expect(await status([insert('Half'), { operation: 'update_page', page, slug: 'Not A Slug' }])).toBe(400);
    expect(await status([insert('Half'), { operation: 'update_page', page, into: page }])).toBe(409);
    expect(await status([insert('Half', { ref: 'a' }), insert('Half', { ref: 'a' })])).toBe(400);
    expect(
      await status([insert('Half'), { operation: 'insert_files', files: [{ ...x, base64: '???' }] }]),
    ).toBe(400);
    const { contentType: _, ...untyped } = x;
    expect(await status([{ operation: 'insert_files', files: [untyped] }])).toBe(400);
    expect(await status([{ operation: 'revert_page', page, block: ['b1'] }])).toBe(400);
    expect(await status([{ operation: 'revert_page', page, revision: 'nothing' }])).toBe(404);
    expect(await pages()).toEqual(before);
  });

  it.each([
    ['no change', []],
    ['51 changes', Array.from({ length: 51 }, (_, at) => insert(`Page ${at}`))],
    ['an unknown one', [{ operation: 'shout', page: 'x' }]],
    ['no document', [{ operation: 'insert_page', title: 'x' }]],
    ['21 files', [{ operation: 'insert_files', files: Array.from({ length: 21 }, () => x) }]],
    ['a file without a name', [{ operation: 'insert_files', files: [{ ...x, name: undefined }] }]],
  ])('are refused with %s', async (_, changes) => {
    expect(await status(changes)).toBe(400);
  });

  it('are for who may edit, and for a change request that is open', async () => {
    expect(await status([insert('x')], box.addMember('comment'))).toBe(403);
    expect(await status([insert('x')], box.addMember('admin'))).toBe(200);
    await box.call(api.updateChangeRequest, { ...ref, status: 'archived' });
    expect(await status([insert('x')])).toBe(409);
  });
});
