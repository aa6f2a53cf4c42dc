// What the files of several parts share: people by email, pieces of schemas, and merge rules that name people.
import type { TSchema } from '@sinclair/typebox';
import { MergeRulesSpaceConfiguration as MergeRules } from '../../api/content/spaces.generated.ts';
import { DefaultLevel } from '../../api/roles.ts';
import { builders, Nullable } from '../../api/schema.ts';
import { nameOf as nameOfPerson, type Person } from '../../domain/access/people.ts';
import { hintForMember } from '../../domain/access/wanted.ts';
import { groupBy } from '../../files/lists.ts';
import { nearest } from '../../files/nearest.ts';
import { isRecord } from '../../files/texts.ts';
import { copied } from '../site-file/schema.ts';
import type { OrgFile } from './file.ts';
import { addFault, type Work } from './part.ts';
import type { World } from './world.ts';

const { Optional, Str } = builders;

// People: by email where one can see it, else by ID.

const emailsOf = (people: readonly Person[]) => groupBy(people, ({ email }) => email?.toLowerCase());

/** What a file calls a person. */
export function personNames(people: readonly Person[]): (id: string) => string {
  const byId = new Map(people.map((person) => [person.id, person]));
  const emails = emailsOf(people);
  return (id) => {
    const email = byId.get(id)?.email;
    return email !== undefined && emails.get(email.toLowerCase())?.length === 1 ? email : id;
  };
}

/** Finds the person that a word means: email, ID or the only one of a name. Reports who is not there. */
export async function personFinder(
  work: Work,
): Promise<
  (word: string, at: { file: OrgFile; item: object; path: (string | number)[] }) => string | undefined
> {
  const people = await work.world.people();
  const byId = new Map(people.map((person) => [person.id, person]));
  const emails = emailsOf(people);
  return (word, { file, item, path }) => {
    const named = () => people.filter(({ name }) => name === word);
    const byWord = byId.get(word);
    const found = byWord ? [byWord] : (emails.get(word.toLowerCase()) ?? named());
    if (found.length === 1) return found[0]?.id;
    const [meant] = nearest(word, people.map(nameOfPerson), 1);
    const guess = meant === undefined ? '' : `; did you mean "${meant}"?`;
    addFault(
      work,
      file,
      item,
      path,
      found.length > 1
        ? `several members are called "${word}": use the email or the ID`
        : `"${word}" is not a member of the organization${guess}`,
      found.length > 1 ? 'docs members list' : hintForMember(word),
    );
    return undefined;
  };
}

// Pieces of the schemas of files, and merge rules with people by email in place of IDs.

/** A schema of the platform takes keys that it does not know: a file takes none. */
export const strict = <T extends TSchema>(schema: T): T =>
  copied(schema, (copy) => {
    if (copy.type === 'object' && copy.properties !== undefined) copy.additionalProperties ??= false;
  });

/** The key that names the schema, for editors that do not read the comment. */
export const SCHEMA_KEY = { $schema: Optional(Str()) };

/** The same schema with what it is, for editors. */
export const said = <T extends TSchema>(schema: T, description: string): T =>
  ({ ...schema, description }) as T;

export const Level = () => Optional(said(DefaultLevel, 'role that every member has on it'));

const MergeRulesShape = said(
  Nullable(strict(MergeRules)),
  'rules that a change request must meet before it can be merged',
);
export const Rules = () => Optional(MergeRulesShape);

export const optionalText = (description: string, maxLength: number) =>
  Optional(Nullable(Str({ maxLength, description })));

type Rule = Readonly<Record<string, unknown>>;

const mapRules = (rules: unknown, map: (users: readonly unknown[], at: number) => unknown[]): unknown => {
  if (!isRecord(rules) || !Array.isArray(rules.rules)) return rules;
  const named = rules.rules.map((rule: Rule, at) =>
    Array.isArray(rule.users) ? { ...rule, users: map(rule.users, at) } : rule,
  );
  return { ...rules, rules: named };
};

const namesPeople = (rules: unknown): boolean =>
  isRecord(rules) &&
  Array.isArray(rules.rules) &&
  rules.rules.some((rule: Rule) => Array.isArray(rule.users));

/** Merge rules as a file says them. */
export async function rulesForFile(world: World, rules: unknown): Promise<unknown> {
  if (!namesPeople(rules)) return rules;
  const nameOf = personNames(await world.people());
  return mapRules(rules, (users) => users.map((id) => nameOf(String(id))));
}

/** Merge rules of a file as the platform takes them. */
export const rulesForHost = (
  find: Awaited<ReturnType<typeof personFinder>>,
  { file, item, path, rules }: { file: OrgFile; item: object; path: (string | number)[]; rules: unknown },
): unknown =>
  mapRules(rules, (users, at) =>
    users.flatMap(
      (word, index) => find(String(word), { file, item, path: [...path, 'rules', at, 'users', index] }) ?? [],
    ),
  );
