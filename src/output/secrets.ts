// Fields whose value nobody should read over a shoulder or in a log.

export const REDACTED = '[redacted]';

const SECRET_FIELDS = [
  'privateKey',
  'secrets',
  'shareKey',
  'eventKey',
  // Of an installation: what was entered for an integration, API keys among it.
  'configuration',
  'serviceVisitorClaims',
  'gitbookVisitorClaims',
];

/** `key` matches the field wherever it stands, `urls.published` only within `urls`. */
export type SecretMask = <T>(value: T) => T;

/** Makes a function that returns the value with secret fields replaced, and the same value where there are none. */
export function secretMask(extraFields: readonly string[] = []): SecretMask {
  const names = new Set([...SECRET_FIELDS, ...extraFields]);
  const isSecret = (parent: string, key: string) => names.has(key) || names.has(`${parent}.${key}`);

  const mask = (value: unknown, parent: string): unknown => {
    if (Array.isArray(value)) return maskArray(value, parent);
    return typeof value === 'object' && value !== null ? maskObject(value, parent) : value;
  };
  const maskArray = (values: unknown[], parent: string): unknown[] => {
    const masked = values.map((one) => mask(one, parent));
    return masked.some((one, index) => one !== values[index]) ? masked : values;
  };
  const maskObject = (object: object, parent: string): object => {
    let changed = false;
    const entries = Object.entries(object).map(([key, one]): [string, unknown] => {
      const masked = isSecret(parent, key) && !isNothing(one) ? REDACTED : mask(one, key);
      changed ||= masked !== one;
      return [key, masked];
    });
    return changed ? Object.fromEntries(entries) : object;
  };
  // Only values of secret fields change their type, and nothing here reads those.
  return <T>(value: T) => mask(value, '') as T;
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && isEmpty(value));
const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** The value with secret fields replaced by `[redacted]`, at any depth; copied only where something is replaced. */
export function maskSecrets<T>(value: T, extraFields?: readonly string[]): T {
  return secretMask(extraFields)(value);
}

/** A pattern that finds a secret field in serialised JSON: far cheaper than walking every item of a long list. */
export function secretPattern(extraFields: readonly string[] = []): RegExp {
  const names = [...SECRET_FIELDS, ...extraFields].map((name) =>
    (name.split('.').at(-1) ?? name).replace(/\W/g, '\\$&'),
  );
  return new RegExp(`"(?:${names.join('|')})":`);
}
