// Two OpenAPI documents: which operations and fields came, went or changed, and what of that breaks a client.
import { ValidationError } from '../../errors.ts';
import { decoded } from '../../files/texts.ts';

export interface Difference {
  change: 'added' | 'removed' | 'changed';
  /** A client made for the old document may fail with the new one. */
  breaking: boolean;
  /** `GET /parcels/{id}`. */
  operation: string;
  /** `query.limit`, `body.label.format`, `200.items[].id`; null for the whole operation. */
  field: string | null;
  detail: string;
}

type Node = Readonly<Record<string, unknown>>;

const MOST_HOPS = 32;
/** A hundred times what the largest public documents take. */
const MOST_STEPS = 5_000_000;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const asNode = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const keysOf = (before: object, after: object): string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
];
const written = (value: unknown): string => {
  try {
    return JSON.stringify(value);
  } catch {
    throw new ValidationError('the values in these documents are nested too deeply to be compared');
  }
};
const own = (node: Node, key: string): unknown => (Object.hasOwn(node, key) ? node[key] : undefined);

/** As it is said, whatever stands where a word or number is expected. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? written(value) : String(value ?? 'none');

/** In the order of the old document; what is new comes last. Throws ValidationError for documents made to take forever. */
export function compareOpenApi(before: unknown, after: unknown): Difference[] {
  const [was, is] = [operationsOf(asNode(before)), operationsOf(asNode(after))];
  const steps = { left: MOST_STEPS };
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Difference[] => {
    const [old, now] = [was.get(key), is.get(key)];
    if (old && now) return changesOf(old, now, steps);
    const operation = (old ?? now)?.name ?? key;
    return old
      ? [{ change: 'removed', breaking: true, operation, field: null, detail: 'operation removed' }]
      : [{ change: 'added', breaking: false, operation, field: null, detail: 'operation added' }];
  });
}

interface Operation {
  name: string;
  document: Node;
  item: Node;
  node: Node;
}

/** By method and path: what a parameter of the path is called does not matter. */
function operationsOf(document: Node): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, given] of Object.entries(asNode(document.paths))) {
    const item = resolved(document, given);
    for (const method of METHODS) {
      if (!Object.hasOwn(item, method)) continue;
      const name = `${method.toUpperCase()} ${path}`;
      const key = `${method} ${path.replace(/\{[^{}]*\}/g, '{}').replace(/(?<=.)\/$/, '')}`;
      found.set(key, { name, document, item, node: asNode(item[method]) });
    }
  }
  return found;
}

/** What a reference within the document leads to; one that leads elsewhere is compared by its text. */
function resolved(document: Node, given: unknown): Node {
  let node = asNode(given);
  for (let hops = 0; typeof node.$ref === 'string' && node.$ref.startsWith('#/'); hops += 1) {
    if (hops === MOST_HOPS) return {};
    const parts = node.$ref.slice(2).split('/');
    node = asNode(parts.reduce<unknown>((at, part) => own(asNode(at), nameIn(part)), document));
  }
  return node;
}

const nameIn = (part: string): string => decoded(part.replaceAll('~1', '/').replaceAll('~0', '~'));

function changesOf(before: Operation, after: Operation, steps: Steps): Difference[] {
  const found: Difference[] = [];
  const say: Say = (change, breaking, field, detail) =>
    found.push({ change, breaking, operation: after.name, field, detail });
  if (before.node.deprecated !== true && after.node.deprecated === true)
    say('changed', false, null, 'deprecated');
  const [locked, locks] = [before, after].map(({ document, node }) =>
    asList(node.security ?? document.security),
  );
  if (written(locked) !== written(locks))
    say('changed', locks?.length !== 0, null, 'security requirements changed');
  const sides = { before, after, say, steps };
  compareParameters(sides);
  compareBodies(sides);
  compareResponses(sides);
  return found;
}

/** How many more schemas may be read. */
interface Steps {
  left: number;
}

