// Where published addresses lead: to a place on a site, by a redirect, or to a sign-in page.
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { resolvePublished } from '../../src/api/content/links.ts';
import type { SiteRow } from '../../src/sandbox/db/sites/sites.ts';
import { authOf } from '../../src/sandbox/resources/sites/published.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));

const ROOT = 'https://docs.tarnpost.example';
const resolve = (input: { url: string; visitor?: object; redirectOnError?: boolean }) =>
  box.answer(resolvePublished, input);
const siteRow = (title: string): SiteRow => {
  const row = box.sandbox.db.get<SiteRow>('SELECT * FROM sites WHERE title = ?', title);
  if (!row) throw new Error(`no site is called ${title}`);
  return row;
};
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (site: SiteRow, claims: object, key = authOf(box.sandbox.db, site).privateKey): string => {
  const text = `${part({ alg: 'HS256' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

describe('a published URL', () => {
  it('leads to the site, section, space and page path that readers get', async () => {
    const { status, body } = await resolve({ url: `${ROOT}/guides/shipments/labels?q=1#x` });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      site: siteRow('Tarnpost Docs').id,
      organization: box.organizationId,
      space: box.sandbox.db.get<{ id: string }>("SELECT id FROM spaces WHERE title = 'Guides'")?.id,
      pathname: '/shipments/labels',
      siteBasePath: '/',
      complete: true,
      canonicalUrl: `${ROOT}/guides/shipments/labels`,
    });
  });

  it('follows a redirect of the site, to a page of it or elsewhere', async () => {
    const sources = box.sandbox.db.all<{ source: string; destination: string }>(
      'SELECT source, destination FROM siteRedirects WHERE site = ? AND draft = 0',
      siteRow('Tarnpost Docs').id,
    );
    expect(sources.length).toBeGreaterThan(0);
    for (const { source, destination } of sources.filter((one) => !one.source.includes('*'))) {
      const isExternal = JSON.parse(destination).kind === 'external';
      const { body } = await resolve({ url: ROOT + source });
      expect(body, source).toMatchObject({
        target: isExternal ? 'external' : 'content',
        redirect: expect.stringMatching(/^https?:/),
      });
    }
  });
});

describe('a site whose visitors sign in', () => {
  const url = () => `https://docs.tarnpost.example/guides`;
  const site = () => siteRow('Tarnpost Docs');
  beforeEach(() => {
    box.sandbox.db.run("UPDATE sites SET visibility = 'visitor-auth' WHERE id = ?", site().id);
  });

  it('opens with a token that its key signed, and with nothing else', async () => {
    expect((await resolve({ url: url() })).status).toBe(404);
    const opened = await resolve({ url: url(), visitor: { jwtToken: signed(site(), { sub: 'a' }) } });
    expect(opened).toMatchObject({ status: 200, body: { site: site().id } });
    const other = { jwtToken: signed(site(), { sub: 'a' }, 'another key') };
    expect((await resolve({ url: url(), visitor: other })).status).toBe(404);
  });

  it('leads to its sign-in page, where it has one', async () => {
    const { privateKey } = authOf(box.sandbox.db, site());
    box.sandbox.db.run(
      'INSERT OR REPLACE INTO sitePublishing (site, backend, privateKey, fallbackURL, logoutURL) VALUES (?, ?, ?, ?, NULL)',
      site().id,
      'custom',
      privateKey,
      'https://login.tarnpost.example/',
    );
    const signIn = {
      target: 'external',
      site: site().id,
      redirect: 'https://login.tarnpost.example/?location=%2Fguides',
    };
    expect((await resolve({ url: url() })).body).toEqual(signIn);
    const visitor = { jwtToken: 'a.b.c' };
    expect((await resolve({ url: url(), visitor })).status).toBe(404);
    expect((await resolve({ url: url(), visitor, redirectOnError: true })).body).toEqual(signIn);
  });
});
