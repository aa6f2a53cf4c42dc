import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { listIntegrations } from '../../src/api/integrations/integrations.ts';
import { openApiDocument } from '../../src/api/integrations/openapi-document.ts';
import { type Operation, TOKEN_KINDS, type TokenKind, takesToken } from '../../src/api/operation.ts';
import { getCaller } from '../../src/api/people/users.ts';
import { installationStore } from '../../src/sandbox/db/integrations/integrations.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';

/** Written down once more (src/api/README.md#tokens): what is not named here is a user's. */
const WANTED: Readonly<Record<string, readonly TokenKind[]>> = {
  ...Object.fromEntries(
    [
      'orgs.get',
      'adaptiveSchema.conditions',
      'integrations.list',
      'integrations.get',
      'integrationEvents.list',
      'integrationEvents.get',
      'sso.list',
      'installations.get',
      'installations.update',
      'installationSpaces.list',
      'installationSpaces.get',
      'installationSpaces.update',
      'installationSites.list',
      'installationSites.get',
      'installationSites.update',
    ].map((id) => [id, TOKEN_KINDS]),
  ),
  'installations.list': ['integration'],
  'installations.spaces': ['integration'],
  'installations.token': ['integration'],
  'installations.sites': ['integration'],
  'conversations.ingest': ['installation'],
  'git.removeLegacy': ['internal'],
  'orgs.find': ['internal'],
};

let box: TestSandbox;
let subjects: Record<TokenKind, string>;
beforeAll(async () => {
  box = await openTestSandbox({ demo: true });
  const [installation] = installationStore(box.sandbox.db).all();
  subjects = {
    user: box.adminId,
    internal: box.adminId,
    integration: installation?.integration ?? '',
    installation: installation?.id ?? '',
  };
});
afterAll(() => box.cleanup());

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
      const taken = (WANTED[operation.id] ?? ['user', 'internal']).includes(kind);
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
    expect(Object.fromEntries(found)).toEqual(WANTED);
  });

  it('answer who asks: a user by name, and nobody once what a token is of is gone', async () => {
    const own = await openTestSandbox({ demo: true });
    const [installation] = installationStore(own.sandbox.db).all();
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
