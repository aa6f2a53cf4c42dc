// What matrix, of, who-can and why say against a formula of its own, the platform's sums and the token of each person;
// and every command that why prints, run alone, against what it promises.
import { expect, it } from 'vitest';
import { listCollections } from '../../../../src/api/content/collections.ts';
import { getSpace } from '../../../../src/api/content/spaces.ts';
import { listTeamMembers, listTeams } from '../../../../src/api/people/members.ts';
import { ROLES, type Role } from '../../../../src/api/roles.ts';
import { listSiteSpaces } from '../../../../src/api/sites/site-structure.ts';
import { getSite } from '../../../../src/api/sites/sites.ts';
import { type Level, LIST } from '../../../../src/domain/access/grants.ts';
import { type Place, placeOf, readLevels } from '../../../../src/domain/access/levels.ts';
import { type Person, readPeople } from '../../../../src/domain/access/people.ts';
import type { Thing } from '../../../../src/domain/access/wanted.ts';
import {
  type Consequence,
  type End,
  endsOf,
  type Reasons,
  reasonsIn,
} from '../../../../src/jobs/access/ends.ts';
import { readMatrix, readSpaces } from '../../../../src/jobs/access/matrix.ts';
import { readPlaceAccess, readSiteAccess } from '../../../../src/jobs/access/one-place.ts';
import { readReach } from '../../../../src/jobs/access/reach.ts';
import { randomAccess } from '../../../helpers/random-access.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const ORGANIZATIONS = runs('L21', 'organizations', 6);
const SEED = 4000;
/** In the check the commands for every fourth thing are run, others in each organization. */
const STRIDE = process.env.DOCS_HARDEN ? 1 : 4;

type SiteThing = Thing & { kind: 'site' };
/** By `<person> <thing>`. */
type Levels = Map<string, Level>;

type World = Awaited<ReturnType<typeof randomWorld>>;

async function randomWorld(box: TestSandbox, seed: number) {
  const made = await randomAccess(box, seed);
  const { client } = workflowClient(box);
  const { organizationId } = box;
  const { items: collections } = await box.call(listCollections, { organizationId, limit: 100 });
  const sites: SiteThing[] = [];
  for (const siteId of made.sites)
    sites.push({ ...(await box.call(getSite, { organizationId, siteId })), kind: 'site' });
  return {
    ...{ seed, box, client, organizationId, sites },
    people: await readPeople(client, organizationId),
    spaces: await readSpaces(client, organizationId),
    collections: collections.map((one) => placeOf('collection', one)),
  };
}

const thingsOf = ({ spaces, collections, sites }: World): (Place | SiteThing)[] => [
  ...spaces,
  ...collections,
  ...sites,
];

const best = (levels: readonly (Level | null | undefined)[]): Level | undefined =>
  ([...ROLES, 'guest'] as const).find((level) => levels.includes(level));

/** What a person was given by name on one thing, themselves or through a team. */
type ByName = (person: Person, id: string) => readonly Level[];

/** The highest of everything on a space or collection and above it; a level of its own ends what is inherited. */
function onContent(world: World, byName: ByName, person: Person, place: Place): Level | undefined {
  if (person.role === 'admin') return 'admin';
  const chain: Place[] = [];
  for (let at: Place | undefined = place; at; at = world.collections.find(({ id }) => id === at?.parent))
    chain.push(at);
  const given = chain.flatMap(({ id }) => byName(person, id));
  if (person.role === null) return best(given);
  const own = chain.find(({ defaultLevel }) => defaultLevel !== 'inherit');
  const level = own ? own.defaultLevel : person.role;
  return best([...given, level === 'inherit' ? null : level]);
}

async function byFormula(world: World): Promise<Levels> {
  const { box, organizationId, spaces, sites } = world;
  const byName = await givenByName(world);
  const people = world.people.filter(({ status }) => status === 'active');
  const found: Levels = new Map();
  const put = (person: Person, id: string, level: Level | undefined) =>
    level !== undefined && found.set(`${person.id} ${id}`, level);
  for (const place of [...spaces, ...world.collections])
    for (const person of people) put(person, place.id, onContent(world, byName, person, place));
  for (const { id: siteId } of sites) {
    const { items } = await box.call(listSiteSpaces, { organizationId, siteId, limit: 100 });
    for (const person of people) {
      const isShown = items.some(({ space }) => found.has(`${person.id} ${space.id}`));
      put(person, siteId, best([person.role, ...byName(person, siteId), isShown ? 'guest' : null]));
    }
  }
  return found;
}

