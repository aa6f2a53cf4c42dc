import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpace, deleteSpace, restoreSpace } from '../../src/api/content/spaces.ts';
import {
  getAdaptiveSchema,
  listTemplateConditions,
  setAdaptiveSchema,
} from '../../src/api/sites/adaptive-schema.ts';
import {
  addSiteSpace,
  addToSiteSectionGroup,
  createSiteSection,
  createSiteSectionGroup,
  getPublishedSite,
  getSiteStructure,
  listSiteSectionGroups,
  listSiteSections,
  listSiteSpaces,
  moveSiteSection,
  moveSiteSpace,
  sortSiteStructure,
  updateSiteSection,
  updateSiteSectionGroup,
  updateSiteSpace,
} from '../../src/api/sites/site-structure.ts';
import { createSite, publishSite, updateSite } from '../../src/api/sites/sites.ts';
import { parseExpression } from '../../src/sandbox/content/expressions/parse.ts';
import { shareLinks } from '../../src/sandbox/db/sites/sites.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(openTestSandbox);
let org: { organizationId: string };
let site: { organizationId: string; siteId: string };
const spaces: string[] = [];
beforeAll(async () => {
  org = { organizationId: box.organizationId };
  for (const title of ['Guides', 'API', 'Notes', 'X']) spaces.push(await box.newSpace({ title }));
});
beforeEach(async () => {
  site = { ...org, siteId: (await box.call(createSite, { ...org, title: 'Docs' })).id };
});

const [guides = '', api = '', notes = '', short = ''] = [0, 1, 2, 3].map((at) => `$${at}`);
const id = (name: string) => spaces[Number(name.slice(1))] ?? '';
const section = (name: string) => box.call(createSiteSection, { ...site, spaceId: id(name) });
const status = async (answer: Promise<{ status: number }>) => (await answer).status;

describe('a section', () => {
  it.each([
    ['title', 'tt', 't'],
    ['title', 't'.repeat(128), 't'.repeat(129)],
    ['path', 'p', ''],
    ['path', 'p'.repeat(100), 'p'.repeat(101)],
    ['condition', '', undefined],
    ['condition', `a ${' '.repeat(1021)}b`.replace(' b', '+b'), `a${'+a'.repeat(512)}`],
    ['icon', 'i'.repeat(50), 'i'.repeat(51)],
    ['description', 'd'.repeat(256), 'd'.repeat(257)],
    ['localizedTitle', { fr: 'Notes' }, { tlh: 'Notes' }],
  ])('takes %s at its limit and refuses it one past it', async (field, fits, breaks) => {
    const ref = { ...site, siteSectionId: (await section(guides)).id };
    expect(await status(box.attempt(updateSiteSection, { ...ref, [field]: fits }))).toBe(200);
    if (breaks === undefined) return;
    expect(await status(box.attempt(updateSiteSection, { ...ref, [field]: breaks }))).toBe(400);
  });

  it('is called like its space unless told otherwise, with at least two characters', async () => {
    expect((await section(short)).title).toBe('Section X');
    const made = await box.call(createSiteSection, { ...site, spaceId: id(guides), title: null, icon: null });
    expect(made).toMatchObject({ title: 'Guides', path: 'guides', default: false });
    expect(made.siteSpaces).toMatchObject([{ default: true, path: 'guides', section: made.id }]);
    const { headers } = await box.answer(createSiteSection, { ...site, spaceId: id(api) });
    expect(headers.location).toMatch(/\/sections\/\w{20}$/);
  });

  it('loses what null clears and keeps what is not named', async () => {
    const { id: siteSectionId } = await section(guides);
    const ref = { ...site, siteSectionId };
    await box.call(updateSiteSection, {
      ...ref,
      condition: 'visitor.claims.beta',
      description: 'D',
      icon: 'i',
    });
    expect(await box.call(updateSiteSection, { ...ref, title: 'Other' })).toMatchObject({
      condition: 'visitor.claims.beta',
      description: 'D',
      icon: 'i',
    });
    const cleared = await box.call(updateSiteSection, {
      ...ref,
      condition: null,
      description: null,
      icon: null,
    });
    for (const field of ['condition', 'description', 'icon']) expect(cleared).not.toHaveProperty(field);
  });

  it('refuses a condition that is no expression, naming the place', async () => {
    const { id: siteSectionId } = await section(guides);
    const refused = await box.answer(updateSiteSection, { ...site, siteSectionId, condition: 'a &&' });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('character 5') } },
    });
  });

  it('refuses pointers to itself, to nothing, and two that contradict each other', async () => {
    const [one, two] = [await section(guides), await section(api)];
    const move = (position: object) =>
      status(box.attempt(moveSiteSection, { ...site, siteSectionId: one.id, position }));
    const pointer = (siteSection: string) => ({ type: 'site-section', siteSection });
    expect(await move({ before: pointer(one.id) })).toBe(400);
    expect(await move({ before: pointer('nothing') })).toBe(404);
    expect(await move({ before: pointer(two.id), after: pointer(two.id) })).toBe(400);
    expect(await move({})).toBe(200);
    expect(await status(box.answer(moveSiteSection, { ...site, siteSectionId: 'nothing' }))).toBe(404);
  });
});

