// Pages of a served sandbox, changed in every way: each is told once, by what became of it, and its address opens.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PageRow } from '../../../../src/jobs/changes/page-rows.ts';
import { serveSandbox } from '../../../../src/sandbox/serve.ts';
import { type Cli, freshCli } from '../../../helpers/cli.ts';
import { makeRepository } from '../../../helpers/git-repository.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { expectedKind, pagesNow, plantSpaces } from '../../../helpers/planted-changes.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';

let cli: Cli;
const box = perTest(openTestSandbox);
const repository = perTest(makeRepository);
const server = perTest(
  () => serveSandbox({ file: box.file, env: { PATH: process.env.PATH }, now: () => box.clock.now }),
  (it) => it.close(),
);
beforeEach(() => {
  const env = { DOCS_TOKEN: box.adminToken, DOCS_BASE_URL: server.url, DOCS_ORG: box.organizationId };
  cli = freshCli({ env, now: () => box.clock.now });
});
afterEach(async () => {
  await box.sandbox.background.settle();
  cli.cleanup();
});

async function told(): Promise<PageRow[]> {
  const { exitCode, stdout, stderr } = await cli('changes --since-last last.json --json');
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
}

it('each page is told once, by what became of it, its address opens, and nothing is told again', async () => {
  const count = runs('Y1', 'changes', 10);
  const { spaces, change } = await plantSpaces(box, repository, 20 + count / 2);
  await told();
  const ids = Object.values(spaces);
  const before = await Promise.all(ids.map((id) => pagesNow(box, id)));
  await change(count, 11);
  const after = await Promise.all(ids.map((id) => pagesNow(box, id)));
  const kinds = ids.flatMap((_, at) =>
    [...new Set([...(before[at]?.keys() ?? []), ...(after[at]?.keys() ?? [])])].flatMap((id) => {
      const kind = expectedKind(before[at]?.get(id), after[at]?.get(id));
      return kind === undefined ? [] : [`${id} ${kind}`];
    }),
  );
  const rows = await told();
  expect(rows.map(({ page, kind }) => `${page.id} ${kind}`).sort()).toEqual(kinds.sort());
  for (const { url, kind, page } of rows) {
    if (kind === 'removed') expect(url).toBe('');
    else {
      const { status } = await fetch(url);
      expect([page.title, url, status]).toEqual([page.title, url, 200]);
    }
  }
  expect(await told()).toEqual([]);
  expect(kinds.length).toBeGreaterThan(count / 2);
  reached('Y1', 'changes', count);
});
