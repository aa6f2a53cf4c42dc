// A list that --limit cuts says so, also on a host that does not count.
import { expect, it } from 'vitest';
import { listSpaces } from '../../../src/api/content/spaces.ts';
import { readPages } from '../../../src/client/pages.ts';

const host = (pages: readonly string[][]) => async (input: Record<string, unknown>) => {
  const at = Number(input.page ?? 0);
  const next = at + 1 < pages.length ? { next: { page: String(at + 1) } } : {};
  return { items: (pages[at] ?? []).map((id) => ({ object: 'space', id })), ...next };
};

async function cut(pages: readonly string[][], limit: number): Promise<boolean> {
  let isCut = false;
  for await (const page of readPages(listSpaces, {}, host(pages), { limit })) isCut ||= page.isCut === true;
  return isCut;
}

it.each([
  [true, [['a', 'b'], ['c']], 2],
  [true, [['a', 'b', 'c']], 2],
  [false, [['a', 'b']], 2],
  [false, [['a'], ['b']], 2],
  [false, [['a'], ['b']], 9],
] as const)('%s for %j at %i', async (isCut, pages, limit) => {
  expect(
    await cut(
      pages.map((page) => [...page]),
      limit,
    ),
  ).toBe(isCut);
});
