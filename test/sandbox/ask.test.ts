// Questions that the sandbox answers from its own pages, and those that it recommends.
import { GitBookAPI } from '@gitbook/api';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../src/api/insights/questions.ts';
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

describe('an answer', () => {
  it('quotes the sections that share words with the question, and names them', async () => {
    const events = await box.call(api.askSite, { ...site, question, scope: all });
    const last = events.at(-1)?.answer;
    expect(last?.answer).toMatchObject({ markdown: expect.stringContaining('Thermal printers print blank') });
    expect(last?.sources[0]).toMatchObject({ type: 'page', sections: ['the-label-is-blank'] });
    // It grows: every event holds what came before.
    const texts = events.map(({ answer: { answer } }) =>
      answer && 'markdown' in answer ? answer.markdown : '',
    );
    for (const [at, text] of texts.entries()) expect(text.startsWith(texts[at - 1] ?? '')).toBe(true);
  });

  it('is another for another question, and none where no page says anything', async () => {
    const ask = async (query: string) =>
      (await box.call(api.askOrganization, { organizationId: box.organizationId, query })).at(-1)?.answer;
    const [blank, carriers] = [await ask(question), await ask('Which carriers are there?')];
    expect(blank?.answer).not.toEqual(carriers?.answer);
    expect(await ask('zeppelin xylophone')).toEqual({ sources: [], followupQuestions: [] });
  });

  it('is a document, where that is asked for', async () => {
    const events = await box.call(api.askSite, { ...site, question, scope: all, format: 'document' });
    expect(events.at(-1)?.answer.answer).toMatchObject({ document: { object: 'document' } });
  });

  it('comes from the spaces in its scope alone', async () => {
    const scope = { mode: 'specific' as const, siteSpaceIds: ['nowhere'] };
    expect((await box.answer(api.askSite, { ...site, question, scope })).status).toBe(404);
  });

  it('counts on a published site as one to a visitor', async () => {
    const asked = 'Why do thermal printers print blank labels?';
    await box.call(api.askSite, { ...site, question: asked, scope: all });
    const { items } = await box.call(api.listQuestions, site);
    expect(items.map((one) => one.question)).toContain(asked);
  });
});

describe('recommended questions', () => {
  it('are what was answered before, and what the first pages are about', async () => {
    const onSite = await box.call(api.recommendOnSite, site);
    expect(onSite).toContainEqual({ question: 'What is there to know about Welcome?' });
    const { questions } = await box.call(api.recommendInOrganization, { organizationId: box.organizationId });
    expect(questions).toContain('What is there to know about Welcome?');
  });
});

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
