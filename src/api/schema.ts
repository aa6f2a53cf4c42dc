// The door to TypeBox, and the pieces that several resources share.
import type { TObject, TProperties, TSchema, TString, TUnsafe } from '@sinclair/typebox';
import * as plain from './builders.ts';
import { ArrayOf, Integer, Literal, Null, Obj, Optional, RecordOf, Str, Union } from './builders.ts';
import { FLAG, isObjectSchema, type Operation } from './operation.ts';

type PathParams<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | PathParams<R> : never;
type Derived = 'id' | 'summary' | 'params';
export type Spec = Omit<Operation, Derived | 'success' | 'retry'> &
  Partial<Pick<Operation, 'success' | 'retry'>> & {
    /** What its parameters and fields are, by their names; those of an object within it by a dotted path. */
    says?: Words;
  };
type Words = Readonly<Record<string, string>>;

const RETRY = {
  GET: 'safe',
  PUT: 'idempotent',
  DELETE: 'idempotent',
  PATCH: 'absolute',
  POST: 'never',
} as const;

/** An operation whose settings keep their exact types; what they leave out has the type that every operation gives it. */
export type Described<Id extends string, S extends Spec> = S & {
  readonly id: Id;
  readonly params: TObject<{ [name in PathParams<S['path']>]: TString }>;
} & Omit<Operation, keyof S | 'id' | 'params'>;

/** Makes an operation of a resource. */
export type Describe<R extends string> = <const N extends string, const S extends Spec>(
  own: N,
  summary: string,
  spec: S,
) => Described<`${R}.${N}`, S>;

/**
 * What describes the operations of a resource, each by its name, a line on what it does, and what the contract says of it.
 * `all`: what holds for each of them that does not say otherwise.
 * `success` defaults to 200 (DELETE: 205, 204), `retry` to what the method allows; an operation that creates or starts
 * something says `retry: 'never'` whatever its method.
 */
export const resource =
  <const R extends string>(name: R, all: Pick<Spec, 'newer' | 'token' | 'says'> = {}): Describe<R> =>
  (own, summary, spec) => {
    const { query, body } = spec;
    const says = { ...all.says, ...spec.says };
    return {
      __proto__: null,
      retry: RETRY[spec.method],
      success: spec.method === 'DELETE' ? [205, 204] : [200],
      ...all,
      ...spec,
      ...(query && { query: withWords(query, says) }),
      ...(body && { body: withWords(body, says) }),
      id: `${name}.${own}`,
      summary,
      params: paramsOf(spec.path, says),
    } as object as Described<`${R}.${typeof own}`, typeof spec>;
  };

/** What parameters and fields are in every operation that has no words of its own for them. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    changeRequestId: 'change request: ID or number',
    computed: 'include computed content',
    condition: 'expression that decides which visitors see it',
    defaultLevel: 'default role of members',
    draft: 'keep it as a draft: readers do not see it yet',
    evaluated: 'evaluate expressions in the page',
    format: 'format of the content',
    icon: 'name of an icon',
    instructions: 'instructions as a rich document (use --instructions-file for Markdown)',
    localizedDescription: '--description-in: description in a language: fr="Notes"',
    localizedTitle: '--title-in: title in a language: fr="Notes"',
    metadata: 'include git metadata that can change',
    order: 'sort order',
    pagePath: 'path of the page, such as guides/install',
    query: 'what to look for',
    siteSectionId: 'section: ID, title or path',
    siteSpaceId: 'site space: ID, title or path',
    shareKey: 'share key of a share-link site',
    sort: 'sort key',
    teamId: 'team: ID or title',
    userId: 'member: ID, email or name',
  }),
);

/** The specification bounds no other name. */
const INTEGRATION_NAME = { pattern: '^[a-zA-Z0-9-_.]+$', maxLength: 100 };

/** The placeholders of a path, in their order. */
function paramsOf(path: string, says: Words): TObject {
  const params: Record<string, TString> = {};
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const description = says[name] ?? WORDS.get(name) ?? spelledOut(name);
    params[name] = Str({ ...(name === 'integrationName' && INTEGRATION_NAME), description });
  }
  return Obj(params);
}

