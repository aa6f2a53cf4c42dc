// What matrix, of, who-can and why say against a formula of one's own, the platform's sums and the token of each person;
// and every command that why prints, run alone, against what it promises.
import { expect, it } from 'vitest';
import { getCollection, listCollections, updateCollection } from '../../../../src/api/content/collections.ts';
import { getSpace, listSpaces, updateSpace } from '../../../../src/api/content/spaces.ts';
import { updateMember } from '../../../../src/api/people/members.ts';
import { changeTeamMembers, listTeamMembers } from '../../../../src/api/people/team-members.ts';
import { listTeams } from '../../../../src/api/people/teams.ts';
import { ROLES, type Role } from '../../../../src/api/roles.ts';
import { listSiteSpaces } from '../../../../src/api/sites/site-spaces.ts';
import { getSite } from '../../../../src/api/sites/sites.ts';
import type { Client } from '../../../../src/client/client.ts';
import { type End, endsOf } from '../../../../src/workflows/access/ends.ts';
import { ADD, LIST } from '../../../../src/workflows/access/grant-operations.ts';
import { type Grant, readGrants } from '../../../../src/workflows/access/grants.ts';
import { type Place, placeOf, readLevels } from '../../../../src/workflows/access/levels.ts';
import { readMatrix, readSpaces } from '../../../../src/workflows/access/matrix.ts';
import { readPlaceAccess, readSiteAccess, readSitePlace } from '../../../../src/workflows/access/one-place.ts';
import { type Person, readPeople } from '../../../../src/workflows/access/people.ts';
import { readReach } from '../../../../src/workflows/access/reach.ts';
import { readReasons } from '../../../../src/workflows/access/reasons.ts';
import type { Thing } from '../../../../src/workflows/access/wanted.ts';
import type { Level, Way } from '../../../../src/workflows/access/ways.ts';
import { randomAccess } from '../../../helpers/random-access.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const ORGANIZATIONS = runs('L21', 'organizations', 20);
const SEED = 4000;
/** In the check the commands of every fourth thing are run, others in each organization. */
const STRIDE = process.env.DOCS_HARDEN ? 1 : 4;

type SiteThing = Thing & { kind: 'site' };
type Levels = Map<string, Level>;

const best = (levels: (Level | null | undefined)[]): Level | undefined =>
  ([...ROLES, 'guest'] as const).find((level) => levels.includes(level));

interface World {
  seed: number;
  box: TestSandbox;
  client: Client;
  organizationId: string;
  people: Person[];
  spaces: Place[];
  collections: Place[];
  sites: SiteThing[];
}

/** Level of each person on each thing, by `<person> <thing>`: from the lists of the platform, by a formula of its own. */
async function byFormula({ box, organizationId, people, spaces, collections, sites }: World): Promise<Levels> {
  const teams = new Map<string, string[]>();
  for (const { id } of (await box.call(listTeams, { organizationId })).items) {
    const { items } = await box.call(listTeamMembers, { organizationId, teamId: id, limit: 100 });
    for (const { organization } of items)
      teams.set(organization.user.id, [...(teams.get(organization.user.id) ?? []), id]);
  }
  const given = new Map<string, Role[]>();
  for (const { kind, id } of [...spaces, ...collections, ...sites]) {
    const ref = { organizationId, spaceId: id, collectionId: id, siteId: id, limit: 100 };
    const users = await box.call(LIST.user[kind], ref);
    const groups = await box.call(LIST.team[kind], ref);
    const add = (who: string, role: Role | null) =>
      role !== null && given.set(`${who} ${id}`, [...(given.get(`${who} ${id}`) ?? []), role]);
    for (const { user, permission } of users.items) add(user.id, permission);
    for (const { team, permission } of groups.items) add(team.id, permission);
  }
  const above = new Map(collections.map((one) => [one.id, one]));
  const byName = (person: Person, id: string) =>
    [person.id, ...(teams.get(person.id) ?? [])].flatMap((who) => given.get(`${who} ${id}`) ?? []);
  const onContent = (person: Person, place: Place): Level | undefined => {
    if (person.role === 'admin') return 'admin';
    const levels: (Level | null)[] = [];
    let settled = person.role === null;
    for (let at: Place | undefined = place; at; at = at.parent === undefined ? undefined : above.get(at.parent)) {
      levels.push(...byName(person, at.id));
      if (!settled && at.defaultLevel !== 'inherit') {
        levels.push(at.defaultLevel);
        settled = true;
      }
    }
    return best(settled ? levels : [...levels, person.role]);
  };
  const found: Levels = new Map();
  const put = (person: Person, id: string, level: Level | undefined) =>
    level !== undefined && found.set(`${person.id} ${id}`, level);
  for (const site of sites) {
    const { items } = await box.call(listSiteSpaces, { organizationId, siteId: site.id, limit: 100 });
    const shown = spaces.filter(({ id }) => items.some(({ space }) => space.id === id));
    for (const person of people.filter(({ status }) => status === 'active')) {
      const isShown = shown.some((space) => onContent(person, space) !== undefined);
      put(person, site.id, best([person.role, ...byName(person, site.id), isShown ? 'guest' : null]));
    }
  }
  for (const person of people.filter(({ status }) => status === 'active'))
    for (const place of [...spaces, ...collections]) put(person, place.id, onContent(person, place));
  return found;
}