interface Sides {
  before: Operation;
  after: Operation;
  say: Say;
  steps: Steps;
}

type Say = (change: Difference['change'], breaking: boolean, field: string | null, detail: string) => void;

/** By place and name, those of the path by where they are in it. */
function parametersOf({ name, document, item, node }: Operation): Map<string, Node> {
  const inPath = [...name.matchAll(/\{([^{}]*)\}/g)].map(([, parameter]) => parameter);
  const all = [...asList(item.parameters), ...asList(node.parameters)].map((one) => resolved(document, one));
  const named = all.filter((one) => one.in !== 'body' && one.in !== 'formData');
  return new Map(
    named.map((one) => {
      const at = one.in === 'path' ? inPath.indexOf(textOf(one.name)) : -1;
      const label = one.in === 'header' ? textOf(one.name).toLowerCase() : textOf(one.name);
      return [at >= 0 ? `path.${at}` : `${textOf(one.in)}.${label}`, one];
    }),
  );
}

function compareParameters(sides: Sides): void {
  const { before, after, say } = sides;
  const [was, is] = [parametersOf(before), parametersOf(after)];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(key), is.get(key)];
    const field = `${textOf((now ?? old)?.in)}.${textOf((now ?? old)?.name)}`;
    compareInput({ old, now, field, say }, () => {
      // The second version of OpenAPI writes the type beside the name.
      const [schemaWas, schemaIs] = [old?.schema ?? old, now?.schema ?? now];
      walk({ ...sides, isAnswer: false, seen: new Map(), later: [] }, schemaWas, schemaIs, field);
    });
  }
}

/** What a client sends: it may always leave out what is new, unless that is required. */
function compareInput(
  { old, now, field, say }: { old: Node | undefined; now: Node | undefined; field: string; say: Say },
  deeper: () => void,
): void {
  const isRequired = now?.required === true;
  if (!old) say('added', isRequired, field, isRequired ? 'required' : 'optional');
  else if (!now) say('removed', true, field, 'no longer taken');
  else {
    if (isRequired !== (old.required === true))
      say('changed', isRequired, field, isRequired ? 'required now' : 'optional now');
    deeper();
  }
}

function bodyOf({ document, item, node }: Operation): Node | undefined {
  if (node.requestBody !== undefined) return resolved(document, node.requestBody);
  const all = [...asList(item.parameters), ...asList(node.parameters)].map((one) => resolved(document, one));
  const body = all.find((one) => one.in === 'body');
  return body && { required: body.required, content: { 'application/json': { schema: body.schema } } };
}

function compareBodies(sides: Sides): void {
  const { before, after, say } = sides;
  const [old, now] = [bodyOf(before), bodyOf(after)];
  if (!old && !now) return;
  compareInput({ old, now, field: 'body', say }, () =>
    compareContents({ ...sides, isAnswer: false, seen: new Map(), later: [] }, old, now, 'body'),
  );
}

function compareResponses(sides: Sides): void {
  const { before, after, say } = sides;
  const [was, is] = [asNode(before.node.responses), asNode(after.node.responses)];
  for (const status of keysOf(was, is)) {
    const isSuccess = /^2|^default$/.test(status);
    if (!Object.hasOwn(was, status)) say('added', false, status, 'response added');
    else if (!Object.hasOwn(is, status)) say('removed', isSuccess, status, 'response removed');
    else {
      const [old, now] = [resolved(before.document, was[status]), resolved(after.document, is[status])];
      compareContents({ ...sides, isAnswer: true, seen: new Map(), later: [] }, old, now, status);
    }
  }
}

const contentOf = (node: Node | undefined): Node =>
  node?.content === undefined && node?.schema !== undefined
    ? { 'application/json': { schema: node.schema } }
    : asNode(node?.content);

