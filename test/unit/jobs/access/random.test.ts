// What matrix, of, who-can and why say against a formula of its own, the platform's sums and the token of each person;
// and every command that why prints, run alone, against what it promises.
import { expect, it } from 'vitest';
import { getSpace } from '../../../../src/api/content/spaces.ts';
import type { Role } from '../../../../src/api/roles.ts';
import type { Place } from '../../../../src/domain/access/levels.ts';
import type { Person } from '../../../../src/domain/access/people.ts';
import { type End, endsOf } from '../../../../src/jobs/access/ends.ts';
import { readMatrix } from '../../../../src/jobs/access/matrix.ts';
import { readPlaceAccess } from '../../../../src/jobs/access/one-place.ts';
import { readReach } from '../../../../src/jobs/access/reach.ts';
import { type Consequence, type Reasons, reasonsIn } from '../../../../src/jobs/access/reasons.ts';
import {
  byFormula,
  byPlatform,
  keeper,
  type Levels,
  randomWorld,
  type SiteThing,
  thingsOf,
  type World,
} from '../../../helpers/access-world.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';

const ORGANIZATIONS = runs('L21', 'organizations', 6);
const SEED = 4000;
/** In the check the commands for every fourth thing are run, others in each organization. */
const STRIDE = process.env.DOCS_HARDEN ? 1 : 4;

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
