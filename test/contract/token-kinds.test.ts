import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { listIntegrations } from '../../src/api/integrations/integrations.ts';
import { type Operation, TOKEN_KINDS, type TokenKind, takesToken } from '../../src/api/operation.ts';
import { getCaller } from '../../src/api/people/members.ts';
import { installations } from '../../src/sandbox/db/integrations/integrations.ts';
import { openApiDocument } from '../../src/sandbox/openapi-document.ts';
import { perFile } from '../helpers/lasting.ts';
import { publishedTokens } from '../helpers/published-answers.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

/** For the platform's own staff by its specification, and used by whoever has the right. */
const TAKEN_FROM_USERS = /^(?:customHostnames|fonts)\.|^storage\.upload$/;
const KINDS: Readonly<Record<string, TokenKind>> = {
  user: 'user',
  'user-internal': 'internal',
  integration: 'integration',
  'integration-installation': 'installation',
};

/** By what either of the published versions says; what is in neither is a user's. */
const WANTED: ReadonlyMap<string, readonly TokenKind[]> = new Map(
  operations.map((operation) => {
    const kinds = ['@gitbook/api', '@gitbook/api-0.146']
      .flatMap((name) => publishedTokens(name, operation) ?? [])
      .map((name) => KINDS[name]);
    if (kinds.length === 0 || TAKEN_FROM_USERS.test(operation.id)) kinds.push('user');
    // Its own staff may do what users may.
    if (kinds.includes('user')) kinds.push('internal');
    return [operation.id, TOKEN_KINDS.filter((kind) => kinds.includes(kind))];
  }),
);

const box = perFile(() => openTestSandbox({ demo: true }));
let subjects: Record<TokenKind, string>;
beforeAll(() => {
  const [installation] = installations(box.sandbox.db).all({}, 'createdAt, rowid');
  subjects = {
    user: box.adminId,
    internal: box.adminId,
    integration: installation?.integration ?? '',
    installation: installation?.id ?? '',
  };
});

const ask = (operation: Operation, kind: TokenKind, input: object = {}) =>
  box.attempt(operation, { ...nowhere(operation), ...input }, { as: subjects[kind], kind });

/** Nothing is there, so that nothing is changed. */
const nowhere = ({ params }: Operation) =>
  Object.fromEntries(Object.keys(params.properties).map((name) => [name, 'nothing']));

const messageOf = ({ body }: { body: unknown }): string =>
  (body as { error?: { message?: string } } | undefined)?.error?.message ?? '';

describe('kinds of tokens', () => {
  it.each(TOKEN_KINDS)('an %s token is taken where the platform takes it, and nowhere else', async (kind) => {
    for (const operation of operations) {
      const taken = WANTED.get(operation.id)?.includes(kind);
      expect([operation.id, takesToken(operation, kind)]).toEqual([operation.id, taken]);
      const { status, body } = await ask(operation, kind);
      const refused =
        status === 403 && /^this operation takes an? \w+ token, not an? /.test(messageOf({ body }));
      expect([operation.id, refused]).toEqual([operation.id, !taken]);
    }
  });

  it('are in the OpenAPI document', () => {
    const paths = openApiDocument().paths as Record<string, Record<string, { security?: object[] }>>;
    const found = operations.flatMap(({ id, method, path }) => {
      const security = paths[path]?.[method.toLowerCase()]?.security;
      return security ? [[id, security.flatMap((one) => Object.keys(one))]] : [];
    });
    expect(found.length).toBeGreaterThan(30);
    expect(found).toEqual(found.map(([id]) => [id, WANTED.get(String(id))]));
  });

  it('answer who asks: a user by name, and nobody once what a token is of is gone', async () => {
    const own = await openTestSandbox({ demo: true });
    const [installation] = installations(own.sandbox.db).all({}, 'createdAt, rowid');
    const integration = { as: installation?.integration ?? '', kind: 'integration' } as const;
    const installed = { as: installation?.id ?? '', kind: 'installation' } as const;
    expect((await own.answer(getCaller, {})).body).toMatchObject({ id: own.adminId });
    expect((await own.answer(getCaller, {}, { kind: 'internal' })).body).toMatchObject({ id: own.adminId });
    expect(messageOf(await own.answer(getCaller, {}, installed))).toBe(
      'this operation takes a user token, not an installation token',
    );
    expect((await own.answer(listIntegrations, {}, installed)).status).toBe(200);
    own.sandbox.db.run('DELETE FROM installations');
    expect((await own.answer(listIntegrations, {}, installed)).status).toBe(401);
    own.sandbox.db.run('DELETE FROM integrations');
    expect((await own.answer(listIntegrations, {}, integration)).status).toBe(401);
    own.cleanup();
  });
});
