// Several at once: what scripts of requests, one after the other, cannot show.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import {
  createChangeRequest,
  listChangeRequests,
  mergeChangeRequest,
} from '../../src/api/review/change-requests.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);
let spaceId: string;
beforeEach(async () => {
  spaceId = await test.newSpace({ title: 'Guides' });
});

it('a change request gets its own number when several processes open them', async () => {
  const script = fileURLToPath(new URL('../helpers/open-change-requests.ts', import.meta.url));
  const words = ['--import', 'tsx', script, test.file, spaceId, test.adminId, '15'];
  const openSome = () => promisify(execFile)(process.execPath, words);
  await Promise.all([openSome(), openSome(), openSome()]);
  const { items } = await test.call(listChangeRequests, { spaceId, limit: 100 });
  expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
});

it('a change request is merged once, however many try at the same time', async () => {
  const { id: changeRequestId } = await test.call(createChangeRequest, { spaceId });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => test.answer(mergeChangeRequest, { spaceId, changeRequestId })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
});