async function givenByName(world: World): Promise<ByName> {
  const { box, organizationId } = world;
  const teams = new Map<string, string[]>();
  for (const { id } of (await box.call(listTeams, { organizationId })).items)
    for (const { organization } of (await box.call(listTeamMembers, { organizationId, teamId: id })).items)
      teams.set(organization.user.id, [...(teams.get(organization.user.id) ?? []), id]);
  const given = new Map<string, Level>();
  for (const { kind, id } of thingsOf(world)) {
    const ref = { organizationId, spaceId: id, collectionId: id, siteId: id };
    for (const { user, permission } of (await box.call(LIST.user[kind], ref)).items)
      if (permission) given.set(`${user.id} ${id}`, permission);
    for (const { team, permission } of (await box.call(LIST.team[kind], ref)).items)
      if (permission) given.set(`${team.id} ${id}`, permission);
  }
  return (person, id) =>
    [person.id, ...(teams.get(person.id) ?? [])].flatMap((who) => given.get(`${who} ${id}`) ?? []);
}

/** As the platform adds them up, on these things. */
async function byPlatform(
  { client, organizationId }: World,
  things: readonly (Place | SiteThing)[],
): Promise<Levels> {
  const found: Levels = new Map();
  for (const thing of things)
    if (thing.kind !== 'site')
      for (const [who, level] of (await readLevels(client, thing)).of) found.set(`${who} ${thing.id}`, level);
    else
      for (const one of await readSiteAccess(client, { organizationId, siteId: thing.id }))
        if (!one.disabled) found.set(`${one.user.id} ${thing.id}`, one.permission ?? 'guest');
  return found;
}

/** Remembers what access comes from, and puts it back. */
function keeper({ sandbox: { db } }: TestSandbox): () => void {
  const rowsOf = (names: string[], columns: string) =>
    names.map((name) => {
      const rows = db.all<Record<string, string | number | null>>(`SELECT ${columns} FROM ${name}`);
      return { name, rows: rows.map((row) => Object.values(row)) };
    });
  const tables = rowsOf(['members', 'teamMembers', 'permissions'], '*');
  const levels = rowsOf(['spaces', 'collections'], 'defaultLevel, id');
  return () => {
    for (const { name, rows } of tables)
      for (const row of rows)
        db.run(`INSERT OR REPLACE INTO ${name} VALUES (${row.map(() => '?').join(', ')})`, ...row);
    for (const { name, rows } of levels)
      for (const row of rows) db.run(`UPDATE ${name} SET defaultLevel = ? WHERE id = ?`, ...row);
  };
}

/** What the token of a person is let through to: the level is the one whose rights these are. */
async function asAsked(box: TestSandbox, spaceId: string, user: string): Promise<Role | undefined> {
  const { status, body } = await box.answer(getSpace, { spaceId }, { as: user });
  // Who is disabled is not let in at all.
  if (status === 404 || status === 401 || status === 403) return undefined;
  const { permissions } = body as { permissions: Record<string, boolean> };
  if (permissions.admin) return 'admin';
  if (permissions.triggerGitSync) return 'create';
  if (permissions.review) return 'review';
  if (permissions.edit) return 'edit';
  if (permissions.comment) return 'comment';
  return permissions.view ? 'read' : undefined;
}

const query = ({ organizationId, people }: World) => ({ organizationId, people, width: 4 });
const about = ({ seed }: World, person: Person, thing: { title: string }) =>
  `seed ${seed}: ${person.name} on ${thing.title}`;

async function compareMatrix(world: World, truth: Levels): Promise<void> {
  const { box, client, people, spaces } = world;
  const result = await readMatrix(client, { ...query(world), spaces, admits: () => true, origins: true });
  if (!result.ok) throw result.failures[0]?.error;
  for (const person of people)
    for (const space of spaces) {
      const level = truth.get(`${person.id} ${space.id}`);
      expect(result.matrix.level(person, space), about(world, person, space)).toBe(level);
      expect(result.matrix.origin?.(person, space).doubt, about(world, person, space)).toBeUndefined();
      expect(await asAsked(box, space.id, person.id), about(world, person, space)).toBe(level);
    }
}

