// A clone of a large organization is small enough to keep, and its second run asks for next to nothing.
import { expect, it } from 'vitest';
import { fillLarge } from '../../../../src/sandbox/demo/large.ts';
import { cloneBox } from '../../../helpers/cloned.ts';
import { reached, runs } from '../../../helpers/runs.ts';

const MOST_BYTES = 300_000_000;

it('takes little room, and little of the host the second time', { timeout: 1_800_000 }, async () => {
  const spaces = runs('L37', 'spaces of 20 pages', 20);
  const { source, requests, clone, bytes } = await cloneBox({ demo: false });
  const size = { spaces, pages: 20 * spaces, members: spaces, changeRequests: spaces };
  await fillLarge(source.sandbox, size);
  const first = await clone();
  expect(first.report).toMatchObject({ spaces, failures: [], unchanged: 0 });
  expect(bytes().length).toBeLessThan(MOST_BYTES);
  const asked = requests.length;
  expect(asked).toBeGreaterThan(20 * spaces);
  requests.length = 0;
  const second = await clone();
  expect(second.report).toMatchObject({ spaces, failures: [], unchanged: spaces, fetched: 0 });
  expect(requests.length).toBeLessThan(asked / 20);
  reached('L37', 'spaces of 20 pages', spaces);
});