/** The same as the platform adds it up. */
async function bySum({ client, organizationId, spaces, collections, sites }: World): Promise<Levels> {
  const found: Levels = new Map();
  for (const place of [...spaces, ...collections])
    for (const [who, level] of (await readLevels(client, place)).of) found.set(`${who} ${place.id}`, level);
  for (const { id } of sites)
    for (const { user, permission, disabled } of await readSiteAccess(client, { organizationId, siteId: id }))
      if (!disabled) found.set(`${user.id} ${id}`, permission ?? 'guest');
  return found;
}

/** What the token of a person is let through to: the level is the one whose rights these are. */
async function asAsked(box: TestSandbox, place: Place, user: string): Promise<Level | undefined> {
  const { status, body } =
    place.kind === 'space'
      ? await box.answer(getSpace, { spaceId: place.id }, { as: user })
      : await box.answer(getCollection, { collectionId: place.id }, { as: user });
  // Who is disabled is not let in at all.
  if (status >= 400) return undefined;
  const { permissions } = body as { permissions: Record<string, boolean> };
  if (permissions.admin) return 'admin';
  if (permissions.triggerGitSync ?? permissions.create) return 'create';
  if (permissions.review) return 'review';
  if (permissions.edit) return 'edit';
  if (permissions.comment) return 'comment';
  return permissions.view ? 'read' : undefined;
}

async function worldOf(box: TestSandbox, seed: number): Promise<World> {
  const { sites } = await randomAccess(box, seed);
  const { client } = workflowClient(box);
  const { organizationId } = box;
  const collections = await box.call(listCollections, { organizationId, limit: 100 });
  return {
    seed,
    box,
    client,
    organizationId,
    people: await readPeople(client, organizationId),
    spaces: await readSpaces(client, organizationId),
    collections: collections.items.map((one) => placeOf('collection', one)),
    sites: await Promise.all(
      sites.map(async (siteId) => ({
        kind: 'site' as const,
        id: siteId,
        title: (await box.call(getSite, { organizationId, siteId })).title,
      })),
    ),
  };
}

const query = ({ organizationId, people, box }: World) => ({
  organizationId,
  people,
  width: 4,
  caller: box.adminId,
});

async function compareReports(world: World, truth: Levels): Promise<void> {
  const { seed, box, client, people, spaces, collections, sites, organizationId } = world;
  const about = (person: Person, thing: { title: string }) => `seed ${seed}: ${person.name} on ${thing.title}`;
  const result = await readMatrix(client, { ...query(world), spaces, admits: () => true, origins: true });
  if (!result.ok) throw result.failures[0]?.error;
  for (const person of people)
    for (const space of spaces) {
      const level = truth.get(`${person.id} ${space.id}`);
      expect(result.matrix.level(person, space), about(person, space)).toBe(level);
      expect(result.matrix.origin?.(person, space).doubt, about(person, space)).toBeUndefined();
      expect(await asAsked(box, space, person.id), about(person, space)).toBe(level);
    }
  for (const person of people) {
    const all = await readReach(client, { organizationId, person, width: 4 });
    const said = Object.fromEntries(all.map(({ id, level }) => [id, level]));
    const things = [...spaces, ...collections, ...sites];
    const known = things.flatMap(({ id }) => {
      const level = truth.get(`${person.id} ${id}`);
      return level === undefined ? [] : [[id, level]];
    });
    expect(said, `seed ${seed}: of ${person.name}`).toEqual(Object.fromEntries(known));
  }
  for (const thing of [...spaces, ...collections, ...sites]) {
    const { accessors } =
      thing.kind === 'site'
        ? await readSitePlace(client, thing, query(world))
        : await readPlaceAccess(client, thing, query(world));
    for (const { person, level, origin } of accessors) {
      expect(level, about(person, thing)).toBe(truth.get(`${person.id} ${thing.id}`));
      expect(origin.doubt, about(person, thing)).toBeUndefined();
    }
  }
}

interface Case {
  person: Person;
  way: Way;
  /** What was given on the thing of the way. */
  grants: readonly Grant[];
}

