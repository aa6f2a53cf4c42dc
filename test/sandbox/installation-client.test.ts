// The published client acts as an installation with the token that it fetches for itself.
import { GitBookAPI } from '@gitbook/api';
import { beforeAll, expect, it } from 'vitest';
import { getContent, getRevision } from '../../src/api/content/pages.ts';
import { getSpace, listSpaces } from '../../src/api/content/spaces.ts';
import { importGit } from '../../src/api/integrations/git.ts';
import { listOrganizationInstallations } from '../../src/api/integrations/installed-integrations.ts';
import { createInstallationToken } from '../../src/api/integrations/integration-installations.ts';
import { getAdaptiveSchema, setAdaptiveSchema } from '../../src/api/sites/adaptive-schema.ts';
import { getSite, listSites } from '../../src/api/sites/sites.ts';
import { installations } from '../../src/sandbox/db/integrations/integrations.ts';
import { newToken } from '../../src/sandbox/new-token.ts';
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { perFile, untilEnd } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(() => openTestSandbox({ demo: true }));
let ref: { integrationName: string; installationId: string };
beforeAll(() => {
  const [row] = installations(box.sandbox.db).all({}, 'createdAt, rowid');
  ref = { integrationName: row?.integration ?? '', installationId: row?.id ?? '' };
});

/** The declarations of the published client leave out the ending of a file that they import: its methods are typed here. */
interface InstallationClient {
  createInstallationClient(integration: string, installation: string): Promise<GitBookAPI>;
}

it('createInstallationClient() of the published client works', async () => {
  const token = newToken(box.file, { kind: 'integration', of: ref.integrationName }, new Date());
  const served = untilEnd(await serveSandbox({ file: box.file, env: {} }), (it) => it.close());

  const own = new GitBookAPI({ endpoint: served.url, authToken: token }) as unknown as InstallationClient;
  const client = await own.createInstallationClient(ref.integrationName, ref.installationId);
  const { integrationName, installationId } = ref;
  const path = `/v1/integrations/${integrationName}/installations/${installationId}`;
  const answer = await fetch(served.url + path, {
    headers: { authorization: `Bearer ${client.authToken}` },
  });
  expect(await answer.json()).toMatchObject({ id: installationId });
});

it('the token ends after an hour, and is for the integration alone to make', async () => {
  const as = { as: ref.integrationName, kind: 'integration' } as const;
  const { status } = await box.attempt(createInstallationToken, ref, as);
  expect(status).toBe(200);
  expect((await box.answer(createInstallationToken, ref)).status).toBe(403);
  const other = { ...ref, installationId: 'nowhere' };
  expect((await box.attempt(createInstallationToken, other, as)).status).toBe(404);
  const made = box.sandbox.db.get<{ minutes: number }>(
    `SELECT (julianday(expiresAt) - julianday(createdAt)) * 1440 AS minutes FROM otherTokens
     WHERE kind = 'installation' AND expiresAt IS NOT NULL ORDER BY rowid DESC LIMIT 1`,
  );
  expect(Math.round(made?.minutes ?? 0)).toBe(60);
});

it('reads spaces, content and sites, and needs scopes to change something', async () => {
  const { db } = box.sandbox;
  const organizationId = installations(db).all({}, 'createdAt, rowid')[0]?.organization ?? '';
  const as = { as: ref.installationId, kind: 'installation' } as const;
  const [space] = (await box.call(listSpaces, { organizationId }, as)).items;
  const [site] = (await box.call(listSites, { organizationId })).items;
  const place = { organizationId, siteId: site?.id ?? '' };
  const spaceId = space?.id ?? '';
  const { id: revisionId } = await box.call(getContent, { spaceId }, as);
  const reads = [
    box.attempt(getSpace, { spaceId }, as),
    box.attempt(getRevision, { spaceId, revisionId }, as),
    box.attempt(getSite, place, as),
    box.attempt(getAdaptiveSchema, place, as),
    box.attempt(listOrganizationInstallations, { organizationId }, as),
  ];
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200));
  const repository = { spaceId, url: 'https://git.example.com/a.git', ref: 'refs/heads/main' };
  expect((await box.attempt(importGit, repository, as)).status).toBe(204);
  const schema = { ...place, jsonSchema: { type: 'object', properties: {}, additionalProperties: false } };
  expect(await box.attempt(setAdaptiveSchema, schema as never, as)).toMatchObject({
    status: 403,
    body: { error: { message: expect.any(String) } },
  });
  const other = installations(db)
    .all({}, 'createdAt, rowid')
    .find(({ integration }) => integration !== ref.integrationName);
  expect(
    await box.attempt(importGit, repository, { as: other?.id ?? '', kind: 'installation' }),
  ).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringContaining('lacks the scope "space:git:sync"') } },
  });
});
