// States that no operation makes, and what follows from them: plans that refuse, and visitors who sign in.
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { createSamlProvider } from '../../src/api/people/invites.ts';
import { createFont } from '../../src/api/sites/fonts.ts';
import { createShareLink, getPublishingAuth } from '../../src/api/sites/site-publishing.ts';
import { getPublishedSite, listSiteSections, updateSiteSection } from '../../src/api/sites/site-structure.ts';
import { createSite, publishSite, updateSite } from '../../src/api/sites/sites.ts';
import { createTranslation } from '../../src/api/translations/translations.ts';
import { accessOf } from '../../src/sandbox/access.ts';
import { hostnameRow } from '../../src/sandbox/db/sites/site-settings.ts';
import { setHostnameState, setPlan } from '../../src/sandbox/resources/people/organizations-rules.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
let site: { organizationId: string; siteId: string };
let guides: string;
beforeEach(() => {
  const id = (sql: string) => box.sandbox.db.get<{ id: string }>(sql)?.id ?? '';
  site = {
    organizationId: box.organizationId,
    siteId: id("SELECT id FROM sites WHERE title = 'Tarnpost Docs'"),
  };
  guides = id("SELECT id FROM spaces WHERE title = 'Guides'");
});

const callOf = (userId: string) => ({
  ...box.sandbox,
  caller: { kind: 'user' as const, userId },
  access: accessOf(box.sandbox.db, userId),
});
const goFree = () => setPlan(callOf(box.adminId), box.organizationId, 'free_2024');

describe('a free plan', () => {
  const cases = (): [Operation, object][] => [
    [createSamlProvider, { label: 'Login' }],
    [createFont, { fontFamily: 'Sans', fontFaces: [{ weight: 400, storageKey: 'nothing' }] }],
    [createTranslation, { source: { space: guides, language: 'en' }, language: 'fr' }],
    [createShareLink, { siteId: site.siteId, name: 'Press' }],
    [createSite, { title: 'Partners', visibility: 'share-link' }],
    [updateSite, { siteId: site.siteId, visibility: 'visitor-auth' }],
  ];

  it('refuses what is to be paid for with 402, and whoever has no right to it with 403', async () => {
    const { organizationId } = box;
    const as = box.addMember('read');
    const statuses = async (who?: { as: string }) => {
      const found: [string, number][] = [];
      for (const [operation, input] of cases())
        found.push([operation.id, (await box.attempt(operation, { organizationId, ...input }, who)).status]);
      return found;
    };
    goFree();
    expect(await statuses()).toEqual(cases().map(([{ id }]) => [id, 402]));
    expect(await statuses({ as })).toEqual(cases().map(([{ id }]) => [id, 403]));
    setPlan(callOf(box.adminId), organizationId, 'pro_2024');
    expect((await statuses()).filter(([, status]) => status === 402)).toEqual([]);
  });

  it('answers a checkout where a paid site is published, and publishes what is free', async () => {
    goFree();
    const { organizationId } = box;
    const paid = await box.call(createSite, { organizationId, type: 'ultimate', spaces: [guides] });
    const basic = await box.call(createSite, { organizationId, type: 'basic', spaces: [guides] });
    const publish = (siteId: string) => box.call(publishSite, { organizationId, siteId });
    expect(await publish(paid.id)).toMatchObject({ type: 'checkout', sessionId: expect.any(String) });
    expect(await publish(basic.id)).toMatchObject({ published: true });
  });

  it('is set by administrators', () => {
    const member = callOf(box.addMember('create'));
    expect(() => setPlan(member, box.organizationId, 'free_2024')).toThrow(/"admin"/);
    expect(() => setPlan(callOf('nobody'), box.organizationId, 'free_2024')).toThrow(/not found/);
  });
});

describe('a domain', () => {
  it('is in the state that was set, by administrators of its organization', () => {
    const hostname = 'docs.tarnpost.example';
    setHostnameState(callOf(box.adminId), hostname, 'dns_no_cname');
    expect(hostnameRow(box.sandbox.db, hostname)?.status).toBe('dns_no_cname');
    expect(() => setHostnameState(callOf(box.addMember('create')), hostname, 'live')).toThrow(/"admin"/);
    expect(() => setHostnameState(callOf(box.adminId), 'nowhere.example', 'live')).toThrow(/not found/);
  });
});

describe('visitors', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  async function jwt(claims: object, { alg = 'HS256', key }: { alg?: string; key?: string } = {}) {
    const { privateKey } = await box.call(getPublishingAuth, site);
    const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
    return `${text}.${createHmac('sha256', key ?? privateKey)
      .update(text)
      .digest('base64url')}`;
  }
  const inAnHour = () => box.clock.now.getTime() / 1000 + 3600;
  const sections = async (shareKey?: string) => {
    const found = await box.call(getPublishedSite, { ...site, ...(shareKey !== undefined && { shareKey }) });
    return JSON.stringify(found.structure).match(/"title":"(API|Guides)"/g) ?? [];
  };
  async function narrow(condition: string) {
    const { items } = await box.call(listSiteSections, site);
    const api = items.find(({ title }) => title === 'API')?.id ?? '';
    await box.call(updateSiteSection, { ...site, siteSectionId: api, condition });
  }

  it('who are not signed in get what has no condition, or one that asks for nothing', async () => {
    await narrow('visitor.claims.beta == true');
    expect(await sections()).not.toContain('"title":"API"');
    await narrow('visitor.claims.beta != true');
    expect(await sections()).toContain('"title":"API"');
  });

  it('who sign in get what their claims are for', async () => {
    await box.call(updateSite, { ...site, visibility: 'visitor-auth' });
    await narrow('visitor.claims.beta == true');
    expect(await sections(await jwt({ beta: true, exp: inAnHour() }))).toContain('"title":"API"');
    const plain = await sections(await jwt({ exp: inAnHour() }));
    expect(plain).not.toContain('"title":"API"');
    expect(plain).toContain('"title":"Guides"');
  });

  it('do not get in without a JWT, with an expired one, or with one that another key has signed', async () => {
    await box.call(updateSite, { ...site, visibility: 'visitor-auth' });
    const status = async (shareKey?: string) =>
      (await box.attempt(getPublishedSite, { ...site, ...(shareKey !== undefined && { shareKey }) })).status;
    expect(await status()).toBe(404);
    expect(await status(await jwt({ exp: 1 }))).toBe(404);
    expect(await status(await jwt({}, { key: 'another' }))).toBe(404);
    expect(await status(await jwt({}, { alg: 'none' }))).toBe(404);
    expect(await status('nothing')).toBe(404);
    expect(await status(await jwt({}))).toBe(200);
  });
});
