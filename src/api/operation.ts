// What an operation of the platform is, and how its input splits into path, query and body.
import type { Static, TObject, TSchema } from '@sinclair/typebox';

/**
 * Who may send it again after a failure whose outcome is not known.
 * safe: reads; idempotent: a second run changes nothing more; absolute: PATCH with absolute values;
 * never: creates, merges, starts something.
 */
export type Retry = 'safe' | 'idempotent' | 'absolute' | 'never';

/** What a token is of: a user, an integration, one installation of it, or a user of the platform's own staff. */
export const TOKEN_KINDS = ['user', 'integration', 'installation', 'internal'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** What a list shows that people can name in a command, by more than its ID. */
export interface Named {
  /** The path parameter that is one of them: `spaceId`. */
  readonly param: string;
  /** What people call one: `space`. */
  readonly noun: string;
  /** Where an item has its names, the usual one first: `title`, `user.email`, or text with such places in braces. */
  readonly names: readonly string[];
  /** Which of the names a table shows, where it is not the first. */
  readonly shown?: number;
  /** What the platform knows an item by, where it is not its `id`. */
  readonly key?: string;
  /** The field of the answer that holds them, where it is not a paged list. */
  readonly rows?: string;
  /** The operation of the same file that lists them on a change request. */
  readonly onChangeRequest?: string;
}

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template, `/v1/spaces/{spaceId}`. */
  readonly path: string;
  /** One line, imperative, no full stop. */
  readonly summary: string;
  readonly params: TObject;
  readonly query?: TObject;
  /** Object bodies are flattened into the input; any other body is under the input key `body`. */
  readonly body?: TSchema;
  readonly bodyOptional?: true;
  /** Absent: the answer has no body. */
  readonly result?: TSchema;
  /** Status codes of success, the usual one first. 204 beside a result: for `Prefer: return=minimal`. */
  readonly success: readonly number[];
  /** Error statuses the specification declares for it. */
  readonly errors?: readonly number[];
  /** `pages`: `{items, next, count}` with query `page` and `limit`. */
  readonly paging?: 'pages';
  /** Items that one page may be asked for, where they are fewer than elsewhere. */
  readonly mostOnPage?: number;
  readonly retry: Retry;
  /** What its items are named by, where people name them in commands. */
  readonly lists?: Named;
  /** What replaces it, where the specification calls it deprecated. */
  readonly deprecated?: string;
  /** Older hosts do not have it: what they lack, in words that follow "this host does not offer" (src/api/README.md#newer-operations). */
  readonly newer?: string;
  /** Fields of the published contract that nothing here reads: the sandbox refuses them. */
  readonly lacks?: readonly string[];
  /** What its query says where the input does not. */
  readonly sends?: Readonly<Record<string, unknown>>;
  /** The one published version that has it, where others have not; `none`: it is older than all. */
  readonly only?: string;
  /** Token kind the platform wants where it is not a user's, or several; `any`: each kind does (src/api/README.md#tokens). */
  readonly token?: Exclude<TokenKind, 'user'> | 'any' | readonly TokenKind[];
  /** Switches of the input that the answer must show as they were sent: a host that drops one would show what is not to be seen. */
  readonly keeps?: readonly string[];
  /** Seconds until headers must have come, when the platform is known to be slow here. */
  readonly slow?: true;
  /** The answer comes as server-sent events; `result` is the list of what they hold. */
  readonly streams?: true;
  /** The body may hold up to 16 MiB rather than 1 MiB. */
  readonly large?: true;
}

/** What the flag of a field is called, where people have a better word for it. The specification does not show it. */
export const FLAG = Symbol.for('docs.flag');

export type ParamsOf<O extends Operation> = O['params'] extends TObject ? Static<O['params']> : unknown;
export type QueryOf<O extends Operation> = O extends { query: infer Q extends TObject } ? Static<Q> : unknown;
export type BodyOf<O extends Operation> = O extends { body: infer B extends TSchema }
  ? B extends TObject
    ? Static<B>
    : { body: Static<B> }
  : unknown;
/** Everything an operation takes, as one flat object. */
export type InputOf<O extends Operation> = ParamsOf<O> & QueryOf<O> & BodyOf<O>;
export type ResultOf<O extends Operation> = Operation extends O
  ? unknown
  : O extends { result: infer R extends TSchema }
    ? Static<R>
    : undefined;
/** One row of a list, or the thing itself. */
export type ItemOf<O extends Operation> =
  ResultOf<O> extends { items: readonly (infer I)[] } | readonly (infer I)[] ? I : ResultOf<O>;

/** An input split as the wire wants it. */
export interface Request {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Where an input has fields of the body that its operation does not know. */
export const OTHER_FIELDS = 'otherFields';

/** Takes a flat input; returns its path parameters, its query and its body (undefined when the operation has none). */
export function splitInput(operation: Operation, input: Record<string, unknown>): Request {
  const pick = (schema: TObject | undefined): Record<string, unknown> => {
    const given = Object.keys(schema?.properties ?? {}).filter((key) => input[key] !== undefined);
    return Object.fromEntries(given.map((key) => [key, input[key]]));
  };
  // Params are strings by the type of the operation: a path has no other kind.
  const params = pick(operation.params) as Record<string, string>;
  const query = { ...operation.sends, ...pick(operation.query) };
  return { params, query, body: bodyOf(operation, input, pick) };
}

function bodyOf(
  { body }: Operation,
  input: Record<string, unknown>,
  pick: (schema: TObject) => Record<string, unknown>,
): unknown {
  if (!body) return undefined;
  return isObjectSchema(body) ? { ...pick(body), ...Object(input[OTHER_FIELDS]) } : input.body;
}

export const isObjectSchema = (schema: TSchema): schema is TObject =>
  schema.type === 'object' && typeof schema.properties === 'object';

/** Whether the platform takes a token of this kind for it. Its own staff may do what users may. */
export function takesToken({ token }: Pick<Operation, 'token'>, kind: TokenKind): boolean {
  if (token === undefined) return kind === 'user' || kind === 'internal';
  return token === 'any' || [token].flat().includes(kind);
}

/** Whether it changes something on the platform. */
export const mutates = ({ method, retry }: Operation): boolean => method !== 'GET' && retry !== 'safe';
