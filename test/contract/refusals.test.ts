import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import type { Operation } from '../../src/api/operation.ts';
import { failureOf } from '../../src/client/failure.ts';

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
    const said: [string, string, string][] = [
      [
        'spaces.restore',
        'space "API reference" is not deleted',
        'cannot restore space "API reference": it is not deleted (409)',
      ],
      [
        'spaces.transfer',
        'space "A" already belongs to this organization',
        'cannot transfer space "A" to another organization: it already belongs to this organization (409)',
      ],
      [
        'changeRequests.merge',
        'change request #4 is already merged, as revision x',
        'cannot merge change request #4 into main: it is already merged, as revision x (409)',
      ],
      [
        'sites.update',
        'basename "x" is taken',
        'cannot update the settings of a site: basename "x" is taken (409)',
      ],
      [
        'openapi.delete',
        'OpenAPI specification "p" is in use',
        'cannot delete OpenAPI specification "p" and its versions: it is in use (409)',
      ],
      [
        'siteSections.delete',
        'section "API" is the only one',
        'cannot delete section "API": it is the only one (409)',
      ],
      [
        'members.remove',
        'member "Ines" is the last administrator',
        'cannot remove a member from an organization: member "Ines" is the last administrator (409)',
      ],
    ];
    for (const [id, words, message] of said) expect(refuse(of(id), 409, words)).toBe(message);
  });
});
