// docs explain: one operation of the platform, its fields, what it endangers and what undoes it. Nothing is sent.

import type { TSchema } from '@sinclair/typebox';
import { isObjectSchema, mutates, type Operation } from '../../api/operation.ts';
import { dangerOfOperation, worstOf } from '../../domain/dangers/of-operations.ts';
import { reversalOf } from '../../domain/reversals/of-operations.ts';
import { type Command, handmade } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { allCommands } from '../../engine/model/load.ts';
import { flag } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { isForPeople, printItem, printRows, viewOf } from '../../engine/run/view.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell } from '../../files/shell-word.ts';
import { prose } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';

const COLUMNS = ['operation', 'commands', 'method', 'path', 'summary', 'danger', 'asksIf', 'follows', 'undo'];
const FIELD_COLUMNS = ['field', 'in', 'type', 'required', 'description'];

export default handmade('explain', {
  summary: 'Explain an operation: its fields, what it endangers, what undoes it',
  args: [{ field: 'operation', label: 'operation', reach: 'machine', required: true, variadic: true }],
  options: [
    flag('--skeleton', 'print a body to fill in for --data, as JSON', { reach: 'machine', group: 'Output:' }),
  ],
  columns: COLUMNS,
  fields: [...COLUMNS, 'fields'],
  idField: 'operation',
  local: true,
  prints: true,
  exits: [5],
  paged: true,
  examples: [
    ['Explain an operation', 'docs explain sites.update'],
    ['Explain the operation of a command', 'docs explain spaces delete'],
    ['Write a body to fill in', 'docs explain sites.update --skeleton > body.json'],
  ],
  notes: `An operation is named by its ID, or by a command that does only that. What --skeleton prints is refused until each
choice in it is made or taken out.`,
  run: explain,
});

async function explain(run: Run<Flags<'--skeleton'>>): Promise<void> {
  const { io } = run.context;
  const listed = await allCommands(run.catalog);
  const words = [run.input.operation ?? []].flat().map(String);
  const operation = await operationNamed(words.join(' '), listed);
  if (run.flags.skeleton) return io.out(`${JSON.stringify(skeletonOf(operation), null, 2)}\n`);
  const commands = listed.filter(({ command }) => command.operation?.id === operation.id);
  const known = await dangerOfOperation(operation.id);
  const changes = mutates(operation);
  const facts = {
    operation: operation.id,
    commands: commands.map(({ path }) => path),
    method: operation.method,
    path: operation.path,
    summary: operation.summary,
    danger: changes ? worstOf(known) : 'mild',
    asksIf: (changes && known.asksIf) || null,
    follows: changes && typeof known.follows === 'string' ? known.follows : null,
    undo: changes ? await undoOf(operation) : null,
    fields: fieldsOf(operation),
  };
  if (!isForPeople(run)) return printItem(run, facts);
  const lines = [
    `${facts.operation}: ${facts.summary}`,
    `Request   ${facts.method} ${facts.path}`,
    `Command   ${facts.commands.join(', ') || 'none; docs api sends any request'}`,
    ...(changes ? [`Danger    ${facts.danger}${facts.asksIf ? `: asks if ${facts.asksIf}` : ''}`] : []),
    ...(facts.follows ? [`Effect    ${facts.follows}`] : []),
    ...(facts.undo ? [`Undo      ${facts.undo}`] : []),
  ];
  const shown = lines.map((line) => prose(io, safeLine(line)));
  await io.out(`${shown.join('\n')}\n\n`);
  await printRows(run, facts.fields, { ...viewOf(run), columns: FIELD_COLUMNS, idField: 'field' });
}

type Listed = Awaited<ReturnType<typeof allCommands>>;

