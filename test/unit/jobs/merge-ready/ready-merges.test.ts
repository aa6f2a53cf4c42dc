import { beforeEach, describe, expect, it } from 'vitest';
import type { MergeRule } from '../../../../src/api/content/spaces.generated.ts';
import { updateSpace } from '../../../../src/api/content/spaces.ts';
import { updateOrganization } from '../../../../src/api/people/organizations.ts';
import {
  createChangeRequest,
  getChangeRequest,
  mergeChangeRequest,
  updateChangeRequest,
} from '../../../../src/api/review/change-requests.ts';
import { createChangeRequestComment } from '../../../../src/api/review/comments.ts';
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
import { commitTree } from '../../../../src/sandbox/resources/content/content-target.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { refused, type WorkflowClient, workflowClient } from '../../../helpers/workflow-client.ts';

const test = perTest(openTestSandbox);
let client: WorkflowClient;

beforeEach(() => {
  client = workflowClient(test);
});

const DAY = 86_400_000;
const write = (spaceId: string, text: string, changeRequestId?: string) => {
  const markdown = contentStore(test.sandbox.db).put(text);
  const page = { id: 'p', type: 'document' as const, title: 'P', slug: 'p', markdown, pages: [] };
  const tree = { pages: [page], files: [], reusableContents: [], variables: {} };
  return commitTree(test.sandbox, {
    spaceId,
    ...(changeRequestId !== undefined && { changeRequestId }),
    tree,
  });
};

/** A new space with a page of that text. */
async function spaceWith(text: string, title = 'A'): Promise<string> {
  const id = await test.newSpace({ title });
  write(id, text);
  return id;
}

async function propose(spaceId: string, text: string): Promise<string> {
  const { id } = await test.call(createChangeRequest, { spaceId, subject: text.trim().slice(0, 50) });
  await test.call(updateChangeRequest, { spaceId, changeRequestId: id, status: 'open' });
  write(spaceId, text, id);
  return id;
}

const comment = (spaceId: string, changeRequestId: string) =>
  test.call(createChangeRequestComment, { spaceId, changeRequestId, body: { markdown: 'Hm' } });

const rules = (more: Partial<ReadyRules> = {}): ReadyRules => ({
  syncFirst: false,
  allowComments: false,
  noBrokenLinks: false,
  minApprovals: 1,
  // What reviews are needed is a matter of its own, below.
  unreviewed: true,
  now: test.clock.now,
  ...more,
});
const scope = () => ({ organizationId: test.organizationId });
const judge = (given: ReadyRules) => judgeAll(client.client, scope(), given, { concurrency: 4 });
const ready = (judged: Judged[]) => judged.filter(({ problems }) => problems.length === 0);

async function merge(judged: Judged[], given: ReadyRules): Promise<MergeOutcome[]> {
  const all: MergeOutcome[] = [];
  for await (const outcome of mergeReady(client.client, ready(judged), given, { concurrency: 4 }))
    all.push(outcome);
  return all;
}

/** `not ready: edited in the meantime` of each. */
const merged = async (judged: Judged[], given = rules()): Promise<string[]> =>
  (await merge(judged, given)).map(({ result, why }) => (why === undefined ? result : `${result}: ${why}`));

describe('what is ready to be merged', () => {
  it('is not outdated, has no open comments, breaks no links and is old enough, as far as asked', async () => {
    const a = await spaceWith('Hello\n');
    const behind = await propose(a, 'Hello there\n');
    write(a, 'Hello\n\nWorld\n');
    const commented = await propose(a, 'Hello\n\nWorld and me\n');
    await comment(a, commented);
    const breaking = await propose(a, 'Hello\n\nWorld [x](nowhere.md)\n');
    const problems = async (given: Partial<ReadyRules>) =>
      Object.fromEntries(
        (await judge(rules(given))).map(({ changeRequest, problems: why }) => [changeRequest.id, why]),
      );
    expect(await problems({})).toEqual({
      [behind]: ['outdated'],
      [commented]: ['1 open comment'],
      [breaking]: [],
    });
    expect(await problems({ syncFirst: true, allowComments: true, noBrokenLinks: true })).toEqual({
      [behind]: [],
      [commented]: [],
      [breaking]: ['breaks 1 link'],
    });
    test.clock.now = new Date(test.clock.now.getTime() + 2 * DAY);
    expect((await problems({ olderThanMs: 3 * DAY }))[breaking]).toEqual(['changed too recently']);
    expect((await problems({ olderThanMs: DAY }))[breaking]).toEqual([]);
  });

  it('is one of a space only, where the others will be outdated then', async () => {
    const a = await spaceWith('Hello\n');
    await propose(a, 'Hello one\n');
    await propose(a, 'Hello two\n');
    expect((await judge(rules())).map(({ problems }) => problems)).toEqual([
      [],
      ['outdated once #1 is merged'],
    ]);
  });
});

