// What a site accepts as the schema of its visitors' claims (src/api/README.md#sites).
import { builders } from '../schema.ts';

/** A draft-07 JSON Schema of an object; what else the platform accepts of it is checked below. */
export const ClaimsSchema = builders.Obj(
  { type: builders.Literal('object') },
  { additionalProperties: true },
);

export interface SchemaProblem {
  /** JSON pointer into the schema: `/properties/plan/enum`. Empty: the schema itself. */
  path: string;
  /** Reads on after the path: "must be false". */
  message: string;
}

type Json = Readonly<Record<string, unknown>>;

const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;
/** Keywords that explain and never decide. */
const NOTES = ['title', 'description', 'default', 'examples', '$comment', '$id'];
const DEEPEST = 32;

/** Every way in which a schema breaks the platform's rules; none when it is accepted. */
export function adaptiveSchemaProblems(schema: unknown): SchemaProblem[] {
  if (!isObject(schema)) return [{ path: '', message: 'must be a JSON object' }];
  const { $schema } = schema;
  const draft = $schema === undefined || (typeof $schema === 'string' && DRAFT_07.test($schema));
  return [
    ...(draft
      ? []
      : [{ path: '/$schema', message: 'must be draft-07: http://json-schema.org/draft-07/schema#' }]),
    ...objectProblems(schema, '', ['$schema'], 0),
  ];
}

function objectProblems(
  schema: Json,
  path: string,
  extra: readonly string[],
  depth: number,
): SchemaProblem[] {
  if (depth > DEEPEST) return [{ path, message: `must not nest more than ${DEEPEST} levels` }];
  const { type, properties, additionalProperties } = schema;
  const problems = strangers(schema, path, [
    'type',
    'properties',
    'additionalProperties',
    'required',
    ...extra,
  ]);
  if (type !== 'object') problems.push({ path: `${path}/type`, message: 'must be "object"' });
  if (additionalProperties !== false) {
    problems.push({ path: `${path}/additionalProperties`, message: 'must be false' });
  }
  if (!isObject(properties))
    return [...problems, { path: `${path}/properties`, message: 'must be an object' }];
  const inner = Object.entries(properties).flatMap(([name, claim]) => {
    const at = `${path}/properties/${escapePointer(name)}`;
    if (!isObject(claim)) return [{ path: at, message: 'must be an object' }];
    // What comes unsigned is in an object of its own, which needs no description.
    const unsigned = depth === 0 && name === 'unsigned';
    return unsigned ? objectProblems(claim, at, [], depth + 1) : claimProblems(claim, at, depth + 1);
  });
  return [...problems, ...inner];
}

function claimProblems(claim: Json, path: string, depth: number): SchemaProblem[] {
  const described = typeof claim.description === 'string' && claim.description !== '';
  return [
    ...(described
      ? []
      : [{ path: `${path}/description`, message: 'is required: it says what the claim means' }]),
    ...typeProblems(claim, path, depth),
  ];
}

function typeProblems(claim: Json, path: string, depth: number): SchemaProblem[] {
  switch (claim.type) {
    case 'object':
      return objectProblems(claim, path, [], depth);
    case 'array':
      return [...strangers(claim, path, ['type', 'items']), ...itemProblems(claim.items, `${path}/items`)];
    case 'string':
      return [...strangers(claim, path, ['type', 'enum']), ...enumProblems(claim.enum, `${path}/enum`)];
    case 'boolean':
    case 'number':
      return strangers(claim, path, ['type']);
    default:
      return [{ path: `${path}/type`, message: 'must be one of boolean, string, number, array, object' }];
  }
}

function itemProblems(items: unknown, path: string): SchemaProblem[] {
  if (!isObject(items)) return [{ path, message: 'must be an object: it describes the items' }];
  if (items.type === 'array' || items.type === 'object') {
    return [{ path: `${path}/type`, message: 'must be one of boolean, string, number' }];
  }
  return typeProblems(items, path, 0);
}

function enumProblems(values: unknown, path: string): SchemaProblem[] {
  const fits = values === undefined || (Array.isArray(values) && values.length > 0 && values.every(isText));
  return fits ? [] : [{ path, message: 'must be a list of texts, with at least one' }];
}

/** Keywords that decide something the platform does not look at. */
const strangers = (schema: Json, path: string, known: readonly string[]): SchemaProblem[] =>
  Object.keys(schema)
    .filter((name) => !known.includes(name) && !NOTES.includes(name))
    .map((name) => ({ path: `${path}/${escapePointer(name)}`, message: 'is not supported here' }));

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
