// Why somebody has a level on one thing: every way, the commands that end it, and what each of them comes to.
import { ROLES } from '../../api/roles.ts';
import type { Level, Way } from '../../domain/access/grants.ts';
import type { Person } from '../../domain/access/people.ts';
import { plural } from '../../output/format.ts';
import { type End, type Ending, effectOf, endsOf, restOf, type Standing } from './ends.ts';
import type { PlaceAccess } from './one-place.ts';

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
