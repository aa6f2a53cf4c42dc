// A YAML file of the folder: what it says, the line and column of each thing in it, and the ID in the comment beside its title.
import type { TSchema } from '@sinclair/typebox';
import type { Document, LineCounter, Node } from 'yaml';
import { check, NO_FIELD, type Problem } from '../../api/check.ts';
import type { Fault } from '../../engine/rows/row-faults.ts';
import type { RawRows } from '../../engine/rows/rows-file.ts';
import { isRecord } from '../../files/is-record.ts';
import { nearest } from '../../files/nearest.ts';
import { HINT, NAMING_KEYS, nodeAt } from '../../workflows/site-file/parse.ts';
import { hintAt, textOf } from '../../workflows/site-file/write.ts';
import { parseYaml } from '../../workflows/yaml-file.ts';

export type Fields = Readonly<Record<string, unknown>>;

interface Spot {
  node: Node;
  /** What has the ID beside it. */
  named: Node | undefined;
  id: string | undefined;
}

export interface OrgFile {
  /** In the folder: `spaces.yaml`, `sites/docs.yaml`. */
  name: string;
  text: string;
  value: unknown;
  document: Document;
  lines: LineCounter;
  spots: Map<object, Spot>;
  /** The table of the same name beside it. */
  beside?: Beside;
}

export interface Beside {
  text: string;
  rows: RawRows;
}

/** The key under which what is described has the text of the table beside its file. */
export const BESIDE = '#beside';
/** What stands behind the name of a file in that of its table. */
export const TABLE = '.redirects.csv';

/** 10,000 spaces, each with settings of its own, take 2 MiB, and a second on a quiet machine. */
const MOST = { mib: 4, seconds: 60 };

/** Throws UsageError for what is not YAML. `shown` is how messages call the file. */
export async function readOrgFile(text: string, name: string, shown: string): Promise<OrgFile> {
  const value = await parseYaml(text, shown, MOST);
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text.replace(/^\uFEFF/, ''), {
    schema: 'core',
    stringKeys: true,
    uniqueKeys: false,
    logLevel: 'silent',
    lineCounter: lines,
  });
  const file: OrgFile = { name, text, value, document, lines, spots: new Map() };
  walk(file, value, document.contents);
  return file;
}

type Place = Node | null | undefined;

function walk(file: OrgFile, value: unknown, node: Place): void {
  if (typeof value !== 'object' || value === null || !node || file.spots.has(value)) return;
  if (isRecord(value)) {
    const key = NAMING_KEYS.find((name) => name in value);
    const named = key === undefined ? undefined : (nodeAt(file, node, key) ?? undefined);
    file.spots.set(value, { node, named, id: HINT.exec(named?.comment ?? '')?.[1] });
  }
  for (const [key, inner] of Object.entries(value))
    walk(file, inner, nodeAt(file, node, Array.isArray(value) ? Number(key) : key));
}

/** The ID in the comment beside the title of an item. */
export const hintOf = ({ spots }: OrgFile, item: object): string | undefined => spots.get(item)?.id;

/** What is made of an item, such as the same with defaults, stands where that stands. */
export function standsFor<T extends object>({ spots }: OrgFile, made: T, item: object): T {
  const spot = spots.get(item);
  if (spot) spots.set(made, spot);
  return made;
}

interface At {
  line: number;
  col: number;
}

const placeIn = ({ lines }: OrgFile, node: Place): At => {
  const { line, col } = lines.linePos(node?.range?.[0] ?? 0);
  return line === 0 ? { line: 1, col: 1 } : { line, col };
};

/** Where an item stands, or a field of it, or one of the field's list. */
export function placeOf(file: OrgFile, item: object, ...path: (string | number)[]): At {
  let node: Place = file.spots.get(item)?.node ?? file.document.contents;
  for (const key of path) {
    const inner = nodeAt(file, node, key);
    if (!inner?.range) break;
    node = inner;
  }
  return placeIn(file, node);
}

export const whereText = ({ line, col }: At): string => `line ${line}, column ${col}`;

/** A file with the IDs of some of its items beside their titles; everything else stays. */
export async function withHints(file: OrgFile, ids: ReadonlyMap<object, string>): Promise<string> {
  let changes = 0;
  for (const [item, id] of ids) {
    const named = file.spots.get(item)?.named;
    if (named && hintAt(named, id)) changes += 1;
  }
  return changes === 0 ? file.text : textOf(await import('yaml'), file.document);
}

// What a file may say: every key is known, or refused with its place and the nearest that is.

/** All that is wrong with a file. */
export function faultsIn(file: OrgFile, schema: TSchema): Fault[] {
  return check(schema, file.value).map((problem) => faultOf(file, schema, problem));
}

function faultOf(file: OrgFile, schema: TSchema, { path, message, value }: Problem): Fault {
  const keys = path === '' ? [] : path.split('.');
  const where = whereText(message.startsWith(NO_FIELD) ? keyPlace(file, keys) : valuePlace(file, keys));
  const name = keys.at(-1) ?? '';
  if (message.startsWith(NO_FIELD))
    return { where, message: `unknown key ${quoted(name)}${near(schema, keys)}` };
  const subject = path === '' ? 'it' : quoted(/^\d+$/.test(name) ? path : name);
  const given = value === undefined ? '' : `, not ${JSON.stringify(value)}`;
  return { where, message: `${subject} ${message}${given}` };
}

const quoted = (text: string): string => JSON.stringify(text);

function near(schema: TSchema, keys: readonly string[]): string {
  const known = knownKeys(schema, keys.slice(0, -1));
  const [meant] = nearest(keys.at(-1) ?? '', known, 1);
  if (meant !== undefined) return `; did you mean "${meant}"?`;
  return known.length === 0 ? '' : `; known: ${known.join(', ')}`;
}

/** The keys that may stand at a path. */
function knownKeys(schema: TSchema, path: readonly string[]): string[] {
  let at: TSchema[] = [schema];
  const root = schema;
  for (const key of path) at = at.flatMap((one) => schemasIn(one, key, root));
  return [
    ...new Set(
      at.flatMap((one) => formsOf(one, root)).flatMap(({ properties = {} }) => Object.keys(properties)),
    ),
  ];
}

const schemasIn = (schema: TSchema, key: string, root: TSchema): TSchema[] =>
  formsOf(schema, root).flatMap((one): TSchema[] => {
    if (one.items !== undefined) return [one.items];
    return one.properties?.[key] === undefined ? [] : [one.properties[key]];
  });

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

const keyed = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

function valuePlace(file: OrgFile, keys: readonly string[]): At {
  let node: Place = file.document.contents;
  for (const key of keys) {
    const inner = nodeAt(file, node, keyed(key));
    if (!inner?.range) break;
    node = inner;
  }
  return placeIn(file, node);
}

/** Of the key itself. */
function keyPlace(file: OrgFile, keys: readonly string[]): At {
  let node: Place = file.document.contents;
  for (const key of keys.slice(0, -1)) node = nodeAt(file, node, keyed(key)) ?? node;
  // Safe: what has keys is a map, and their nodes have places.
  const pairs = (node as { items?: { key?: Node & { value?: unknown } }[] } | null)?.items ?? [];
  const pair = pairs.find(({ key }) => String(key?.value) === keys.at(-1));
  return placeIn(file, pair?.key ?? node);
}
