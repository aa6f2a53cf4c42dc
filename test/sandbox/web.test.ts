import { createHmac } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writePage } from '../../src/sandbox/door.ts';
import { type InitResult, initSandbox } from '../../src/sandbox/init.ts';
import { newToken } from '../../src/sandbox/new-token.ts';
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { sandboxStatus } from '../../src/sandbox/status.ts';
import { HOSTILE } from '../helpers/hostile-markdown.ts';
import { perFile, temporaryFolder } from '../helpers/lasting.ts';

const folder = temporaryFolder();
const file = join(folder, 'sandbox.db');
let made: InitResult;
let token: string;
let org: string;
beforeAll(async () => {
  made = await initSandbox({ file: join(folder, 'original.db'), demo: true, env: {} });
  copyFileSync(made.file, file);
  token = newToken(file, { kind: 'user' }, new Date());
  org = `/v1/orgs/${made.organizationId}`;
});
const server = perFile(
  () => serveSandbox({ file, env: {} }),
  (it) => it.close(),
);

interface Shown {
  status: number;
  text: string;
  location: string | null;
  headers: Headers;
}

async function open(path: string, headers: Record<string, string> = {}): Promise<Shown> {
  const answer = await fetch(new URL(path, server.url), { redirect: 'manual', headers });
  const { status } = answer;
  return {
    status,
    text: await answer.text(),
    location: answer.headers.get('location'),
    headers: answer.headers,
  };
}

type Json = Record<string, unknown> & { id: string; urls: Record<string, string> };

