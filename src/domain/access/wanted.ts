// What the entries of an access file come to: for each person or team and each thing one level, or none once it ended.

import { ROLES, type Role } from '../../api/roles.ts';
import { shell } from '../../files/shell-word.ts';
import { isRecord } from '../../files/texts.ts';
import type { Person } from './people.ts';
import { type Named, nearText, pick } from './pick.ts';

export interface Thing {
  kind: 'space' | 'collection' | 'site';
  id: string;
  title: string;
}

export interface Subject {
  kind: 'user' | 'team';
  id: string;
  /** Address or title. */
  name: string;
}

export interface Wanted {
  subject: Subject;
  thing: Thing;
  /** null: it has ended. */
  level: Role | null;
  /** What the entries that ended had given: another level was given by hand since. */
  ended?: readonly Role[];
  where: string;
}

interface Organization {
  people: readonly Person[];
  teams: readonly { id: string; title: string }[];
  things: readonly Thing[];
  /** What to say of a name that only something else had before; undefined where nothing is known. */
  formerly?: Formerly;
}

type Formerly = (
  noun: string,
  word: string,
  all: readonly { id: string; title: string }[],
) => string | undefined;

export const keyOf = (subject: Pick<Subject, 'kind' | 'id'>, thing: Pick<Thing, 'kind' | 'id'>): string =>
  `${thing.kind} ${thing.id} ${subject.kind} ${subject.id}`;

interface Found extends Wanted {
  /** Of person and thing: how many were named without a pattern. */
  exact: number;
}

/** By `keyOf`. What is named without a pattern counts before what a pattern means; what still holds, before what ended. */
export function wantedAccess(
  entries: readonly Entry[],
  organization: Organization,
  now: Date,
): { wanted: Map<string, Wanted>; problems: Problem[] } {
  const problems: Problem[] = [];
  const wanted = new Map<string, Found>();
  for (const entry of entries) {
    const report = (message: string, hint?: string) => problems.push({ where: entry.where, message, hint });
    for (const found of foundIn(entry, { organization, now, report })) {
      const { subject, thing, level } = found;
      const key = keyOf(subject, thing);
      const before = wanted.get(key);
      if (before && isDispute(before, found))
        report(
          `${subject.name} on ${thing.kind} "${thing.title}" is ${level} here, and ${before.level} in ${before.where}`,
        );
      else {
        const kept = !before || counts(found, before) ? found : before;
        wanted.set(key, { ...kept, ended: [...(before?.ended ?? []), ...(found.ended ?? [])] });
      }
    }
  }
  return { wanted, problems };
}

interface Judging {
  report: (message: string, hint?: string) => void;
  /** A name that nobody and nothing has is not reported. */
  mayBeGone: boolean;
  formerly?: Formerly | undefined;
}

interface Reading {
  organization: Organization;
  now: Date;
  report: (message: string) => void;
}

/** Everyone whom an entry names, on everything that it names. Where it has ended, who or what is gone is no fault. */
function foundIn(entry: Entry, { organization, now, report }: Reading): Found[] {
  const hasEnded = entry.ends !== undefined && entry.ends <= now.getTime();
  const meaning = { report, mayBeGone: hasEnded, formerly: organization.formerly };
  const subjects = subjectsOf(entry, organization, meaning);
  const things = entry.on.flatMap((word) => thingsOf(word, organization.things, meaning));
  const level = hasEnded ? null : entry.level;
  return subjects.flatMap(({ item: subject, exact }) =>
    things.map((thing) => ({
      subject,
      thing: thing.item,
      level,
      ...(hasEnded && { ended: [entry.level] }),
      where: entry.where,
      exact: exact + thing.exact,
    })),
  );
}

const isDispute = (a: Found, b: Found): boolean =>
  a.level !== null && b.level !== null && a.level !== b.level && a.exact === b.exact;

const counts = (found: Found, before: Found): boolean =>
  (found.level === null) === (before.level === null) ? found.exact > before.exact : found.level !== null;

interface Meant<T> {
  item: T;
  /** 1: by its name, 0: by a pattern. */
  exact: 0 | 1;
}

function subjectsOf(
  { people, teams }: Entry,
  organization: Organization,
  meaning: Judging,
): Meant<Subject>[] {
  const persons = meant(people, organization.people, {
    named: ({ id, email, name }) => ({ id, names: [email, name] }),
    noun: 'member',
    ...meaning,
  }).map(({ item: { id, email, name }, exact }) => ({
    item: { kind: 'user' as const, id, name: email ?? name },
    exact,
  }));
  const groups = meant(teams, organization.teams, {
    named: ({ id, title }) => ({ id, names: [title] }),
    noun: 'team',
    ...meaning,
  }).map(({ item: { id, title }, exact }) => ({ item: { kind: 'team' as const, id, name: title }, exact }));
  return [...persons, ...groups];
}

function thingsOf(word: string, all: readonly Thing[], meaning: Judging): Meant<Thing>[] {
  const [, given, name] = /^(space|collection|site):(.+)$/s.exec(word) ?? [];
  const kind = given ?? 'space';
  return meant(
    [(name ?? word).trim()],
    all.filter((thing) => thing.kind === kind),
    { named: ({ id, title }) => ({ id, names: [title] }), noun: kind, ...meaning },
  );
}

interface Meaning<T> extends Judging {
  named: (item: T) => Named;
  noun: string;
}

const LISTS: Readonly<Record<string, string>> = {
  team: 'docs teams list',
  space: 'docs spaces list',
  collection: 'docs collections list',
  site: 'docs sites list',
};

