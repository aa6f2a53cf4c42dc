// Roles of members, teams, collections, spaces and sites against a simple model, in random orders.
import { beforeAll, expect, it } from 'vitest';
import { createCollection, moveCollection, updateCollection } from '../../src/api/content/collections.ts';
import { getSpace, listSpaces, moveSpace, updateSpace } from '../../src/api/content/spaces.ts';
import { changeTeamMembers, createTeam, updateMember } from '../../src/api/people/members.ts';
import * as api from '../../src/api/people/permissions.ts';
import { ROLES, type Role } from '../../src/api/roles.ts';
import { createSite, updateSite } from '../../src/api/sites/sites.ts';
import { perFile } from '../helpers/lasting.ts';
import { type Choices, expectStatus, pick, playModel, withoutDisk } from '../helpers/model-runs.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(openTestSandbox);
let ids: { users: string[]; teams: string[]; collections: string[]; spaces: string[]; site: string };

/** What a collection or space says of itself. */
interface Place {
  parent: string | null;
  level: Role | 'inherit' | null;
}
interface Model {
  roles: Record<string, Role | null>;
  teams: Record<string, string[]>;
  places: Record<string, Place>;
  /** By what, then by who. */
  given: Record<string, Record<string, Role>>;
}

const rank = (role: Role) => ROLES.indexOf(role);
const highest = (roles: (Role | null | undefined)[]): Role | undefined =>
  roles.filter((one): one is Role => one !== null && one !== undefined).sort((a, b) => rank(a) - rank(b))[0];

const named = ({ given, teams }: Model, user: string, thing: string): (Role | undefined)[] => [
  given[thing]?.[user],
  ...Object.entries(teams).map(([team, members]) =>
    members.includes(user) ? given[thing]?.[team] : undefined,
  ),
];

/** All that is given by name from here to the top. */
function namedUp(model: Model, user: string, thing: string | null): (Role | undefined)[] {
  if (thing === null) return [];
  return [...named(model, user, thing), ...namedUp(model, user, model.places[thing]?.parent ?? null)];
}

/** The level that holds here: the nearest that is not inherited, or the role in the organization. */
function level(model: Model, user: string, thing: string | null): Role | null {
  const own = thing === null ? undefined : model.places[thing];
  if (!own) return model.roles[user] ?? null;
  if (own.level === 'inherit') return level(model, user, own.parent);
  // Levels are those of members: a guest has none.
  return model.roles[user] === null ? null : own.level;
}

function roleOn(model: Model, user: string, thing: string): Role | undefined {
  if (model.roles[user] === 'admin') return 'admin';
  return highest([...namedUp(model, user, thing), level(model, user, thing)]);
}

const siteRole = (model: Model, user: string): Role | undefined =>
  highest([model.roles[user], ...named(model, user, ids.site)]);

beforeAll(async () => {
  withoutDisk(box);
  const org = { organizationId: box.organizationId };
  const users = (['read', 'edit', null, 'create'] as const).map((role, index) =>
    box.addMember(role, { name: `Member ${index}` }),
  );
  const teams: string[] = [];
  for (const title of ['Red', 'Blue']) teams.push((await box.call(createTeam, { ...org, title })).id);
  const collections: string[] = [];
  for (const title of ['Outer', 'Inner'])
    collections.push((await box.call(createCollection, { ...org, title })).id);
  const spaces: string[] = [];
  for (const title of ['One', 'Two']) spaces.push(await box.newSpace({ title }));
  ids = {
    users,
    teams,
    collections,
    spaces,
    site: (await box.call(createSite, { ...org, title: 'Site' })).id,
  };
});

/** The operations on one kind of thing, by the parameters that name it. */
function operationsOn(thing: string) {
  if (thing === ids.site)
    return {
      ref: { organizationId: box.organizationId, siteId: thing },
      add: api.addSitePermission,
      user: [api.updateSiteUser, api.removeSiteUser] as const,
      team: [api.updateSiteTeam, api.removeSiteTeam] as const,
    };
  return ids.spaces.includes(thing)
    ? {
        ref: { spaceId: thing },
        add: api.addSpacePermission,
        user: [api.updateSpaceUser, api.removeSpaceUser] as const,
        team: [api.updateSpaceTeam, api.removeSpaceTeam] as const,
      }
    : {
        ref: { collectionId: thing },
        add: api.addCollectionPermission,
        user: [api.updateCollectionUser, api.removeCollectionUser] as const,
        team: [api.updateCollectionTeam, api.removeCollectionTeam] as const,
      };
}

type Step = (model: Model, choices: Choices) => Promise<void>;

const things = () => [...ids.spaces, ...ids.collections, ids.site];
const who = (choice: number) => pick([...ids.users, ...ids.teams], choice);
const nameOf = (id: string) => (ids.teams.includes(id) ? { teamId: id } : { userId: id });

