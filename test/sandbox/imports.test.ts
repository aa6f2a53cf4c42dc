import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFiles } from '../../src/api/content/files.ts';
import { importChangeRequestContent, importContent } from '../../src/api/content/imports.ts';
import { listSpaceLinks } from '../../src/api/content/links.ts';
import { getContent, getPageByPath, listPages } from '../../src/api/content/pages.ts';
import { createSpace } from '../../src/api/content/spaces.ts';
import { createChangeRequest } from '../../src/api/review/change-requests.ts';
import { listening, perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

/** A page whose title is these bytes. */
function page(title: Buffer, head = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<html><head>${head}</head><main><h1>`),
    title,
    Buffer.from('</h1></main>'),
  ]);
}

let server: Server;
let base: string;
let spaceId: string;
const seen: { path: string; token: string | undefined }[] = [];

/** Another page of each kind: what is redirected, what is not UTF-8. */
const ELSEWHERE: Record<string, string> = { '/moved/old': '/moved/new', '/moved/older': '/moved/old' };

const PAGES: Record<string, [type: string, body: string | Buffer]> = {
  '/docs/': [
    'text/html',
    `<html><head><title>Guide</title></head><body><nav><a href="/docs/secret">nav</a></nav><main><h1>Guide</h1>
     <p>See <a href="install">install</a> and <a href="https://example.invalid/">elsewhere</a>.</p>
     <img src="/logo.png" alt="logo"></main></body></html>`,
  ],
  '/docs/install': ['text/html', '<main><h1>Install</h1><pre><code>npm i</code></pre></main>'],
  '/other': ['text/html', '<main><h1>Other</h1></main>'],
  '/logo.png': ['image/png', 'not really a picture'],
  '/moved/': [
    'text/html',
    '<main><h1>Moved</h1><a href="old">a</a> <a href="new">b</a> <a href="older">c</a></main>',
  ],
  '/moved/new': ['text/html', '<main><h1>New</h1><p><img src="/dot.png"></p></main>'],
  '/sjis': ['text/html; charset=Shift_JIS', page(Buffer.from([0x93, 0xfa, 0x96, 0x7b]))],
  '/latin': ['text/html', page(Buffer.from('na\u00efve', 'latin1'), '<meta charset="iso-8859-1">')],
  '/bare': ['text/html', page(Buffer.from('caf\u00e9', 'latin1'))],
  '/wrong': ['text/html; charset=utf-8', page(Buffer.from([0x80]))],
  '/dot.png': [
    'image/png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEUlEQVR4nGNgYGD4z4AGGAEADAACAWlDJ0EAAAAASUVORK5CYII=',
      'base64',
    ),
  ],
  '/page.md': ['text/markdown', '---\ndescription: All of it\n---\n\n# Notes\n\nText.\n'],
};

const test = perTest(openTestSandbox);
beforeEach(async () => {
  seen.length = 0;
  server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push({ path, token: request.headers.authorization });
    const location = ELSEWHERE[path];
    if (location !== undefined) {
      response.writeHead(301, { location }).end();
      return;
    }
    const [type, body] = PAGES[path] ?? [];
    response.writeHead(type ? 200 : 404, { 'content-type': type ?? 'text/plain' }).end(body ?? 'nothing');
  });
  base = await listening(server);
  spaceId = await test.newSpace({ title: 'Guides', editMode: 'live', empty: true });
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
});

const titles = async () => {
  const { pages } = await test.call(listPages, { spaceId });
  return pages.map((page) => [page.title, 'pages' in page ? page.pages.map(({ title }) => title) : []]);
};

describe('the import of a website', () => {
  it('brings the page, what it links to below, and its images', async ({ expect }) => {
    const url = `${base}/docs/`;
    const answer = await test.answer(importContent, { spaceId, url, source: 'website' });
    const { id } = await test.call(getContent, { spaceId });
    expect(answer).toMatchObject({ status: 201, body: { revision: id, importedResources: 3 } });
    expect(answer.headers.location).toBe(`sandbox:/v1/spaces/${spaceId}/revisions/${id}`);
    expect(await titles()).toEqual([['Guide', ['Install']]]);
    expect((await test.call(listFiles, { spaceId })).items).toMatchObject([{ name: 'logo.png' }]);
    const page = await test.call(getPageByPath, { spaceId, pagePath: 'guide/install' });
    expect(page).toMatchObject({ markdown: expect.stringContaining('npm i') });
    expect((await test.call(listSpaceLinks, { spaceId })).stats.broken.total).toBe(0);
    expect(seen.map(({ path }) => path)).not.toContain('/other');
    expect(seen.every(({ token }) => token === undefined)).toBe(true);
  });

  it('brings a page once, whatever redirects lead to it, and the size of its images', async ({ expect }) => {
    await test.call(importContent, { spaceId, url: `${base}/moved/`, source: 'website' });
    expect(await titles()).toEqual([['Moved', ['New']]]);
    expect((await test.call(listSpaceLinks, { spaceId })).stats).toMatchObject({ broken: { total: 0 } });
    expect((await test.call(listFiles, { spaceId })).items).toMatchObject([
      { name: 'dot.png', dimensions: { width: 2, height: 3 } },
    ]);
  });

  it.each([
    ['/sjis', '\u65e5\u672c'],
    ['/latin', 'na\u00efve'],
    ['/bare', 'caf\u00e9'],
  ])('reads %s in the encoding it is in', async (path, title) => {
    await test.call(importContent, { spaceId, url: base + path, source: 'website' });
    expect(await titles()).toEqual([[title, []]]);
  });

  it('fails when there is nothing it could read', async ({ expect }) => {
    const { status, body } = await test.answer(importContent, {
      spaceId,
      url: `${base}/wrong`,
      source: 'website',
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/nothing to import: .*\/wrong cannot be read: .*utf-8/);
    expect(await titles()).toEqual([]);
  });

  it('goes into a change request too', async ({ expect }) => {
    const { id: changeRequestId } = await test.call(createChangeRequest, { spaceId });
    const input = { spaceId, changeRequestId, url: `${base}/docs/install`, source: 'html' as const };
    expect(await test.call(importChangeRequestContent, input)).toMatchObject({
      importedResources: 1,
      totalResources: 1,
    });
    expect(await titles()).toEqual([]);
  });

  it.for([
    ['missing', 'website'],
    ['logo.png', 'website'],
    ['page.md', 'docx'],
    ['page.md', 'notion'],
  ] as const)('of %s as %s is refused in words, and changes nothing', async ([path, source], { expect }) => {
    const before = await test.call(getContent, { spaceId });
    const { status, body } = await test.answer(importContent, { spaceId, url: `${base}/${path}`, source });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/import/) } },
    });
    expect(await test.call(getContent, { spaceId })).toEqual(before);
  });

  it('refuses addresses that are not of the web, and locked spaces', async ({ expect }) => {
    const file = await test.answer(importContent, { spaceId, url: 'file:///etc/passwd', source: 'markdown' });
    expect(file.status).toBe(400);
    const { organizationId } = test;
    const locked = await test.call(createSpace, { organizationId, title: 'Locked' });
    const refused = await test.answer(importContent, {
      spaceId: locked.id,
      url: `${base}/page.md`,
      source: 'markdown',
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('locked') } },
    });
    expect(seen).toEqual([]);
  });
});

describe('the import of a Markdown file', () => {
  it('makes one page with the fields of its front matter', async ({ expect }) => {
    await test.call(importContent, { spaceId, url: `${base}/page.md`, source: 'markdown' });
    const { pages } = await test.call(listPages, { spaceId });
    expect(pages).toMatchObject([{ title: 'Notes', slug: 'notes', description: 'All of it' }]);
  });
});