async function compareReach(world: World, truth: Levels): Promise<void> {
  const { client, people, organizationId } = world;
  for (const person of people) {
    const found = await readReach(client, { organizationId, person, width: 4 });
    const known = thingsOf(world).flatMap(({ id }) => {
      const level = truth.get(`${person.id} ${id}`);
      return level === undefined ? [] : [[id, level]];
    });
    expect(
      Object.fromEntries(found.map(({ id, level }) => [id, level])),
      `seed ${world.seed}: of ${person.name}`,
    ).toEqual(Object.fromEntries(known));
  }
}

/** Everyone's level on a thing, and every command for each of them; returns how many were run. */
async function comparePlace(world: World, truth: Levels, thing: Place | SiteThing): Promise<number> {
  const { box, client, organizationId } = world;
  const access = await readPlaceAccess(client, thing, query(world));
  let done = 0;
  for (const { person, level, origin } of access.accessors) {
    expect(level, about(world, person, thing)).toBe(truth.get(`${person.id} ${thing.id}`));
    expect(origin.doubt, about(world, person, thing)).toBeUndefined();
    const found = reasonsIn(access, { organizationId, person, caller: box.adminId });
    const offers = offersIn(world, found, person);
    const commands = offers.map(({ said }) => said.command);
    expect(new Set(commands).size, 'no command twice').toBe(commands.length);
    if (person.id === box.adminId) expect(commands, 'nothing against the caller').toEqual([]);
    for (const offer of offers) done += await runOffer(world, truth, { ...offer, person, thing });
  }
  return done;
}

interface Offer {
  said: Consequence;
  end: End;
}

const offersIn = ({ organizationId }: World, { reasons }: Reasons, person: Person): Offer[] =>
  reasons.flatMap(({ way, end, or }) =>
    [end, or].flatMap((said) => {
      const known = endsOf(way, person, organizationId).find(({ command }) => command === said?.command);
      return said && known ? [{ said, end: known }] : [];
    }),
  );

const isLastAdmin = ({ people }: World, { ends }: End, person: Person): boolean =>
  ends === 'role' &&
  people.every(({ id, role, status }) => id === person.id || role !== 'admin' || status !== 'active');

/** Who has what on the thing after this command alone, and how many others have less. */
async function runOffer(
  world: World,
  truth: Levels,
  { said, end, person, thing }: Offer & { person: Person; thing: Place | SiteThing },
): Promise<number> {
  if (isLastAdmin(world, end, person)) return 0;
  const what = `seed ${world.seed}: ${said.command} for ${thing.kind} ${thing.title}`;
  const putBack = keeper(world.box);
  expect((await world.box.attempt(end.operation, end.input)).status, what).toBeLessThan(300);
  const after = await byPlatform(world, [thing]);
  putBack();
  expect(after.get(`${person.id} ${thing.id}`) ?? 'no access', what).toBe(said.after);
  const others = world.people
    .filter(({ id }) => id !== person.id && truth.has(`${id} ${thing.id}`))
    .map(({ id }) => ({ was: truth.get(`${id} ${thing.id}`), now: after.get(`${id} ${thing.id}`) }));
  const lost = others.filter(({ now }) => now === undefined).length;
  const less = others.filter(({ now, was }) => now !== undefined && now !== was).length;
  expect(Number(/(\d+) others? loses? access/.exec(said.others)?.[1] ?? 0), what).toBe(lost);
  expect(Number(/(\d+) others? ha(?:s|ve) less/.exec(said.others)?.[1] ?? 0), what).toBe(less);
  return 1;
}

async function compare(seed: number): Promise<number> {
  const box = await openTestSandbox();
  try {
    const world = await randomWorld(box, seed);
    const truth = await byFormula(world);
    expect(await byPlatform(world, thingsOf(world)), `seed ${seed}`).toEqual(truth);
    await compareMatrix(world, truth);
    if (seed % STRIDE === 0) await compareReach(world, truth);
    const things = thingsOf(world).filter((_, at) => at % STRIDE === seed % STRIDE);
    let done = 0;
    for (const thing of things) done += await comparePlace(world, truth, thing);
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
