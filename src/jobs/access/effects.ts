// What a command that ends one way comes to: the level that is left, and who else has less.

import { ROLES } from '../../api/roles.ts';
import { type Given, type Level, type Placed, sumOf, type Way, waysTo } from '../../domain/access/grants.ts';
import type { Place } from '../../domain/access/levels.ts';
import type { Person } from '../../domain/access/people.ts';
import type { End } from './ends.ts';

/** Everyone's access to one thing, and what it comes from. */
export interface Standing {
  place: Placed;
  given: Given;
  people: readonly Person[];
}

export interface Effect {
  /** What the person has afterwards. */
  after: Level | undefined;
  /** Of the others: who has no access afterwards, and who has a lower level. */
  lost: readonly Person[];
  lowered: readonly Person[];
}

/** The same as it is once the command has run. */
export function without(standing: Standing, { end, way, userId }: Ending): Standing {
  const { place, given, people } = standing;
  const { on, team } = way;
  if (end.ends === 'role')
    return { ...standing, people: people.map((one) => (one.id === userId ? { ...one, role: null } : one)) };
  if (end.ends === 'membership' && team) {
    const teams = new Map(given.teams);
    const known = teams.get(team.id);
    const members = new Set([...(known?.members ?? [])].filter((id) => id !== userId));
    if (known) teams.set(team.id, { ...known, members });
    return { ...standing, given: { ...given, teams } };
  }
  if (!on) return standing;
  if (end.ends === 'default') {
    const cleared = <P extends Place>(one: P): P => (one.id === on.id ? { ...one, defaultLevel: null } : one);
    const collections = new Map([...given.collections].map(([id, one]) => [id, cleared(one)]));
    const own = place.kind === 'site' ? { ...place, shows: place.shows.map(cleared) } : cleared(place);
    return { ...standing, place: own, given: { ...given, collections } };
  }
  const subject = end.ends === 'user' ? userId : team?.id;
  const left = (given.grants.get(on.id) ?? []).filter(({ kind, id }) => kind !== end.ends || id !== subject);
  return { ...standing, given: { ...given, grants: new Map(given.grants).set(on.id, left) } };
}

export interface Ending {
  end: End;
  way: Way;
  userId: string;
}

/** The level of everyone by their ID. */
export const levelsIn = ({ place, given, people }: Standing): Map<string, Level | undefined> =>
  new Map(people.map((person) => [person.id, sumOf(waysTo(person, place, given))]));

export function effectOf(standing: Standing, ending: Ending): Effect {
  const before = levelsIn(standing);
  const after = levelsIn(without(standing, ending));
  const others = standing.people.filter(({ id }) => id !== ending.userId && before.get(id) !== undefined);
  return {
    after: after.get(ending.userId),
    lost: others.filter(({ id }) => after.get(id) === undefined),
    lowered: others.filter(({ id }) => after.get(id) !== undefined && isLower(after.get(id), before.get(id))),
  };
}

const RANKS: readonly (Level | undefined)[] = [...ROLES, 'guest', undefined];
const isLower = (after: Level | undefined, before: Level | undefined): boolean =>
  RANKS.indexOf(after) > RANKS.indexOf(before);

/** What is left once all of these have ended. */
export function restOf(standing: Standing, endings: readonly Ending[]): Level | undefined {
  const [first] = endings;
  const left = endings.reduce(without, standing);
  return first && levelsIn(left).get(first.userId);
}
