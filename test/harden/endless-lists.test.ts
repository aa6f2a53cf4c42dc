import { expect, it } from 'vitest';
import { failureFrom, harness, listThings, ok } from '../helpers/client-harness.ts';
import { reached } from '../helpers/runs.ts';

it('a list whose every token is new ends after 100,000 pages', async () => {
  let requests = 0;
  const { client } = harness(async () => ok({ items: [{ id: `${requests}` }], next: { page: requests++ } }));
  const read = async () => {
    for await (const _ of client.pages(listThings, {}));
  };
  expect(await failureFrom(read())).toMatchObject({ code: 'PAGINATION_LOOP', exit: 1 });
  expect(requests).toBe(100_000);
  reached('N6', 'scripted lists', 1);
});
