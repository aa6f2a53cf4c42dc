import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { commands } from '../helpers/command-lines.ts';
import { publishedParameters } from '../helpers/published-answers.ts';

const byOperation = new Map(
  commands.flatMap(({ path, command }) =>
    [command.operation, command.cr, ...(command.uses ?? [])].flatMap((operation) =>
      operation ? [[operation.id, { path, command }] as const] : [],
    ),
  ),
);

describe('every operation', () => {
  it('has an id and a method with path of its own', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    const wire = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(wire.filter((one, at) => wire.indexOf(one) !== at)).toEqual([]);
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s is whole',
    (_, operation) => {
      expect(operation.summary).toMatch(/^[A-Z][^\n]{5,90}[^.]$/);
      expect(operation.path).toMatch(/^\/v1(\/([a-z0-9_-]+|\{[A-Za-z]+\}))+$/);
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(operation.params.properties).sort()).toEqual(inPath.sort());
      expect(
        byOperation.get(operation.id)?.command.examples.length ?? 0,
        'a command with an example',
      ).toBeGreaterThan(0);
    },
  );
});

it('no list is asked for a size of page that the published contracts do not know', () => {
  const asks = operations.filter(({ paging, query }) => paging && 'limit' in (query?.properties ?? {}));
  const unknown = asks.filter((operation) => {
    const known = ['@gitbook/api', '@gitbook/api-0.146'].flatMap(
      (name) => publishedParameters(name, operation) ?? 'limit',
    );
    return !known.includes('limit');
  });
  expect(unknown.map(({ id }) => id)).toEqual([]);
  expect(asks.length).toBeGreaterThan(60);
});
