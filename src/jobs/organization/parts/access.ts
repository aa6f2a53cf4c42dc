// access.yaml: who was given which level on what by name, and until when; the same file as that of docs access plan.
import { getCaller } from '../../../api/people/members.ts';
import { ROLES, Role } from '../../../api/roles.ts';
import { builders } from '../../../api/schema.ts';
import { ADD, type Grant, LIST, REMOVE, UPDATE } from '../../../domain/access/grants.ts';
import type { Person } from '../../../domain/access/people.ts';
import {
  accessEntries,
  type Entry,
  keyOf,
  type Problem,
  type Thing,
  type Wanted,
  wantedAccess,
} from '../../../domain/access/wanted.ts';
import { countedBy, sortedBy } from '../../../files/lists.ts';
import { type GrantChange, grantChanges, wishOf } from '../../access/grant-changes.ts';
import type { Described } from '../../site-file/describe.ts';
import { Shape } from '../../site-file/schema.ts';
import { isRef } from '../../site-file/work.ts';
import { type OrgFile, placeOf } from '../file.ts';
import type { Part, Work } from '../part.ts';
import * as part from '../part.ts';
import * as shapes from '../shapes.ts';
import type { Kind, Names, World } from '../world.ts';

const { ArrayOf, Optional, Str, Union } = builders;

const one = (description: string) => Str({ minLength: 1, description });
const some = (description: string) =>
  Optional(Union([one(description), ArrayOf(Str({ minLength: 1 }))], { description }));

const schema = Shape({
  ...shapes.SCHEMA_KEY,
  grants: ArrayOf(
    Shape({
      person: some('member: email or ID; * matches any text'),
      people: some('members'),
      team: some('team: title or ID; * matches any text'),
      teams: some('teams'),
      level: Optional(shapes.said(Role, 'level that they are given')),
      on: some('space:Guides, collection:Product or site:Docs, by title, ID or URL; * matches any text'),
      until: Optional(Str({ description: 'last day of the access, such as 2027-01-31' })),
      note: Optional(Str({ description: 'why they have it' })),
    }),
  ),
});

/** Without the key for editors, as the reader of such files takes it. */
const grantsIn = ({ value }: OrgFile): { grants: readonly object[] } => ({
  grants: Object(value).grants ?? [],
});

const KINDS = ['space', 'collection', 'site'] as const;

async function readThings(namesOf: (kind: Thing['kind']) => Promise<Names>): Promise<Thing[]> {
  const lists = await Promise.all(KINDS.map(async (kind) => ({ kind, names: await namesOf(kind) })));
  return lists.flatMap(({ kind, names }) => names.things.map(({ id, title }) => ({ kind, id, title })));
}

// Reading: what a file has said stays as it is said, as far as it is so; everything else is added.

async function describe(world: World, [file]: readonly OrgFile[]): Promise<Described[]> {
  const things = await readThings((kind) => world.names(kind));
  const [people, teams, grants] = await Promise.all([world.people(), world.teams(), world.grants(things)]);
  const organization = { people, teams, things };
  const given = new Map<string, Pair>();
  for (const thing of things)
    for (const { kind, id, level } of grants.get(thing.id) ?? []) {
      const pair = { subject: { kind, id }, thing, level };
      given.set(keyOf(pair.subject, thing), pair);
    }
  const words = wordsFor(organization);
  let entries = file ? told(file) : [];
  for (;;) {
    const wrong = wrongEntries(entries, given, organization, world.now);
    if (wrong.size === 0) break;
    entries = entries.flatMap((entry) =>
      wrong.has(entry) ? reduced(entry, given, { organization, now: world.now, words }) : [entry],
    );
  }
  const { wanted } = wantedAccess(numbered(entries), organization, world.now);
  // What has ended by the file, and is still there, ends with the next apply.
  const isSaid = (key: string, level: Role) => {
    const told = wanted.get(key);
    return told?.level === level || (told?.level === null && told.ended?.includes(level) === true);
  };
  const left = [...given].flatMap(([key, pair]) => (isSaid(key, pair.level) ? [] : [pair]));
  return [{ grants: [...entries.map(({ raw }) => raw), ...grouped(left, words)] as Described[] }];
}

interface Pair {
  subject: { kind: 'user' | 'team'; id: string };
  thing: Thing;
  level: Role;
}

/** An entry with what it was read from. */
interface Told {
  raw: Readonly<Record<string, unknown>>;
  entry: Entry;
}

