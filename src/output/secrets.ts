// Fields whose value nobody should read over a shoulder or in a log.

export const REDACTED = '[redacted]';

const SECRET_FIELDS = [
  'privateKey',
  'secrets',
  'shareKey',
  'eventKey',
  'accessToken',
  // Of an installation: what was entered for an integration, API keys among it.
  'configuration',
  'headers',
  // Of a connection: what signs in at its source.
  'setupSettings.token',
  'apiToken',
  // Of an answer that is a token: nothing around it says whose.
  '.token',
  'apiKey',
  'clientSecret',
  'refreshToken',
  'serviceVisitorClaims',
  'gitbookVisitorClaims',
];

/** What is secret of some things only, by their `object`. */
const SECRETS_OF: ReadonlyMap<unknown, readonly string[]> = new Map([['share-link', ['urls']]]);

/** Whether more of it is secret than its fields tell by their names: it is to be masked before fields are chosen. */
export const isSecretThing = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && SECRETS_OF.has(Reflect.get(item, 'object'));

/** `key` matches the field wherever it stands, `urls.published` only within `urls`. */
export type SecretMask = <T>(value: T) => T;

/** Makes a function that returns the value with secret fields replaced, and the same value where there are none. */
export function secretMask(extraFields: readonly string[] = []): SecretMask {
  const names = new Set([...SECRET_FIELDS, ...extraFields]);
  // Most keys end none of the names: no other text is made of them.
  const within = new Set([...names].map((name) => name.slice(name.indexOf('.') + 1)));
  const isSecret = (parent: string, key: string) =>
    names.has(key) || (within.has(key) && names.has(`${parent}.${key}`));

  const mask = (value: unknown, parent: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? maskArray(value, parent) : maskObject(value, parent);
  };
  const maskArray = (values: unknown[], parent: string): unknown[] => {
    const masked = values.map((one) => mask(one, parent));
    return masked.some((one, index) => one !== values[index]) ? masked : values;
  };
  const maskObject = (object: object, parent: string): object => {
    const own = SECRETS_OF.get(Reflect.get(object, 'object'));
    const entries = Object.entries(object);
    const shown = entries.map(([key, one]) => {
      if (own?.includes(key)) return maskAll(one);
      return isSecret(parent, key) && !isNothing(one) ? REDACTED : mask(one, key);
    });
    if (shown.every((one, at) => one === entries[at]?.[1])) return object;
    return Object.fromEntries(entries.map(([key], at) => [key, shown[at]]));
  };
  const pattern = secretPattern(extraFields);
  // Most pages of a list hold no such field, which their text tells sooner than a walk through every row.
  const isOpen = (value: unknown) => Array.isArray(value) && !pattern.test(JSON.stringify(value));
  // Only values of secret fields change their type, and nothing here reads those.
  return <T>(value: T) => (isOpen(value) ? value : (mask(value, '') as T));
}

/** An object keeps its fields, so that columns of them can say so. */
const maskAll = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isNothing(one) ? one : REDACTED]))
    : REDACTED;

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The value with secret fields replaced by `[redacted]`, at any depth; copied only where something is replaced. */
export const maskSecrets = <T>(value: T, extraFields?: readonly string[]): T =>
  secretMask(extraFields)(value);

/** A pattern that finds a secret field in serialised JSON: far cheaper than walking every item of a long list. */
export function secretPattern(extraFields: readonly string[] = []): RegExp {
  const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);
  const names = [
    ...SECRET_FIELDS.map(lastOf),
    ...extraFields.map((name) => lastOf(name).replace(/\W/g, '\\$&')),
  ];
  return new RegExp(`"(?:${names.join('|')})":|"(?:${[...SECRETS_OF.keys()].join('|')})"`);
}
