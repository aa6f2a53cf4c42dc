// A directory beside the members: 200 random ones against what each line says by itself.
import { expect, it } from 'vitest';
import { ROLES, type Role } from '../../../../src/api/roles.ts';
import type { Person } from '../../../../src/domain/access/people.ts';
import { compareDirectory, keepsAdmin, type Listed, roleIn } from '../../../../src/jobs/access/directory.ts';
import { randomNumbers } from '../../../helpers/random-organization.ts';

const LEVELS: readonly (Role | null)[] = [...ROLES, null];

function plant(seed: number) {
  const next = randomNumbers(seed);
  const random = (below: number) => Math.floor(next() * below);
  const people = Array.from(
    { length: 1 + random(12) },
    (_, at): Person => ({
      id: `u${at}`,
      name: `Person ${at}`,
      email: random(8) === 0 ? undefined : `P${at}@acme.com`,
      role: LEVELS[random(LEVELS.length)] ?? null,
      status: random(6) === 0 ? 'disabled' : 'active',
      joinedAt: undefined,
      lastSeenAt: undefined,
    }),
  );
  const listed = Array.from({ length: 16 }, (_, at) => at)
    .filter(() => random(3) > 0)
    .map(
      (at): Listed => ({
        email: `p${at}@acme.com`,
        role: random(2) === 0 ? undefined : (LEVELS[random(LEVELS.length)] ?? null),
        teams: undefined,
        where: `line ${at}`,
      }),
    );
  return { people, listed, caller: `u${random(people.length)}` };
}

it.each(Array.from({ length: 200 }, (_, seed) => seed))('directory %i leaves nothing to do', (seed) => {
  const { people, listed, caller } = plant(seed);
  const difference = compareDirectory(people, listed, caller);
  const { roles, removals, missing } = difference;
  const emails = new Set(listed.map(({ email }) => email));
  for (const person of people) {
    const isListed = person.email !== undefined && emails.has(person.email.toLowerCase());
    const goes = !isListed && person.email !== undefined && person.role !== null && person.id !== caller;
    expect([person, removals.includes(person)]).toEqual([person, goes]);
  }
  expect(roles.map(({ person }) => person.id)).not.toContain(caller);
  const own = new Set(people.map(({ email }) => email?.toLowerCase()));
  expect(missing).toEqual(listed.map(({ email }) => email).filter((email) => !own.has(email)));

  const changed = new Map(roles.map(({ person, role }) => [person.id, role]));
  const after = people
    .filter((person) => !removals.includes(person))
    .map((person) => ({
      ...person,
      role: changed.has(person.id) ? (changed.get(person.id) ?? null) : person.role,
    }));
  const again = compareDirectory(after, listed, caller);
  // Who became a guest is listed, so that nothing is removed later either.
  expect([again.roles, again.removals]).toEqual([[], []]);
  expect(keepsAdmin(people, difference)).toBe(
    after.some(({ role, status }) => role === 'admin' && status === 'active'),
  );

  const turned = compareDirectory(people, [...listed].reverse(), caller);
  const idsOf = (all: typeof difference) =>
    [all.removals, all.roles.map(({ person }) => person)].map((some) => some.map(({ id }) => id).sort());
  expect(idsOf(turned)).toEqual(idsOf(difference));
});

it('reads roles in any case, and guest as none', () => {
  expect([roleIn(' Edit '), roleIn('GUEST'), roleIn('owner')]).toEqual(['edit', null, undefined]);
});
