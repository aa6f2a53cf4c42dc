// What an answer holds that its operation does not describe: looked for only when a command has failed over it.
import type { TSchema } from '@sinclair/typebox';
import type { Operation } from '../api/operation.ts';
import { DocsError, EXIT } from '../errors.ts';
import { isRecord } from '../files/texts.ts';
import { type FailureContext, taskOf } from './failure-context.ts';

/** An answer of the platform as it came. */
export interface KeptAnswer {
  readonly operation: Operation;
  readonly value: unknown;
}

/** The newest answer of each operation, the newest of all last. */
export type KeptAnswers = Map<string, KeptAnswer>;

const DEEPEST = 40;

/**
 * Says what the answer lacks or holds of another kind than described: `lacks "items.0.title"`; undefined when nothing.
 * New fields, new words where a few are known and forms that nobody knows are none: a platform may add.
 */
export function misfitOf({ operation, value }: KeptAnswer): string | undefined {
  if (!operation.result) return undefined;
  if (value === undefined) return operation.success.includes(204) ? undefined : 'is empty';
  return find(operation.result, value, { path: [], named: new Map() });
}

interface Place {
  path: readonly (string | number)[];
  /** Schemas that name themselves, for those that refer to them. */
  named: Map<string, TSchema>;
}

function find(schema: TSchema, value: unknown, place: Place): string | undefined {
  if (schema.$id !== undefined) place.named.set(schema.$id, schema);
  const meant = place.named.get(schema.$ref ?? '');
  if (meant) return find(meant, value, place);
  if (place.path.length > DEEPEST) return undefined;
  if (Array.isArray(schema.anyOf)) return inUnion(schema.anyOf, value, place);
  const wanted = kindWanted(schema);
  if (wanted !== undefined && wanted !== kindOf(value)) return wrongKind(place, value, wanted);
  if (Array.isArray(value)) return inList(schema, value, place);
  return isRecord(value) ? inObject(schema, value, place) : undefined;
}

function inObject(schema: TSchema, value: Record<string, unknown>, place: Place): string | undefined {
  const required: readonly string[] = schema.required ?? [];
  for (const [name, inner] of Object.entries<TSchema>(schema.properties ?? {})) {
    const path = [...place.path, name];
    const found = Object.hasOwn(value, name)
      ? // An empty place of a field that may be missing is no more than that.
        (value[name] !== null || required.includes(name)) && find(inner, value[name], { ...place, path })
      : required.includes(name) && `lacks "${path.join('.')}"`;
    if (found) return found;
  }
  return undefined;
}

function inList(schema: TSchema, value: readonly unknown[], place: Place): string | undefined {
  for (const [at, one] of value.entries()) {
    const found = schema.items && find(schema.items, one, { ...place, path: [...place.path, at] });
    if (found) return found;
  }
  return undefined;
}

/** Of the forms that the value may have, by the words that tell them apart, one must fit. */
function inUnion(forms: readonly TSchema[], value: unknown, place: Place): string | undefined {
  const sameKind = forms.filter((form) => (kindWanted(form) ?? kindOf(value)) === kindOf(value));
  const kinds = new Set(forms.map(kindWanted).filter((kind) => kind !== undefined && kind !== 'null'));
  if (sameKind.length === 0) return wrongKind(place, value, [...kinds].join(' or '));
  const possible = sameKind.filter((form) => hasWords(form, value));
  const found = possible.map((form) => find(form, value, place));
  return found.includes(undefined) ? undefined : found[0];
}

/** Whether no word of the value says that another form is meant. */
function hasWords(form: TSchema, value: unknown): boolean {
  if (!isRecord(value)) return true;
  return Object.entries<TSchema>(form.properties ?? {}).every(
    ([name, { const: word }]) => word === undefined || value[name] === undefined || value[name] === word,
  );
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  null: 'null',
};

const kindWanted = ({ type, const: word }: TSchema): string | undefined =>
  word === undefined ? KINDS[type] : kindOf(word);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return (Array.isArray(value) ? 'a list' : KINDS[typeof value]) ?? 'nothing';
}

/** The kind is told and never the value, which may be a secret. */
const wrongKind = ({ path }: Place, value: unknown, wanted: string): string =>
  path.length === 0
    ? `is ${kindOf(value)}, expected ${wanted}`
    : `has ${kindOf(value)} as "${path.join('.')}", expected ${wanted}`;

// A host that drops a switch which keeps something from readers: whoever sent it must know before anything else is sent.

/** `draft` was sent, or what keeps AI agents out, and is not in the answer. */
export function notKept(context: FailureContext, name: string, answer: unknown): DocsError {
  const { id, title } = Object(answer);
  const what = title === undefined ? (id ?? 'it') : `"${title}" (${id})`;
  const isOpen =
    context.input?.[name] === true ? `readers of a published site see ${what}` : `AI agents may read ${what}`;
  return new DocsError(
    `${taskOf(context)}: ${context.host} did not keep "${name}": ${isOpen}`,
    { code: 'NOT_KEPT', exit: EXIT.failed },
    { hint: 'remove it, or unpublish the site', outcome: 'applied', details: { field: name } },
  );
}
