import { describe, expect, it } from 'vitest';
import { getContent, listPages } from '../../src/api/content/pages.ts';
import { getSpace, listSpaces, restoreSpace } from '../../src/api/content/spaces.ts';
import { getOrganization, listOrganizations } from '../../src/api/people/organizations.ts';
import { listChangeRequests } from '../../src/api/review/change-requests.ts';
import { getSite, listSites } from '../../src/api/sites/sites.ts';
import { dispatchDownload } from '../../src/sandbox/app.ts';
import { spaceId } from '../../src/sandbox/demo/content.ts';
import { userId } from '../../src/sandbox/demo/people.ts';
import { sandboxStatus } from '../../src/sandbox/status.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(() => openTestSandbox({ demo: true }));

const guides = spaceId('Guides');

describe('the demo', () => {
  it('is one organization, so that no command needs to name it', async () => {
    const { items } = await box.call(listOrganizations, {});
    expect(items.map(({ title }) => title)).toEqual(['Tarnpost']);
    await box.call(getOrganization, { organizationId: box.organizationId });
  });

  it('has spaces with titles of their own and true counts', async () => {
    const { items, count } = await box.call(listSpaces, { organizationId: box.organizationId });
    expect(items.map(({ title }) => title).sort()).toEqual([
      'API reference',
      'Guides',
      'Handbook',
      'Release notes',
    ]);
    expect(count).toBe(4);
    const space = await box.call(getSpace, { spaceId: guides });
    expect(space).toMatchObject({
      editMode: 'locked',
      visibility: 'public',
      comments: 2,
      changeRequests: 6,
      changeRequestsOpen: 3,
      changeRequestsDraft: 1,
      urls: { published: 'https://docs.tarnpost.example/guides/' },
    });
  });

  it('has real pages in a tree, and files', async () => {
    for (const [title, pages] of [
      ['Guides', 13],
      ['API reference', 9],
      ['Handbook', 9],
    ] as const) {
      const { pages: found } = await box.call(listPages, { spaceId: spaceId(title) });
      const count = (list: typeof found): number =>
        list.reduce((sum, page) => sum + 1 + ('pages' in page ? count(page.pages) : 0), 0);
      expect([title, count(found)]).toEqual([title, pages]);
    }
    const { files } = await box.call(getContent, { spaceId: guides });
    expect(files.map(({ name }) => name)).toEqual(['parcel-states.svg', 'sample-label.png']);
    for (const file of files) {
      const download = await dispatchDownload(box.sandbox, file.downloadURL);
      expect(download.status).toBe(200);
      expect((download.body as Uint8Array).byteLength).toBe(file.size);
      expect(download.headers['content-type']).toBe(file.contentType);
      const tampered = file.downloadURL.replace(/\/([^/]{5})([^/]+\/[^/]+)$/, '/AAAAA$2');
      expect((await dispatchDownload(box.sandbox, tampered)).status).toBe(404);
    }
  });

  it('has change requests of every kind', async () => {
    const open = (await box.call(listChangeRequests, { spaceId: guides })).items;
    expect(open.map(({ number, outdated }) => [number, outdated]).sort()).toEqual([
      [1, true],
      [2, true],
      [4, false],
    ]);
    for (const [status, numbers] of [
      ['merged', [3]],
      ['draft', [5]],
      ['archived', [6]],
    ] as const) {
      const { items } = await box.call(listChangeRequests, { spaceId: guides, status });
      expect(items.map(({ number }) => number)).toEqual(numbers);
    }
  });

  it('has sites: public with sections, behind a share link, unpublished', async () => {
    const { items } = await box.call(listSites, { organizationId: box.organizationId });
    expect(items.map(({ title, visibility, published }) => [title, visibility, published])).toEqual([
      ['Tarnpost Docs', 'public', true],
      ['Partner portal', 'share-link', true],
      ['Status and incidents', 'unlisted', false],
    ]);
    const [docs] = items;
    expect(docs?.siteSpaces).toBe(3);
    await box.call(getSite, { organizationId: box.organizationId, siteId: docs?.id ?? '' });
  });

  it('has members of every role, each with rights of their own', async () => {
    const rights = async (name: string) => {
      const { body } = await box.answer(getSpace, { spaceId: guides }, { as: userId(name) });
      const { permissions } = body as { permissions?: Record<string, boolean> };
      return Object.entries(permissions ?? {}).filter(([, may]) => may).length;
    };
    const names = [
      'Ines Okafor',
      'Tomas Lindqvist',
      'Mei Tanaka',
      'Jonas Weber',
      'Priya Nair',
      'Aiko Mori',
      'Sofia Marchetti',
      'Bram de Vries',
    ];
    const counts = [];
    for (const name of names) counts.push(await rights(name));
    // Priya's team was given edit on the guides; the guest and the disabled member see nothing.
    expect(counts).toEqual([10, 7, 6, 4, 4, 2, 0, 0]);
  });

  it('has a deleted space that can come back', async () => {
    const own = await openTestSandbox({ demo: true });
    const space = await own.call(restoreSpace, { spaceId: spaceId('Guides v1') });
    expect(space.deletedAt).toBeUndefined();
    own.cleanup();
  });

  it('is told by status, whole', () => {
    const status = sandboxStatus(box.file, { check: true });
    expect(status).toMatchObject({
      organization: 'Tarnpost',
      members: 9,
      check: 'ok',
      changeRequests: 7,
      comments: 6,
    });
    expect(status.shareKey).toMatch(/^[\w-]{16}$/);
    expect(status.pages).toBeGreaterThan(30);
  });
});