interface Known {
  people: readonly Person[];
  teams: readonly { id: string; title: string }[];
  things: readonly Thing[];
}

function told(file: OrgFile): Told[] {
  const { grants } = grantsIn(file);
  const { entries } = accessEntries({ grants });
  return entries.map((entry) => ({ raw: { ...grants[numberIn(entry) - 1] }, entry }));
}

const numberIn = ({ where }: { where: string }): number => Number(/\d+/.exec(where)?.[0] ?? 0);

const numbered = (entries: readonly Told[]): Entry[] =>
  entries.map(({ entry }, at) => ({ ...entry, where: `grant ${at + 1}` }));

/** Entries that give what is not so, or name what is not there. */
function wrongEntries(
  entries: readonly Told[],
  given: ReadonlyMap<string, Pair>,
  organization: Known,
  now: Date,
): Set<Told> {
  const { wanted, problems } = wantedAccess(numbered(entries), organization, now);
  const wheres = new Set(problems.map(({ where }) => where));
  for (const [key, { level, where }] of wanted)
    if (level !== null && given.get(key)?.level !== level) wheres.add(where);
  return new Set(entries.filter((_, at) => wheres.has(`grant ${at + 1}`)));
}

/** What of an entry is so, without patterns. */
function reduced(
  { raw, entry }: Told,
  given: ReadonlyMap<string, Pair>,
  { organization, now, words }: { organization: Known; now: Date; words: Words },
): Told[] {
  const { wanted } = wantedAccess([entry], organization, now);
  const pairs = [...wanted].flatMap(([key, { level }]) => {
    const pair = given.get(key);
    return pair && pair.level === level ? [pair] : [];
  });
  const { until, note } = raw;
  const more = { ...(until !== undefined && { until }), ...(note !== undefined && { note }) };
  return grouped(pairs, words).flatMap((made) => {
    const own = { ...made, ...more };
    const [read] = accessEntries({ grants: [own] }).entries;
    return read ? [{ raw: own, entry: read }] : [];
  });
}

interface Words {
  person(id: string): string;
  team(id: string): string;
  thing(thing: Thing): string;
}

/** Names that mean one only, without regard to case, and no pattern. */
function wordsFor({ people, teams, things }: Known): Words {
  const email = shapes.personNames(people);
  const counter = (texts: readonly string[]) => {
    const timesOf = countedBy(texts, (text) => text.toLowerCase());
    return (text: string) =>
      timesOf(text.toLowerCase()) === 1 && !text.includes('*') && text.trim() === text && text !== '';
  };
  const isOneTeam = counter(teams.map(({ title }) => title));
  const isOneThing = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      counter(things.filter((thing) => thing.kind === kind).map(({ title }) => title)),
    ]),
  );
  const titles = new Map(teams.map(({ id, title }) => [id, title]));
  return {
    person: (id) => (email(id).includes('*') ? id : email(id)),
    team: (id) => {
      const title = titles.get(id) ?? id;
      return isOneTeam(title) ? title : id;
    },
    thing: ({ kind, id, title }) => `${kind}:${isOneThing[kind]?.(title) ? title : id}`,
  };
}

/** An entry for each person or team and level. */
function grouped(pairs: readonly Pair[], words: Words): Readonly<Record<string, unknown>>[] {
  const groups = new Map<string, { who: object; level: Role; on: string[] }>();
  for (const { subject, thing, level } of pairs) {
    const isTeam = subject.kind === 'team';
    const name = isTeam ? words.team(subject.id) : words.person(subject.id);
    const key = `${isTeam ? 1 : 0} ${name}\n${ROLES.indexOf(level)}`;
    const group = groups.get(key) ?? { who: isTeam ? { team: name } : { person: name }, level, on: [] };
    groups.set(key, group);
    group.on.push(words.thing(thing));
  }
  return sortedBy([...groups], ([key]) => key).map(([, { who, level, on }]) => {
    const sorted = sortedBy(on, (text) => text);
    return { ...who, level, on: sorted.length === 1 ? sorted[0] : sorted };
  });
}

// Planning: by the code of docs access plan.

