// The published client acts as an installation with the token that it fetches for itself.
import { GitBookAPI } from '@gitbook/api';
import { beforeAll, expect, it } from 'vitest';
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
