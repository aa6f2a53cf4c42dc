import { describe, expect, it } from 'vitest';
import { getContent } from '../../src/api/content/pages.ts';
import * as api from '../../src/api/content/spaces.ts';
import { createSite, deleteSite } from '../../src/api/sites/sites.ts';
import { collections, lastPosition } from '../../src/sandbox/db/content/spaces.ts';
import { members, organizations } from '../../src/sandbox/db/people/organizations.ts';
import { newId } from '../../src/sandbox/ids.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(openTestSandbox);

const DAY_MS = 24 * 60 * 60 * 1000;
const org = () => ({ organizationId: box.organizationId });
const create = (title: string, more: { parent?: string } = {}) =>
  box.call(api.createSpace, { ...org(), title, ...more });
const titles = async () => (await box.call(api.listSpaces, org())).items.map(({ title }) => title);
const later = (ms: number) => {
  box.clock.now = new Date(box.clock.now.getTime() + ms);
};

function addCollection(title: string, options: { parent?: string; organization?: string } = {}): string {
  const id = newId();
  const place = { organization: options.organization ?? box.organizationId, parent: options.parent ?? null };
  const at = box.clock.now.toISOString();
  collections(box.sandbox.db).insert({
    ...place,
    id,
    title,
    description: null,
    defaultLevel: 'inherit',
    position: lastPosition(box.sandbox.db, place),
    createdAt: at,
    updatedAt: at,
  });
  return id;
}

function addOrganization({ join = true } = {}): string {
  const id = newId();
  const at = box.clock.now.toISOString();
  const home = organizations(box.sandbox.db).find({ id: box.organizationId });
  if (!home) throw new Error('no organization');
  organizations(box.sandbox.db).insert({ ...home, id, title: 'Second', hostname: null });
  if (join) {
    members(box.sandbox.db).insert({
      organization: id,
      user: box.adminId,
      role: 'create',
      disabled: 0,
      sso: 0,
      joinedAt: at,
      lastSeenAt: null,
    });
  }
  return id;
}

describe('creating', () => {
  it('takes all its fields, and nothing in an empty one', async () => {
    const parent = addCollection('Product');
    const space = await box.call(api.createSpace, {
      ...org(),
      title: 'Guides',
      emoji: '📦',
      language: 'de',
      editMode: 'live',
      parent,
      empty: true,
    });
    expect(space).toMatchObject({
      emoji: '📦',
      language: 'de',
      editMode: 'live',
      parent,
      visibility: 'in-collection',
    });
    expect((await box.call(getContent, { spaceId: space.id })).pages).toEqual([]);
    const bare = await box.answer(api.createSpace, org());
    expect(bare.status).toBe(201);
    expect(bare.headers.location).toBe((bare.body as { urls: { location: string } }).urls.location);
  });

  it('refuses a title over 50 characters, an unknown collection, one of another organization', async () => {
    const long = await box.answer(api.createSpace, { ...org(), title: 'x'.repeat(51) });
    expect(long).toMatchObject({
      status: 400,
      body: { error: { message: 'title must have at most 50 characters' } },
    });
    expect((await box.answer(api.createSpace, { ...org(), parent: 'nowhere' })).status).toBe(404);
    const foreign = addCollection('Foreign', { organization: addOrganization() });
    expect((await box.answer(api.createSpace, { ...org(), parent: foreign })).status).toBe(404);
    expect(await titles()).toEqual([]);
  });
});

