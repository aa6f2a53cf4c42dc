// The first page of a large published site: what a served sandbox reads beforehand, nobody waits for.
import { expect, it, onTestFinished } from 'vitest';
import { createSite, publishSite } from '../../src/api/sites/sites.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { warmUp } from '../../src/sandbox/web/warm-up.ts';
import { answerWeb } from '../../src/sandbox/web/web.ts';
import { tookOf } from '../helpers/growth.ts';
import { largeSpace } from '../helpers/large-space.ts';
import { leftToHarden } from '../helpers/measured.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

async function published(pages: number): Promise<{ sandbox: Sandbox; root: string }> {
  const box = await openTestSandbox();
  onTestFinished(() => box.cleanup());
  const { organizationId } = box;
  const spaces = [await largeSpace(box, pages)];
  const site = await box.call(createSite, { organizationId, title: 'Large', visibility: 'public', spaces });
  await box.call(publishSite, { organizationId, siteId: site.id });
  return { sandbox: { ...box.sandbox, origin: 'http://127.0.0.1' }, root: `/sites/${site.basename}/` };
}

/** Milliseconds of CPU that an answer takes. */
async function cost(sandbox: Sandbox, path: string): Promise<number> {
  const began = process.cpuUsage();
  const url = new URL(path, 'http://127.0.0.1');
  const { status } = await answerWeb(sandbox, { url, cookies: undefined, authorization: undefined });
  const { user, system } = process.cpuUsage(began);
  expect(status).toBe(200);
  return (user + system) / 1000;
}

it.skipIf(leftToHarden())(
  'shows the first of 20,000 pages for a small part of what was read beforehand',
  async () => {
    const { sandbox, root } = await published(20_000);
    const beforehand = (await tookOf(() => warmUp(sandbox, true))) / 1000;
    expect(await cost(sandbox, root)).toBeLessThan(beforehand / 4);
    expect(await cost(sandbox, `${root}page-100/page-150`)).toBeLessThan(beforehand / 4);
  },
);

it('says nothing of a sandbox that is closed meanwhile', async () => {
  const { sandbox } = await published(10);
  sandbox.db.close();
  await expect(warmUp(sandbox, true)).resolves.toBeUndefined();
});
