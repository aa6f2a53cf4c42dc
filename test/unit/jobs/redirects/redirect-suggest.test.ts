import { expect, it } from 'vitest';
import { createSpace, getSpace } from '../../../../src/api/content/spaces.ts';
import { pushRedirects, testRedirect } from '../../../../src/api/sites/site-redirects.ts';
import { addSiteSpace, getSiteStructure } from '../../../../src/api/sites/site-structure.ts';
import { createSite } from '../../../../src/api/sites/sites.ts';
import { resolveDestination } from '../../../../src/domain/redirect-destination.ts';
import { changeOf } from '../../../../src/jobs/redirects/redirect-rows.ts';
import { suggestRedirects } from '../../../../src/jobs/redirects/suggest.ts';
import { emptyTree, type PageNode } from '../../../../src/sandbox/content/model.ts';
import { contentStore } from '../../../../src/sandbox/db/content/content.ts';
import { commitTree } from '../../../../src/sandbox/resources/content/content-target.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const COUNT = 40;
const test = perTest(openTestSandbox);

const page = (id: string, slug: string, pages: PageNode[] = []): PageNode => ({
  ...{ id, type: 'document', title: slug, slug, pages },
  markdown: contentStore(test.sandbox.db).put(slug),
});
const commit = (spaceId: string, pages: PageNode[]) =>
  commitTree(test.sandbox, { spaceId, tree: { ...emptyTree(), pages } });

it('redirects for pages that moved are one for each of 40, which lead there once they are pushed', async () => {
  const { organizationId } = test;
  const space = await test.call(createSpace, { organizationId, title: 'Guides' });
  const ids = Array.from({ length: COUNT }, (_, n) => `p${n}`);
  const first = page('first', 'first');
  commit(space.id, [first, page('above', 'above'), ...ids.map((id) => page(id, `old-${id}`))]);
  const { revision } = await test.call(getSpace, { spaceId: space.id });
  const moved = ids.map((id, n) => page(id, n % 2 === 0 ? `old-${id}` : `new-é-${id}`));
  commit(space.id, [first, page('above', 'above', moved)]);
  const kind = { type: 'basic', visibility: 'public' } as const;
  const site = await test.call(createSite, { organizationId, title: 'Docs', ...kind });
  await test.call(addSiteSpace, { organizationId, siteId: site.id, spaceId: space.id });

  const { client, requests } = workflowClient(test);
  const from = { organizationId, site, space, revisionId: revision };
  const found = await suggestRedirects(client, from);
  expect(found).toMatchObject({ moved: COUNT, redirected: 0, taken: 0, deleted: 0 });
  expect(found.rows).toHaveLength(COUNT);
  expect(requests.every((line) => line.startsWith('GET '))).toBe(true);

  const ref = { organizationId, siteId: site.id };
  const structure = await test.call(getSiteStructure, ref);
  const redirects = found.rows.map(({ source, destination }) => {
    const row = changeOf(Object.entries({ source, destination }), { draft: false });
    return 'destination' in row && row.destination !== null
      ? { ...row, destination: resolveDestination(row.destination, structure) }
      : row;
  });
  const { results } = await test.call(pushRedirects, { ...ref, redirects });
  expect(results.map(({ status }) => status)).toEqual(ids.map(() => 'created'));
  for (const { source, destination } of found.rows) {
    const { target } = await test.call(testRedirect, { ...ref, source });
    expect(target.endsWith(destination), `${source}: ${target}, not ${destination}`).toBe(true);
  }
  expect(await suggestRedirects(client, from)).toMatchObject({ rows: [], redirected: COUNT });
});
