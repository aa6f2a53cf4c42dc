// Writes a site into a file: a new one, or one that is there, of which comments, order and style stay.
import type { Document, Node, Pair, Scalar, ToStringOptions, YAMLMap, YAMLSeq } from 'yaml';
import { isUnsafe, safeJson } from '../../output/safe-text.ts';
import { type Described, ID } from './describe.ts';
import { nodesOf } from './field-place.ts';
import { HINT, NAMING_KEYS } from './parse.ts';

type Yaml = typeof import('yaml');

const HEAD =
  ' yaml-language-server: $schema=docs-site.schema.json\n For editors: docs sites schema-file > docs-site.schema.json\n A site: docs sites plan FILE, docs sites apply FILE';

/** Lists whose order says nothing: a file keeps its own. */
const LOOSE: ReadonlySet<string> = new Set(['shareLinks', 'redirects', 'integrations']);

/**
 * The text of a site file. `before`: what is in it now; where nothing differs, exactly that comes back. `partial`: what
 * `site` says nothing of stays, too.
 */
export const siteText = (site: Described, before?: string, partial = false): Promise<string> =>
  yamlText(site, before, { partial, head: HEAD, loose: LOOSE });

interface Form {
  partial?: boolean;
  /** What a new file begins with, as a comment. */
  head: string;
  /** Keys of lists whose order says nothing. */
  loose: ReadonlySet<string>;
}

/** The text of any file whose items have their IDs beside what names them; `before` as in `siteText`. */
export async function yamlText(
  whole: Described,
  before: string | undefined,
  { partial = false, head, loose }: Form,
): Promise<string> {
  const yaml = await import('yaml');
  if (before === undefined) {
    const document = new yaml.Document();
    document.contents = nodeOf(yaml, document, whole) as never;
    document.commentBefore = head;
    return textOf(yaml, document);
  }
  const { document } = nodesOf(yaml, before);
  const writer: Writer = { yaml, document, changes: 0, partial, loose };
  document.contents = merged(writer, document.contents as Node | null, whole) as never;
  return writer.changes === 0 ? before : textLike(before, yaml, document);
}

