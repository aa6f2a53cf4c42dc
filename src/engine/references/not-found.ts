// The errors for a name that matches nothing.

import { type ErrorFacts, NotFoundError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { meant } from './names.ts';
import { namesOfItem, nounOf, type ReferenceKind } from './reference-kinds.ts';

type Item = Readonly<Record<string, unknown>>;

const MOST_NEAR = 3;

const ABSENT = new WeakSet<NotFoundError>();

/** Marks the error that says that the very target of a command is not there. */
export function absent(error: NotFoundError): NotFoundError {
  ABSENT.add(error);
  return error;
}

/** Whether it is the target that is not there, and not the place where it was looked for. */
export const isAbsent = (error: unknown): error is NotFoundError =>
  error instanceof NotFoundError && ABSENT.has(error);

/** For a text that names none of `items`. A list shows no more than the token may see. */
export function fitsNothing(param: string, text: string, kind?: ReferenceKind, items: readonly Item[] = []) {
  const noun = nounOf(param);
  const near = kind ? nearestNames(text, kind, items) : [];
  return new NotFoundError(`${noun} "${text}" not found, or not visible to you${meant(near)}`, {
    details: { kind: noun, name: text, suggestions: near },
  });
}

export function nearestNames(text: string, kind: ReferenceKind, items: readonly Item[]): string[] {
  const owners = new Map<string, Item>();
  for (const item of items)
    for (const name of [...namesOfItem(kind, item), item[kind.key ?? 'id']])
      if (typeof name === 'string') owners.set(name, owners.get(name) ?? item);
  // One thing has several names: its nearest one is enough.
  const seen = new Set<Item | undefined>();
  const near = nearest(text, owners.keys(), Number.POSITIVE_INFINITY).filter((name) => {
    const owner = owners.get(name);
    return !seen.has(owner) && seen.add(owner);
  });
  return near.slice(0, MOST_NEAR);
}

/** The same error with other words. */
export function changed(
  error: NotFoundError,
  { message = error.message, ...more }: { message?: string } & Pick<ErrorFacts, 'hint' | 'details'>,
): NotFoundError {
  const { code, exit, retryable, outcome, http, hint, details, cause } = error;
  const facts: ErrorFacts = {
    code,
    exit,
    retryable,
    outcome,
    ...(http && { http }),
    ...(hint !== undefined && { hint }),
    ...(details && { details }),
    ...(cause !== undefined && { cause }),
    ...more,
  };
  return new NotFoundError(message, facts);
}
