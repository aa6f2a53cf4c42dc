// What makes the grants on things what is wanted: one request a grant that differs.

import type { Operation } from '../../api/operation.ts';
import { getCaller } from '../../api/people/members.ts';
import { ROLES, type Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { ADD, type Grant, REMOVE, UPDATE } from '../../domain/access/grants.ts';
import { keyOf, type Subject, type Thing, type Wanted } from '../../domain/access/wanted.ts';
import { POWER } from '../../domain/dangers/people.ts';
import type { Wish } from '../../engine/plan/job-wishes.ts';
import { NotFoundError, unless } from '../../errors.ts';

export interface GrantChange {
  operation: Operation;
  input: Record<string, unknown>;
  subject: Subject;
  thing: Thing;
  before: Role | null;
  after: Role | null;
  follows?: string;
}

export interface Given {
  subject: Subject;
  thing: Thing;
  level: Role;
}

export interface Comparison {
  changes: GrantChange[];
  unchanged: number;
  /** Grants there are on the things that were read. */
  total: number;
  /** How many grants end since nothing names them. */
  unlisted: number;
  /** Grants of another level than the one that ended: given by hand since, they stay. */
  left: Given[];
}

interface Question {
  organizationId: string;
  wanted: ReadonlyMap<string, Wanted>;
  things: readonly Thing[];
  /** By the ID of the thing. */
  grants: ReadonlyMap<string, readonly Grant[]>;
  /** Ends what is not wanted. */
  onlyListed: boolean;
  /** Who asks. */
  caller: string | undefined;
}

/** First what is given and changed, then what ends: nobody is without access in between. */
export function grantChanges(question: Question): Comparison {
  const { wanted, onlyListed } = question;
  const given = givenNow(question);
  const left = onlyListed ? [] : [...wanted].flatMap(([key, one]) => otherLevel(one, given.get(key)));
  const kept = new Set(left.map(({ subject, thing }) => keyOf(subject, thing)));
  const all = [...wanted]
    .filter(([key]) => !kept.has(key))
    .map(([key, { subject, thing, level }]) => ({
      subject,
      thing,
      before: given.get(key)?.level ?? null,
      after: level,
    }));
  const changes = all.filter(({ before, after }) => before !== after);
  const unlisted = onlyListed ? [...given].filter(([key]) => !wanted.has(key)) : [];
  const ends = [
    ...changes.filter(({ after }) => after === null),
    ...unlisted.map(([, { subject, thing, level }]) => ({ subject, thing, before: level, after: null })),
  ];
  const sets = changes.filter(({ after }) => after !== null);
  return {
    changes: [...sets, ...ends].map((change) => changeOf(question, change)),
    unchanged: all.length - changes.length,
    total: given.size + sets.length,
    unlisted: unlisted.length,
    left,
  };
}

const otherLevel = ({ level, ended }: Wanted, given: Given | undefined): Given[] =>
  given && level === null && ended?.includes(given.level) === false ? [given] : [];

/** All grants on the things that were read, by `keyOf`. */
function givenNow({ things, grants }: Question): Map<string, Given> {
  const given = new Map<string, Given>();
  for (const thing of things)
    for (const { kind, id, name, level } of grants.get(thing.id) ?? [])
      given.set(keyOf({ kind, id }, thing), { subject: { kind, id, name }, thing, level });
  return given;
}

function changeOf(
  { organizationId, caller }: Question,
  change: Pick<GrantChange, 'subject' | 'thing' | 'before' | 'after'>,
): GrantChange {
  const { subject, thing, before, after } = change;
  const { kind, id } = subject;
  const place = placeIn(thing, organizationId);
  const own = { ...place, [kind === 'user' ? 'userId' : 'teamId']: id };
  const follows = followsOf(change, caller);
  const said = follows === undefined ? {} : { follows };
  if (after === null) return { ...change, operation: REMOVE[kind][thing.kind], input: own, ...said };
  if (before !== null)
    return { ...change, operation: UPDATE[kind][thing.kind], input: { ...own, role: after }, ...said };
  const input = { ...place, role: after, [kind === 'user' ? 'users' : 'teams']: [id] };
  return { ...change, operation: ADD[thing.kind], input, ...said };
}

const placeIn = ({ kind, id }: Thing, organizationId: string): Record<string, string> =>
  kind === 'site' ? { organizationId, siteId: id } : { [`${kind}Id`]: id };

/** Who gains what, or that it is one's own access that ends. */
function followsOf(
  { subject, thing, before, after }: Pick<GrantChange, 'subject' | 'thing' | 'before' | 'after'>,
  caller: string | undefined,
): string | undefined {
  if (subject.kind === 'user' && subject.id === caller && !isRaised(before, after))
    return 'this is your own access';
  const power = after === null ? undefined : POWER[after];
  if (power === undefined || !isRaised(before, after)) return undefined;
  const who = subject.kind === 'team' ? `the members of team "${subject.name}"` : subject.name;
  return `${who} ${power(`${thing.kind} "${thing.title}"`)}`;
}

const isRaised = (before: Role | null, after: Role | null): boolean =>
  after !== null && (before === null || ROLES.indexOf(after) < ROLES.indexOf(before));

// A change of a grant as a row of a plan.

export function wishOf({ operation, input, subject, before, after, follows }: GrantChange): Wish {
  const { kind, id } = subject;
  const isPower = after !== null && POWER[after] !== undefined && isRaised(before, after);
  return {
    operation,
    input,
    // As the lists show it, so that none is read again.
    live: before === null ? { [id]: null } : { permission: before, [kind]: { id } },
    danger: isPower || after === null || follows !== undefined ? 'moderate' : 'mild',
    ...(follows !== undefined && { follows }),
  };
}

/** Undefined on a host that does not say who is calling. */
export const callerOf = async (client: Client): Promise<string | undefined> =>
  unless(
    (error) => error instanceof NotFoundError,
    async () => (await client.call(getCaller, {})).id,
  );