/** The text of a document, in the style and with the line ends of the file that it was read from. */
export async function textLike(before: string, yaml: Yaml, document: Document): Promise<string> {
  const text = await textOf(yaml, document, styleOf(before));
  return before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

function styleOf(text: string): ToStringOptions {
  const [, indent = '  '] = /^( {2,8})[^\s#]/m.exec(text) ?? [];
  return {
    indent: indent.length,
    indentSeq: !/^( *)[^\s#-].{0,500}:[ \t]*(?:#.*)?\r?\n\1- /m.test(text),
    flowCollectionPadding: !/[:-] +[[{][^\s\]}]/.test(text),
  };
}

/** The lexer's own marks, which are no text: where a document, a plain text or a broken list begins. */
const MARK = /^[\u0002\u0018\u001f]$/;

/** Signs that turn the direction of text are escaped: somebody who reviews the file would see another one. */
async function textOf(yaml: Yaml, document: Document, style: ToStringOptions = {}): Promise<string> {
  const { documentText } = await import('../../files/yaml-file.ts');
  const text = documentText(document, { text: style });
  if (!isUnsafe(text)) return text;
  const parts = [...new yaml.Lexer().lex(text)].filter((part) => !MARK.test(part));
  return parts.map((part) => (part.startsWith('"') ? safeJson(part) : part)).join('');
}

interface Writer {
  yaml: Yaml;
  document: Document;
  changes: number;
  partial: boolean;
  loose: ReadonlySet<string>;
}

const isObject = (value: unknown): value is Described =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The key whose value has the ID beside it. */
const namingKey = (value: Described): string | undefined => NAMING_KEYS.find((key) => key in value);

function nodeOf(yaml: Yaml, document: Document, value: unknown): Node {
  if (Array.isArray(value)) {
    const list = new yaml.YAMLSeq();
    list.items = value.map((item) => nodeOf(yaml, document, item));
    if (value.length === 0) list.flow = true;
    return list;
  }
  if (isObject(value)) {
    const map = new yaml.YAMLMap();
    for (const [key, inner] of Object.entries(value))
      if (key !== ID) map.items.push(document.createPair(key, fieldOf(yaml, document, key, inner)) as Pair);
    if (map.items.length === 0) map.flow = true;
    hint(yaml, map, value);
    return map;
  }
  return styled(yaml, document.createNode(value) as Scalar);
}

/** Only quotes take escapes. */
function styled(yaml: Yaml, node: Scalar): Scalar {
  const { value } = node;
  if (typeof value === 'string' && (isUnsafe(value) || /[\n\r]/.test(value)))
    node.type = yaml.Scalar.QUOTE_DOUBLE;
  return node;
}

/** A text of several lines, such as a certificate, keeps them; what names an item has a comment beside it, and is one line. */
function fieldOf(yaml: Yaml, document: Document, key: string, value: unknown): Node {
  const node = nodeOf(yaml, document, value);
  const isBlock = typeof value === 'string' && value.includes('\n') && !value.includes('\r');
  if (isBlock && yaml.isScalar(node) && !isUnsafe(value) && !NAMING_KEYS.some((name) => name === key))
    node.type = yaml.Scalar.BLOCK_LITERAL;
  return node;
}

/** Puts the ID beside the title; whatever else the comment says stays. Returns whether that changed anything. */
function hint(yaml: Yaml, map: YAMLMap, value: Described): boolean {
  const id = value[ID];
  const key = namingKey(value);
  const node = key === undefined ? undefined : map.get(key, true);
  if (typeof id !== 'string' || !yaml.isScalar(node)) return false;
  return hintAt(node, id);
}

export function hintAt(node: { comment?: string | null | undefined }, id: string): boolean {
  const known = HINT.exec(node.comment ?? '');
  if (known?.[1] === id) return false;
  if (known) node.comment = (node.comment ?? '').replace(`id: ${known[1]}`, `id: ${id}`);
  else node.comment = node.comment ? ` id: ${id},${node.comment}` : ` id: ${id}`;
  return true;
}

/** The node that says `value`: the one that is there, as far as it can stay. */
function merged(writer: Writer, node: Node | null, value: unknown, isLoose = false): Node {
  const { yaml, document } = writer;
  if (yaml.isMap(node) && isObject(value)) return mergedMap(writer, node, value);
  if (yaml.isSeq(node) && Array.isArray(value)) return mergedList(writer, node, value, isLoose);
  if (node && says(writer, node, value)) return node;
  writer.changes += 1;
  return keepComments(writer, nodeOf(yaml, document, value), node);
}

/** Whether a text, a number or an alias says that already. */
function says(writer: Writer, node: Node, value: unknown): boolean {
  const { yaml, document, partial } = writer;
  if (partial && yaml.isMap(node) && typeof value === 'string') return node.get('space') === value;
  if (yaml.isAlias(node)) return sameAs(node.resolve(document)?.toJS(document), value);
  if (!yaml.isScalar(node)) return false;
  if (!isObject(value)) return node.value === value;
  if (node.value !== value.space || !shortForm(value)) return false;
  if (typeof value[ID] === 'string' && hintAt(node, value[ID])) writer.changes += 1;
  return true;
}

/** A space that is only named may stay a text. */
const shortForm = (value: Described): boolean =>
  Object.keys(value).every((key) => key === ID || key === 'space');

/** The comment beside a text moves to the naming text of the object that takes its place. */
function keepComments({ yaml }: Writer, made: Node, old: Node | null): Node {
  if (!old) return made;
  if (old.commentBefore) made.commentBefore = old.commentBefore;
  if (old.spaceBefore) made.spaceBefore = true;
  const beside = yaml.isScalar(old) && yaml.isMap(made) ? namingNode(yaml, made) : made;
  if (!old.comment || !beside) return made;
  const id = HINT.exec(beside.comment ?? '')?.[1];
  beside.comment = old.comment;
  if (id !== undefined) hintAt(beside, id);
  return made;
}

const sameAs = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a) === JSON.stringify(b, (key, value) => (key === ID ? undefined : value));

/** Where a new key goes: right behind the one before it in the order of new files. */
function mergedMap(writer: Writer, map: YAMLMap, value: Described): YAMLMap {
  const { yaml, document } = writer;
  const keyOf = ({ key }: Pair) => String(yaml.isScalar(key) ? key.value : key);
  const kept = (map.items as Pair[]).filter(
    (pair) => writer.partial || keyOf(pair) in value || keyOf(pair) === '$schema',
  );
  writer.changes += map.items.length - kept.length;
  let place = 0;
  for (const [key, inner] of Object.entries(value)) {
    if (key === ID) continue;
    const at = kept.findIndex((pair) => keyOf(pair) === key);
    const pair = kept[at];
    if (pair) {
      pair.value = merged(writer, pair.value as Node | null, inner, writer.loose.has(key));
      place = at + 1;
    } else {
      writer.changes += 1;
      kept.splice(place, 0, document.createPair(key, fieldOf(yaml, document, key, inner)) as Pair);
      place += 1;
    }
  }
  map.items = kept;
  if (map.items.length > 0)
    map.flow = map.flow && !('commentBefore' in map && map.commentBefore) ? map.flow : false;
  if (hint(yaml, map, value)) writer.changes += 1;
  return map;
}

/** An item is the same as before by its ID, else by what it is called. */
function mergedList(writer: Writer, list: YAMLSeq, values: readonly unknown[], isLoose: boolean): YAMLSeq {
  const { yaml } = writer;
  const before = list.items as Node[];
  const free = new Set(before);
  // What has neither an ID nor a name, and may be anywhere, is only the same as what says the same.
  const isNameless = (value: unknown) =>
    isLoose && isObject(value) && value[ID] === undefined && namingKey(value) === undefined;
  const partners = values.map((value) =>
    claim(free, (node) =>
      isNameless(value)
        ? sameAs(node.toJS(writer.document), value)
        : isObject(value) && idAt(yaml, node) === value[ID],
    ),
  );
  const places = new Map<Node, number>();
  const items = values.map((value, index) => {
    const partner = partners[index] ?? claim(free, (node) => isSameItem(yaml, node, value));
    const made = merged(writer, partner ?? null, value);
    if (partner) places.set(made, before.indexOf(partner));
    return made;
  });
  const placeOf = (node: Node) => places.get(node) ?? before.length;
  if (isLoose) items.sort((a, b) => placeOf(a) - placeOf(b));
  if (items.length !== before.length || items.some((item, index) => item !== before[index]))
    writer.changes += 1;
  list.items = items;
  if (items.length > 0 && list.flow && values.some(isObject)) list.flow = false;
  return list;
}

function claim(free: Set<Node>, fits: (node: Node) => boolean): Node | undefined {
  for (const node of free)
    if (fits(node)) {
      free.delete(node);
      return node;
    }
  return undefined;
}

function namingNode(yaml: Yaml, node: Node): Scalar | undefined {
  if (yaml.isScalar(node)) return node;
  if (!yaml.isMap(node)) return undefined;
  for (const key of NAMING_KEYS) {
    const found = node.get(key, true);
    if (yaml.isScalar(found)) return found;
  }
  return undefined;
}

const idAt = (yaml: Yaml, node: Node): string | undefined =>
  HINT.exec(namingNode(yaml, node)?.comment ?? '')?.[1] ?? undefined;

function isSameItem(yaml: Yaml, node: Node, value: unknown): boolean {
  const name = namingNode(yaml, node);
  if (!isObject(value))
    return name?.value === value && (yaml.isScalar(node) || (yaml.isMap(node) && node.has('space')));
  const key = namingKey(value);
  if (key === undefined || name?.value !== value[key]) return false;
  return yaml.isScalar(node) ? key === 'space' : yaml.isMap(node) && node.has(key);
}
