// What the entries of an access file come to: for each person or team and each thing one level, or none once it ended.

import type { Role } from '../../api/roles.ts';
import { shell } from '../../files/shell-word.ts';
import type { Entry, Problem } from './access-file.ts';
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

export interface Organization {
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
