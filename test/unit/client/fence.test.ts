import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/api/index.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { createFence } from '../../../src/client/fence.ts';

const ORG = 'organizationAAAAAAAA';
const byId = (id: string): Operation => {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
/** A platform whose spaces and collections belong to the organization, unless their ID says otherwise. */
const read = async (_: Operation, input: Record<string, unknown>) => ({
  organization: Object.values(input).some((id) => String(id).startsWith('other')) ? 'another' : ORG,
});
const nothing = async () => {
  throw new Error('nothing is read here');
};

/** Every parameter of the path set to something outside. */
const outsideOf = (operation: Operation): Record<string, string> =>
  Object.fromEntries(Object.keys(operation.params.properties).map((name) => [name, 'otherBBBBBBBBBBBBBBB']));

/** Names of fields that hold text or a list of it, at any depth of a schema. */
function textFieldsOf(schema: unknown): string[] {
  const { properties, anyOf, allOf, items } = Object(schema);
  const inner = [...(anyOf ?? []), ...(allOf ?? []), ...(items ? [items] : [])].flatMap(textFieldsOf);
  const isText = (value: unknown): boolean => {
    const { type, items: of, anyOf: forms, const: fixed } = Object(value);
    return (type === 'string' && fixed === undefined) || (of && isText(of)) || (forms ?? []).some(isText);
  };
  const own = Object.entries(properties ?? {}).flatMap(([name, value]) => [
    ...(isText(value) ? [name] : []),
    ...textFieldsOf(value),
  ]);
  return [...own, ...inner];
}

/** Fields that sound like places and are none: each with what it is. */
const NO_PLACES: Readonly<Record<string, string>> = {
  currentSiteSpace: 'in the site of the path',
  defaultSiteSection: 'in the site of the path',
  defaultSiteSpace: 'in the site of the path',
  orgId: 'an organization of another service',
  siteSection: 'in the site of the path',
  siteSectionGroupId: 'in the site of the path',
  siteSectionId: 'in the site of the path',
  siteSpace: 'in the site of the path',
  siteSpaceId: 'in the site of the path',
  siteSpaceIds: 'in the site of the path',
  site_selection: 'all or selected',
  space_selection: 'all or selected',
};

describe('a fence', () => {
  const fields = operations.flatMap((operation) =>
    [...new Set(textFieldsOf({ allOf: [operation.query ?? {}, operation.body ?? {}] }))]
      .filter((name) => /org|space|site|collection/i.test(name) && NO_PLACES[name] === undefined)
      .map((name) => [operation.id, name, operation] as const),
  );
  it.each(['website', 'workspace', 'monospaceFont', 'siteSpaceId'])('takes %s for no place', async (name) => {
    const request = { operation: byId('spaces.update'), params: { spaceId: 'spaceAAAAAAAAAAAAAAAA' } };
    await createFence({ organization: ORG }).check({ ...request, body: { [name]: 'otherBBBB' } }, read);
  });
  it('knows fields that name places', () => expect(fields.length).toBeGreaterThan(10));
  it.each(fields)('judges what %s is sent as %s', async (_, name, operation) => {
    const own = Object.keys(operation.params.properties).map((param) => [param, ORG]);
    const request = { operation, params: Object.fromEntries(own) };
    const fence = createFence({ organization: ORG });
    for (const value of ['otherBBBBBBBBBBBBBBB', ['otherBBBBBBBBBBBBBBB']])
      await expect(
        fence.check({ ...request, body: { deep: { [name]: value } } }, read),
      ).rejects.toMatchObject({ code: 'OUTSIDE_FENCE' });
  });

  it.each([
    'targetSpace',
    'targetSpaceId',
    'spaceIds',
    'source_space',
    'site_ids',
    'fromCollection',
    'sites',
  ])('judges a field of a newer host that is called %s', async (name) => {
    const request = { operation: byId('spaces.update'), params: { spaceId: 'spaceAAAAAAAAAAAAAAAA' } };
    const body = { [name]: 'otherBBBBBBBBBBBBBBB' };
    await expect(createFence({ organization: ORG }).check({ ...request, body }, read)).rejects.toMatchObject({
      code: 'OUTSIDE_FENCE',
    });
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'lets nothing of %s through that lies outside',
    async (_, operation) => {
      const params = outsideOf(operation);
      const isOfCaller = ['/v1/user', '/v1/orgs'].includes(operation.path) && operation.method === 'GET';
      const isOfPerson = operation.path === '/v1/users/{userId}';
      for (const of of [
        { organization: ORG },
        { organization: ORG, spaces: ['spaceAAAAAAAAAAAAAAAA'] },
        { sites: ['siteAAAAAAAAAAAAAAAAA'] },
      ]) {
        const check = createFence(of).check({ operation, params }, read);
        // Without an organization in the fence its own address and lists, which are filtered, may be read.
        const isOpen =
          of.organization === undefined &&
          operation.method === 'GET' &&
          /^\/v1\/orgs\/\{organizationId\}(?:\/(?:spaces|sites))?$/.test(operation.path);
        if (
          isOfCaller ||
          isOpen ||
          (isOfPerson && operation.method === 'GET' && !('spaces' in of || 'sites' in of))
        )
          await check;
        else await expect(check).rejects.toMatchObject({ code: 'OUTSIDE_FENCE', exit: 5 });
      }
    },
  );

  it('lets through what lies inside', async () => {
    const wide = createFence({ organization: ORG });
    await wide.check({ operation: byId('spaces.get'), params: { spaceId: 'spaceAAAAAAAAAAAAAAAA' } }, read);
    await wide.check({ operation: byId('members.list'), params: { organizationId: ORG } }, read);
    const narrow = createFence({ spaces: ['spaceAAAAAAAAAAAAAAAA'] });
    await narrow.check(
      { operation: byId('spaces.get'), params: { spaceId: 'spaceAAAAAAAAAAAAAAAA' } },
      nothing,
    );
  });

  it('looks into the body: nothing is moved or copied across it', async () => {
    const fence = createFence({ organization: ORG });
    const move = { operation: byId('spaces.move'), params: { spaceId: 'spaceAAAAAAAAAAAAAAAA' } };
    await expect(fence.check({ ...move, body: { parent: 'otherCollection' } }, read)).rejects.toMatchObject({
      code: 'OUTSIDE_FENCE',
    });
    await fence.check({ ...move, body: { parent: 'collectionAAAAAAAAAA' } }, read);
    await fence.check({ ...move, body: { parent: null } }, read);
    const narrow = createFence({ spaces: ['spaceAAAAAAAAAAAAAAAA'] });
    await expect(
      narrow.check({ ...move, body: { parent: 'collectionAAAAAAAAAA' } }, nothing),
    ).rejects.toMatchObject({
      code: 'OUTSIDE_FENCE',
    });
  });

  it('lets nothing whole be made, copied or handed over across it', async () => {
    const inside = { spaceId: 'spaceAAAAAAAAAAAAAAAA', siteId: 'siteAAAAAAAAAAAAAAAAA', organizationId: ORG };
    const narrow = createFence({ organization: ORG, spaces: [inside.spaceId], sites: [inside.siteId] });
    /** They change what is inside, and name nothing else that is not looked at. */
    const stays = ['spaces.move', 'spaces.restore', 'siteSpaces.add', 'siteSpaces.move', 'sites.unpublish'];
    const whole = operations.filter(
      ({ method, result }) =>
        method === 'POST' &&
        ['space', 'site', 'collection', 'site-space'].includes(result?.properties?.object?.const),
    );
    expect(whole.length).toBeGreaterThan(8);
    for (const operation of whole) {
      const params = Object.fromEntries(
        Object.keys(operation.params.properties).map((name) => [name, Reflect.get(inside, name) ?? 'some']),
      );
      const got = await narrow.check({ operation, params }, nothing).then(
        () => 'through',
        () => 'refused',
      );
      expect([operation.id, got]).toEqual([
        operation.id,
        stays.includes(operation.id) ? 'through' : 'refused',
      ]);
    }
  });

  it('shows in lists only what lies inside', () => {
    const fence = createFence({ organization: ORG, spaces: ['a'], sites: ['s'] });
    const list = { items: [{ id: 'a' }, { id: 'b' }, { id: 's' }], count: 3 };
    expect(fence.filter(byId('spaces.list'), list)).toEqual({ items: [{ id: 'a' }], count: undefined });
    expect(fence.filter(byId('sites.list'), list)).toEqual({ items: [{ id: 's' }], count: undefined });
    expect(fence.filter(byId('orgs.list'), { items: [{ id: ORG }, { id: 'x' }] })).toMatchObject({
      items: [{ id: ORG }],
    });
  });
});
