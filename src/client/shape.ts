// The least that an answer must be: a list is a list.
import type { Operation } from '../api/operation.ts';
import { ProtocolError } from '../errors.ts';

/**
 * Gives the answer back. Throws ProtocolError when that of a list operation holds no items, as a proxy's page or
 * another API does; no more is checked, since a platform may add and leave out fields.
 */
export function expectItems(operation: Operation, answer: unknown): unknown {
  if (operation.paging === undefined || answer === undefined || hasItems(answer)) return answer;
  throw withoutItems(operation);
}

export function withoutItems({ id }: Operation): ProtocolError {
  return new ProtocolError(`the response of ${id} contains no list of items`, { outcome: 'rejected' });
}

/** Tells a page of a list from anything else. */
export function hasItems(value: unknown): value is { items: unknown[] } {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);
}
