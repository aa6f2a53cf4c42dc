// The least that an answer must be: the lists that a caller walks through are lists.
import type { TSchema } from '@sinclair/typebox';
import type { Operation } from '../api/operation.ts';
import { ProtocolError } from '../errors.ts';

/**
 * Gives the answer back. Throws ProtocolError when a list that the operation always returns is not there, which is
 * how a proxy's page or another API answers; no more is checked, since a platform may add and leave out fields.
 */
export function expectLists(operation: Operation, answer: unknown): unknown {
  const { required = [], properties = {} }: Partial<TSchema> = operation.result ?? {};
  for (const name of answer === undefined ? [] : required) {
    if (properties[name]?.type === 'array' && !Array.isArray(fieldOf(answer, name))) {
      throw new ProtocolError(`the answer of ${operation.id} holds no list of ${name}`, {
        outcome: 'rejected',
      });
    }
  }
  return answer;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
