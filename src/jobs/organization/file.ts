// A YAML file of the folder: what it says, the line and column of each thing in it, and the ID in the comment beside its title.
import type { TSchema } from '@sinclair/typebox';
import type { Node } from 'yaml';
import { check, fieldsKnownIn, NO_FIELD, type Problem } from '../../api/check.ts';
import { type Fault, instead } from '../../engine/rows/row-faults.ts';
import type { RawRows } from '../../engine/rows/rows-file.ts';
import { nearest } from '../../files/nearest.ts';
import { parseMarkedYaml } from '../../files/yaml-file.ts';
import type { Mark } from '../../files/yaml-text.ts';
import {
  type At,
  keyed,
  keyOf,
  nodeAt,
  nodesOf,
  type Place,
  placeIn,
  type YamlNodes,
} from '../site-file/field-place.ts';
import { HINT, NAMING_KEYS } from '../site-file/parse.ts';
import { hintAt, textLike } from '../site-file/write.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface OrgFile {
  /** In the folder: `spaces.yaml`, `sites/docs.yaml`. */
  name: string;
  text: string;
  value: unknown;
  /** Where each map in it stands, and the ID beside its title. */
  spots: Map<object, Mark>;
  /** The text as nodes, made when somebody asks for the place of a field, or writes into it. */
  nodes(): Nodes;
  /** The table of the same name beside it. */
  beside?: Beside;
}

interface Nodes extends YamlNodes {
  /** Maps by where they begin. */
  maps: ReadonlyMap<number, Node>;
}

export interface Beside {
  text: string;
  rows: RawRows;
}

/** The key under which what is described has the text of the table beside its file. */
export const BESIDE = '#beside';

/** 10,000 spaces, each with settings of its own, take 2 MiB, and a second on a quiet machine. */
const MOST = { mib: 4, seconds: 60 };

const MARKED = { keys: NAMING_KEYS, id: HINT };

/** Throws UsageError for what is not YAML. `shown` is how messages call the file. */
export async function readOrgFile(text: string, name: string, shown: string): Promise<OrgFile> {
  const { value, marks } = await parseMarkedYaml(text, shown, { ...MOST, marked: MARKED });
  const yaml = await import('yaml');
  let nodes: Nodes | undefined;
  return {
    ...{ name, text, value, spots: new Map(marks) },
    nodes() {
      nodes ??= withMaps(yaml, nodesOf(yaml, text));
      return nodes;
    },
  };
}

function withMaps(yaml: typeof import('yaml'), nodes: YamlNodes): Nodes {
  const maps = new Map<number, Node>();
  yaml.visit(nodes.document, {
    Map: (_, node) => void maps.set(node.range?.[0] ?? 0, node),
  });
  return { ...nodes, maps };
}

/** The ID in the comment beside the title of an item. */
export const hintOf = ({ spots }: OrgFile, item: object): string | undefined => spots.get(item)?.id;

/** What is made of an item, such as the same with defaults, takes the place of that. */
export function standsFor<T extends object>({ spots }: OrgFile, made: T, item: object): T {
  const spot = spots.get(item);
  if (spot) spots.set(made, spot);
  return made;
}

/** Where an item stands, or a field of it, or one of the field's list. */
export function placeOf(file: OrgFile, item: object, ...path: (string | number)[]): At {
  const spot = file.spots.get(item);
  if (spot && path.length === 0) return { line: spot.line, col: spot.col };
  const nodes = file.nodes();
  return placeBelow(nodes, nodes.maps.get(spot?.offset ?? -1) ?? nodes.document.contents, path);
}

function placeBelow(nodes: Nodes, from: Place, path: readonly (string | number)[]): At {
  let node = from;
  for (const key of path) {
    const inner = nodeAt(nodes, node, key);
    if (!inner?.range) break;
    node = inner;
  }
  return placeIn(nodes, node);
}

