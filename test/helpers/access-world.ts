// Levels on everything in an organization: by a formula of its own over plain lists, and as the platform adds them up.
import { listCollections } from '../../src/api/content/collections.ts';
import { listTeamMembers, listTeams } from '../../src/api/people/members.ts';
import { ROLES } from '../../src/api/roles.ts';
import { listSiteSpaces } from '../../src/api/sites/site-structure.ts';
import { getSite } from '../../src/api/sites/sites.ts';
import { type Level, LIST } from '../../src/domain/access/grants.ts';
import { type Place, placeOf, readLevels } from '../../src/domain/access/levels.ts';
import { type Person, readPeople } from '../../src/domain/access/people.ts';
import type { Thing } from '../../src/domain/access/wanted.ts';
import { readSpaces } from '../../src/jobs/access/matrix.ts';
import { readSiteAccess } from '../../src/jobs/access/one-place.ts';
import { randomAccess } from './random-access.ts';
import type { TestSandbox } from './sandbox.ts';
import { workflowClient } from './workflow-client.ts';

export type SiteThing = Thing & { kind: 'site' };
/** By `<person> <thing>`. */
export type Levels = Map<string, Level>;

export type World = Awaited<ReturnType<typeof randomWorld>>;

export async function randomWorld(box: TestSandbox, seed: number) {
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

export const thingsOf = ({ spaces, collections, sites }: World): (Place | SiteThing)[] => [
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

export async function byFormula(world: World): Promise<Levels> {
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
export async function byPlatform(
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
export function keeper({ sandbox: { db } }: TestSandbox): () => void {
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
