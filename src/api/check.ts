// Says in words what is wrong with a value. Loaded only when there is something to check.

import { FormatRegistry, type TSchema } from '@sinclair/typebox';
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value';
import { isObjectSchema, type Operation } from './operation.ts';
import { HTTP, HTTP_OR_MAIL } from './schema.ts';

/** What follows `must be`, by the pattern of a field: nobody reads a regular expression in a message. */
export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  '^[^\\s@]{1,64}@[^\\s@.]{1,63}(?:\\.[^\\s@.]{1,63})+$': 'an email address',
  '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$':
    'a path that begins with /, with * only at its end: no / at the end, no comma, and %20 or the like for a space or what is not ASCII',
  '^[a-zA-Z0-9-_.]+$': 'letters, digits, dots, dashes or underscores',
  '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$': 'letters and digits, with single dashes between them',
  '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$':
    'a domain of at least three parts, such as docs.example.com',
  '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$': 'a domain and path, such as example.com/docs',
  '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$': '3 to 32 lowercase letters, digits or dashes between them',
  [HTTP]: 'a URL that begins with https:// or http://',
  [HTTP_OR_MAIL]: 'a URL that begins with https://, http:// or mailto:',
  '^refs/heads/.+$': 'refs/heads/<branch>',
  '^refs/heads/[^\\s~^:?*\\[\\\\\\x00-\\x20\\x7f]+$': 'a branch, such as refs/heads/main',
  '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$': 'a repository, such as account/name',
  '\\S.*\\S': 'at least two characters that are not spaces',
  '^[^\\n\\r]*$': 'one line',
  '^#(?:[0-9a-fA-F]{3}){1,2}$': 'a color such as #36c or #3366cc',
  '^(?:integration:[^:]+|builtin:(?:email|api|website|youtube|github-discussions|github-issues|intercom|front|zendesk|zoho-desk|freshdesk|pylon|hubspot|linear|jira))$':
    'integration:<name>, or builtin: with one of its kinds, such as builtin:github-issues',
  '^(?:questions|connection:.+)$': 'questions, or connection:<ID>',
  '^\\$\\{env:(INTEGRATION_[A-Za-z0-9_]+)\\}$': `a variable, such as $\{env:INTEGRATION_API_KEY}: no file holds a secret`,
  '^[a-zA-Z0-9_\\*-]+$': 'letters, digits, dashes or underscores, with * for any',
  '^[a-zA-Z0-9._*-]+\\/[a-zA-Z0-9._*-]+$': 'account/name, with * for any',
};

/** One problem: a dotted path (`position.before`, empty for the value itself) and what is allowed there. */
export interface Problem {
  path: string;
  /** Reads on after the field's name: "must be one of public, unlisted, private". */
  message: string;
  /** The offending value, cut to 60 characters; absent where the field is missing, or may hold a secret. */
  value?: string;
  /** The value is a number, true, null, a list or an object: written without quotation marks. */
  isBare?: true;
}

const DATE_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

FormatRegistry.Set('date-time', (text) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)));
/** No server takes a longer one, and reading one takes time by the square of its length. */
const LONGEST_URL = 8192;
/** What a browser runs where it should open something: URL parsers drop what is before and within the name. */
const isCode = (text: string): boolean =>
  /^(?:javascript|vbscript):/i.test(text.replace(/^[\0- ]+|[\t\n\r]/g, ''));
FormatRegistry.Set('uri', (text) => text.length <= LONGEST_URL && URL.canParse(text) && !isCode(text));
/** A link that may be within a site: anything else than code. */
FormatRegistry.Set('uri-reference', (text) => !isCode(text));

/** Takes a schema and any value; returns every problem, none when the value fits. */
export const check = (schema: TSchema, value: unknown): Problem[] => problemsIn(schema, value).map(inWords);

/** A problem, with the path from there to the field that is wrong in the form that was meant. */
interface InForm extends Problem {
  within?: string;
}