function compareContents(at: Walk, old: Node | undefined, now: Node | undefined, field: string): void {
  const [was, is] = [contentOf(old), contentOf(now)];
  for (const type of keysOf(was, is)) {
    if (!Object.hasOwn(was, type)) at.say('added', false, field, type);
    else if (!Object.hasOwn(is, type)) at.say('removed', true, field, type);
    else walk(at, asNode(was[type]).schema, asNode(is[type]).schema, field);
  }
}

interface Walk extends Sides {
  /** What a host sends: a client relies on what was promised, and takes what is more. */
  isAnswer: boolean;
  /** Pairs of schemas that were compared: a schema may hold itself. */
  seen: Map<Node, Set<Node>>;
  /** Level by level: each is named by the shortest way to it, and the stack holds however deep they are. */
  later: [old: unknown, now: unknown, field: string][];
}

interface Shape extends Node {
  properties: Node;
  required: ReadonlySet<string>;
}

/** A schema with all that its `allOf` says: what comes later and is nearer has the last word. */
function shapeOf({ document }: Operation, schema: unknown, steps: Steps): Shape {
  const parts = new Set<Node>();
  const left = [schema];
  while (left.length > 0) {
    const node = resolved(document, left.pop());
    if (parts.has(node)) continue;
    parts.add(node);
    for (const part of asList(node.allOf)) left.push(part);
    steps.left -= 1;
    if (steps.left < 0)
      throw new ValidationError('the schemas of these documents are too many to be compared');
  }
  const shape: Shape = { properties: {}, required: new Set() };
  const [properties, required] = [{}, new Set<string>()];
  for (const node of [...parts].reverse()) {
    Object.assign(shape, node);
    Object.assign(properties, asNode(node.properties));
    for (const name of asList(node.required)) required.add(textOf(name));
  }
  return { ...shape, properties, required };
}

function walk(at: Walk, old: unknown, now: unknown, field: string): void {
  at.later.push([old, now, field]);
  for (const one of at.later) compareSchemas(at, ...one);
  at.later.length = 0;
}

function compareSchemas(at: Walk, old: unknown, now: unknown, field: string): void {
  const [was, is] = [resolved(at.before.document, old), resolved(at.after.document, now)];
  const seen = at.seen.get(was) ?? new Set();
  if (seen.has(is)) return;
  at.seen.set(was, seen.add(is));
  const [before, after] = [shapeOf(at.before, was, at.steps), shapeOf(at.after, is, at.steps)];
  compareValues(at, before, after, field);
  for (const name of keysOf(before.properties, after.properties))
    compareProperty(at, before, after, field === '' ? name : `${field}.${name}`, name);
  if (before.items !== undefined || after.items !== undefined)
    at.later.push([before.items, after.items, `${field}[]`]);
  const [others, othersNow] = [before.additionalProperties, after.additionalProperties];
  if (typeof others === 'object' && typeof othersNow === 'object')
    at.later.push([others, othersNow, `${field}.*`]);
}

function compareProperty(at: Walk, before: Shape, after: Shape, field: string, name: string): void {
  const [old, now] = [before, after].map(({ properties, required }) =>
    Object.hasOwn(properties, name) ? { required: required.has(name) } : undefined,
  );
  const deeper = () => at.later.push([before.properties[name], after.properties[name], field]);
  if (!at.isAnswer) compareInput({ old, now, field, say: at.say }, deeper);
  else if (!old) at.say('added', false, field, 'field added');
  else if (!now) at.say('removed', true, field, 'field removed');
  else {
    if (old.required !== now.required)
      at.say('changed', old.required, field, now.required ? 'always there now' : 'may be missing now');
    deeper();
  }
}

const typesOf = ({ type, nullable, properties }: Shape): Set<string> => {
  const given = type ?? (Object.keys(properties).length > 0 ? 'object' : undefined);
  const types = given === undefined ? ['anything'] : [given].flat().map(textOf);
  return new Set([...types, ...(nullable === true ? ['null'] : [])]);
};

