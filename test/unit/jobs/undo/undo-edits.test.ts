import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { editAtRandom } from '../../../helpers/pushed-world.ts';

const docs = perTest(sandboxedCli);

async function ok(line: string): Promise<string> {
  const { exitCode, stdout, stderr } = await docs(line);
  expect(exitCode, `${line}\n${stderr}`).toBe(0);
  return stdout;
}

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

it('puts pages back in their order that were moved and deleted below one page', async () => {
  const before = await pagesOf('');
  await ok('export --space Guides --to guides --files');
  const summary = join(docs.cwd, 'guides/Guides/SUMMARY.md');
  const lines = readFileSync(summary, 'utf8').split('\n');
  const top = lines.filter((line) => line.startsWith('* '));
  const rest = lines.filter((line) => !line.startsWith('* ') && !line.startsWith('  '));
  const [first = '', second = '', , , fifth = '', ...others] = top;
  const below = lines.filter((line) => line.startsWith('  '));
  writeFileSync(summary, [...rest.slice(0, 2), fifth, ...others, second, ...below, first, ''].join('\n'));
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
  await edit(
    changes.map(({ page }: { page: { id: string } }) => ({ operation: 'delete_page', page: page.id })),
  );
  const dry = JSON.parse(await ok('undo --dry-run --json'));
  expect(dry.map(({ body }: { body: { changes: object[] } }) => body.changes.length)).toEqual([50, 10]);
  await ok('undo --yes');
  expect(await pagesOf('--cr 1')).toBe(before);
  await ok('undo --yes');
  expect(await pagesOf('--cr 1')).toBe(first);
});
