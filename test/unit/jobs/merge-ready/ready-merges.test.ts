// What is ready to be merged, merging it, and the inbox: in scripts, and here where hosts fail or there are many.
//
//   space A "Hello\n" -> $a             with a page of that text; `write $a "Hello\n"` gives it another one
//   propose $a "Hello you\n" -> $cr     an open change request in which it has this one; `write $a $cr "Hi\n"`
//   judge {"syncFirst": true}           `problems` of each, as `$cr: outdated`, and how often `links` and `reviews` were read
//   merge {"syncFirst": true}           those that the last look found ready
//   inbox {"user": "$admin"}            what has waited for a week
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createChangeRequest,
  mergeChangeRequest,
  updateChangeRequest,
} from '../../../../src/api/review/change-requests.ts';
import { createReview } from '../../../../src/api/review/reviews.ts';
import { readInbox } from '../../../../src/jobs/merge-ready/inbox.ts';
import {
  type Judged,
  judgeAll,
  type MergeOutcome,
  mergeReady,
  type ReadyRules,
} from '../../../../src/jobs/merge-ready/ready-merges.ts';
import { contentStore } from '../../../../src/sandbox/db/content/content.ts';
import { playScripts } from '../../../helpers/api-scripts.ts';
import { read, type State, withNames } from '../../../helpers/api-verbs.ts';
import { commitPages } from '../../../helpers/edit-content.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import { refused, type WorkflowClient, workflowClient } from '../../../helpers/workflow-client.ts';

const DAY = 86_400_000;
const write = ({ sandbox }: TestSandbox, spaceId: string, text: string, changeRequestId?: string) => {
  const markdown = contentStore(sandbox.db).put(text);
  const page = { id: 'p', type: 'document' as const, title: 'P', slug: 'p', markdown, pages: [] };
  commitPages(sandbox, { spaceId, ...(changeRequestId !== undefined && { changeRequestId }) }, [page]);
};

async function spaceWith(box: TestSandbox, text: string, title = 'A'): Promise<string> {
  const id = await box.newSpace({ title });
  write(box, id, text);
  return id;
}

async function propose(box: TestSandbox, spaceId: string, text: string): Promise<string> {
  const { id } = await box.call(createChangeRequest, { spaceId, subject: text.trim().slice(0, 50) });
  await box.call(updateChangeRequest, { spaceId, changeRequestId: id, status: 'open' });
  write(box, spaceId, text, id);
  return id;
}

const rulesOf = ({ clock }: TestSandbox, more: Partial<ReadyRules>): ReadyRules => ({
  ...{ syncFirst: false, allowComments: false, noBrokenLinks: false, minApprovals: 1, unreviewed: false },
  ...{ now: clock.now, ...more },
});

async function merge(client: WorkflowClient, judged: Judged[], rules: ReadyRules): Promise<MergeOutcome[]> {
  const ready = judged.filter(({ problems }) => problems.length === 0);
  const all: MergeOutcome[] = [];
  for await (const one of mergeReady(client.client, ready, rules, { concurrency: 4 })) all.push(one);
  return all;
}

const wordsIn = (input: string, state: State) => {
  const [, words = '', text = '""'] = /^(.*) (".*")$/.exec(input) ?? [];
  return [...withNames(words, state).split(' '), String(read(text, state))];
};
let judged: Judged[] = [];
playScripts('test/unit/jobs/merge-ready/scripts', {
  space(state, { input }) {
    const [title, text = ''] = wordsIn(input, state);
    return spaceWith(state.box, text, title);
  },
  propose(state, { input }) {
    const [spaceId = '', text = ''] = wordsIn(input, state);
    return propose(state.box, spaceId, text);
  },
  write(state, { input }) {
    const words = wordsIn(input, state);
    write(state.box, words[0] ?? '', words.at(-1) ?? '', words.length > 2 ? words[1] : undefined);
  },
  async judge(state, { input }) {
    const { client, requests } = workflowClient(state.box);
    const { organizationId } = state.box;
    const rules = rulesOf(state.box, read(input, state));
    judged = await judgeAll(client, { organizationId }, rules, { concurrency: 4 });
    const problems = judged.map((one) => `${one.changeRequest.id}: ${one.problems.join('; ')}`);
    const times = (form: RegExp) => requests.filter((line) => form.test(line)).length;
    const links = times(/ \/v1\/spaces\/\w+\/links$/);
    return { body: { problems, links, reviews: times(/\/reviews$/) } };
  },
  async merge({ box, ...state }, { input }) {
    const rules = rulesOf(box, read(input, { box, ...state }));
    const outcomes = await merge(workflowClient(box), judged, rules);
    return { body: { results: outcomes.map(({ result, why }) => (why ? `${result}: ${why}` : result)) } };
  },
  async inbox({ box, ...state }, { input }) {
    const { client, requests } = workflowClient(box);
    const scope = { organizationId: box.organizationId };
    const query = { scope, user: undefined, staleMs: 7 * DAY, now: box.clock.now };
    const { own, items } = await readInbox(client, { ...query, ...read(input, { box, ...state }) });
    const waiting = items.map(({ changeRequest, reasons }) => `${changeRequest.id}: ${reasons.join()}`);
    return { body: { own, items: waiting, requests: requests.length } };
  },
});