const REQUIRED = 'is required';

function inWords({ within, message, ...problem }: InForm): Problem {
  if (!within) return { ...problem, message };
  return message.startsWith(REQUIRED)
    ? { ...problem, message: `lacks "${within}"${message.slice(REQUIRED.length)}` }
    : { ...problem, message: `has a bad "${within}": it ${message}` };
}

function problemsIn(schema: TSchema, value: unknown, around: TSchema[] = []): InForm[] {
  const seen = new Map<string, InForm>();
  for (const error of Value.Errors(schema, around, byCharacter(value))) {
    const problem = toProblem({ ...error, value: atPath(value, error.path) }, around);
    // TypeBox reports a missing field twice: once as missing, once as of the wrong type.
    if (!seen.has(problem.path)) seen.set(problem.path, problem);
    if (seen.size >= 20) break;
  }
  return [...seen.values()];
}

const BEYOND = /[\u{10000}-\u{10FFFF}]/u;
const ALL_BEYOND = /[\u{10000}-\u{10FFFF}]/gu;

/**
 * Lengths of a schema count characters, those of the checker count UTF-16 units: a character of two units is checked as
 * a letter of one, which no pattern and no closed list of values tells from it.
 */
function byCharacter(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return BEYOND.test(value) ? value.replace(ALL_BEYOND, '\u4e00') : value;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => byCharacter(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, byCharacter(field, depth + 1)]),
  );
}

/** No schema looks deeper, and calls within calls have an end. */
const DEEPEST = 200;

/** What is at a JSON pointer. */
function atPath(value: unknown, path: string): unknown {
  const keys = path.split('/').slice(1);
  return keys.reduce<unknown>((at, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  }, value);
}

/** Text of a query or a flag to the type its schema wants (`"5"` to 5, `"true"` to true, one value to a list). */
export const convert = (schema: TSchema, value: unknown): unknown => Value.Convert(schema, value);

/** Checks the path parameters, query and body of a request; paths in the problems are the fields' own names. */
export function checkRequest(
  operation: Operation,
  request: { params: Record<string, string>; query: Record<string, unknown>; body: unknown },
): Problem[] {
  const problems = checkParams(request.params);
  if (operation.query)
    problems.push(...check(operation.query, request.query), ...unknownKeys(operation.query, request.query));
  if (operation.body)
    problems.push(...check(operation.body, request.body), ...unknownKeys(operation.body, request.body));
  return problems;
}

/** A URL parser climbs on `.` and `..` even when they are percent-encoded, so no path parameter may be one. */
const checkParams = (params: Record<string, string>): Problem[] =>
  Object.entries(params)
    .filter(([, value]) => value === '' || value === '.' || value === '..' || [...value].length > 1024)
    .map(([path, value]) => ({ path, message: 'must be an id', value: shorten(value) }));

/** How the message on a field that nobody knows begins. */
export const NO_FIELD = 'is not a field here';
const KNOWN = new RegExp(`${NO_FIELD}; known: (.*)$`);

const unknownField = (known: readonly string[]): string =>
  known.length === 0 ? NO_FIELD : `${NO_FIELD}; known: ${known.join(', ')}`;

/** The fields that a message with it lists; undefined for any other. */
export const fieldsKnownIn = (message: string): string[] | undefined =>
  message.endsWith(NO_FIELD) ? [] : KNOWN.exec(message)?.[1]?.split(', ');

/** A misspelt field would be dropped in silence by a platform that ignores what it does not know. */
function unknownKeys(schema: TSchema, value: unknown): Problem[] {
  if (!isObjectSchema(schema) || schema.additionalProperties !== undefined || !isRecord(value)) return [];
  const known = Object.keys(schema.properties);
  return Object.keys(value)
    .filter((key) => !Object.hasOwn(schema.properties, key))
    .map((key) => ({ path: key, message: unknownField(known) }));
}