export const whereText = ({ line, col }: At): string => `line ${line}, column ${col}`;

/** A file with the IDs of some of its items beside their titles; everything else stays. */
export async function withHints(file: OrgFile, ids: ReadonlyMap<object, string>): Promise<string> {
  let changes = 0;
  const nodes = file.nodes();
  for (const [item, id] of ids) {
    const key = NAMING_KEYS.find((name) => name in item);
    const node = nodes.maps.get(file.spots.get(item)?.offset ?? -1);
    const named = key === undefined ? undefined : nodeAt(nodes, node, key);
    if (named && hintAt(named, id)) changes += 1;
  }
  return changes === 0 ? file.text : textLike(file.text, await import('yaml'), nodes.document);
}

// What a file may say: every key is known, or refused with its place and the nearest that is.

/** All that is wrong with a file. */
export function faultsIn(file: OrgFile, schema: TSchema): Fault[] {
  if (file.value === null)
    return [{ message: `the file is empty: begin with "${sampleOf(schema, schema)}"` }];
  return check(schema, file.value).map((problem) => faultOf(file, problem));
}

function faultOf(file: OrgFile, problem: Problem): Fault {
  const { path, message } = problem;
  const keys = path === '' ? [] : path.split('.');
  const nodes = file.nodes();
  const place = message.startsWith(NO_FIELD)
    ? keyPlace(nodes, keys)
    : placeBelow(nodes, nodes.document.contents, keys.map(keyed));
  const where = whereText(place);
  const name = keys.at(-1) ?? '';
  if (message.startsWith(NO_FIELD))
    return { where, message: `unknown key ${quoted(name)}${near(name, fieldsKnownIn(message))}` };
  const subject = path === '' ? 'it' : quoted(/^\d+$/.test(name) ? path : name);
  return { where, message: `${subject} ${message}${instead(problem)}` };
}

const quoted = (text: string): string => JSON.stringify(text);

function near(name: string, known: readonly string[] = []): string {
  const [meant] = nearest(name, known, 1);
  if (meant !== undefined) return `; did you mean "${meant}"?`;
  return known.length === 0 ? '' : `; known: ${known.join(', ')}`;
}

/** What a file of the schema may begin with, on one line: its first list with one entry, or its first field. */
function sampleOf(schema: TSchema, root: TSchema): string {
  const [form] = formsOf(schema, root);
  if (form?.items !== undefined) return `[${sampleOf(form.items, root)}]`;
  const fields = Object.entries<TSchema>(form?.properties ?? {}).filter(([key]) => key !== '$schema');
  const list = fields.find(([, one]) => formsOf(one, root)[0]?.items?.properties !== undefined);
  const [name, inner] = (schema === root ? list : undefined) ?? fields[0] ?? [];
  if (name === undefined || inner === undefined) return '...';
  const text = `${name}: ${sampleOf(inner, root)}`;
  return schema === root ? text : `{ ${text} }`;
}

/** The forms of a union, and of what stands for itself within itself the whole. */
function formsOf(schema: TSchema, root: TSchema): TSchema[] {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((one: TSchema) => formsOf(one, root));
  if (typeof schema.$ref !== 'string') return [schema];
  const found = byId(root, schema.$ref);
  return found ? [found] : [];
}

function byId(schema: TSchema, id: string): TSchema | undefined {
  if (schema.$id === id) return schema;
  const inner: TSchema[] = [
    ...Object.values<TSchema>(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
  ];
  for (const one of inner) {
    const found = byId(one, id);
    if (found) return found;
  }
  return undefined;
}

/** Of the key itself. */
function keyPlace(nodes: Nodes, keys: readonly string[]): At {
  let node: Place = nodes.document.contents;
  for (const key of keys.slice(0, -1)) node = nodeAt(nodes, node, keyed(key)) ?? node;
  return placeIn(nodes, keyOf(node, keys.at(-1) ?? '') ?? node);
}