async function api(line: string, body?: object): Promise<Json> {
  const [method = '', path = ''] = line.split(' ');
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${text}`);
  return text === '' ? ({} as Json) : (JSON.parse(text) as Json);
}

async function titled(list: string, title: string): Promise<Json> {
  const { items } = (await api(`GET ${list}?limit=100`)) as unknown as { items: Json[] };
  const found = items.find((item) => item.title === title);
  if (!found) throw new Error(`no ${title}`);
  return found;
}

/** A change request of a space with one page of this Markdown. */
async function changed(space: string, markdown: string): Promise<Json> {
  const cr = await api(`POST /v1/spaces/${space}/change-requests`, { subject: 'Try' });
  const page = { token, spaceId: space, changeRequestId: cr.id, path: 'hostile', markdown };
  await writePage(file, { ...page, now: () => new Date(), env: {} });
  return cr;
}

describe('a published site', () => {
  it('has its sections, groups, pages, links and pictures', async () => {
    const { status, text, headers } = await open('/sites/tarnpost-docs/');
    expect(status).toBe(200);
    expect(text).toContain('<title>Welcome | Tarnpost Docs</title>');
    for (const part of [
      /<a href="\/sites\/tarnpost-docs\/guides\/" aria-current="page"><svg [^>]*>.*?<\/svg>Guides<\/a>/,
      /<a href="\/sites\/tarnpost-docs\/release-notes\/"><svg [^>]*>.*?<\/svg>Release notes<\/a>/,
      '<span class="group">Getting started</span>',
      'href="/sites/tarnpost-docs/guides/getting-started/create-an-account"',
      'href="/sites/tarnpost-docs/guides/shipments/tracking#events"',
      '<div class="hint hint-info" role="note">',
    ])
      expect(typeof part === 'string' ? text.includes(part) : part.test(text), String(part)).toBe(true);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'sha256-[\w+/]+=';/,
    );
    const picture = /<img src="([^"]+)"/.exec(text)?.[1] ?? '';
    expect((await open(picture)).headers.get('content-type')).toMatch(/^image\/svg/);
    const style = await open('/~sandbox/style.css');
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });

  it('is where the API says it is', async () => {
    const site = await titled(`${org}/sites`, 'Tarnpost Docs');
    expect(site.urls.published).toBe(`${server.url}/sites/tarnpost-docs/`);
    const space = await titled(`${org}/spaces`, 'Guides');
    expect((await open(space.urls.published ?? '')).status).toBe(200);
    const found = await api(`GET ${org}/sites/${site.id}/redirect?source=/reference/errors`);
    expect(found.target).toBe(`${server.url}/sites/tarnpost-docs/api/errors`);
  });

  it.each([
    ['/sites/tarnpost-docs', 308, '/sites/tarnpost-docs/'],
    ['/sites/tarnpost-docs/getting-started', 307, '/sites/tarnpost-docs/guides/'],
    ['/sites/tarnpost-docs/reference/errors', 307, '/sites/tarnpost-docs/api/errors'],
    [
      '/sites/tarnpost-docs/guides/getting-started',
      307,
      '/sites/tarnpost-docs/guides/getting-started/create-an-account',
    ],
    // A draft redirects nobody.
    ['/sites/tarnpost-docs/changelog', 404, null],
    ['/sites/tarnpost-docs/guides/nothing', 404, null],
    ['/sites/nobody/', 404, null],
    ['/sites/tarnpost-docs/%zz', 404, null],
  ])('answers %s with %d', async (path, status, location) => {
    const answer = await open(path);
    expect([answer.status, answer.location]).toEqual([status, location]);
  });

  it('redirects for good with 308', async () => {
    const site = await titled(`${org}/sites`, 'Tarnpost Docs');
    await api(`POST ${org}/sites/${site.id}/redirects`, {
      source: '/old',
      permanent: true,
      destination: { kind: 'external', url: 'https://elsewhere.example/new' },
    });
    expect(await open('/sites/tarnpost-docs/old')).toMatchObject({
      status: 308,
      location: 'https://elsewhere.example/new',
    });
  });

  it('has its search, its list for language models, and each page as Markdown', async () => {
    const found = await open('/sites/tarnpost-docs/~search?q=webhooks+%3Cscript%3E');
    expect(found.text).toContain('href="/sites/tarnpost-docs/guides/webhooks"');
    expect(found.text.match(/<script/g)).toHaveLength(1);
    const { text } = await open('/sites/tarnpost-docs/llms.txt');
    const twin = /\[API keys\]\(([^)]+)\)/.exec(text)?.[1] ?? '';
    const markdown = await open(twin);
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(markdown.text).toMatch(/^# API keys\n\nA key belongs/);
  });

  it('lists its published sites at its root, and never the address of a share link', async () => {
    for (const path of ['/', '/sites/', '/sites']) {
      const { status, text } = await open(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toMatch(/<a href="\/sites\/tarnpost-docs\/">.*?<strong>Tarnpost Docs<\/strong>/);
      expect(text).toContain('href="/sites/" aria-current="page"');
      expect(text).not.toMatch(/href="\/sites\/[^/"]+\/[^"]/);
    }
    expect((await open('/', { accept: 'application/json' })).status).toBe(404);
  });

  it('tells search engines and language models what it has', async () => {
    const map = await open('/sites/tarnpost-docs/sitemap.xml');
    expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(map.text).toContain(`<loc>${server.url}/sites/tarnpost-docs/guides/webhooks</loc>`);
    const robots = await open('/sites/tarnpost-docs/robots.txt');
    expect(robots.text).toBe(
      `User-agent: *\nAllow: /\nSitemap: ${server.url}/sites/tarnpost-docs/sitemap.xml\n`,
    );
    const full = await open('/sites/tarnpost-docs/llms-full.txt');
    expect(full.text).toMatch(/^# API keys\n\nA key belongs/m);
    expect(full.text).toMatch(/^# Webhooks$/m);
  });

  it('says where the reader is, and what stands on the page', async () => {
    const { text } = await open('/sites/tarnpost-docs/guides/getting-started/create-an-account');
    expect(text).toContain(
      '<nav class="crumbs" aria-label="Breadcrumb"><ol><li>Getting started</li></ol></nav>',
    );
    const long = await open('/sites/tarnpost-docs/guides/shipments/tracking');
    expect(long.text).toMatch(/<nav class="outline" aria-label="On this page">.*<a href="#events">/s);
    // On a small screen the list of pages is folded away until it is asked for.
    expect(text).toContain('<input class="menu-box" type="checkbox" id="-menu"');
    expect(text).toContain('<div class="side" id="-pages">');
    const search = await open('/sites/tarnpost-docs/~search?q=webhooks');
    expect(/<nav aria-label="Pages">.*?<\/nav>/s.exec(search.text)?.[0]).not.toContain('aria-current');
  });

  it('leads from page to page, through groups and back', async () => {
    const read: string[] = [];
    let path = '/sites/tarnpost-docs/guides/';
    for (let next: string | undefined = path; next !== undefined && read.length < 50; ) {
      path = next;
      read.push(path);
      next = /<a rel="next" href="([^"]+)"/.exec((await open(path)).text)?.[1];
    }
    expect(read).toHaveLength(new Set(read).size);
    expect(read.slice(0, 3).map((one) => one.split('/').at(-1))).toEqual([
      '',
      'create-an-account',
      'api-keys',
    ]);
    expect(read.length).toBeGreaterThan(8);
    const back: string[] = [];
    for (let next: string | undefined = path; next !== undefined && back.length < 50; ) {
      back.push(next);
      next = /<a rel="prev" href="([^"]+)"/.exec((await open(next)).text)?.[1];
    }
    expect(back.toReversed()).toEqual(read);
  });

  it('is gone once it is unpublished', async () => {
    const site = await titled(`${org}/sites`, 'Tarnpost Docs');
    await api(`POST ${org}/sites/${site.id}/unpublish`);
    expect((await open('/sites/tarnpost-docs/')).status).toBe(404);
    await api(`POST ${org}/sites/${site.id}/publish`);
    expect((await open('/sites/tarnpost-docs/')).status).toBe(200);
  });
});

describe('who may read a site', () => {
  it('with share links: whoever has the address of one, as long as it is active', async () => {
    const { shareKey = '' } = sandboxStatus(file, { check: false });
    expect((await open('/sites/partner-portal/')).status).toBe(404);
    expect((await open('/sites/partner-portal/wrong/')).status).toBe(404);
    const site = await titled(`${org}/sites`, 'Partner portal');
    const { items } = (await api(`GET ${org}/sites/${site.id}/share-links`)) as unknown as { items: Json[] };
    const [link] = items;
    expect(link?.urls.published).toBe(`${server.url}/sites/partner-portal/${shareKey}/`);
    const opened = await open(link?.urls.published ?? '');
    expect(opened.status).toBe(200);
    expect(opened.text).toContain(`href="/sites/partner-portal/${shareKey}/release-notes/"`);
    expect(opened.text).toContain('<meta name="robots" content="noindex">');
    await api(`PATCH ${org}/sites/${site.id}/share-links/${link?.id}`, { active: false });
    expect((await open(link?.urls.published ?? '')).status).toBe(404);
  });

  it('with visitor authentication: whoever has a token that is signed with its key', async () => {
    const site = await titled(`${org}/sites`, 'Status and incidents');
    expect((await open('/sites/status-and-incidents/')).status).toBe(404);
    const guides = await titled(`${org}/spaces`, 'Guides');
    await api(`POST ${org}/sites/${site.id}/site-spaces`, { spaceId: guides.id });
    await api(`PATCH ${org}/sites/${site.id}`, { visibility: 'visitor-auth' });
    await api(`POST ${org}/sites/${site.id}/publish`);
    const root = '/sites/status-and-incidents/';
    expect((await open(root)).status).toBe(401);
    const { privateKey } = await api(`GET ${org}/sites/${site.id}/publishing/auth`);
    const sign = (claims: object, key = String(privateKey), alg = 'HS256') => {
      const parts = [{ alg, typ: 'JWT' }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      const body = parts.join('.');
      return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
    };
    const soon = Math.floor(Date.now() / 1000) + 600;
    for (const wrong of [
      sign({ exp: 1 }),
      sign({ exp: soon }, 'other'),
      sign({ exp: soon }, undefined, 'none'),
      'x.y.z',
    ])
      expect((await open(`${root}?jwt_token=${wrong}`)).status).toBe(401);
    const entered = await open(`${root}?jwt_token=${sign({ exp: soon, plan: 'starter' })}`);
    expect([entered.status, entered.location]).toEqual([302, root]);
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(entered.headers.get('set-cookie')).toMatch(
      /; Path=\/sites\/status-and-incidents\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await open(root, { cookie })).status).toBe(200);
    await api(`PATCH ${org}/sites/${site.id}/publishing/auth`, {
      backend: 'custom',
      fallbackURL: 'https://login.tarnpost.example/in',
    });
    expect((await open(`${root}webhooks`)).location).toBe(
      'https://login.tarnpost.example/in?location=%2Fwebhooks',
    );
    await api(`POST ${org}/sites/${site.id}/publishing/auth/regenerate`);
    expect((await open(root, { cookie })).status).toBe(302);
  });
});

describe('a preview', () => {
  it('opens with the address that the app tells, and for nobody else', async () => {
    const space = await titled(`${org}/spaces`, 'Guides');
    const { items } = (await api(`GET /v1/spaces/${space.id}/change-requests?status=open`)) as unknown as {
      items: Json[];
    };
    const cr = items.find(({ number }) => number === 4);
    const sent = await open(cr?.urls.app ?? '');
    const path = `/preview/${space.id}/4/`;
    expect([sent.status, sent.location?.replace(/key=.*/, '')]).toEqual([302, `${path}?`]);
    const entered = await open(sent.location ?? '');
    expect([entered.status, entered.location]).toEqual([302, path]);
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const shown = await open(path, { cookie });
    expect(shown.text).toContain('Preview of change request #4: Explain label formats');
    expect((await open(path)).status).toBe(401);
    expect((await open(path, { cookie: 'preview=0123456789012345678901' })).status).toBe(401);
    const other = await titled(`${org}/spaces`, 'Handbook');
    expect((await open(`/preview/${other.id}/main/`, { cookie })).status).toBe(401);
    expect((await open(space.urls.app ?? '')).location).toMatch(
      new RegExp(`^/preview/${space.id}/main/\\?key=`),
    );
    // Scripts append the path of a page.
    const below = await open(`${space.urls.app}/glossary`);
    expect(below.location).toMatch(new RegExp(`^/preview/${space.id}/main/glossary\\?key=`));
    const page = await open(below.location ?? '');
    const own = page.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await open(page.location ?? '', { cookie: own })).text).toContain('<h1>');
    expect((await open(space.urls.app?.replace(/~key\/[^/]+/, '~key/guess') ?? '')).status).toBe(302);
    expect((await open(`/preview/${space.id}/main/?key=guess`)).status).toBe(401);
  });

  it('shows tasks as boxes, and formulas as mathematics', async () => {
    const space = await titled(`${org}/spaces`, 'Guides');
    const cr = await changed(
      space.id,
      '- [ ] todo\n- [x] done\n- [no](x)\n\nIs $$x^2 *y*$$ so?\n\n$$\na < b\n$$\n',
    );
    const { urls } = await api(`GET /v1/spaces/${space.id}/change-requests/${cr.id}`);
    const entered = await open((await open(urls.app ?? '')).location ?? '');
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { text } = await open(`${entered.location}hostile`, { cookie });
    expect(text).toContain('<li class="task"><input type="checkbox" disabled aria-label="to do"> todo</li>');
    expect(text).toContain(
      '<li class="task"><input type="checkbox" disabled checked aria-label="done"> done</li>',
    );
    expect(text).toMatch(
      /<span class="math"><span class="katex"><math.*<msup><mi>x<\/mi><mn>2<\/mn><\/msup>/,
    );
    expect(text).toMatch(/<div class="math"><span class="katex"><math[^>]*display="block">/);
  });

  it('marks what is new, gone and different', async () => {
    const space = await titled(`${org}/spaces`, 'Guides');
    const authorization = `Bearer ${token}`;
    const shown = await open(`/preview/${space.id}/4/`, { authorization });
    expect(shown.text).toMatch(
      /<a href="[^"]+">Troubleshooting<\/a> \(changed\)|<span class="badge">changed/,
    );
    const links = [...shown.text.matchAll(/<a href="([^"]+)">[^<]+<\/a> \(changed\)/g)].map(
      ([, href = '']) => href,
    );
    expect(links.length).toBeGreaterThan(0);
    const marked = await Promise.all(links.map((href) => open(href, { authorization })));
    expect(marked.map(({ text }) => /class="(added|changed|removed)"/.test(text))).toEqual(
      links.map(() => true),
    );
  });
});

/** They stand beside words, as text of our own. */
const withoutIcons = (text: string) =>
  text.replace(
    /<svg class="icon" viewBox="0 0 \d+ \d+" aria-hidden="true" focusable="false"><path d="[\w .,-]+"\/><\/svg>/g,
    '',
  );

describe('hostile Markdown', () => {
  it.each(HOSTILE)('%s has nothing that runs', async (markdown) => {
    const space = await titled(`${org}/spaces`, 'Guides');
    const cr = await changed(space.id, markdown);
    const { text } = await open(`/preview/${space.id}/${cr.id}/hostile`, {
      authorization: `Bearer ${token}`,
    });
    expect(text).toContain('<h1>Hostile</h1>');
    const main = withoutIcons(text.slice(text.indexOf('<main')));
    const tags = [...main.matchAll(/<([a-z]\w*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*>/gi)];
    const names = new Set(tags.map(([, name = '']) => name.toLowerCase()));
    for (const bad of ['script', 'svg', 'iframe', 'object', 'style', 'base', 'meta', 'form', 'button'])
      expect([...names]).not.toContain(bad);
    for (const [tag, , attributes = ''] of tags) {
      expect(tag).not.toMatch(/\son\w+=/i);
      for (const [, url = ''] of attributes.matchAll(/\s(?:href|src)="([^"]*)"/g))
        expect(url).toMatch(/^(?:https?:|mailto:|tel:|[/#])/);
    }
  });
});
