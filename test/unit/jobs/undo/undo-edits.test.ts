import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** A push that creates and edits a page, and one that deletes a page. */
async function pushTwice(): Promise<void> {
  await ok('export --space Guides --to guides --no-comments --no-settings --yes');
  const file = (path: string) => join(docs.cwd, 'guides/Guides', path);
  writeFileSync(file('new-page.md'), '# New page\n\nHello.\n');
  writeFileSync(file('webhooks.md'), '# Webhooks\n\nOther words.\n');
  await ok('push guides --subject Edits --yes');
  rmSync(file('glossary.md'));
  await ok('push guides --prune --yes');
}

it('undoes two pushes to one change request, the last first', async () => {
  const before = await pagesOf('');
  await pushTwice();
  await ok('undo --yes');
  await ok('undo --yes');
  const [{ number, status }] = JSON.parse(
    await ok('cr list --space Guides --status archived --json --fields number,status,subject'),
  ).filter(({ subject }: { subject: string }) => subject === 'Edits');
  expect([status, await pagesOf(`--cr ${number}`)]).toEqual(['archived', before]);
});

it('still refuses edits that were changed again by others, whatever docs undid between', async () => {
  await pushTwice();
  await ok('undo --yes');
  await ok('pages edit rate-limits --title Limits --space Guides --cr 7 --yes');
  const [, , , first] = (await ok('history -q')).split('\n');
  const { stderr } = await docs(`undo ${first} --dry-run`);
  expect(stderr).toMatch(
    /on change request "Edits" in space "Guides" cannot be undone: revision was changed again/,
  );
});

it('names the page that comes back, and each of several by its own name', async () => {
  await pushTwice();
  const on = 'on change request "Edits" in space "Guides"';
  const place = `page "Glossary" \\(\\w+\\) ${on}`;
  const places = `pages "Webhooks, New page" \\(\\w+\\) ${on}`;
  expect(await ok('undo --dry-run')).toMatch(new RegExp(`^${place}: page glossary: deleted -> restored\\n$`));
  await ok('undo --yes');
  const lines = (await ok('undo --dry-run')).trim().split('\n').sort();
  expect(lines).toEqual([
    expect.stringMatching(/^change request "Edits" on space "Guides": status: open -> archived$/),
    expect.stringMatching(new RegExp(`^${places}: page new-page: created -> deleted$`)),
    expect.stringMatching(new RegExp(`^${places}: page webhooks: edited -> as before$`)),
  ]);
});

it('names the command before one that has nothing left to undo', async () => {
  await ok('spaces update Handbook --title Manual');
  const [edit] = (await ok('history -q')).split('\n');
  await ok('spaces delete Guides --yes');
  await docs('spaces restore Guides', { env: { DOCS_HISTORY: 'off' } });
  const { exitCode, stderr } = await docs('undo --yes');
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^nothing to undo: everything is as it was/)]);
  expect(stderr).toContain(`to undo the command before it: docs undo ${edit}`);
});

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

it('says once that uploaded files stay, and counts the push as undone', async () => {
  await ok('export --space Guides --to guides --files');
  writeFileSync(join(docs.cwd, 'guides/Guides/new.md'), '# New\n\n![New](new.png)\n');
  writeFileSync(join(docs.cwd, 'guides/Guides/new.png'), 'png');
  await ok('push guides --subject Edits --yes');
  expect((await docs('undo --yes')).stderr).toContain('uploaded files stay');
  const { exitCode, stderr } = await docs('undo --yes');
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^nothing to undo: no change made/)]);
  const [{ id, undo }] = JSON.parse(await ok('history --json')).slice(1);
  expect(undo).toBe('it was already undone');
  expect((await docs(`undo ${id} --yes`)).stderr).toMatch(/^docs: change .*: it was already undone by \w+/);
});