describe('what reviewers and merge rules let pass', () => {
  const strict = (more: Partial<ReadyRules> = {}) => rules({ unreviewed: false, ...more });
  const why = async (given: ReadyRules) => (await judge(given)).map(({ problems }) => problems.join('; '));
  let space: string;
  let proposed: string;
  let mei: string;
  let jonas: string;

  beforeEach(async () => {
    space = await spaceWith('Hello\n');
    proposed = await propose(space, 'Hello there\n');
    mei = test.addMember('admin', { name: 'Mei' });
    jonas = test.addMember('admin', { name: 'Jonas' });
  });

  async function review(as: string, status: 'approved' | 'changes-requested') {
    test.clock.now = new Date(test.clock.now.getTime() + 1000);
    const ref = { spaceId: space, changeRequestId: proposed };
    await test.call(createReview, { ...ref, status }, { as });
  }
  const hold = (...held: MergeRule[]) =>
    test.call(updateSpace, { spaceId: space, mergeRules: { type: 'rules', rules: held } });

  it('is never what somebody wants changed, until the same reviewer approves', async () => {
    await review(mei, 'changes-requested');
    await review(jonas, 'approved');
    expect(await why(strict())).toEqual(['changes requested by Mei']);
    expect(await why(strict({ unreviewed: true }))).toEqual(['changes requested by Mei']);
    write(space, 'Hello you\n', proposed);
    expect(await why(strict({ unreviewed: true }))).toEqual(['changes requested by Mei']);
    await review(mei, 'approved');
    expect(await why(strict())).toEqual(['']);
  });

  it('is what was approved as it is now', async () => {
    await review(mei, 'approved');
    write(space, 'Hello you\n', proposed);
    expect(await why(strict())).toEqual(['edited since it was approved']);
  });

  it('holds the rules of the space, and says of those that only the platform knows that it cannot', async () => {
    await hold({ rule: 'require_at_least_one_review' });
    expect(await why(strict({ unreviewed: true }))).toEqual(['needs a review']);
    await review(mei, 'approved');
    expect(await why(strict())).toEqual(['']);
    const held: [MergeRule, string][] = [
      [{ rule: 'require_specific_reviewers', users: [jonas] }, 'needs the approval of 1 required reviewer'],
      [
        { rule: 'require_one_of_specific_reviewers', users: [jonas] },
        'needs the approval of one of the required reviewers',
      ],
      [{ rule: 'require_change_request_description' }, 'needs a description'],
      [{ rule: 'custom', expression: 'true' }, 'merge rule custom cannot be checked here'],
    ];
    for (const [rule, problem] of held) {
      await hold(rule);
      expect(await why(strict())).toEqual([problem]);
    }
    await hold({ rule: 'custom', expression: 'true' }, { rule: 'allow_bypass', users: [test.adminId] });
    expect(await why(strict())).toEqual(['']);
  });

  it('holds the rules that a space inherits', async () => {
    const mergeRules = { type: 'rules' as const, rules: [{ rule: 'require_agent_review' as const }] };
    await test.call(updateOrganization, { organizationId: test.organizationId, mergeRules });
    expect(await why(strict({ unreviewed: true }))).toEqual([
      'merge rule require_agent_review cannot be checked here',
    ]);
  });

  it('reads one list of reviews for each, and none of those that are not ready anyway', async () => {
    await propose(space, 'Hello two\n');
    await comment(space, proposed);
    client.requests.length = 0;
    await judge(strict());
    expect(client.requests.filter((line) => line.endsWith('/reviews'))).toHaveLength(1);
  });
});