/** `siteQuestionId` is of a question, `emailDomain` an email domain. */
const spelledOut = (name: string): string =>
  name
    .replace(/^site(?=[A-Z]\w+Id)|Id$/g, '')
    .replace(/\B[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();

/** The same object whose fields say what they are; words under `body` are for a body that is no object. */
function withWords(schema: TSchema, says: Words): TSchema {
  if (!isObjectSchema(schema)) return says.body === undefined ? schema : described(schema, says.body);
  const properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, withWord(name, field, says)]),
  );
  for (const [path, words] of Object.entries(says)) {
    const [name = '', ...within] = path.split('.');
    const field = within.length > 0 ? properties[name] : undefined;
    if (field) properties[name] = withWords(field, { [within.join('.')]: words });
  }
  return { ...schema, properties };
}

/** Words that begin with a flag say what people call it: `--home: page to open with`. */
function withWord(name: string, field: TSchema, says: Words): TSchema {
  const words = says[name] ?? (field.description ? undefined : WORDS.get(name));
  if (!words) return field;
  const [, flag, rest = words] = /^--(\S+): (.*)/.exec(words) ?? [];
  return described(flag ? { ...field, [FLAG]: flag } : field, rest);
}

/** A closed list of strings. Kept as `enum` so that flags, messages and completions can read it. */
export const Enum = <const V extends readonly string[]>(
  values: V,
  options: { description?: string; default?: V[number] } = {},
) =>
  Union(
    values.map((value) => Literal(value)),
    options,
  ) as unknown as TUnsafe<V[number]>;

/** The words of such a list. */
export const valuesOf = <V extends string>({ anyOf }: TUnsafe<V>): readonly V[] =>
  anyOf.map((option: TSchema) => option.const);

/** A map from a closed list of words: languages, states. */
export const ByWord = <V extends string, S extends TSchema>(words: TUnsafe<V>, value: S) => ({
  ...RecordOf(Str(), value, { additionalProperties: false, propertyNames: { enum: valuesOf(words) } }),
  patternProperties: { [`^(?:${valuesOf(words).join('|')})$`]: value },
});
export const Nullable = <S extends TSchema>(schema: S, options: { description?: string } = {}) =>
  Union([schema, Null()], options);
/** The same schema with a description of its own. */
export const described = <S extends TSchema>(schema: S, description: string): S => ({
  ...schema,
  description,
});
export const DateTime = (options = {}) => Str({ format: 'date-time', ...options });
/** Mail goes to a domain, which has a dot: what has none is a slip. */
export const Email = () => Str({ pattern: '^[^\\s@]{1,64}@[^\\s@.]{1,63}(?:\\.[^\\s@.]{1,63})+$' });
export const Uri = (options = {}) => Str({ format: 'uri', maxLength: 2048, ...options });
/** A counter: the platform types them `number`, they are whole (src/api/README.md#lists). */
export const Count = (options = {}) => Integer({ minimum: 0, ...options });

/** The same body, of which some fields are said in words of our own. */
export const withFields = <P extends TProperties, O extends TProperties>(body: TObject<P>, own: O) =>
  Obj<Omit<P, keyof O> & O>({ ...body.properties, ...own });

/** The same shape, whose URLs begin as the platform asks (words: src/api/check.ts). */
export function urlsLike<S>(pattern: string, schema: S): S {
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.entries(schema).map(([key, value]) => [key, urlsLike(pattern, value)]);
  const like = {
    ...schema,
    ...Object.fromEntries(inner),
    ...(Object(schema).format === 'uri' && { pattern }),
  };
  return Array.isArray(schema) ? (Object.values(like) as S) : like;
}
export const HTTP = '^[hH][tT][tT][pP][sS]?:\\/\\/';
export const HTTP_OR_MAIL = `${HTTP}|^[mM][aA][iI][lL][tT][oO]:`;

/** Query of every paged list. `limit` 0 answers an empty page with `count`. */
export const Paging = {
  page: Optional(Str({ description: 'page identifier, from next.page of the previous page' })),
  limit: Optional(Integer({ minimum: 0, maximum: 1000, description: 'items per page' })),
};

/** `{ items, next?, count? }`; no `next` marks the last page. */
export const pageOf = <S extends TSchema>(item: S) =>
  Obj({ items: ArrayOf(item), next: Optional(Obj({ page: Str() })), count: Optional(Count()) });

export const LANGUAGES =
  'en fr de es it pt pt-br ru ja zh zh-tw yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'.split(
    ' ',
  ) as readonly string[];
export const Language = Enum(LANGUAGES);

/** What shapes are written with. Taken out of one object, each has a short name in the built program. */
export const builders = { ...plain, DateTime, Email, Enum, Nullable, Paging, Uri, pageOf };
