// Pieces of the schemas of files, and merge rules with people by email in place of IDs.
import type { TSchema } from '@sinclair/typebox';
import { MergeRulesSpaceConfiguration as MergeRules } from '../../api/content/spaces.generated.ts';
import { DefaultLevel } from '../../api/roles.ts';
import { builders, Nullable } from '../../api/schema.ts';
import { isRecord } from '../../files/texts.ts';
import { copied } from '../site-file/schema.ts';
import type { OrgFile } from './file.ts';
import { type personFinder, personNames } from './part.ts';
import type { World } from './world.ts';

const { Optional, Str } = builders;

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