const test = perTest(openTestSandbox);
let client: WorkflowClient;
let rules: ReadyRules;
beforeEach(() => {
  client = workflowClient(test);
  rules = rulesOf(test, { unreviewed: true });
});
const scope = () => ({ organizationId: test.organizationId });
const judge = () => judgeAll(client.client, scope(), rules, { concurrency: 4 });

/** Spaces with a change request each. */
async function spacesWith(count: number): Promise<string[]> {
  const spaces: string[] = [];
  for (let n = 0; n < count; n += 1) {
    spaces.push(await spaceWith(test, 'Hello\n', `S${n}`));
    await propose(test, spaces.at(-1) ?? '', `Hello ${n}\n`);
  }
  return spaces;
}

describe('merging what is ready', () => {
  it('counts what somebody else merged meanwhile as merged', async () => {
    await spacesWith(2);
    const found = await judge();
    const [first, second] = found.map(
      ({ space, changeRequest }) =>
        () =>
          test.call(mergeChangeRequest, { spaceId: space.id, changeRequestId: changeRequest.id }),
    );
    await first?.();
    let isLate = true;
    client.intercept(async (_, line) => {
      if (line.endsWith('/merge') && isLate) {
        isLate = false;
        await second?.();
      }
      return undefined;
    });
    const outcomes = await merge(client, found, rules);
    expect(outcomes.map(({ result }) => result)).toEqual(['already merged', 'already merged']);
  });

  it.each([
    ['already merged', true],
    ['unknown', false],
  ])('looks again where an answer is lost: %s', async (result, isDone) => {
    await spacesWith(1);
    client.intercept(async (request, line) => {
      if (!line.endsWith('/merge')) return undefined;
      if (isDone) await client.answer(request);
      return refused(502);
    });
    expect(await merge(client, await judge(), rules)).toMatchObject([{ result }]);
  });

  it.each([1, 5])('goes on after every failure: %i of 6 spaces fail', async (failing) => {
    const bad = (await spacesWith(6)).slice(0, failing);
    const isBad = (line: string) => line.endsWith('/merge') && bad.some((id) => line.includes(id));
    client.intercept((_, line) => (isBad(line) ? refused(409, 'merge rules') : undefined));
    const outcomes = await merge(client, await judge(), rules);
    expect(outcomes.filter(({ result }) => result === 'failed')).toHaveLength(failing);
    expect(outcomes.filter(({ result }) => result === 'merged')).toHaveLength(6 - failing);
    client.intercept(() => undefined);
    const again = await merge(client, await judge(), rules);
    expect(again.map(({ result }) => result)).toEqual(Array(failing).fill('merged'));
  });

  it('begins nothing more once the token is refused', async () => {
    await spacesWith(20);
    const found = await judge();
    let merges = 0;
    client.intercept((_, line) => (line.endsWith('/merge') && ++merges > 3 ? refused(401) : undefined));
    const outcomes = await merge(client, found, rules);
    expect(outcomes.filter(({ result }) => result === 'merged')).toHaveLength(3);
    expect(merges).toBeLessThanOrEqual(3 + 4);
  });
});

describe('the inbox', () => {
  it('checks the reviews of the hundred updated last, however many there are', async () => {
    const a = await spaceWith(test, 'Hello\n');
    const first = await test.call(createChangeRequest, { spaceId: a, subject: 'Reviewed' });
    const reviewed = { spaceId: a, changeRequestId: first.id };
    await test.call(updateChangeRequest, { ...reviewed, status: 'open' });
    await test.call(createReview, { ...reviewed, status: 'approved' });
    for (let n = 0; n < 104; n += 1) {
      const { id: changeRequestId } = await test.call(createChangeRequest, { spaceId: a, subject: `C${n}` });
      await test.call(updateChangeRequest, { spaceId: a, changeRequestId, status: 'open' });
    }
    test.clock.now = new Date(test.clock.now.getTime() + 1000);
    await test.call(updateChangeRequest, { ...reviewed, subject: 'Still reviewed' });
    const query = { scope: scope(), user: test.adminId, staleMs: DAY, now: test.clock.now };
    const { items, own } = await readInbox(client.client, query);
    expect(own).toEqual({ read: 100, all: 105 });
    expect(items.map(({ changeRequest, reasons }) => [changeRequest.id, reasons])).toEqual([
      [first.id, ['ready']],
    ]);
    expect(client.requests.length).toBeLessThan(4 + 100 + 5);
  });
});