function toProblem(error: ValueError, around: TSchema[]): InForm {
  const { schema, type, value } = error;
  const path = error.path.replace(/^\//, '').replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  if (type === ValueErrorType.ObjectRequiredProperty) return { path, message: REQUIRED };
  const { value: given, ...problem } =
    type === ValueErrorType.Union
      ? problemOfUnion(schema, value, around)
      : { message: wording(error), ...shown(value) };
  // What is secret as a whole is so in the form that was meant.
  return { path, ...problem, ...(schema.writeOnly !== true && given !== undefined && { value: given }) };
}

const shorten = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57).replace(/[\ud800-\udbff]$/, '')}...` : text;
};

const shown = (value: unknown): Pick<Problem, 'value' | 'isBare'> => ({
  value: shorten(value),
  ...(typeof value !== 'string' && { isBare: true }),
});

const BOUNDS: { [type in ValueErrorType]?: (schema: TSchema) => string } = {
  [ValueErrorType.StringMaxLength]: (s) => `must have at most ${s.maxLength} characters`,
  [ValueErrorType.StringMinLength]: (s) =>
    s.minLength === 1 ? 'must not be empty' : `must have at least ${s.minLength} characters`,
  [ValueErrorType.StringPattern]: (s) =>
    PATTERN_WORDS[s.pattern] ? `must be ${PATTERN_WORDS[s.pattern]}` : `must match ${s.pattern}`,
  [ValueErrorType.IntegerMaximum]: (s) => `must be at most ${s.maximum}`,
  [ValueErrorType.IntegerMinimum]: (s) => `must be at least ${s.minimum}`,
  [ValueErrorType.NumberMaximum]: (s) => `must be at most ${s.maximum}`,
  [ValueErrorType.NumberMinimum]: (s) => `must be at least ${s.minimum}`,
  [ValueErrorType.ArrayMaxItems]: (s) => `must have at most ${s.maxItems} items`,
  [ValueErrorType.ArrayMinItems]: (s) =>
    s.minItems === 1 ? 'must not be empty' : `must have at least ${s.minItems} items`,
  [ValueErrorType.ObjectMinProperties]: (s) => `must have at least ${s.minProperties} of its fields`,
  [ValueErrorType.Integer]: () => 'must be a whole number',
  [ValueErrorType.Number]: () => 'must be a number',
  [ValueErrorType.Boolean]: () => 'must be true or false',
  [ValueErrorType.Literal]: (s) => `must be ${s.const}`,
  [ValueErrorType.String]: () => 'must be text',
  [ValueErrorType.Array]: () => 'must be a list',
  [ValueErrorType.Object]: () => 'must be an object',
  [ValueErrorType.ObjectAdditionalProperties]: (s) =>
    unknownField(s.propertyNames?.enum ?? Object.keys(s.properties ?? {})),
};

function wording(error: ValueError): string {
  const { schema } = error;
  if (error.type === ValueErrorType.StringFormat) return formatWording(schema.format, String(error.value));
  return BOUNDS[error.type]?.(schema) ?? error.message.toLowerCase();
}

function formatWording(format: string, value: string): string {
  if (isCode(value)) return 'must be a URL that no browser runs as code';
  return format === 'date-time' ? 'must be a date and time like 2026-01-31T12:00:00Z' : 'must be a URL';
}

/** The values a union of literals allows; undefined for any other union. */
export function enumValues(schema: TSchema): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  if (schema.type === 'null') return [null];
  if (!Array.isArray(schema.anyOf)) return undefined;
  const values = schema.anyOf.map((option: TSchema) => enumValues(option));
  return values.every((value) => value !== undefined) ? values.flat() : undefined;
}

/** Names the values, or, for variants told apart by a tag, the tag or what is wrong with the variant that was meant. */
function problemOfUnion(schema: TSchema, value: unknown, around: TSchema[]): Omit<InForm, 'path'> {
  const values = enumValues(schema);
  if (values) return { message: `must be ${oneOf(values)}`, ...shown(value) };
  const notNull = formsOf(schema).filter((option) => option.type !== 'null');
  const meant = meantOption(notNull, value);
  const within = schema.$id === undefined ? around : [...around, schema];
  const [first] = meant ? problemsIn(meant, value, within) : [];
  if (first) {
    const { path, within: deeper = '', ...problem } = first;
    return { ...problem, within: [path, deeper].filter((part) => part !== '').join('.') };
  }
  const tag = isRecord(value) ? tagOfAll(notNull) : undefined;
  if (tag && isRecord(value)) {
    const tagged = notNull.flatMap((option) => tagValues(option, tag) ?? []);
    if (value[tag] === undefined) return { within: tag, message: `${REQUIRED}, ${oneOf(tagged)}` };
    return { within: tag, message: `must be ${oneOf(tagged)}`, ...shown(value[tag]) };
  }
  const tags = notNull.map(tagOf).filter(Boolean).join(' or ');
  return { message: tags ? `must be ${tags}` : 'has none of the allowed forms', ...shown(value) };
}

const oneOf = (values: readonly unknown[]): string => `one of ${values.map(String).join(', ')}`;

/** Those of unions within a union are its own. */
const formsOf = (schema: TSchema): TSchema[] =>
  Array.isArray(schema.anyOf) && !enumValues(schema) ? schema.anyOf.flatMap(formsOf) : [schema];

/** The form that was meant: the only one, that of the same tag, of the same kind, or of the most fields. */
function meantOption(options: readonly TSchema[], value: unknown): TSchema | undefined {
  const tag = isRecord(value) ? tagOfAll(options) : undefined;
  const tagged = options.find((option) =>
    tag !== undefined && isRecord(value)
      ? tagValues(option, tag)?.includes(value[tag])
      : sharesTag(option, value),
  );
  if (tagged || options.length === 1) return tagged ?? options[0];
  const [alike, ...others] = options.filter(({ type, const: one }) => type === kindOf(value) && !one);
  if (others.length === 0 || !isRecord(value)) return others.length === 0 ? alike : undefined;
  const shared = (option: TSchema) =>
    isObjectSchema(option) ? Object.keys(value).filter((key) => key in option.properties).length : 0;
  const [first, second] = [...(alike ? [alike] : []), ...others].sort((a, b) => shared(b) - shared(a));
  return first && second && shared(first) > shared(second) ? first : undefined;
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);
const isRecord = (value: unknown): value is Record<string, unknown> => kindOf(value) === 'object' && !!value;

const KINDS: Readonly<Record<string, string>> = { string: 'text', array: 'a list', boolean: 'true or false' };
const TAGS = ['type', 'kind', 'rule', 'object', 'status', 'backend', 'operation'];

/** The values of a field that tells forms apart; undefined for a form without it. */
function tagValues(option: TSchema, tag: string): unknown[] | undefined {
  const field = isObjectSchema(option) ? option.properties[tag] : undefined;
  return field && enumValues(field);
}

/** The field that tells all of these forms apart. */
const tagOfAll = (options: readonly TSchema[]): string | undefined =>
  TAGS.find((tag) => {
    const values = options.map((option) => tagValues(option, tag));
    return values.every((one) => one !== undefined) && new Set(values.flat()).size === values.flat().length;
  });

function tagOf(option: TSchema): string {
  if (!isObjectSchema(option)) return enumValues(option)?.join(', ') ?? KINDS[option.type] ?? option.type;
  const tag = TAGS.find((name) => option.properties[name]?.const !== undefined);
  return `{${tag ? `${tag}: ${option.properties[tag]?.const}` : Object.keys(option.properties).join(', ')}}`;
}

function sharesTag(option: TSchema, value: unknown): boolean {
  if (!isObjectSchema(option) || !isRecord(value)) return false;
  return TAGS.some((tag) => value[tag] !== undefined && option.properties[tag]?.const === value[tag]);
}