describe('merging what is ready', () => {
  it('syncs and merges one after the other within a space, and tells conflicts from merges', async () => {
    const a = await spaceWith('One\n\nTwo\n\nThree\n');
    await propose(a, 'One!\n\nTwo\n\nThree\n');
    await propose(a, 'One?\n\nTwo\n\nThree\n');
    await propose(a, 'One\n\nTwo\n\nThree!\n');
    const given = rules({ syncFirst: true });
    const outcomes = await merge(await judge(given), given);
    expect(outcomes.map(({ result }) => result)).toEqual(['merged', 'conflicts', 'synced and merged']);
    expect((await judge(given)).map(({ changeRequest }) => changeRequest.number)).toEqual([2]);
  });

  it('leaves what was edited since it was looked at', async () => {
    const a = await spaceWith('Hello\n');
    const id = await propose(a, 'Hello one\n');
    const judged = await judge(rules());
    write(a, 'Hello two\n', id);
    expect(await merged(judged)).toEqual(['not ready: edited in the meantime']);
    expect((await test.call(getChangeRequest, { spaceId: a, changeRequestId: id })).status).toBe('open');
  });

  it('counts what somebody else merged meanwhile as merged', async () => {
    const [a, b] = [await spaceWith('Hello\n'), await spaceWith('Hello\n', 'B')];
    const first = await propose(a, 'Hello one\n');
    const second = await propose(b, 'Hello two\n');
    const judged = await judge(rules());
    await test.call(mergeChangeRequest, { spaceId: a, changeRequestId: first });
    let isLate = true;
    client.intercept(async (_, line) => {
      if (line.endsWith('/merge') && isLate) {
        isLate = false;
        await test.call(mergeChangeRequest, { spaceId: b, changeRequestId: second });
      }
      return undefined;
    });
    expect(await merged(judged)).toEqual(['already merged', 'already merged']);
  });

  it.each([
    ['already merged', true],
    ['unknown', false],
  ])('looks again where an answer is lost: %s', async (result, isDone) => {
    const spaceId = await spaceWith('Hi\n');
    const changeRequestId = await propose(spaceId, 'Hello\n');
    client.intercept(async (_, line) => {
      if (!line.endsWith('/merge')) return undefined;
      if (isDone) await test.call(mergeChangeRequest, { spaceId, changeRequestId });
      return refused(502);
    });
    expect(await merge(await judge(rules()), rules())).toMatchObject([{ result }]);
  });

  it.each([1, 2, 3, 5])('goes on after every failure: %i of 6 spaces fail', async (failing) => {
    const spaces: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const id = await spaceWith('Hello\n', `S${n}`);
      spaces.push(id);
      await propose(id, `Hello ${n}\n`);
    }
    const bad = spaces.slice(0, failing);
    const isBad = (line: string) => line.endsWith('/merge') && bad.some((id) => line.includes(id));
    client.intercept((_, line) => (isBad(line) ? refused(409, 'merge rules') : undefined));
    const outcomes = await merge(await judge(rules()), rules());
    expect(outcomes.filter(({ result }) => result === 'failed')).toHaveLength(failing);
    expect(outcomes.filter(({ result }) => result === 'merged')).toHaveLength(6 - failing);
    client.intercept(() => undefined);
    expect(await merged(await judge(rules()))).toEqual(Array(failing).fill('merged'));
  });

  it('begins nothing more once the token is refused', async () => {
    for (let n = 0; n < 20; n += 1) {
      const id = await spaceWith('Hello\n', `S${n}`);
      await propose(id, `Hello ${n}\n`);
    }
    const judged = await judge(rules());
    let merges = 0;
    client.intercept((_, line) => (line.endsWith('/merge') && ++merges > 3 ? refused(401) : undefined));
    const outcomes = await merge(judged, rules());
    expect(outcomes.filter(({ result }) => result === 'merged')).toHaveLength(3);
    expect(merges).toBeLessThanOrEqual(3 + 4);
  });

  it('looks at links again after a sync', async () => {
    const a = await spaceWith('One\n\nTwo\n');
    const id = await propose(a, 'One\n\nTwo\n\n[x](#one)\n');
    write(a, 'One!\n\nTwo\n');
    const given = rules({ syncFirst: true, noBrokenLinks: true });
    const judged = (await judge(given)).map((item) => ({ ...item, problems: [] }));
    expect(await merged(judged, given)).toEqual(['not ready: synced, but breaks 1 link']);
    expect((await test.call(getChangeRequest, { spaceId: a, changeRequestId: id })).outdated).toBe(false);
  });
});

it('many change requests of one space are compared with links of main that were read once', async () => {
  const a = await spaceWith('One\n\nTwo\n');
  for (let n = 0; n < 4; n += 1) await propose(a, `One ${n}\n\n[x](#one-${n})\n`);
  const alone = await spaceWith('One\n', 'B');
  await propose(alone, 'Two\n');
  const judged = await judge(rules({ noBrokenLinks: true }));
  expect(judged).toHaveLength(5);
  const reads = client.requests.filter((line) => / \/v1\/spaces\/\w+\/links$/.test(line));
  expect(reads).toHaveLength(2);
});

describe('the inbox', () => {
  it('lists what waits by its most pressing reason, the oldest first', async () => {
    const [a, b] = [await spaceWith('Hello\n'), await spaceWith('Hello\n', 'B')];
    const old = await propose(b, 'Hello old\n');
    test.clock.now = new Date(test.clock.now.getTime() + 10 * DAY);
    const behind = await propose(a, 'Hello there\n');
    write(a, 'Hello world\n');
    await propose(a, 'Hello fresh\n');
    const query = { scope: scope(), user: test.adminId, staleMs: 7 * DAY, now: test.clock.now };
    const found = await readInbox(client.client, query);
    expect(found.own).toEqual({ read: 3, all: 3 });
    expect(found.items.map(({ changeRequest, reasons }) => [changeRequest.id, reasons])).toEqual([
      [behind, ['outdated']],
      [old, ['stale']],
    ]);
    // The lists, and the reviews of each of one's own.
    expect(client.requests).toHaveLength(4 + 4);
    const ofNobody = await readInbox(client.client, { ...query, scope: { spaceId: b }, user: undefined });
    expect(ofNobody.items).toHaveLength(1);
  });

  it('checks the reviews of the hundred updated last, however many there are', async () => {
    const a = await spaceWith('Hello\n');
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