const steps: Record<string, Step> = {
  async give(model, [a, b, c]) {
    const thing = pick(things(), a);
    const id = who(b);
    const role = pick(ROLES, c);
    const { ref, add } = operationsOn(thing);
    const subject = ids.teams.includes(id) ? { teams: [id] } : { users: [id] };
    await expectStatus(204, box.attempt(add, { ...ref, ...subject, role }));
    model.given[thing] = { ...model.given[thing], [id]: role };
  },
  async change(model, [a, b, c]) {
    const thing = pick(things(), a);
    const id = who(b);
    const role = pick(ROLES, c);
    const { ref, user, team } = operationsOn(thing);
    const [update] = ids.teams.includes(id) ? team : user;
    const was = model.given[thing]?.[id];
    await expectStatus(was === undefined ? 404 : 204, box.attempt(update, { ...ref, ...nameOf(id), role }));
    if (was !== undefined) model.given[thing] = { ...model.given[thing], [id]: role };
  },
  async revoke(model, [a, b]) {
    const thing = pick(things(), a);
    const id = who(b);
    const { ref, user, team } = operationsOn(thing);
    const [, remove] = ids.teams.includes(id) ? team : user;
    const was = model.given[thing]?.[id];
    await expectStatus(was === undefined ? 204 : 205, box.attempt(remove, { ...ref, ...nameOf(id) }));
    delete model.given[thing]?.[id];
  },
  async member(model, [a, b]) {
    const userId = pick(ids.users, a);
    const role = pick([...ROLES, null], b);
    await box.call(updateMember, { organizationId: box.organizationId, userId, role });
    model.roles[userId] = role;
  },
  async team(model, [a, b, c]) {
    const teamId = pick(ids.teams, a);
    const user = pick(ids.users, b);
    const change = c % 2 === 0 ? { add: [user] } : { remove: [user] };
    await box.call(changeTeamMembers, { organizationId: box.organizationId, teamId, ...change });
    const rest = (model.teams[teamId] ?? []).filter((one) => one !== user);
    model.teams[teamId] = c % 2 === 0 ? [...rest, user] : rest;
  },
  async level(model, [a, b]) {
    const thing = pick([...ids.spaces, ...ids.collections], a);
    const defaultLevel = pick([...ROLES, 'inherit', 'inherit', null] as const, b);
    if (ids.spaces.includes(thing)) await box.call(updateSpace, { spaceId: thing, defaultLevel });
    else await box.call(updateCollection, { collectionId: thing, defaultLevel });
    model.places[thing] = { parent: model.places[thing]?.parent ?? null, level: defaultLevel };
  },
  async place(model, [a, b]) {
    const [outer = '', inner = ''] = ids.collections;
    const thing = pick([...ids.spaces, inner], a);
    const parent = pick(thing === inner ? [null, outer] : [null, outer, inner], b);
    if (thing === inner) await box.call(moveCollection, { collectionId: thing, parent });
    else await box.call(moveSpace, { spaceId: thing, parent });
    const level = model.places[thing]?.level ?? null;
    model.places[thing] = { parent, level };
  },
};

/** As the lists of everyone say, and as requests of that very user are answered. */
async function compare(model: Model, [a, b, c]: Choices): Promise<void> {
  const user = pick(ids.users, a);
  const space = pick(ids.spaces, b);
  const expected = (roleOf: (id: string) => Role | undefined) =>
    Object.fromEntries(ids.users.map((id) => [id, roleOf(id)]).filter(([, role]) => role !== undefined));
  const told = (items: readonly { user: { id: string }; permission: Role | null }[]) =>
    Object.fromEntries(
      items
        .filter(({ user: one, permission }) => ids.users.includes(one.id) && permission !== null)
        .map((one) => [one.user.id, one.permission]),
    );
  const listed = await box.call(api.listSpaceAccess, { spaceId: space });
  expect(told(listed.items)).toEqual(expected((id) => roleOn(model, id, space)));
  const collection = pick(ids.collections, c);
  const inCollection = await box.call(api.listCollectionAccess, { collectionId: collection });
  expect(told(inCollection.items)).toEqual(expected((id) => roleOn(model, id, collection)));
  const onSite = { organizationId: box.organizationId, siteId: ids.site };
  const site = await box.call(api.listSiteAccess, onSite);
  expect(told(site.items)).toEqual(expected((id) => siteRole(model, id)));
  await compareRequests(model, user, space);
}

async function compareRequests(model: Model, user: string, space: string): Promise<void> {
  const role = roleOn(model, user, space);
  await expectStatus(role === undefined ? 404 : 200, box.answer(getSpace, { spaceId: space }, { as: user }));
  const org = { organizationId: box.organizationId };
  const { items } = await box.call(listSpaces, org, { as: user });
  expect(items.map(({ id }) => id).sort()).toEqual(ids.spaces.filter((id) => roleOn(model, user, id)).sort());
  const rename = await box.answer(updateSpace, { spaceId: space, title: 'Same' }, { as: user });
  expect(rename.status).toBe(role === undefined ? 404 : role === 'admin' ? 200 : 403);
  const own = siteRole(model, user);
  const site = { organizationId: box.organizationId, siteId: ids.site, title: 'Same' };
  const change = await box.answer(updateSite, site, { as: user });
  expect(change.status === 200).toBe(own !== undefined && rank(own) <= rank('create'));
}

/** Everything as it was at first. */
async function start(): Promise<Model> {
  const { db } = box.sandbox;
  db.run('DELETE FROM permissions');
  db.run('DELETE FROM teamMembers');
  db.run("UPDATE spaces SET parent = NULL, defaultLevel = 'inherit'");
  db.run("UPDATE collections SET parent = NULL, defaultLevel = 'inherit'");
  const roles = ids.users.map(
    (id, index) => [id, pick(['read', 'edit', null, 'create'] as const, index)] as const,
  );
  for (const [userId, role] of roles) db.run('UPDATE members SET role = ? WHERE user = ?', role, userId);
  const places = [...ids.spaces, ...ids.collections].map((id) => [
    id,
    { parent: null, level: 'inherit' as const },
  ]);
  return { roles: Object.fromEntries(roles), teams: {}, given: {}, places: Object.fromEntries(places) };
}

it('who may see and change spaces, collections and sites is what a simple model says', async () => {
  const numRuns = runs('L19', 'sequences', 10);
  await playModel({ numRuns, steps, choices: 11, length: 20, start, compare });
  reached('L19', 'sequences', numRuns);
}, 1_200_000);
