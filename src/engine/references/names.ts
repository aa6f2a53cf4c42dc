// What people call a thing, and fields named by dotted paths.

/** ` (id)` behind a title; nothing where the host did not say the ID. */
export const idBehind = (id: string | undefined): string => (id === undefined ? '' : ` (${id})`);

/** Title, subject, label or name of whatever the platform describes; undefined when it has none. */
export function titleOf(item: Readonly<Record<string, unknown>> | undefined): unknown {
  const { title, subject, label, displayName, name, slug, user, source } = item ?? {};
  const person =
    typeof user === 'object' && user !== null && 'displayName' in user ? user.displayName : undefined;
  // A redirect is known by the path it is from; the source of anything else is an object.
  const from = typeof source === 'string' ? source : undefined;
  return (
    title ??
    subject ??
    label ??
    displayName ??
    person ??
    name ??
    slug ??
    from ??
    item?.fontFamily ??
    item?.hostname ??
    // A space has a language, too, but never without a title.
    item?.language
  );
}

export const getPath = (input: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    input,
  );

/** The input with the value at `path`; whatever is on the way is copied, not changed. */
export function setPath(
  input: Record<string, unknown>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  if (rest.length === 0) return { ...input, [key]: value };
  const inner = input[key];
  const changed = setPath(isObject(inner) ? inner : {}, rest, value);
  return { ...input, [key]: Array.isArray(inner) ? Object.values(changed) : changed };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** `; did you mean "Guides" or "Guides v2"?` */
export const meant = (names: readonly string[]): string =>
  names.length === 0 ? '' : `; did you mean ${names.map((name) => `"${name}"`).join(' or ')}?`;

// What a person called a thing whose ID is in hand: a hint says it so again.

const TYPED = new WeakMap<object, Map<string, string>>();

/** For a run and its copies; returns the ID. */
export function noteTyped({ flags }: { flags: object }, id: string, name: unknown): string {
  if (typeof name === 'string' && id !== name && !name.startsWith('-'))
    TYPED.set(flags, (TYPED.get(flags) ?? new Map<string, string>()).set(id, name));
  return id;
}

/** The name that was typed for this ID; the ID where none was. */
export const asTyped = ({ flags }: { flags: object }, id: string): string => TYPED.get(flags)?.get(id) ?? id;