describe('deleting and restoring', () => {
  it('a deleted space tells when it was deleted, leaves the lists, and does nothing else', async () => {
    const { id } = await create('Guides');
    expect((await box.answer(api.deleteSpace, { spaceId: id })).status).toBe(205);
    expect((await box.answer(api.deleteSpace, { spaceId: id })).status).toBe(204);
    expect((await box.answer(api.deleteSpace, { spaceId: 'nowhere' })).status).toBe(204);
    expect((await box.call(api.getSpace, { spaceId: id })).deletedAt).toBe(box.clock.now.toISOString());
    expect(await box.call(api.listSpaces, org())).toEqual({ items: [], count: 0 });
    const answers = [
      await box.answer(api.updateSpace, { spaceId: id, title: 'x' }),
      await box.answer(api.duplicateSpace, { spaceId: id }),
      await box.answer(api.moveSpace, { spaceId: id, parent: null }),
      await box.answer(api.transferSpace, { spaceId: id, organization: addOrganization() }),
      await box.answer(getContent, { spaceId: id }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('is cleared away for good, with its content, when the next one is deleted', async () => {
    const { id } = await create('Old');
    await box.call(api.deleteSpace, { spaceId: id });
    later(8 * DAY_MS);
    const next = await create('New');
    await box.call(api.deleteSpace, { spaceId: next.id });
    const count = (table: string) =>
      box.sandbox.db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n;
    expect([count('spaces'), count('revisions')]).toEqual([1, 1]);
  });
});

describe('copying', () => {
  it('copies content and settings, right after the original, and copies no bytes', async () => {
    const { id } = await create('Guides');
    await create('Last');
    await box.call(api.updateSpace, { spaceId: id, emoji: '📘', editMode: 'live', defaultLevel: 'read' });
    const blobs = () => box.sandbox.db.get<{ n: number }>('SELECT count(*) AS n FROM blobs')?.n;
    const before = blobs();
    const copy = await box.call(api.duplicateSpace, { spaceId: id });
    expect(copy).toMatchObject({
      title: 'Guides (copy)',
      emoji: '📘',
      editMode: 'locked',
      defaultLevel: 'read',
    });
    expect(blobs()).toBe(before);
    expect(await titles()).toEqual(['Guides', 'Guides (copy)', 'Last']);
    const pages = async (spaceId: string) =>
      (await box.call(getContent, { spaceId })).pages.map(({ title }) => title);
    expect(await pages(copy.id)).toEqual(await pages(id));
  });
});

describe('moving', () => {
  it('moves into a collection and back to the top level', async () => {
    const { id } = await create('A');
    const parent = addCollection('Product');
    const inside = await box.call(api.moveSpace, { spaceId: id, parent });
    expect(inside).toMatchObject({ parent, visibility: 'in-collection' });
    const beside = await create('B');
    const position = { after: { type: 'collection' as const, collection: parent } };
    const outside = await box.call(api.moveSpace, { spaceId: id, parent: null, position });
    expect(outside.parent).toBeUndefined();
    expect(await titles()).toEqual(['A', 'B']);
    expect(beside.parent).toBeUndefined();
  });

  it('says 404, 409 and 400 for places that are none', async () => {
    const [a, b] = [await create('A'), await create('B')];
    const parent = addCollection('Product');
    const inside = await create('Inside', { parent });
    const at = async (input: object) =>
      (await box.attempt(api.moveSpace, Object.assign({ spaceId: a.id }, input))).status;
    const space = (id: string) => ({ type: 'space', space: id });
    expect(await at({ parent: 'nowhere' })).toBe(404);
    expect(await at({ position: { before: space('nowhere') } })).toBe(404);
    expect(await at({ position: { before: { type: 'collection', collection: 'nowhere' } } })).toBe(404);
    expect(await at({ position: { before: space(inside.id) } })).toBe(409);
    expect(await at({ parent, position: { before: space(b.id) } })).toBe(409);
    expect(await at({ position: { before: space(a.id) } })).toBe(400);
    expect(await at({ position: { after: space(b.id), before: space(b.id) } })).toBe(400);
    expect(await at({ position: { before: { type: 'site', site: 'x' } } })).toBe(400);
    expect(await titles()).toContain('A');
  });
});

describe('transferring', () => {
  it('hands a space over, out of its collection, with rights for who did it', async () => {
    const { id } = await create('Guides', { parent: addCollection('Product') });
    const organization = addOrganization();
    const space = await box.call(api.transferSpace, { spaceId: id, organization });
    expect(space).toMatchObject({ organization, permissions: { admin: true } });
    expect(space.parent).toBeUndefined();
    expect(await titles()).toEqual([]);
    expect((await box.call(api.listSpaces, { organizationId: organization })).items).toHaveLength(1);
  });

  it('says 404, 409 and 412', async () => {
    const { id } = await create('Guides');
    const organization = addOrganization();
    const to = async (target: string) =>
      (await box.answer(api.transferSpace, { spaceId: id, organization: target })).status;
    expect(await to('nowhere')).toBe(404);
    expect(await to(box.organizationId)).toBe(409);
    const site = await box.call(createSite, { ...org(), title: 'Docs', spaces: [id] });
    expect(await to(organization)).toBe(412);
    await box.call(deleteSite, { ...org(), siteId: site.id });
    expect(await to(addOrganization({ join: false }))).toBe(404);
    expect(await to(organization)).toBe(200);
  });
});
