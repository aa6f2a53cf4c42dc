// Where in a YAML file a field is that a request sends: the file may have it deeper, or by another name.
import type { Document, LineCounter, Node } from 'yaml';

export interface YamlNodes {
  document: Document;
  lines: LineCounter;
}

export interface At {
  line: number;
  col: number;
}

export type Place = Node | null | undefined;

/** Of a text that was read before: nothing is wrong with it. */
export function nodesOf(yaml: typeof import('yaml'), text: string): YamlNodes {
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text.replace(/^\uFEFF/, ''), {
    schema: 'core',
    stringKeys: true,
    uniqueKeys: false,
    logLevel: 'silent',
    lineCounter: lines,
  });
  return { document, lines };
}

/** Where a node begins; of none, the beginning of the text. */
export function placeIn({ lines }: YamlNodes, node: Place): At {
  const { line, col } = lines.linePos(node?.range?.[0] ?? 0);
  return line === 0 ? { line: 1, col: 1 } : { line, col };
}

/** A part of a path that is a number is an index. */
export const keyed = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part);

/** The node at a key or index, through aliases. */
export function nodeAt({ document }: { document: Document }, node: Place, key: string | number): Place {
  // Safe: maps and lists have `get`, and with `true` it answers nodes.
  const found = (node as { get?(key: unknown, keepScalar: true): unknown } | null | undefined)?.get?.(
    key,
    true,
  );
  const inner = found as (Node & { resolve?(document: Document): Node | undefined }) | undefined;
  return inner?.resolve ? inner.resolve(document) : inner;
}

interface Pair {
  key?: Node & { value?: unknown };
  value?: Place;
}

const isPair = (item: object): item is Pair => 'key' in item;

const itemsOf = (node: Place): readonly (Pair | Node)[] => {
  // Safe: maps and lists have items, nothing else does.
  const { items = [] } = (node ?? {}) as { items?: readonly (Pair | Node)[] };
  return items;
};

/** Of a field of a map. */
export const keyOf = (node: Place, key: string): Place =>
  itemsOf(node)
    .filter(isPair)
    .find((pair) => pair.key?.value === key)?.key;

/** Lists whose items are things of their own. */
const OTHERS: ReadonlySet<unknown> = new Set([
  'sections',
  'spaces',
  'collections',
  'redirects',
  'shareLinks',
]);

/**
 * Of a field (`header.links.0.to.url`) of what begins at a line, else of the whole file: its key there, one of its name
 * anywhere within, or else where the thing begins.
 */
export function fieldPlace(nodes: YamlNodes, line: number | undefined, field: string): At {
  const root = nodes.document.contents;
  const item = line === undefined ? root : (mapAtLine(nodes, root, line) ?? undefined);
  const keys = field.split('.');
  const name = keys.findLast((key) => !/^\d+$/.test(key)) ?? '';
  const found =
    keyBelow(nodes, item, keys) ?? keyBelow(nodes, item, ['customization', ...keys]) ?? keyWithin(item, name);
  if (!found && !item) return { line: line ?? 1, col: 1 };
  return placeIn(nodes, found ?? item);
}

/** The outermost map that begins there. */
function mapAtLine(nodes: YamlNodes, node: Place, line: number): Place {
  const isMap = itemsOf(node).some(isPair);
  if (isMap && nodes.lines.linePos(node?.range?.[0] ?? 0).line === line) return node;
  for (const item of itemsOf(node)) {
    const found = mapAtLine(nodes, isPair(item) ? item.value : item, line);
    if (found) return found;
  }
  return undefined;
}

function keyBelow(nodes: YamlNodes, from: Place, keys: readonly string[]): Place {
  let node = from;
  for (const key of keys.slice(0, -1)) node = nodeAt(nodes, node, keyed(key));
  const last = keyed(keys.at(-1) ?? '');
  return typeof last === 'number' ? nodeAt(nodes, node, last) : keyOf(node, last);
}

function keyWithin(node: Place, name: string): Place {
  const own = keyOf(node, name);
  if (own) return own;
  for (const item of itemsOf(node)) {
    if (isPair(item) && OTHERS.has(item.key?.value)) continue;
    const found = keyWithin(isPair(item) ? item.value : item, name);
    if (found) return found;
  }
  return undefined;
}