/** What to do where a file names somebody who is not a member. */
export const hintForMember = (word: string): string =>
  word.includes('@') && !word.includes('*')
    ? shell`take them out of the file, or invite them: docs invites send ${word} --role read`
    : 'docs members list';

function meant<T>(
  words: readonly string[],
  all: readonly T[],
  { named, noun, report, mayBeGone, formerly }: Meaning<T>,
): Meant<T>[] {
  return words.flatMap((word): Meant<T>[] => {
    const { items } = pick(all, [word], named);
    const isPattern = word.includes('*');
    if (items.length === 0 && !mayBeGone) {
      const titled = all.map(named).map(({ id, names: [title = id] }) => ({ id, title }));
      const guess = formerly?.(noun, word, titled) ?? nearText(all, word, named);
      report(`there is no ${noun} "${word}"${guess}`, LISTS[noun] ?? hintForMember(word));
    }
    if (items.length > 1 && !isPattern) {
      // What the same files create has no ID yet.
      const ids = items.map((item) => named(item).id).filter((id) => !id.startsWith('{'));
      report(`${items.length} ${noun}s are called "${word}": use an ID of ${ids.join(', ')}`);
      return [];
    }
    return items.map((item) => ({ item, exact: isPattern ? 0 : 1 }));
  });
}

// Grants as code: who has which level on what, and until when, from the YAML of a file.
export interface Problem {
  /** `grant 3`. */
  where: string;
  message: string;
  hint?: string | undefined;
}

/** One entry of the file, its names as they were written. */
export interface Entry {
  where: string;
  people: string[];
  teams: string[];
  level: Role;
  /** `space:Guides`, or a title alone for a space. */
  on: string[];
  /** The first moment after the access. */
  ends: number | undefined;
}

const KEYS = ['person', 'people', 'team', 'teams', 'level', 'on', 'until', 'note'];
const DAY_MS = 86_400_000;

/** All entries that can be read, and everything that is wrong with the others. */
export function accessEntries(value: unknown): { entries: Entry[]; problems: Problem[] } {
  const list = isRecord(value) ? value.grants : value;
  const foreign = isRecord(value) ? Object.keys(value).filter((key) => key !== 'grants') : [];
  if (!Array.isArray(list) || foreign.length > 0) {
    const message =
      foreign.length > 0
        ? `unknown key "${foreign[0]}": the file has one key, grants`
        : 'a list is expected, such as "grants: [{ team: Support, level: review, on: [Guides] }]"';
    return { entries: [], problems: [{ where: 'grants', message }] };
  }
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  list.forEach((one: unknown, at) => {
    const where = `grant ${at + 1}`;
    const read = entryOf(where, one);
    if (typeof read === 'string') problems.push({ where, message: read });
    else entries.push(read);
  });
  return { entries, problems };
}

/** A text says what is wrong. */
function entryOf(where: string, one: unknown): Entry | string {
  if (!isRecord(one)) return 'person or team, level and on are expected';
  const unknown = Object.keys(one).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return `unknown key "${unknown}": use ${KEYS.join(', ')}`;
  const people = [...textsOf(one.person), ...textsOf(one.people)];
  const teams = [...textsOf(one.team), ...textsOf(one.teams)];
  const on = textsOf(one.on);
  if (people.length + teams.length === 0) return 'person or team is missing';
  if (on.length === 0) return 'on is missing: space:Guides, collection:Internal or site:Docs';
  const blank = [...people, ...teams, ...on].some((text) => text === '');
  if (blank) return 'a name is empty';
  const level = ROLES.find((role) => role === one.level);
  if (level === undefined) return one.level === undefined ? 'level is missing' : notARole(String(one.level));
  const ends = endOf(one.until);
  if (typeof ends === 'string') return ends;
  return { where, people, teams, level, on, ends };
}

/** A name that looks like a number was meant as a text. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'string' || typeof value === 'number') return [String(value).trim()];
  return [];
}

/** A day counts to its end, in UTC. A text says what is wrong. */
function endOf(until: unknown): number | undefined | string {
  if (until === undefined || until === null) return undefined;
  const text = String(until);
  const at = Date.parse(text);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  // A day that a month does not have becomes one of the next month.
  const isReal = isDay ? !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) : !Number.isNaN(at);
  if ((!isDay && !isTime) || !isReal) return `until: "${text}" is not a day such as 2027-01-31`;
  return isDay ? at + DAY_MS : at;
}

// Roles by the words of other programs, and what is said of a word that is not a role.

/** What other programs call them. */
const OTHER_WORDS: Readonly<Record<string, Role>> = {
  owner: 'admin',
  administrator: 'admin',
  creator: 'create',
  reviewer: 'review',
  editor: 'edit',
  writer: 'edit',
  write: 'edit',
  contributor: 'edit',
  commenter: 'comment',
  viewer: 'read',
  view: 'read',
  reader: 'read',
};

/** The role that somebody means who knows it by another word. */
export function roleMeantBy(word: string): Role | undefined {
  const text = word.toLowerCase();
  return (
    ROLES.find((role) => role === text) ?? (Object.hasOwn(OTHER_WORDS, text) ? OTHER_WORDS[text] : undefined)
  );
}

/** `"viewer" is not a level: use one of admin, ... or read; did you mean "read"?` */
export function notARole(word: string): string {
  const meant = roleMeantBy(word);
  const guess = meant === undefined ? '' : `; did you mean "${meant}"?`;
  return `"${word}" is not a level: use one of ${ROLES.join(', ')}${guess}`;
}
