// Why somebody has a level on one thing, and what to change to end each way: the request, the command, what it comes to.
import { updateCollection } from '../../api/content/collections.ts';
import { updateSpace } from '../../api/content/spaces.ts';
import type { Operation } from '../../api/operation.ts';
import { removeTeamMember, updateMember } from '../../api/people/members.ts';
import { ROLES } from '../../api/roles.ts';
import {
  type Given,
  type Level,
  type Origin,
  type Placed,
  REMOVE,
  sumOf,
  type Way,
  waysTo,
} from '../../domain/access/grants.ts';
import type { Place } from '../../domain/access/levels.ts';
import type { Person } from '../../domain/access/people.ts';
import type { Thing } from '../../domain/access/wanted.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';

export interface End {
  command: string;
  operation: Operation;
  input: Record<string, unknown>;
  /** What is no longer there afterwards: the role, a default level, what was given, or membership of a team. */
  ends: 'role' | 'default' | 'user' | 'team' | 'membership';
  /** What it changes beyond the thing that was asked for: `they lose all else that members can see`. */
  also?: string;
}

/** The ends of a way, the one that changes least for others first. A default level of a site has none. */
export function endsOf(way: Way, person: Person, organizationId: string): End[] {
  const { id } = person;
  const who = person.email ?? id;
  const { via, on, team } = way;
  if (via === 'role' || !on) return [endRole(who, { organizationId, userId: id })];
  const place = [`--${on.kind}`, wordFor(on)];
  const ref = on.kind === 'site' ? { organizationId, siteId: on.id } : { [`${on.kind}Id`]: on.id };
  const rest = on.kind === 'collection' && { also: `it also changes the rest of collection "${on.title}"` };
  if (via === 'user')
    return [
      {
        command: shell`docs permissions users remove ${who} ${place}`,
        operation: REMOVE.user[on.kind],
        input: { ...ref, userId: id },
        ends: 'user',
        ...rest,
      },
    ];
  if (via === 'default' || !team) return on.kind === 'site' ? [] : [{ ...clearLevel(on), ...rest }];
  const title = wordFor(team);
  return [
    {
      command: shell`docs teams members remove ${title} ${who}`,
      operation: removeTeamMember,
      input: { organizationId, teamId: team.id, userId: id },
      ends: 'membership',
      also: `they lose all else that team "${team.title}" gives them`,
    },
    {
      command: shell`docs permissions teams remove ${title} ${place}`,
      operation: REMOVE.team[on.kind],
      input: { ...ref, teamId: team.id },
      ends: 'team',
      ...rest,
    },
  ];
}

/** A lower role would only lower the level, and leave the rest of the ways: a guest has what was given by name. */
const endRole = (who: string, ref: { organizationId: string; userId: string }): End => ({
  command: shell`docs members update ${who} --role guest`,
  operation: updateMember,
  input: { ...ref, role: null },
  ends: 'role',
  also: 'they lose all else that members can see',
});

function clearLevel(place: Thing): End {
  const isSpace = place.kind === 'space';
  return {
    command: isSpace
      ? shell`docs spaces update ${wordFor(place)} --clear-default-level`
      : shell`docs collections update ${wordFor(place)} --clear-default-level`,
    operation: isSpace ? updateSpace : updateCollection,
    input: { [isSpace ? 'spaceId' : 'collectionId']: place.id, defaultLevel: null },
    ends: 'default',
  };
}

/** A title that is easy to type, else the ID. */
export const wordFor = ({ id, title }: { id: string; title: string }): string =>
  /^\w[\w .-]*$/.test(title) ? title : id;

// What a command that ends one way comes to: the level that is left, and who else has less.

export interface Accessor {
  person: Person;
  /** undefined: no access. */
  level: Level | undefined;
  origin: Origin;
}

export interface PlaceAccess {
  accessors: Accessor[];
  standing: Standing;
}

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

function effectOf(standing: Standing, ending: Ending): Effect {
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

/** A command, and what it comes to when it is the only one that runs. */
export interface Consequence {
  command: string;
  after: Level | 'no access';
  /** Whom and what else it concerns; empty where nobody and nothing. */
  others: string;
}

export interface Reason {
  way: Way;
  decides: boolean;
  /** Ends this way for this person. */
  end?: Consequence;
  /** Ends it for others as well. */
  or?: Consequence;
}

export interface Reasons {
  level: Level | undefined;
  reasons: Reason[];
  /** What is left once the commands of all deciding ways have run; undefined where one has none. */
  rest?: Level | 'no access';
  doubt?: string | undefined;
}

interface Question {
  organizationId: string;
  person: Person;
  /** No command is against them. */
  caller: string | undefined;
}

const GIVES: readonly Level[] = [...ROLES, 'guest'];

/** The highest level first. */
export function reasonsIn({ accessors, standing }: PlaceAccess, question: Question): Reasons {
  const { organizationId, person, caller } = question;
  const found = accessors.find((one) => one.person.id === person.id);
  if (!found) return { level: undefined, reasons: [] };
  const { level, origin } = found;
  const ways = [...origin.ways].sort((a, b) => GIVES.indexOf(a.level) - GIVES.indexOf(b.level));
  const deciding = ways.filter((way) => origin.deciding.includes(way));
  const told = teller({ standing, person, caller });
  const said = new Set<string>();
  const reasons = ways.map((way): Reason => {
    const [end, or] = person.id === caller ? [] : endsOf(way, person, organizationId);
    const fresh = [end, or].map((one) => {
      if (!one || said.has(one.command)) return undefined;
      said.add(one.command);
      return told(one, way);
    });
    const [first, second] = fresh;
    return {
      way,
      decides: deciding.includes(way),
      ...(first && { end: first }),
      ...(second && { or: second }),
    };
  });
  const endings = deciding.flatMap((way): Ending[] => {
    const [end] = endsOf(way, person, organizationId);
    return end ? [{ end, way, userId: person.id }] : [];
  });
  const isWhole = endings.length > 0 && endings.length === deciding.length;
  return {
    level,
    reasons,
    doubt: origin.doubt,
    ...(isWhole && { rest: restOf(standing, endings) ?? 'no access' }),
  };
}

const teller =
  ({ standing, person, caller }: { standing: Standing; person: Person; caller: string | undefined }) =>
  (end: End, way: Way): Consequence => {
    const { after, lost, lowered } = effectOf(standing, { end, way, userId: person.id });
    const isCallers = [...lost, ...lowered].some(({ id }) => id === caller);
    const parts = [
      ...(lost.length > 0 ? [`${plural(lost.length, 'other loses', 'others lose')} access`] : []),
      ...(lowered.length > 0 ? [`${plural(lowered.length, 'other has', 'others have')} less`] : []),
      ...(isCallers ? ['you are one of them'] : []),
      ...(end.also === undefined ? [] : [end.also]),
    ];
    return { command: end.command, after: after ?? 'no access', others: parts.join('; ') };
  };
