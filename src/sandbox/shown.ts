// What the contract shows of a thing, taken from its row and from what is said beside it.
import type { Static, TObject, TSchema } from '@sinclair/typebox';

type MayLack<T> = { [K in keyof T]: object extends Pick<T, K> ? K : never }[keyof T];
/** Fields that may be absent may be null, as the columns are that hold them; its kind nobody need say. */
type Given<T> = Omit<T, MayLack<T> | 'object'> & { [K in MayLack<T>]?: T[K] | null | undefined };

/** The fields in the order of the contract, without those that are null where there can be no null. */
export function shown<S extends TObject>({ properties }: S, given: Given<Static<S>>): Static<S> {
  const fields: Readonly<Record<string, unknown>> = { ...given };
  const all = Object.entries(properties).map(([name, schema]) => [
    name,
    schema,
    schema.const ?? fields[name],
  ]);
  const there = all.filter(
    ([, schema, value]) => value !== undefined && (value !== null || takesNull(schema)),
  );
  // Safe: what must be there is given, as the type of what is given says.
  return Object.fromEntries(there.map(([name, , value]) => [name, value])) as Static<S>;
}

const takesNull = ({ anyOf = [] }: TSchema): boolean => anyOf.some(({ type }: TSchema) => type === 'null');
