import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { changesFromEnd } from '../../../../src/domain/journal/journal-from-end.ts';
import { sandboxedCli, servedCli } from '../../../helpers/cli.ts';
import { startCutProxy } from '../../../helpers/cut-proxy.ts';
import { perTest, untilEnd } from '../../../helpers/lasting.ts';
import { countedParts } from '../../../helpers/parsed-lines.ts';
import { editAtRandom } from '../../../helpers/pushed-world.ts';

const docs = perTest(sandboxedCli);

async function ok(line: string): Promise<string> {
  const { exitCode, stdout, stderr } = await docs(line);
  expect(exitCode, `${line}\n${stderr}`).toBe(0);
  return stdout;
}

it('two at once undo two commands, one after the other', async () => {
  await ok('teams create Writers');
  await ok('teams update Writers --title Authors');
  await ok('teams update Authors --title Editors');
  const ended = await Promise.all([docs('undo --yes'), docs('undo --yes')]);
  expect(ended.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [0, expect.stringContaining('undid')],
    [0, expect.stringContaining('undid')],
  ]);
  expect(await ok('teams list -o csv --fields title')).toContain('Writers');
});

it('the history holds changes and undos of them so that they are counted without parsing them', async () => {
  await ok('spaces update Guides Handbook "Release notes" --language fr --yes');
  await ok('undo --yes');
  const { parts, parsed } = countedParts(join(docs.home, '.local/share/docs/history'));
  const met = [...changesFromEnd(parts)].flatMap(({ change }) => change ?? []);
  expect(met.map(({ isUndoable }) => isUndoable)).toEqual(Array(6).fill(true));
  expect(met.map(({ undoneBy }) => undoneBy !== undefined)).toEqual([false, false, false, true, true, true]);
  expect(parsed()).toBe(0);
  const counted = await ok('history --json --fields id,targets,outcome,undo');
  const whole = JSON.parse(await ok('history --json'));
  const rows = whole.map(({ id, targets, outcome, undo }: Record<string, unknown>) => ({
    id,
    targets,
    outcome,
    undo,
  }));
  expect(JSON.parse(counted)).toEqual(rows);
});

it('docs spaces trash counts the days until a deleted space is gone', async () => {
  await ok('spaces delete Handbook --yes');
  const later = await docs('spaces trash --json', { now: () => new Date(Date.now() + 6.5 * 86_400_000) });
  expect(JSON.parse(later.stdout)[0]).toMatchObject({ daysLeft: 1 });
});

it('docs undo reads ten and more targets from their list, and changes each by one request', async () => {
  const titles = Array.from({ length: 12 }, (_, at) => `Copy ${at}`);
  for (const title of titles) await ok(`spaces create --title "${title}"`);
  await ok(`spaces update ${titles.map((title) => `"${title}"`).join(' ')} --emoji 1f4d8`);
  const { stderr } = await docs('undo --yes --debug');
  expect(stderr.match(/GET \S+\/spaces\/\w+ /g)).toBeNull();
  expect(stderr.match(/PATCH \S+\/spaces\/\w+ /g)).toHaveLength(12);
});

it.each([
  ['undo --yes', 'spaces update Guides Handbook "Release notes" "API reference" --language nl'],
  ['spaces delete Guides Handbook "Release notes" "API reference" --yes', 'spaces list'],
])('%s reads each target once, also where it takes minutes', async (line, first) => {
  await ok(first);
  const now = Date.now;
  let passed = 0;
  const slow = vi.spyOn(Date, 'now').mockImplementation(() => {
    passed += 15_000;
    return now() + passed;
  });
  const { exitCode, stderr } = await docs(`${line} --debug`);
  slow.mockRestore();
  expect(exitCode, stderr).toBe(0);
  expect(passed).toBeGreaterThan(120_000);
  // A list that was read a moment ago has shown the first of them.
  const reads = stderr.match(/^GET \S+\/v1\/spaces\/\w+ /gm) ?? [];
  expect(reads.length).toBeLessThanOrEqual(4);
  expect([...new Set(reads)]).toEqual(reads);
});

it('docs undo knows the entries of earlier versions, which name no run', async () => {
  await ok('spaces update Guides Handbook --edit-mode live');
  const file = join(docs.home, '.local/share/docs/history/journal.jsonl');
  const old = readFileSync(file, 'utf8').replace(/"run":"\w+",/g, '');
  writeFileSync(file, old);
  const rows = JSON.parse(await ok('history --json --fields id,targets'));
  expect(rows.map(({ targets }: { targets: number }) => targets)).toEqual([1, 1]);
  await ok(`undo ${rows[1].id} --yes`);
  expect((await ok('spaces list --jq .[].editMode')).match(/live/g)).toHaveLength(2);
});

const pagesOf = (cr: string) => ok(`pages list --space Guides ${cr} --flat -o tsv --fields path,title`);

it.each([1, 2, 3])('puts pages back that were moved, deleted and made at random, %i', async (seed) => {
  const before = await pagesOf('');
  await ok('export --space Guides --to guides --files');
  editAtRandom(join(docs.cwd, 'guides/Guides'), 12, seed);
  await docs('push guides --prune --max-remove 100% --subject Edits --yes');
  await ok('undo --yes');
  const [{ number }] = JSON.parse(await ok('cr list --space Guides --status archived --json'));
  expect(await pagesOf(`--cr ${number}`)).toBe(before);
});

it('undoes in several requests what takes more edits than one may have', async () => {
  const edit = (changes: readonly object[]) => {
    writeFileSync(join(docs.cwd, 'edits.json'), JSON.stringify(changes));
    return ok('cr edit 1 --space Guides --changes @edits.json --yes -o json');
  };
  const first = await pagesOf('--cr 1');
  const titles = Array.from({ length: 30 }, (_, at) => `Page ${at}`);
  const { changes } = JSON.parse(
    await edit(titles.map((title) => ({ operation: 'insert_page', title, document: { markdown: 'x' } }))),
  );
  const before = await pagesOf('--cr 1');
  const made: { page: { id: string } }[] = changes;
  await edit(made.map(({ page }) => ({ operation: 'delete_page', page: page.id })));
  const dry = JSON.parse(await ok('undo --dry-run --json'));
  expect(dry.map(({ body }: { body: { changes: object[] } }) => body.changes.length)).toEqual([50, 10]);
  await ok('undo --yes');
  expect(await pagesOf('--cr 1')).toBe(before);
  await ok('undo --yes');
  expect(await pagesOf('--cr 1')).toBe(first);
});

it('names the list where a change request is whose creation got no answer', async () => {
  let lose = () => {};
  const cli = untilEnd(
    await servedCli({}, async (target) => {
      const proxy = await startCutProxy(target);
      lose = () => proxy.loseNext('POST', '/change-requests', 'after');
      return proxy;
    }),
  );
  const space = (await cli('spaces get Guides -q')).stdout.trim();
  lose();
  expect(await cli('cr create --space Guides --subject Lost')).toMatchObject({ exitCode: 1 });
  const { exitCode, stderr } = await cli('undo --yes');
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(`which change request was created\\nhint: docs cr list --space ${space}\\n`),
    ),
  ]);
});
