import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteSpace, restoreSpace } from '../../src/api/content/spaces.ts';
import {
  createSiteSection,
  createSiteSectionGroup,
  getPublishedSite,
  getSiteStructure,
} from '../../src/api/sites/site-structure.ts';
import { createSite, publishSite } from '../../src/api/sites/sites.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(openTestSandbox);
let org: { organizationId: string };
let site: { organizationId: string; siteId: string };
const spaces: string[] = [];
beforeAll(async () => {
  org = { organizationId: box.organizationId };
  for (const title of ['Guides', 'API']) spaces.push(await box.newSpace({ title }));
});
beforeEach(async () => {
  site = { ...org, siteId: (await box.call(createSite, { ...org, title: 'Docs' })).id };
});

const [guides, api] = ['$0', '$1'];
const id = (name: string) => spaces[Number(name.slice(1))] ?? '';
const section = (name: string) => box.call(createSiteSection, { ...site, spaceId: id(name) });

describe('what visitors get', () => {
  it('leaves out sections and groups with nothing to show', async () => {
    await section(guides);
    const empty = await section(api);
    await box.call(createSiteSectionGroup, { ...site, title: 'G', sections: [empty.id] });
    await box.call(publishSite, site);
    expect((await box.call(getPublishedSite, site)).structure.structure).toHaveLength(2);
    await box.call(deleteSpace, { spaceId: id(api) });
    const { structure, customizations } = await box.call(getPublishedSite, site);
    expect(structure.structure).toMatchObject([{ title: 'Guides', urls: { published: expect.any(String) } }]);
    expect(Object.keys(customizations.siteSpaces)).toHaveLength(1);
    expect((await box.call(getSiteStructure, site)).structure).toHaveLength(2);
    await box.call(restoreSpace, { spaceId: id(api) });
  });
});
