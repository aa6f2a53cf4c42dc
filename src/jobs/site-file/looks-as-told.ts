// A document that is written as a whole: what the host says of itself, in a form that docs does not know, goes back as it is.
import { isDeepStrictEqual } from 'node:util';
import { check } from '../../api/check.ts';
import { type Operation, OTHER_FIELDS } from '../../api/operation.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * An input whose parts of unknown names or forms stand where such fields do. `now`: the document as it was read; what
 * was changed is checked as always, also within a part that holds what docs does not know.
 */
export function asTold({ params, body }: Operation, input: Fields, now: Fields): Record<string, unknown> {
  const { [OTHER_FIELDS]: own, ...fields } = input;
  const shapes = body?.properties ?? {};
  const isTold = ([key, value]: readonly [string, unknown]): boolean => {
    if (Object.hasOwn(params.properties, key) || !Object.hasOwn(now, key)) return false;
    const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
    if (shape === undefined) return true;
    const problems = check(shape, value);
    const isAsRead = (path: string) => isDeepStrictEqual(placeIn(value, path), placeIn(now[key], path));
    return problems.length > 0 && problems.every(({ path }) => isAsRead(path));
  };
  const entries = Object.entries(fields);
  const told = entries.filter(isTold);
  const known = Object.fromEntries(entries.filter((one) => !isTold(one)));
  const other = { ...Object.fromEntries(told), ...Object(own) };
  return Object.keys(other).length === 0 ? known : { ...known, [OTHER_FIELDS]: other };
}

/** What is at the path of a problem; an empty one is the value itself. */
const placeIn = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .filter((key) => key !== '')
    .reduce((found, key) => Object.getOwnPropertyDescriptor(Object(found), key)?.value, value);
