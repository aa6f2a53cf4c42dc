// Answers of the sandbox as the published client streams them.
import { GitBookAPI } from '@gitbook/api';
import { beforeAll, expect, it } from 'vitest';
import { ageNamed } from '../../src/sandbox/ages/age.ts';
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { perFile, untilEnd } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(() => openTestSandbox({ demo: true }));
let site: { organizationId: string; siteId: string };
beforeAll(() => {
  const row = box.sandbox.db.get<{ id: string }>("SELECT id FROM sites WHERE title = 'Tarnpost Docs'");
  site = { organizationId: box.organizationId, siteId: row?.id ?? '' };
});

const all = { mode: 'all' } as const;
const question = 'Why is the label blank?';

/** The declarations of the published client leave out the ending of a file that they import: its methods are typed here. */
interface Streams {
  orgs: {
    streamAskInSite(...given: unknown[]): AsyncIterable<unknown>;
    streamRecommendedQuestionsInSite(...given: unknown[]): AsyncIterable<unknown>;
  };
}

it('the published client reads both as streams', async () => {
  const served = untilEnd(
    await serveSandbox({ file: box.file, env: {}, age: ageNamed('0.202', '--contract') }),
    (it) => it.close(),
  );

  const client = new GitBookAPI({ endpoint: served.url, authToken: box.adminToken }) as unknown as Streams;
  const { organizationId, siteId } = site;
  const answers = [];
  const query = { format: 'markdown' as const };
  for await (const event of client.orgs.streamAskInSite(
    organizationId,
    siteId,
    { question, scope: all },
    query,
  ))
    answers.push(event);
  expect(answers.at(-1)).toMatchObject({
    type: 'answer',
    answer: { answer: { markdown: expect.stringContaining('blank') } },
  });
  const questions = [];
  for await (const event of client.orgs.streamRecommendedQuestionsInSite(organizationId, siteId))
    questions.push(event);
  expect(questions.length).toBeGreaterThan(2);
});