describe('a section group', () => {
  it.each([
    ['t', ''],
    ['t'.repeat(100), 't'.repeat(101)],
  ])('takes titles of 1 to 100 characters', async (fits, breaks) => {
    const { id: siteSectionGroupId } = await box.call(createSiteSectionGroup, { ...site, title: fits });
    expect(await status(box.attempt(createSiteSectionGroup, { ...site, title: breaks }))).toBe(400);
    expect(
      await status(box.attempt(updateSiteSectionGroup, { ...site, siteSectionGroupId, title: breaks })),
    ).toBe(400);
  });

  it('refuses sections and parents that are not on the site, and makes nothing then', async () => {
    expect(await status(box.answer(createSiteSectionGroup, { ...site, title: 'G', parent: 'none' }))).toBe(
      404,
    );
    expect(
      await status(box.answer(createSiteSectionGroup, { ...site, title: 'G', sections: ['none'] })),
    ).toBe(404);
    expect((await box.call(listSiteSectionGroups, site)).count).toBe(0);
    const { id: siteSectionGroupId } = await box.call(createSiteSectionGroup, { ...site, title: 'G' });
    const input = { ...site, siteSectionGroupId, sectionId: 'none' };
    expect(await status(box.answer(addToSiteSectionGroup, input))).toBe(404);
  });
});

