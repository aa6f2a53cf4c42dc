import { beforeEach, describe, it } from 'vitest';
import { listFileBacklinks } from '../../src/api/content/files.ts';
import type { ContentLocation as Location } from '../../src/api/content/links.generated.ts';
import { listSpaceLinks } from '../../src/api/content/links.ts';
import { createSpace, deleteSpace } from '../../src/api/content/spaces.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { addFile, removePageAt } from '../helpers/edit-content.ts';
import { perTest } from '../helpers/lasting.ts';
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
const name = (place: Location | undefined) => {
  if (place?.kind === 'page') {
    const anchor = place.internalLocation?.type === 'anchor' ? `#${place.internalLocation.anchor}` : '';
    return `${'path' in place.page ? place.page.path : ''}${anchor}`;
  }
  if (place?.kind === 'file') return place.file.name;
  return place?.kind === 'url' ? place.url : place?.kind === 'space' ? place.space.title : undefined;
};

describe('the links of a space', () => {
  it('are told with their status and where they stand', async ({ expect }) => {
    const { organizationId } = test;
    const other = await test.call(createSpace, { organizationId, title: 'Other' });
    const fileId = addFile(test.sandbox, {
      spaceId,
      name: 'logo.png',
      bytes: new Uint8Array(3),
      contentType: 'image/png',
    });
    await write('install', '## Linux\n\nRun.\n');
    await write(
      'start',
      `[one](install.md) [two](install.md#linux) [bad](install.md#mac) [gone](missing.md)

## More

![logo](/files/${fileId}) [web](https://example.com/) [other](/s/${other.id}) [nobody](/s/nobody)
[app](sandbox:/o/${organizationId}/s/${spaceId}) and \`[no](code.md)\`
`,
    );
    const { items, stats, count } = await test.call(listSpaceLinks, { spaceId });
    expect(
      items.map((link) => [link.status, name(link.targetReference), ...link.locationReferences.map(name)]),
    ).toEqual([
      ['ok', 'install', 'start'],
      ['ok', 'install#linux', 'start'],
      ['broken', 'install#mac', 'start'],
      ['broken', 'missing.md', 'start'],
      ['ok', 'logo.png', 'start#more'],
      ['ok', 'https://example.com/', 'start#more'],
      ['ok', 'Other', 'start#more'],
      ['broken', '/s/nobody', 'start#more'],
      ['in-app', `sandbox:/o/${organizationId}/s/${spaceId}`, 'start#more'],
    ]);
    expect(stats).toEqual({ total: 9, broken: { total: 3 } });
    expect(count).toBe(9);
    const broken = await test.call(listSpaceLinks, { spaceId, status: 'broken' });
    expect(broken).toMatchObject({ count: 3, stats: { total: 9 } });
    expect((await test.call(listSpaceLinks, { spaceId, status: 'in-app' })).items).toHaveLength(1);
    const files = await test.call(listFileBacklinks, { spaceId, fileId });
    expect(files.items.map(name)).toEqual(['start#more']);
    expect(files.items[0]).toMatchObject({
      versionContext: { type: 'revision', revision: { files: [{ id: fileId }] } },
    });
    await test.call(deleteSpace, { spaceId: other.id });
    expect((await test.call(listSpaceLinks, { spaceId })).stats.broken.total).toBe(4);
  });

  it('follow what happens to their targets', async ({ expect }) => {
    await write('a', '[b](b.md)\n');
    await write('b', 'text\n');
    expect((await test.call(listSpaceLinks, { spaceId })).stats.broken.total).toBe(0);
    removePageAt(test.sandbox, { spaceId, path: 'b' });
    expect((await test.call(listSpaceLinks, { spaceId })).stats.broken.total).toBe(1);
  });

  it('come in pages of one revision, whatever is edited in the meantime', async ({ expect }) => {
    await write('a', Array.from({ length: 5 }, (_, n) => `[${n}](https://example.com/${n})`).join(' '));
    await write('b', '[x](https://example.com/x)\n');
    const first = await test.call(listSpaceLinks, { spaceId, limit: 4 });
    await write('a', 'no links\n');
    const second = await test.call(listSpaceLinks, { spaceId, limit: 4, page: first.next?.page ?? '' });
    const seen = [...first.items, ...second.items].map((link) => name(link.targetReference));
    expect(seen).toEqual([0, 1, 2, 3, 4, 'x'].map((end) => `https://example.com/${end}`));
    expect((await test.call(listSpaceLinks, { spaceId })).count).toBe(1);
    const foreign = await test.answer(listSpaceLinks, {
      spaceId,
      status: 'ok',
      page: first.next?.page ?? '',
    });
    expect(foreign.status).toBe(400);
  });
});
