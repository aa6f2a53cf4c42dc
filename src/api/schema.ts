// The door to TypeBox, and the pieces that several resources share.
import type { TObject, TSchema, TUnsafe } from '@sinclair/typebox';
import {
  ArrayOf,
  Bool,
  Integer,
  Literal,
  Null,
  Num,
  Obj,
  Optional,
  RecordOf,
  Recursive,
  Str,
  Union,
  Unknown,
} from './builders.ts';
import { isObjectSchema, type Operation } from './operation.ts';

export const Type = {
  Array: ArrayOf,
  Boolean: Bool,
  Integer,
  Literal,
  Null,
  Number: Num,
  Object: Obj,
  Optional,
  Record: RecordOf,
  Recursive,
  String: Str,
  Union,
  Unknown,
};

type PathParams<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | PathParams<R> : never;
type Spec<P extends string, Params extends TObject> = Omit_<
  Operation,
  'id' | 'path' | 'params' | 'success' | 'retry'
> & {
  /** What its fields are, by their names; those of an object within it by a dotted path. */
  says?: Readonly<Record<string, string>>;
  path: P;
  params: [PathParams<P>] extends [keyof Params['properties']]
    ? [keyof Params['properties']] extends [PathParams<P>]
      ? Params
      : never
    : never;
  success?: readonly number[];
  retry?: Operation['retry'];
};
type Omit_<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;

const RETRY = {
  GET: 'safe',
  PUT: 'idempotent',
  DELETE: 'idempotent',
  PATCH: 'absolute',
  POST: 'never',
} as const;

/** An operation whose settings keep their exact types; what they leave out has the type that every operation gives it. */
type Described<Id extends string, S> = S & { readonly id: Id } & Omit<Operation, keyof S | 'id'>;

/**
 * Describes one operation. `success` defaults to 200 (DELETE: 205, 204), `retry` to what the method allows;
 * an operation that creates or starts something says `retry: 'never'` whatever its method.
 */
export function operation<
  const Id extends string,
  P extends string,
  Params extends TObject,
  const S extends Spec<P, Params>,
>(id: Id, spec: S & Spec<P, Params> & { path: P; params: Params }): Described<Id, S> {
  const success = spec.success ?? (spec.method === 'DELETE' ? [205, 204] : [200]);
  const { says, query, body } = spec;
  const words = query && 'shareKey' in query.properties ? { ...EVERYWHERE, ...says } : says;
  const worded = words && {
    ...(query && { query: withWords(query, words) }),
    ...(body && { body: withWords(body, words) }),
  };
  return {
    __proto__: null,
    retry: RETRY[spec.method],
    ...spec,
    ...worded,
    id,
    success,
  } as object as Described<Id, S>;
}

/** What a field is called in every operation that has it. */
const EVERYWHERE = { shareKey: 'share key of a share-link site' };

/** The same object whose fields say what they are; words under `body` are for a body that is no object. */
function withWords(schema: TSchema, says: Readonly<Record<string, string>>): TSchema {
  if (!isObjectSchema(schema)) return says.body === undefined ? schema : described(schema, says.body);
  const properties = { ...schema.properties };
  for (const [path, description] of Object.entries(says)) {
    const [name = '', ...within] = path.split('.');
    const field = properties[name];
    if (!field) continue;
    properties[name] =
      within.length > 0
        ? withWords(field, { [within.join('.')]: description })
        : described(field, description);
  }
  return { ...schema, properties };
}

/** A closed list of strings. Kept as `enum` so that flags, messages and completions can read it. */
export function Enum<const V extends readonly string[]>(
  values: V,
  options: { description?: string; default?: V[number] } = {},
) {
  return Union(
    values.map((value) => Literal(value)),
    options,
  ) as unknown as TUnsafe<V[number]>;
}

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
export const Flags = <const K extends readonly string[]>(keys: K) =>
  Obj(Object.fromEntries(keys.map((key) => [key, Bool()])) as Record<K[number], ReturnType<typeof Bool>>);

/** Query of every paged list. `limit` 0 answers an empty page with `count`. */
export const Paging = {
  page: Optional(Str({ description: 'page identifier, from next.page of the previous page' })),
  limit: Optional(Integer({ minimum: 0, maximum: 1000, description: 'items per page' })),
};

/** `{ items, next?, count? }`; no `next` marks the last page. */
export const pageOf = <S extends TSchema>(item: S) =>
  Obj({
    items: ArrayOf(item),
    next: Optional(Obj({ page: Str() })),
    count: Optional(Count()),
  });

export const OrganizationRef = Obj({ organizationId: Str({ description: 'organization' }) });
export const SpaceRef = Obj({ spaceId: Str({ description: 'space' }) });
export const ChangeRequestRef = Obj({
  spaceId: Str({ description: 'space' }),
  changeRequestId: Str({ description: 'change request: ID or number' }),
});
export const SiteRef = Obj({
  organizationId: Str({ description: 'organization' }),
  siteId: Str({ description: 'site' }),
});
export const NoParams = Obj({});

export const LANGUAGES =
  'en fr de es it pt pt-br ru ja zh zh-tw yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'.split(
    ' ',
  ) as readonly string[];
export const Language = Enum(LANGUAGES);

/** What generated files are written with. Taken out of one object, each has a short name in the built program. */
export const builders = {
  ArrayOf,
  Bool,
  DateTime,
  Email,
  Enum,
  Integer,
  Literal,
  Null,
  Nullable,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Recursive,
  Str,
  Union,
  Unknown,
  Uri,
  pageOf,
};
