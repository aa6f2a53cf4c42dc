// Reading and choosing fields by dotted paths: `gitSync.repoName`. A path goes through every element of an array.
import { isRecord } from '../files/texts.ts';

/** The value at a dotted path; undefined where there is none. Sees own properties only. */
export function valueAt(value: unknown, path: string): unknown {
  // Asked of every cell.
  return path.includes('.') ? path.split('.').reduce(getKey, value) : getKey(value, path);
}

function getKey(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((one) => getKey(one, key)).filter((one) => one !== undefined);
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The same value with the named fields only, nested as before: `gitSync.repoName` gives `{gitSync: {repoName}}`. Every row has all of them: what it lacks is null. */
export const pickFields = (value: unknown, fields: readonly string[]): unknown =>
  pickTree(value, fieldTree(fields));

/** Fields by their first word; an empty tree means the whole value. */
type FieldTree = Map<string, FieldTree>;

function fieldTree(fields: readonly string[]): FieldTree {
  const heads = new Map<string, string[]>();
  const whole = new Set<string>();
  for (const field of fields) {
    const [head = '', ...rest] = field.split('.');
    heads.set(head, [...(heads.get(head) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])]);
    if (rest.length === 0) whole.add(head);
  }
  return new Map(
    [...heads].map(([head, rest]): [string, FieldTree] => [
      head,
      whole.has(head) ? new Map() : fieldTree(rest),
    ]),
  );
}

function pickTree(value: unknown, tree: FieldTree): unknown {
  if (tree.size === 0) return value;
  if (Array.isArray(value)) return value.map((one) => pickTree(one, tree));
  if (!isRecord(value) && value !== null && value !== undefined) return value;
  // fromEntries makes own properties even of `__proto__`.
  return Object.fromEntries(
    [...tree].map(([key, rest]) => [key, pickTree(getKey(value, key), rest) ?? null]),
  );
}

/** Dotted paths of all leaves, in the order of the object. Arrays and empty objects are leaves. */
export function leafPaths(value: unknown, prefix = ''): string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const path = prefix + key;
    return isRecord(one) && Object.keys(one).length > 0 ? leafPaths(one, `${path}.`) : [path];
  });
}

// Texts with fields of an answer in them.

/** A template tag: `?` stands where a platform left a field out. */
export const filled = (parts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  parts.map((part, at) => (at < values.length ? `${part}${values[at] ?? '?'}` : part)).join('');
