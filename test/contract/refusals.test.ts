import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import type { Operation } from '../../src/api/operation.ts';
import { failureOf } from '../../src/client/failure.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/refusals.txt');

const refuse = (operation: Operation, status: number, message: string) =>
  failureOf(
    { method: operation.method, path: operation.path, operation, input: {}, host: 'h', signedIn: true },
    { status, headers: {}, payload: { text: JSON.stringify({ error: { message } }) } },
  ).message;

const writes = operations.filter(({ method }) => method !== 'GET');

describe('a refusal', () => {
  it.each(writes.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
    for (const status of [400, 409]) {
      const message = refuse(operation, status, 'it is Tuesday');
      expect(message).toMatch(new RegExp(`^cannot [a-z][^:]* [^:]+: it is Tuesday \\(${status}\\)$`));
      expect(message.replace('OpenAPI', '')).not.toMatch(/PATCH|POST|PUT|DELETE|\/v1|\{|[a-z][A-Z]/);
    }
  });

  it('says once what the platform says of the very thing that the command is about', () => {
    const of = (id: string) => operations.find((one) => one.id === id) as Operation;
    const said = table('an operation, what the platform says, and what is said of it');
    for (const [id = '', words = '', message] of said) expect(refuse(of(id), 409, words)).toBe(message);
  });
});
