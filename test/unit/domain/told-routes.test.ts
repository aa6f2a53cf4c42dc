// What the specification of a host says of it, read once a day.
import { expect, it } from 'vitest';
import { moveSpace } from '../../../src/api/content/spaces.ts';
import { operations } from '../../../src/api/index.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { LEAST_ROUTES, routeOf, routesIn, toldBy } from '../../../src/domain/stand-ins/routes.ts';

const specOf = (all: readonly Operation[], prefix = '/v1') => {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path } of all) {
    const route = prefix + path.replace(/^\/v1/, '');
    paths[route] = { ...paths[route], [method.toLowerCase()]: {} };
  }
  return { openapi: '3.1.0', paths };
};
/** Safe: nothing but raw calls is asked of it. */
const hostOf = (specification: unknown, status = 200) =>
  ({ raw: async () => ({ status, text: JSON.stringify(specification) }) }) as never;

it('has every route of an operation, however the host begins its paths', async () => {
  for (const prefix of ['/v1', '']) {
    const told = await toldBy(hostOf(specOf(operations, prefix)));
    expect(operations.filter((one) => !told.has(routeOf(one)))).toEqual([]);
  }
});

it('lacks what is left out', async () => {
  const told = await toldBy(hostOf(specOf(operations.filter((one) => one !== moveSpace))));
  expect(told.has(routeOf(moveSpace))).toBe(false);
});

it('says nothing where it is of a part, of something else, no specification or not there', async () => {
  const others = operations.map((one) => ({ ...one, path: `/v1/other${one.path}` as never }));
  for (const specification of [specOf(operations.slice(0, 100)), specOf(others), {}, 'a page', null])
    expect([...(await toldBy(hostOf(specification)))]).toEqual([]);
  expect([...(await toldBy(hostOf(specOf(operations), 404)))]).toEqual([]);
  expect(routesIn({ paths: [] })).toBeUndefined();
});

it('takes about half of what docs knows for the least of a whole specification', () => {
  const half = new Set(operations.map(routeOf)).size / 2;
  expect(Math.abs(LEAST_ROUTES - half)).toBeLessThan(20);
});