/** By its ID, or by the words of a command. Throws NotFoundError, UsageError for a command of several or no operations. */
export async function operationNamed(words: string, listed: Listed): Promise<Operation> {
  const { operations } = await import('../../api/index.ts');
  const text = words.replace(/^docs /, '');
  const byId = operations.find(({ id }) => id === text);
  if (byId) return byId;
  const named = listed.find(({ path }) => path.slice('docs '.length) === text);
  if (named?.command.operation) return named.command.operation;
  if (named) throw severalOrNone(text, named.command);
  const [close] = nearest(
    text.replaceAll(' ', '.'),
    operations.map(({ id }) => id),
  );
  throw new NotFoundError(
    `no operation or command ${JSON.stringify(text)}${close ? `; closest is ${close}` : ''}`,
    { hint: close ? shell`docs explain ${close}` : 'docs commands' },
  );
}

/** A command of its own: what it changes with is what one may want to know of. */
function severalOrNone(text: string, { uses = [] }: Command): UsageError {
  const ids = uses.filter(mutates).map(({ id }) => id);
  const [first] = ids;
  return first === undefined
    ? new UsageError(`command "${text}" is not one operation of the platform`, {
        hint: 'docs commands',
      })
    : new UsageError(`command "${text}" is not one operation; it may use ${ids.join(', ')}`, {
        hint: shell`docs explain ${first}`,
      });
}

async function undoOf({ id }: Operation): Promise<string> {
  const reversal = await reversalOf(id);
  if (reversal?.undo) return 'docs undo';
  const why = reversal?.why ?? 'docs undo cannot reverse it';
  return reversal?.hint ? `${why}; ${reversal.hint}` : why;
}

interface Field {
  field: string;
  in: 'path' | 'query' | 'body';
  type: string;
  required: boolean;
  description: string | null;
}

const fieldsOf = ({ params, query, body }: Operation): Field[] => [
  ...inside(params, 'path'),
  ...inside(query, 'query'),
  ...inside(body, 'body'),
];

function inside(schema: TSchema | undefined, place: Field['in']): Field[] {
  if (!schema) return [];
  if (!isObjectSchema(schema))
    return [{ field: 'body', in: place, type: typeOf(schema), required: true, description: null }];
  return Object.entries(schema.properties).map(([field, one]) => ({
    field,
    in: place,
    type: typeOf(one),
    required: schema.required?.includes(field) ?? false,
    description: one.description ?? null,
  }));
}

/** In words: `text`, `public|unlisted`, `list of text`, `text or null`. */
function typeOf(schema: TSchema): string {
  if ('const' in schema) return String(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.join('|');
  if (Array.isArray(schema.anyOf)) {
    const types = schema.anyOf.map(typeOf);
    const isChoice = schema.anyOf.every((one: TSchema) => 'const' in one || one.enum);
    return [...new Set(types)].join(isChoice ? '|' : ' or ');
  }
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  return schema.type === 'string' ? 'text' : String(schema.type ?? 'anything');
}

/** A body with a value of the right kind for each field: the first choice, an empty text, 0. */
function skeletonOf({ id, body }: Operation): unknown {
  if (body) return example(body, 0);
  throw new UsageError(`${id} takes no body`, { hint: 'docs explain --help' });
}

const DEEPEST = 5;

/** A choice is left as its choices, which no host takes: what nobody fills in gives nothing away. */
function example(schema: TSchema, depth: number): unknown {
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (schema.type === 'boolean') return 'true | false';
  if (Array.isArray(schema.anyOf)) {
    const words = schema.anyOf.flatMap(({ const: word }: TSchema) => word ?? []);
    return words.length > 1 ? words.join(' | ') : example(schema.anyOf[0], depth);
  }
  if (isObjectSchema(schema) && depth < DEEPEST)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, one]) => [field, example(one, depth + 1)]),
    );
  const plain: Readonly<Record<string, unknown>> = {
    array: [],
    object: {},
    number: 0,
    integer: 0,
  };
  if (schema.type === 'array' && schema.items && depth < DEEPEST) return [example(schema.items, depth + 1)];
  return schema.type in plain ? plain[schema.type] : '';
}
