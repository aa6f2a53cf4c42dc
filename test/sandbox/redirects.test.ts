import { describe, expect, it } from 'vitest';
import {
  createRedirect,
  listRedirects,
  pushRedirects,
  testRedirect,
} from '../../src/api/sites/site-redirects.ts';
import { listSiteSpaces, removeSiteSpace } from '../../src/api/sites/site-structure.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));

const siteCalled = (title: string) => ({
  organizationId: box.organizationId,
  siteId: box.sandbox.db.get<{ id: string }>('SELECT id FROM sites WHERE title = ?', title)?.id ?? '',
});
const docs = () => siteCalled('Tarnpost Docs');
const portal = () => siteCalled('Partner portal');
const external = (url: string) => ({ kind: 'external' as const, url });
const add = (source: string, url = 'https://tarnpost.example/x', more: object = {}) =>
  box.call(createRedirect, { ...docs(), source, destination: external(url), ...more });

describe('redirects', () => {
  it.each([
    ['a source with a wildcard in its middle', { source: '/a/*/b' }, 400],
    ['a source without a slash', { source: 'a' }, 400],
    ['a source that ends with a slash', { source: '/a/' }, 400],
    ['a capture without a wildcard', { source: '/a', captureWildcard: true }, 400],
    [
      'a section of another site',
      { source: '/a', destination: { kind: 'site-section', siteSectionId: 'x' } },
      404,
    ],
    [
      'a site space that is not there',
      { source: '/a', destination: { kind: 'site-space', siteSpaceId: 'x' } },
      404,
    ],
    [
      'a space that is not on the site',
      { source: '/a', destination: { kind: 'path', spaceId: 'x', path: 'y' } },
      404,
    ],
    ['a source that is taken', { source: '/getting-started' }, 409],
  ])('refuses %s', async (_, input, status) => {
    const destination = external('https://tarnpost.example/');
    expect((await box.attempt(createRedirect, { ...docs(), destination, ...input })).status).toBe(status);
  });

  it('prefers the exact source, then the longest wildcard, and never a draft', async () => {
    await add('/w*', 'https://one.example/');
    await add('/w/*', 'https://two.example/a?q=1', { captureWildcard: true });
    await add('/w/x', 'https://three.example/');
    await add('/w/y', 'https://four.example/', { draft: true });
    const target = async (source: string) => (await box.call(testRedirect, { ...docs(), source })).target;
    expect(await target('/w')).toBe('https://one.example/');
    expect(await target('/who')).toBe('https://one.example/');
    expect(await target('/w/x')).toBe('https://three.example/');
    expect(await target('/w/y')).toBe('https://two.example/a/y?q=1');
    expect(await target('/w/z/1')).toBe('https://two.example/a/z/1?q=1');
    expect((await box.answer(testRedirect, { ...docs(), source: '/v' })).status).toBe(404);
  });

  it('opens a share-link site with its key only, and tells of a destination that is gone', async () => {
    const { items } = await box.call(listSiteSpaces, portal());
    const place = items.find(({ default: isDefault }) => !isDefault);
    const destination = { kind: 'site-space' as const, siteSpaceId: place?.id ?? '' };
    await box.call(createRedirect, { ...portal(), source: '/notes', destination });
    const asked = { ...portal(), source: '/notes' };
    expect((await box.answer(testRedirect, asked)).status).toBe(404);
    expect((await box.answer(testRedirect, { ...asked, shareKey: 'wrong' })).status).toBe(404);
    const key = box.sandbox.db.get<{ key: string }>('SELECT key FROM shareLinks')?.key ?? '';
    expect((await box.call(testRedirect, { ...asked, shareKey: key })).target).toMatch(
      `/${key}/release-notes/`,
    );
    await box.call(removeSiteSpace, { ...portal(), siteSpaceId: destination.siteSpaceId });
    expect((await box.answer(testRedirect, { ...asked, shareKey: key })).body).toMatchObject({
      error: { message: expect.stringContaining('no longer exists') },
    });
  });

  it('does each row of a push by itself', async () => {
    const { results } = await box.call(pushRedirects, {
      ...docs(),
      redirects: [
        { source: '/p', intent: 'draft', destination: external('https://one.example/') },
        { source: '/p', destination: external('https://two.example/') },
        { source: '/q', destination: null },
        { source: '/r', captureWildcard: true, destination: external('https://one.example/') },
        { source: '/s', intent: 'publish' },
      ],
    });
    expect(results.map(({ status, draft }) => [status, draft])).toEqual([
      ['created', true],
      ['created', false],
      ['error', false],
      ['error', false],
      ['error', false],
    ]);
    const again = await box.call(pushRedirects, {
      ...docs(),
      redirects: [{ source: '/p', intent: 'publish' }],
    });
    expect(again.results).toMatchObject([
      { status: 'published', id: results[0] && 'id' in results[0] && results[0].id },
    ]);
    expect((await box.call(testRedirect, { ...docs(), source: '/p' })).target).toBe('https://one.example/');
  });

  it.each([
    ['no row', []],
    ['a source twice', Array.from({ length: 2 }, () => ({ source: '/t', intent: 'publish' }))],
    ['501 rows', Array.from({ length: 501 }, (_, at) => ({ source: `/t${at}`, intent: 'publish' }))],
  ])('refuses a push with %s', async (_, redirects) => {
    expect((await box.attempt(pushRedirects, { ...docs(), redirects })).status).toBe(400);
  });

  it('lists by search and order, page by page', async () => {
    await add('/two', 'https://two.example/');
    const page = await box.call(listRedirects, { ...docs(), orderBy: 'source', limit: 2 });
    expect(page.items).toHaveLength(2);
    const next = await box.call(listRedirects, {
      ...docs(),
      orderBy: 'source',
      limit: 1000,
      ...(page.next && { page: page.next.page }),
    });
    const sources = [...page.items, ...next.items].map(({ source }) => source);
    expect(sources).toEqual([...sources].sort());
    expect(sources).toHaveLength(page.count ?? 0);
    expect((await box.call(listRedirects, { ...docs(), search: 'TWO.example' })).count).toBeGreaterThan(0);
  });
});
