import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { openApiDocument } from '../../src/sandbox/openapi-document.ts';
import { sandboxedCli, servedCli } from '../helpers/cli.ts';
import { untilEnd } from '../helpers/lasting.ts';

const plain = (): Record<string, unknown> => JSON.parse(JSON.stringify(openApiDocument()));

it('is an OpenAPI 3.1 document that a validator accepts', async () => {
  const document = plain();
  expect(document.openapi).toBe('3.1.0');
  expect(await new Validator().validate(document)).toEqual({ valid: true });
});

it('describes every operation, with the codes it answers', () => {
  const paths = plain().paths as Record<string, Record<string, { operationId: string; responses: object }>>;
  for (const { id, path, method, success, errors = [] } of operations) {
    const found = paths[path]?.[method.toLowerCase()];
    expect(found?.operationId).toBe(id);
    expect(Object.keys(found?.responses ?? {})).toEqual(
      expect.arrayContaining([...success, ...errors, 'default'].map(String)),
    );
  }
  const described = Object.values(paths).flatMap((methods) => Object.keys(methods));
  expect(described).toHaveLength(operations.length);
});

it('refers to nothing that is not there', () => {
  const text = JSON.stringify(plain());
  const known = Object.keys((plain().components as { schemas: object }).schemas);
  const referred = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref));
  expect(
    [...referred].filter((ref) => !known.includes(String(ref).replace('#/components/schemas/', ''))),
  ).toEqual([]);
});

it.each([
  ['in this process', sandboxedCli],
  ['over HTTP', servedCli],
])('is what docs api --spec prints, and what the sandbox serves %s', async (_, makeCli) => {
  const cli = untilEnd(await makeCli());

  const printed = await cli('api --spec');
  expect(JSON.parse(printed.stdout)).toEqual(plain());
  const served = await cli('api GET /v1/openapi.json');
  expect(JSON.parse(served.stdout)).toEqual(plain());
});