/** Puts back what an end took away. */
async function putBack({ box, organizationId }: World, end: End, { person, way, grants }: Case): Promise<void> {
  const { on, team, level } = way;
  const ref = { organizationId, spaceId: on?.id ?? '', collectionId: on?.id ?? '', siteId: on?.id ?? '' };
  if (end.ends === 'role')
    await box.call(updateMember, { organizationId, userId: person.id, role: person.role });
  else if (end.ends === 'membership')
    await box.call(changeTeamMembers, { organizationId, teamId: team?.id ?? '', add: [person.id] });
  else if (end.ends === 'default' && on?.kind === 'space')
    await box.call(updateSpace, { spaceId: on.id, defaultLevel: level as Role });
  else if (end.ends === 'default')
    await box.call(updateCollection, { collectionId: ref.collectionId, defaultLevel: level as Role });
  else if (on) {
    const who = end.ends === 'user' ? { users: [person.id] } : { teams: [team?.id ?? ''] };
    const subject = end.ends === 'user' ? person.id : team?.id;
    const role = grants.find(({ kind, id }) => kind === end.ends && id === subject)?.level ?? null;
    await box.call(ADD[on.kind], { ...ref, ...who, role });
  }
}

/** Every command that is printed, run alone: who has what on the thing afterwards, and how many others have less. */
async function runCommands(world: World, truth: Levels): Promise<number> {
  const { box, client, organizationId, people, spaces, collections, sites } = world;
  let done = 0;
  const things = [...spaces, ...collections, ...sites];
  for (const thing of things.filter((_, at) => at % STRIDE === world.seed % STRIDE))
    for (const person of people) {
      const found = await readReasons(client, { person, thing, query: query(world) });
      expect(found.level).toBe(truth.get(`${person.id} ${thing.id}`));
      const commands = found.reasons.flatMap(({ end, or }) => [end?.command ?? [], or?.command ?? []].flat());
      expect(new Set(commands).size, 'no command twice').toBe(commands.length);
      if (person.id === box.adminId) expect(commands, 'nothing against the caller').toEqual([]);
      for (const { way, end: first, or } of found.reasons)
        for (const said of [first, or]) {
          const end = endsOf(way, person, organizationId).find(({ command }) => command === said?.command);
          if (!said || !end || isLastAdmin(world, end, person)) continue;
          const about = `seed ${world.seed}: ${said.command} for ${thing.kind} ${thing.title}`;
          const grants = way.on ? await readGrants(client, { ...way.on, organizationId }) : [];
          const { status } = await box.attempt(end.operation, end.input);
          expect(status, about).toBeLessThan(300);
          const after = await bySum({ ...world, spaces: [], collections: [], sites: [], ...only(thing) });
          await putBack(world, end, { person, way, grants });
          expect(after.get(`${person.id} ${thing.id}`) ?? 'no access', about).toBe(said.after);
          const others = people.filter(({ id }) => id !== person.id);
          const count = (test: (now: Level | undefined, was: Level) => boolean) =>
            others.filter(({ id }) => {
              const was = truth.get(`${id} ${thing.id}`);
              return was !== undefined && test(after.get(`${id} ${thing.id}`), was);
            }).length;
          const lost = count((now) => now === undefined);
          const less = count((now, was) => now !== undefined && now !== was);
          expect(Number(/(\d+) others? loses? access/.exec(said.others)?.[1] ?? 0), about).toBe(lost);
          expect(Number(/(\d+) others? ha(?:s|ve) less/.exec(said.others)?.[1] ?? 0), about).toBe(less);
          done += 1;
        }
    }
  return done;
}

const only = (thing: Place | SiteThing) =>
  thing.kind === 'site'
    ? { sites: [thing] }
    : thing.kind === 'space'
      ? { spaces: [thing] }
      : { collections: [thing] };

const isLastAdmin = ({ people }: World, { ends }: End, person: Person): boolean =>
  ends === 'role' &&
  people.every(({ id, role, status }) => id === person.id || role !== 'admin' || status !== 'active');

async function compare(seed: number): Promise<number> {
  const box = await openTestSandbox();
  try {
    const world = await worldOf(box, seed);
    const truth = await byFormula(world);
    expect(await bySum(world), `seed ${seed}`).toEqual(truth);
    await compareReports(world, truth);
    const done = await runCommands(world, truth);
    expect(await bySum(world), `seed ${seed}: everything was put back`).toEqual(truth);
    return done;
  } finally {
    box.cleanup();
  }
}

it('is what the platform adds up, and what each person is let through to; each command does what it says', async () => {
  let commands = 0;
  for (let seed = SEED; seed < SEED + ORGANIZATIONS; seed += 1) commands += await compare(seed);
  expect(commands).toBeGreaterThan(10 * ORGANIZATIONS);
  reached('L21', 'organizations', ORGANIZATIONS);
});
