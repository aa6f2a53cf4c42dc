// What text a request may hold, and how its length is counted.
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../src/api/content/spaces.ts';
import { operations } from '../../src/api/index.ts';
import { isObjectSchema } from '../../src/api/operation.ts';
import { getOrganization, updateOrganization } from '../../src/api/people/organizations.ts';
import { dispatch } from '../../src/sandbox/app.ts';
import { whyAbsent } from '../../src/sandbox/fidelity.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(openTestSandbox);
let org: { organizationId: string };
beforeAll(() => {
  org = { organizationId: box.organizationId };
});

const GRIN = '\u{1F600}';
const send = (operation: (typeof operations)[number], body: unknown, query: Record<string, unknown> = {}) => {
  const names = Object.keys(operation.params.properties);
  const params = Object.fromEntries(names.map((name) => [name, name in org ? box.organizationId : 'x']));
  const headers = { authorization: `Bearer ${box.adminToken}` };
  return dispatch(box.sandbox, operation, { params, query, body, headers });
};

const lacking = operations.flatMap((operation) =>
  (operation.lacks ?? []).map((name) => [operation.id, name, operation] as const),
);

it.each(lacking)('%s is refused with %s, which the sandbox would leave out', async (_, name, operation) => {
  const isRead = operation.method === 'GET';
  const given = { [name]: 'stable' };
  const answer = await (isRead ? send(operation, undefined, given) : send(operation, given));
  expect(answer).toMatchObject({ status: 501, body: { error: { message: expect.stringContaining(name) } } });
  if (isRead) expect((await send(operation, undefined, { [name]: 'false' })).status).not.toBe(501);
});

const words = operations.flatMap((operation) =>
  operation.method !== 'GET' || operation.query?.required || whyAbsent(operation.id) !== undefined
    ? []
    : Object.entries(operation.query?.properties ?? {}).flatMap(([name, schema]) =>
        [schema.anyOf ?? schema.items?.anyOf ?? []]
          .flat()
          .flatMap(({ const: word }) =>
            typeof word === 'string' ? [[operation.id, name, word, operation] as const] : [],
          ),
      ),
);

it.each(words)('%s takes %s=%s', async (_, name, word, operation) => {
  expect([200, 403, 404]).toContain((await send(operation, undefined, { [name]: word })).status);
});

describe('text of a request', () => {
  const withBody = operations.filter(
    ({ id, body }) => body !== undefined && isObjectSchema(body) && whyAbsent(id) === undefined,
  );

  it.each(withBody.map((operation) => [operation.id, operation] as const))(
    '%s takes no null as its body',
    async (_, operation) => {
      expect((await send(operation, null)).status).toBe(400);
    },
  );

  it.each(withBody.map((operation) => [operation.id, operation] as const))(
    '%s takes no NUL and no half of a character in any text',
    async (_, operation) => {
      for (const bad of ['before\0after', 'half \ud83d']) {
        for (const name of Object.keys(operation.body?.properties ?? {})) {
          const { status, body } = await send(operation, { [name]: bad });
          expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/must not contain/)]);
        }
        const nested = await send(operation, { data: [{ [bad]: 1 }] });
        expect(nested.status).toBe(400);
      }
    },
  );

  it('is checked in queries and paths too', async () => {
    expect((await send(api.listSpaces, undefined, { page: 'a\0b' })).status).toBe(400);
    const headers = { authorization: `Bearer ${box.adminToken}` };
    const found = await dispatch(box.sandbox, api.getSpace, { params: { spaceId: 'a\0b' }, headers });
    expect(found.status).toBe(404);
  });

  it('is as long as it has characters, not UTF-16 units', async () => {
    const status = async (title: string) => (await box.answer(updateOrganization, { ...org, title })).status;
    expect(await status(GRIN)).toBe(400);
    expect(await status(GRIN.repeat(2))).toBe(200);
    expect(await status(GRIN.repeat(255))).toBe(200);
    expect(await status(GRIN.repeat(256))).toBe(400);
    expect((await box.call(getOrganization, org)).title).toBe(GRIN.repeat(255));
    const space = await box.call(api.createSpace, { ...org, title: GRIN.repeat(50) });
    const copy = await box.call(api.duplicateSpace, { spaceId: space.id });
    expect(copy.title).toBe(`${GRIN.repeat(43)} (copy)`);
    const long = await box.answer(api.updateSpace, { spaceId: space.id, title: GRIN.repeat(51) });
    expect(JSON.stringify(long.body)).toContain('title must have at most 50 characters');
  });
});