async function plan(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  const { world } = work;
  const { grants: items } = grantsIn(file);
  const report = ({ where, message, hint }: Problem) =>
    part.addFault(work, file, items[numberIn({ where }) - 1] ?? items, [], message, hint);
  const { entries, problems } = accessEntries({ grants: items });
  problems.forEach(report);
  const teams = await part.namesIn(work, 'team');
  const things = await readThings((kind) => part.namesIn(work, kind));
  const named = await Promise.all(
    entries.map((entry) => byIds(work, { file, item: items[numberIn(entry) - 1] ?? items }, entry, teams)),
  );
  const people = await world.people();
  const organization = { people, teams: teams.things, things, formerly: work.formerly };
  const found = wantedAccess(named, organization, world.now);
  found.problems.forEach(report);
  const isNamed = new Set([...found.wanted.values()].map(({ thing }) => thing.id));
  const compared = work.prune ? things : things.filter(({ id }) => isNamed.has(id));
  const grants = await grantsOf(work, compared, teams);
  const caller = await world.caller();
  const question = {
    organizationId: world.organizationId,
    wanted: found.wanted,
    things: compared,
    grants,
    caller,
  };
  const { changes, unchanged } = grantChanges({ ...question, onlyListed: work.prune });
  const ends = changes.filter(({ after }) => after === null);
  const own = ends.filter(({ subject }) => subject.kind === 'user' && subject.id === caller);
  for (const { thing } of own)
    work.kept.push(`your own access to ${thing.kind} "${thing.title}" is not in ${file.name} and stays`);
  for (const change of changes) if (!own.includes(change)) addChange(work, file, items, change, found.wanted);
  const total = [...grants.values()].reduce((sum, list) => sum + list.length, 0);
  work.unchanged += unchanged;
  if (work.prune) work.removals.push({ what: 'grants', count: ends.length - own.length, total });
}

function addChange(
  work: Work,
  file: OrgFile,
  items: readonly object[],
  change: GrantChange,
  wanted: ReadonlyMap<string, Wanted>,
): void {
  const { subject, thing } = change;
  const where = wanted.get(keyOf(subject, thing))?.where;
  const item = where === undefined ? undefined : items[numberIn({ where }) - 1];
  const line = item && file.spots.get(item)?.line;
  part.addWish(work, file, {
    ...wishOf(change),
    target: { kind: 'grant', title: subject.name, where: `on ${thing.kind} "${thing.title}"` },
    ...(line !== undefined && { line }),
  });
}

/** A name that the folder gives to one thing becomes its ID: it may be that of another organization. */
async function byIds(
  work: Work,
  { file, item }: { file: OrgFile; item: object },
  entry: Entry,
  teams: Names,
): Promise<Entry> {
  const idIn = (names: Names, kind: Kind, word: string, ...path: [string, number]): string | undefined => {
    const [only, second] = word.includes('*') ? [] : names.find(word);
    if (!only || second) return undefined;
    part.sayOldName(work, { file, ...placeOf(file, item, ...path), kind, word }, only);
    return only.id;
  };
  const on = await Promise.all(
    entry.on.map(async (word, at) => {
      const [, given, name = word] = /^(space|collection|site):(.+)$/s.exec(word) ?? [];
      const kind = KINDS.find((known) => known === given) ?? 'space';
      const id = idIn(await part.namesIn(work, kind), kind, name.trim(), 'on', at);
      return id === undefined ? word : `${kind}:${id}`;
    }),
  );
  return {
    ...entry,
    on,
    teams: entry.teams.map((word, at) => idIn(teams, 'team', word, 'team', at) ?? word),
  };
}

/** Those of teams that go, go with these. */
async function grantsOf(work: Work, things: readonly Thing[], teams: Names): Promise<Map<string, Grant[]>> {
  // What is in no list yet has no access of its own.
  const live = await work.world.grants(things.filter(({ id }) => !isRef(id)));
  const staying = new Set(teams.things.map(({ id }) => id));
  return new Map(
    things.map(({ id }) => [
      id,
      (live.get(id) ?? []).filter((grant) => grant.kind === 'user' || staying.has(grant.id)),
    ]),
  );
}

export const access: Part = {
  name: 'access',
  summary: 'access by name, dated access too',
  files: ['access.yaml'],
  schema,
  loose: ['grants', 'on'],
  reads: [getCaller, ...[LIST].flatMap(({ user, team }) => [...Object.values(user), ...Object.values(team)])],
  writes: [
    ...Object.values(ADD),
    ...[UPDATE, REMOVE].flatMap(({ user, team }) => [...Object.values(user), ...Object.values(team)]),
  ],
  ...{ describe, plan },
};
