// Through what a person has a level on a space or collection: the role, a default level, a grant, a team.

import type { Role } from '../../api/roles.ts';
import { ancestors, type Given } from './grants.ts';
import { highest, type Place } from './levels.ts';
import type { Person } from './people.ts';

/** One way to a level. */
export interface Way {
  level: Role;
  /** What gives it: the role in the organization, a level for all members, a grant. */
  via: 'role' | 'default' | 'user' | 'team';
  /** The team, where it is one. */
  team?: { id: string; title: string };
  /** On what: undefined for the role. */
  on?: Place;
  /** It comes from further up. */
  inherited: boolean;
}

export interface Origin {
  /** The level that the platform says, which is the one that holds. */
  level: Role | undefined;
  /** Every way to any level. */
  ways: readonly Way[];
  /** Those that give the level in effect. */
  deciding: readonly Way[];
  /** Why the ways do not add up to what the platform says. */
  doubt?: string;
}

/** `level`: what the platform says. A person who is disabled has no way to anything. */
export function originOf(person: Person, place: Place, given: Given, level: Role | undefined): Origin {
  const ways = person.status === 'active' ? waysOf(person, place, given) : [];
  const sum = highest(ways.map((way) => way.level));
  const deciding = ways.filter((way) => way.level === level);
  if (sum === level) return { level, ways, deciding };
  const hidden = hiddenAbove(place, given);
  const doubt =
    hidden !== undefined
      ? `collection ${hidden} cannot be read`
      : `the platform says ${level ?? 'none'}, but roles, grants and default levels add up to ${sum ?? 'none'}`;
  return { level, ways, deciding: [], doubt };
}

/** As the platform adds them up: the highest one counts. */
export function waysOf(person: Person, place: Place, given: Given): Way[] {
  const { role } = person;
  const chain = ancestors(place, given.collections);
  const ways: Way[] = [];
  if (role === 'admin') ways.push({ level: 'admin', via: 'role', inherited: false });
  ways.push(...grantsTo(person, place, given, false));
  for (const one of chain) ways.push(...grantsTo(person, one, given, true));
  // Levels are those of members, and the nearest that is not inherited counts: a guest has none.
  if (role === null) return ways;
  const all = [place, ...chain];
  const at = all.findIndex(({ defaultLevel }) => defaultLevel !== 'inherit');
  const own = all[at];
  if (own) {
    const { defaultLevel } = own;
    if (defaultLevel !== null && defaultLevel !== 'inherit')
      ways.push({ level: defaultLevel, via: 'default', on: own, inherited: at > 0 });
  } else if (hiddenAbove(place, given) === undefined && role !== 'admin') {
    ways.push({ level: role, via: 'role', inherited: true });
  }
  return ways;
}

function grantsTo({ id }: Person, on: Place, { grants, teams }: Given, inherited: boolean): Way[] {
  return (grants.get(on.id) ?? []).flatMap((grant): Way[] => {
    const { level } = grant;
    if (grant.kind === 'user') return grant.id === id ? [{ level, via: 'user', on, inherited }] : [];
    const team = teams.get(grant.id);
    return team?.members.has(id)
      ? [{ level, via: 'team', team: { id: team.id, title: team.title }, on, inherited }]
      : [];
  });
}

/** The ID of a collection above that one may not see: what it gives is unknown. */
function hiddenAbove(place: Place, { collections }: Given): string | undefined {
  const last = ancestors(place, collections).at(-1) ?? place;
  return last.parent !== undefined && !collections.has(last.parent) ? last.parent : undefined;
}

/** `team Writers on collection Product (inherited)`. */
export function wayText({ via, team, on, inherited }: Way): string {
  const where = on ? ` on ${on.kind} ${on.title}` : '';
  const above = inherited && on ? ' (inherited)' : '';
  if (via === 'role') return inherited ? 'organization role (inherited)' : 'organization role';
  if (via === 'default') return `default level${where}${above}`;
  if (via === 'team') return `team ${team?.title}${where}${above}`;
  return `direct grant${where}${above}`;
}

/** All ways to the level in effect, or `?` and why. */
export function originText({ deciding, doubt }: Origin): string {
  return doubt === undefined ? deciding.map(wayText).join('; ') : `? ${doubt}`;
}
