// An organization that somebody might have made: operations of the contract in an order of chance, by their own schemas.

import type { TObject, TSchema } from '@sinclair/typebox';
import { operations } from '../../src/api/index.ts';
import { isObjectSchema, type Operation, takesToken } from '../../src/api/operation.ts';
import { whyAbsent } from '../../src/sandbox/fidelity.ts';
import type { Told } from './contract-walk.ts';
import { fillings, inOrder, type Order } from './fillings.ts';
import type { TestSandbox } from './sandbox.ts';

/** The same numbers for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What needs a repository, a host or another organization. */
const ELSEWHERE = /^(git\.|imports\.|orgs\.join|\w+\.transfer)/;
/** Without these there is little to do anything with, so they come more often. */
const MAKES = /\.(create|createInChangeRequest|add|publish|apply|duplicate|request)$/;
/** Takes a quarter of a second a time. */
const SLOW = /^openapi\.(create|set)$/;

/** In one order, whoever loaded them. */
const changes = operations
  .filter(
    (operation) =>
      operation.method !== 'GET' &&
      takesToken(operation, 'user') &&
      !ELSEWHERE.test(operation.id) &&
      whyAbsent(operation.id) === undefined,
  )
  .sort((one, other) => (one.id < other.id ? -1 : 1));

/** Does `steps` changes, most of which succeed; returns the ids of those operations that did. */
export async function randomOrganization(
  box: TestSandbox,
  seed: number,
  steps: number,
  tell?: (told: Told) => void,
): Promise<string[]> {
  const random = randomNumbers(seed);
  const makers = changes.filter(({ id }) => MAKES.test(id) && !SLOW.test(id));
  for (const role of ['create', 'edit', null] as const) box.addMember(role);
  const done: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    const operation = pick(random, random() < 0.6 ? makers : changes);
    if (!operation || (SLOW.test(operation.id) && random() < 0.8)) continue;
    const params = pick(random, fillings(box, operation, 'made'));
    if (!params) continue;
    const { status, body } = await box.attempt(operation, {
      ...params,
      ...inputOf({ box, random, order: 'made' }, operation),
    });
    if (status < 300) done.push(operation.id);
    if (status < 300) tell?.({ operation, status, body });
    box.clock.now = new Date(box.clock.now.getTime() + Math.floor(random() * 3_600_000));
    // what goes on behind an answer would be over after more steps on one machine than on another
    await box.sandbox.background.settle();
  }
  return done;
}

export interface Making {
  box: TestSandbox;
  random: () => number;
  /** Of what there is to choose from. */
  order?: Order;
}

export function inputOf(making: Making, { body, query }: Operation): Record<string, unknown> {
  const fields = (schema: TObject | undefined) => (schema ? objectOf(making, schema) : {});
  if (!body) return fields(query);
  return isObjectSchema(body)
    ? { ...fields(query), ...fields(body) }
    : { ...fields(query), body: fitting(making, body, 'body') };
}

function objectOf(making: Making, schema: TObject): Record<string, unknown> {
  const required: readonly string[] = schema.required ?? [];
  const fields = Object.entries<TSchema>(schema.properties).flatMap(([name, field]): [string, unknown][] =>
    required.includes(name) || making.random() < 0.4 ? [[name, fitting(making, field, name)]] : [],
  );
  return Object.fromEntries(fields);
}

/** A value that fits, or nearly: what the schema does not say may be refused. */
function fitting(making: Making, schema: TSchema, name: string): unknown {
  const { random } = making;
  if (schema.const !== undefined) return schema.const;
  const options: TSchema[] | undefined = schema.anyOf;
  const option = options && pick(random, options);
  if (option) return fitting(making, option, name);
  // A block of a document: which of them may hold which is more than a schema says.
  if (schema.properties?.fragments) return { object: 'block', type: 'paragraph' };
  switch (schema.type) {
    case 'boolean':
      return random() < 0.5;
    case 'integer':
    case 'number':
      return Math.floor(random() * 5) + (schema.minimum ?? 0);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) + (schema.minItems ?? 0) }, () =>
        fitting(making, schema.items, name),
      );
    case 'object':
      return isObjectSchema(schema) ? objectOf(making, schema) : {};
    case 'string':
      return textOf(making, schema, name);
    default:
      return {};
  }
}

/** By the name of a field: the ids of which table it holds. */
const TABLES: readonly (readonly [RegExp, string])[] = [
  [/^(space|spaceId|spaces)$/, 'SELECT id FROM spaces WHERE deletedAt IS NULL'],
  [/^(parent|collection)$/, 'SELECT id FROM collections'],
  [/^(users?|members|add|remove|owner)$/, 'SELECT id FROM users WHERE id IN (SELECT user FROM members)'],
  [/^(siteSection|sectionId|sections|defaultSiteSection)$/, 'SELECT id FROM siteSections'],
  [/^(siteSpace|defaultSiteSpace)$/, 'SELECT id FROM siteSpaces'],
  [/^defaultTeam$/, 'SELECT id FROM teams'],
  [/^(site)$/, 'SELECT id FROM sites'],
  [/^organization$/, 'SELECT id FROM organizations'],
];

const TEXTS = [
  'Guides',
  'Über uns & mehr',
  '導入ガイド',
  'a/b c?d#e',
  '🚀 Launch',
  'x',
  '<b>bold</b>',
  "it's",
];
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-02-01T10:00:00+01:00',
  uri: 'https://somewhere.example/path?x=1#y',
};

function textOf({ box, random, order }: Making, schema: TSchema, name: string): string {
  const table = TABLES.find(([form]) => form.test(name))?.[1];
  const ids = table === undefined ? [] : box.sandbox.db.all<{ id: string }>(inOrder(table, order));
  const known = pick(random, ids)?.id;
  if (known !== undefined) return known;
  if (name === 'emoji') return '1f680';
  if (name === 'type') return 'paragraph';
  if (schema.format !== undefined) return FORMATS[schema.format] ?? '';
  const text = pick(random, TEXTS) ?? '';
  const least: number = schema.minLength ?? 0;
  return schema.pattern === undefined ? text.padEnd(least, '.') : `name-${Math.floor(random() * 1000)}`;
}

const pick = <T>(random: () => number, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)];
