import { beforeEach, describe, expect, it } from 'vitest';
import { aggregateEvents } from '../../src/api/insights/insights.ts';
import { createShareLink } from '../../src/api/sites/site-publishing.ts';
import { getPublishedSite } from '../../src/api/sites/site-structure.ts';
import { listSites } from '../../src/api/sites/sites.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
let site: { organizationId: string; siteId: string };
beforeEach(async () => {
  site = { organizationId: box.organizationId, siteId: await siteCalled('Tarnpost Docs') };
});

async function siteCalled(title: string): Promise<string> {
  const { items } = await box.call(listSites, { organizationId: box.organizationId });
  const found = items.find((one) => one.title === title);
  if (!found) throw new Error(`no site ${title}`);
  return found.id;
}

const recent = { range: 'last24Hours' } as const;

describe('insights', () => {
  it('count visits by the share link that opened the site', async () => {
    const portal = { ...site, siteId: await siteCalled('Partner portal') };
    const link = await box.call(createShareLink, { ...portal, name: 'For tests' });
    const key =
      box.sandbox.db.get<{ key: string }>('SELECT key FROM shareLinks WHERE id = ?', link.id)?.key ?? '';
    await box.call(getPublishedSite, { ...portal, shareKey: key });
    expect((await box.answer(getPublishedSite, { ...portal, shareKey: 'wrong' })).status).toBe(404);
    const groupBy = [{ column: 'siteShareKey' as const }];
    const { columns } = await box.call(aggregateEvents, { ...portal, ...recent, groupBy });
    expect(columns).toEqual([
      { column: 'siteShareKey', values: [link.id] },
      { column: 'eventsCount', values: [1] },
    ]);
  });
});