/** Values that were allowed and are not, or the reverse: a client is broken by less that it may send, and by more that it may get. */
function compareValues(at: Walk, before: Shape, after: Shape, field: string): void {
  const [types, now] = [typesOf(before), typesOf(after)];
  const [isWider, isNarrower] = [takes(now, types), takes(types, now)];
  if (!(isWider && isNarrower))
    at.say('changed', !(at.isAnswer ? isNarrower : isWider), field, `${wordsOf(types)} -> ${wordsOf(now)}`);
  compareChoices(at, before, after, field);
  const [format, formatNow] = [textOf(before.format), textOf(after.format)];
  if (format !== formatNow) at.say('changed', true, field, `format ${format} -> ${formatNow}`);
  if (!at.isAnswer) compareBounds(at, before, after, field);
}

/** Whether every value of `some` is one of `all`. */
const takes = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  all.has('anything') ||
  [...some].every((type) => all.has(type) || (type === 'integer' && all.has('number')));

function compareBounds({ say }: Walk, before: Shape, after: Shape, field: string): void {
  for (const [bound, isTighter] of BOUNDS) {
    const [old, limit] = [textOf(before[bound]), textOf(after[bound])];
    if (old === limit) continue;
    const breaks = limit !== 'none' && (old === 'none' || isTighter(Number(old), Number(limit)));
    say('changed', breaks, field, `${bound} ${old} -> ${limit}`);
  }
}

const wordsOf = (types: ReadonlySet<string>): string => [...types].sort().join(' or ');

const lower = (old: number, limit: number): boolean => !(limit >= old);
const higher = (old: number, limit: number): boolean => !(limit <= old);
const BOUNDS: readonly (readonly [string, (old: number, limit: number) => boolean])[] = [
  ['maxLength', lower],
  ['maximum', lower],
  ['maxItems', lower],
  ['minLength', higher],
  ['minimum', higher],
  ['minItems', higher],
  // Whether another pattern takes less, nothing here can tell.
  ['pattern', () => true],
];

/** Values of an enumeration, and the forms that something may have. */
function compareChoices(at: Walk, before: Shape, after: Shape, field: string): void {
  const [was, is] = [choicesOf(before), choicesOf(after)];
  const forms = formsOf(after);
  for (const [label, form] of formsOf(before))
    if (forms.has(label)) at.later.push([form, forms.get(label), field]);
  if (!was && !is) return;
  const [gone, fresh] = [lacking(was, is), lacking(is, was)];
  if (gone.length > 0) at.say('removed', !at.isAnswer, field, `no longer ${gone.join(', ')}`);
  if (fresh.length > 0) at.say('added', at.isAnswer, field, `also ${fresh.join(', ')}`);
  if (!was && is) at.say('changed', !at.isAnswer, field, `only ${[...is].join(', ')}`);
  if (was && !is) at.say('changed', at.isAnswer, field, `not only ${[...was].join(', ')}`);
}

const lacking = (some: ReadonlySet<string> | undefined, others: ReadonlySet<string> | undefined): string[] =>
  some && others ? [...some].filter((one) => !others.has(one)) : [];

function choicesOf(shape: Shape): Set<string> | undefined {
  if (shape.const !== undefined) return new Set([written(shape.const)]);
  if (Array.isArray(shape.enum)) return new Set(shape.enum.map(written));
  const forms = formsOf(shape);
  return forms.size === 0 ? undefined : new Set(forms.keys());
}

const formsOf = ({ oneOf, anyOf }: Shape): Map<string, unknown> =>
  new Map([...asList(oneOf), ...asList(anyOf)].map((form) => [labelOf(asNode(form)), form]));

/** A form by its name; without one by all that it says. */
const labelOf = (form: Node): string =>
  typeof form.$ref === 'string'
    ? form.$ref.replace(/^.*\//, '')
    : typeof form.title === 'string'
      ? form.title
      : written(form).slice(0, 60);
