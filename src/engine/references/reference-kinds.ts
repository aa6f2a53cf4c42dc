// What can be named by more than its id, and the list it is looked up in: each list of src/api says so itself.
import type { OperationId } from '../../api/index.ts';
import type { Named, Operation } from '../../api/operation.ts';
import { plural } from '../../output/format.ts';
import { kinds } from './kinds.generated.ts';

export interface ReferenceKind extends Omit<Named, 'param' | 'onChangeRequest'> {
  /** Lists the candidates; its path parameters must be known. `onChangeRequest`: the input names one. */
  list(onChangeRequest: boolean): Promise<Operation>;
  /** Id of that operation: to know the list without loading it. */
  listId: OperationId;
}

/** By path parameter. Order matters: a space is looked for in an organization that was looked up before. */
export const KINDS: Readonly<Record<string, ReferenceKind>> = kinds;

/** Whether a text is looked up before it is tried as an id: by its looks it is none. */
export function isOnlyName(param: string, text: string): boolean {
  const kind = KINDS[param];
  if (!kind) return false;
  // The id is a name itself.
  if (kind.key !== undefined) return !mayBeId(text);
  return !isId(param, text) && !/^[a-z]+_[\w-]+$/.test(text);
}

/** Where an input holds references of one kind: its path parameter, and fields of the body. */
export function placesOf(
  param: string,
  operation: Operation,
  refs: Readonly<Record<string, string>>,
): string[][] {
  const fields = Object.entries(refs).flatMap(([path, kind]) => (kind === param ? [path.split('.')] : []));
  return param in operation.params.properties ? [[param], ...fields] : fields;
}

/** What an item of this kind is known by. */
export const namesOfItem = ({ names }: ReferenceKind, item: Record<string, unknown>): readonly unknown[] =>
  names.map((name) => nameAt(item, name));

function nameAt(item: Record<string, unknown>, name: string): unknown {
  if (name.includes('{')) return name.replace(/\{([\w.]+)\}/g, (_, place) => String(valueAt(item, place)));
  const value = valueAt(item, name);
  return typeof value === 'number' ? String(value) : value;
}

const valueAt = (item: unknown, place: string): unknown =>
  place
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null
          ? Object.getOwnPropertyDescriptor(value, key)?.value
          : undefined,
      item,
    );

/** The kind whose candidates an operation lists. */
export const kindListedBy = (operation: Operation): ReferenceKind | undefined =>
  Object.values(KINDS).find(({ listId }) => listId === operation.id);

/** `1 space`, `2 comment replies`. */
export const amountOf = (count: number, param: string): string =>
  plural(count, nounOf(param), nounOf(param).replace(/y$/, 'ie').concat('s'));

/** Of what no list names. */
const NOUNS: Readonly<Record<string, string>> = {
  siteQuestionAnswerId: 'answer',
  siteExternalLinkId: 'external link',
};

export const nounOf = (param: string): string =>
  KINDS[param]?.noun ??
  NOUNS[param] ??
  param
    .replace(/Id$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();

// What an id of the platform looks like, and what can only be a name.

/** Long, and with a digit or a capital inside: tried as an id before anything is looked up. */
const ID = /^(?=.*\d|.*[a-z][A-Z])[\w-]{15,}$/;
/** What holds another character than these is a name. */
const MAY_BE_ID = /^[\w-]+$/;

export const isId = (param: string, text: string): boolean =>
  ID.test(text) || (param === 'changeRequestId' && /^\d+$/.test(text));

export const mayBeId = (text: string): boolean => MAY_BE_ID.test(text);
