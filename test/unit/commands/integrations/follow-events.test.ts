import { expect, it } from 'vitest';
import { listIntegrationEvents } from '../../../../src/api/integrations/integrations.ts';
import type { Client } from '../../../../src/client/client.ts';
import { followEvents } from '../../../../src/commands/integrations/integration-tail.ts';
import { NetworkError } from '../../../../src/errors.ts';
import { contentStore } from '../../../../src/sandbox/db/content/content.ts';
import { commitTree } from '../../../../src/sandbox/resources/content/content-target.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest, untilEnd } from '../../../helpers/lasting.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const box = perTest(() => openTestSandbox({ demo: true }));

const commit = (spaceId: string, title: string) => {
  const markdown = contentStore(box.sandbox.db).put(title);
  const pages = [{ id: 'p', type: 'document' as const, title, slug: 'p', pages: [], markdown }];
  commitTree(box.sandbox, { spaceId, tree: { pages, files: [], reusableContents: [], variables: {} } });
};

const ROUNDS = 30;
class Ended extends Error {}

/** Changes a space at every other look, three times at some of them; the looks that `fails` names find no host. */
async function follow(fails: (look: number) => boolean, since?: Date) {
  const { client } = workflowClient(box);
  const [space] = box.sandbox.db.all<{ id: string }>("SELECT id FROM spaces WHERE title = 'Guides'");
  let look = 0;
  const shaky: Client = {
    ...client,
    pages: (...given) => {
      look += 1;
      if (fails(look)) throw new NetworkError('no response', { retryable: true });
      return client.pages(...given);
    },
  };
  let round = 0;
  const pause = async () => {
    round += 1;
    if (round > ROUNDS) throw new Ended();
    if (round > ROUNDS - 5 || round % 2 === 0) return;
    for (let n = 0; n < (round % 3) + 1; n += 1) commit(space?.id ?? '', `Round ${round} ${n}`);
  };
  const known = async () => {
    const ids: string[] = [];
    for await (const { items } of client.pages(listIntegrationEvents, { integrationName: 'parcel-map' }))
      ids.push(...items.map(({ id }) => id));
    return ids;
  };
  const before = await known();
  const got: string[] = [];
  try {
    const about = { integrationName: 'parcel-map', ...(since && { since }), pause };
    for await (const events of followEvents(shaky, about)) got.push(...events.map(({ id }) => id));
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
  return { before, got, after: await known() };
}

it('gives each event once, in the order they came, through failures', async () => {
  const { before, got, after } = await follow((look) => look % 5 >= 3);
  const fresh = after.filter((id) => !before.includes(id));
  expect(fresh.length).toBeGreaterThan(ROUNDS / 2);
  expect([...got].sort()).toEqual([...fresh].sort());
  expect(new Set(got).size).toBe(got.length);
});

it('begins in the past where it is told to', async () => {
  const { got, after } = await follow(() => false, new Date(0));
  expect([...got].sort()).toEqual([...after].sort());
});

it('ends with the fifth failure in a row', async () => {
  await expect(follow((look) => look > 3)).rejects.toThrow('no response');
});

it('prints one JSON object a line until it is interrupted', async () => {
  const cli = untilEnd(await sandboxedCli());
  const words = ['integrations', 'tail', 'parcel-map', '--since', '9000d', '--status', 'success', '--json'];
  const { stdout, stderr } = await cli(words, { until: /\n/ });
  const ids = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect(ids.every((id) => typeof id === 'string')).toBe(true);
  expect([ids.length > 0, new Set(ids).size]).toEqual([true, ids.length]);
  expect(stderr).toContain('following parcel-map: Ctrl-C ends it');
  expect(await cli('integrations tail parcel-map --since soon')).toMatchObject({ exitCode: 2 });
});