describe('a site space', () => {
  it('has a path of 1 to 100 characters that nobody else has on its level', async () => {
    const [one, two] = [
      await box.call(addSiteSpace, { ...site, spaceId: id(guides) }),
      await box.call(addSiteSpace, { ...site, spaceId: id(api) }),
    ];
    const change = (path: string) =>
      status(box.attempt(updateSiteSpace, { ...site, siteSpaceId: two.id, path }));
    expect(await change('p'.repeat(100))).toBe(200);
    expect(await change('p'.repeat(101))).toBe(400);
    expect(await change('')).toBe(400);
    expect(await change(one.path)).toBe(409);
    expect(await change('p'.repeat(100))).toBe(200);
  });

  it('goes to the default section, or to the one that is named', async () => {
    const [first, second] = [await section(guides), await section(api)];
    const added = await box.call(addSiteSpace, { ...site, spaceId: id(notes) });
    expect(added.section).toBe(first.id);
    expect(await status(box.answer(addSiteSpace, { ...site, spaceId: id(short), sectionId: 'none' }))).toBe(
      404,
    );
    const named = await box.call(addSiteSpace, { ...site, spaceId: id(short), sectionId: second.id });
    expect(named).toMatchObject({ section: second.id, default: false });
    const move = {
      ...site,
      siteSpaceId: added.id,
      position: { before: { type: 'site-space' as const, siteSpace: named.id } },
    };
    expect(await status(box.answer(moveSiteSpace, move))).toBe(400);
    const sorted = await box.call(sortSiteStructure, {
      ...site,
      item: { type: 'site-space', id: added.id },
      position: { before: { type: 'site-space', id: named.id } },
    });
    expect(sorted).toMatchObject({ object: 'site-space', section: second.id });
    const wrong = {
      ...site,
      item: { type: 'site-space' as const, id: added.id },
      position: { before: { type: 'site-section' as const, id: first.id } },
    };
    expect(await status(box.answer(sortSiteStructure, wrong))).toBe(400);
  });

  it('lists defaults, or others', async () => {
    await section(guides);
    await box.call(addSiteSpace, { ...site, spaceId: id(api) });
    const titles = async (wanted?: boolean) => {
      const { items } = await box.call(listSiteSpaces, {
        ...site,
        ...(wanted !== undefined && { default: wanted }),
      });
      return items.map(({ title }) => title);
    };
    expect(await titles()).toEqual(['Guides', 'API']);
    expect(await titles(true)).toEqual(['Guides']);
    expect(await titles(false)).toEqual(['API']);
  });

  it('is hidden while its space is deleted; another one is the default meanwhile', async () => {
    const [one, two] = [
      await box.call(addSiteSpace, { ...site, spaceId: id(guides) }),
      await box.call(addSiteSpace, { ...site, spaceId: id(api) }),
    ];
    await box.call(deleteSpace, { spaceId: id(guides) });
    const shown = async () =>
      (await box.call(listSiteSpaces, { ...site, default: true })).items.map((item) => item.id);
    expect(await shown()).toEqual([two.id]);
    await box.call(restoreSpace, { spaceId: id(guides) });
    expect(await shown()).toEqual([one.id]);
  });

  it('goes with a space that can no longer be restored, and its empty section with it', async () => {
    const gone = await box.call(createSpace, { ...org, title: 'Gone' });
    await section(guides);
    await box.call(createSiteSection, { ...site, spaceId: gone.id });
    await box.call(deleteSpace, { spaceId: gone.id });
    box.clock.now = new Date(box.clock.now.getTime() + 8 * 86_400_000);
    const other = await box.call(createSpace, { ...org, title: 'Other' });
    await box.call(deleteSpace, { spaceId: other.id });
    expect((await box.call(listSiteSections, site)).items.map(({ title }) => title)).toEqual(['Guides']);
  });
});

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

  it('opens a share-link site with its key only, and tells addresses with it', async () => {
    await box.call(addSiteSpace, { ...site, spaceId: id(guides) });
    await box.call(updateSite, { ...site, visibility: 'share-link' });
    await box.call(publishSite, site);
    shareLinks(box.sandbox.db).insert({
      id: site.siteId,
      site: site.siteId,
      name: 'K',
      key: `key-${site.siteId}`,
      active: 1,
      createdAt: box.clock.now.toISOString(),
    });
    expect(await status(box.answer(getPublishedSite, site))).toBe(404);
    expect(await status(box.answer(getPublishedSite, { ...site, shareKey: 'wrong' }))).toBe(404);
    const shareKey = `key-${site.siteId}`;
    expect(await status(box.answer(getPublishedSite, { ...site, shareKey }))).toBe(200);
    const { items } = await box.call(listSiteSpaces, { ...site, shareKey });
    expect(items[0]?.urls.published).toContain(shareKey);
    expect((await box.call(listSiteSpaces, site)).items[0]?.urls).toEqual({});
  });
});

describe('the claims of visitors', () => {
  const claim = { type: 'boolean', description: 'D' };
  const schema = (properties: object, more: object = {}) => ({
    type: 'object' as const,
    properties,
    additionalProperties: false,
    ...more,
  });

  it('are kept, and turned into conditions that are valid ones', async () => {
    expect(await status(box.answer(getAdaptiveSchema, site))).toBe(404);
    expect((await box.call(listTemplateConditions, site)).items).toEqual([]);
    const jsonSchema = schema({
      beta: claim,
      'odd name': { type: 'string', enum: ['a "b"'], description: 'Odd' },
      level: { type: 'number', description: 'Level' },
      tags: { type: 'array', items: { type: 'string' }, description: 'Tags' },
      team: { ...schema({ size: { type: 'number', description: 'Size' } }), description: 'Team' },
      unsigned: schema({ dark: claim }),
    });
    expect((await box.call(setAdaptiveSchema, { ...site, jsonSchema })).jsonSchema).toEqual(jsonSchema);
    const { items } = await box.call(listTemplateConditions, site);
    expect(items.map(({ condition }) => condition)).toEqual([
      'visitor.claims.beta == true',
      'visitor.claims.beta == false',
      'visitor.claims["odd name"] == "a \\"b\\""',
      'visitor.claims.level > 0',
      'visitor.claims.tags.includes("value")',
      'visitor.claims.team.size > 0',
      'visitor.claims.unsigned.dark == true',
      'visitor.claims.unsigned.dark == false',
    ]);
    for (const { condition } of items) expect(() => parseExpression(condition)).not.toThrow();
  });

  it('refuses a schema that breaks the rules, naming where', async () => {
    const refused = await box.answer(setAdaptiveSchema, {
      ...site,
      jsonSchema: schema({ a: { type: 'boolean' } }),
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('/properties/a/description') } },
    });
  });
});
