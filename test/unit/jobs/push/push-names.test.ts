// docs push of a folder that came back from a system which spells names in its own way.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mergeLast, type PushedWorld, pushedWorld } from '../../../helpers/pushed-world.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const PAGE = 'Tree/한국어.md';
const CHILD = 'Tree/한국어/가이드.md';

let world: PushedWorld;
beforeAll(async () => {
  world = await pushedWorld(false);
  const { ok, at } = world;
  await ok('spaces', 'create', 'Tree', '--empty');
  await ok('export', '--space', 'Tree', '--to', 'first');
  writeFileSync(at('first/Tree/SUMMARY.md'), '# Tree\n\n* [한국어](한국어.md)\n  * [가이드](가이드.md)\n');
  writeFileSync(at('first/Tree/bäume.png'), PNG);
  writeFileSync(at('first/Tree/한국어.md'), '# 한국어\n\nSee [this](가이드.md). ![A](bäume.png)\n');
  writeFileSync(at('first/Tree/가이드.md'), '# 가이드\n\nText.\n');
  await ok('push', 'first');
  await mergeLast(world);
  await ok('export', '--space', 'Tree', '--to', 'tree', '--files');
});
afterAll(() => world.cli.cleanup());

/** Renames everything below a folder. */
function respell(folder: string, form: 'NFC' | 'NFD'): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name.normalize(form));
    renameSync(join(folder, entry.name), path);
    if (entry.isDirectory()) respell(path, form);
  }
}

it('finds nothing to send where the letters of names were taken apart, and no broken link in what is edited', async () => {
  const { ok, at } = world;
  expect(readFileSync(at(`tree/${CHILD}`), 'utf8')).toContain('Text.');
  respell(at('tree'), 'NFD');
  const page = at(`tree/${PAGE}`.normalize('NFD'));
  expect((await ok('push', 'tree')).stderr).toContain('nothing to change');
  const text = readFileSync(page, 'utf8');
  writeFileSync(at('tree/Tree/äpfel.png'.normalize('NFD')), Buffer.from('89504e470d0a1a0aff', 'hex'));
  const links = '\nAgain [composed](한국어/가이드.md), ';
  writeFileSync(page, `${text}${links}${'[apart](한국어/가이드.md) ![B](äpfel.png)'.normalize('NFD')}\n`);
  await ok('push', 'tree');
  await mergeLast(world);
  const { stdout } = await ok('pages', 'links', '한국어', '--space', 'Tree', '--json');
  expect(JSON.parse(stdout).filter(({ status }: { status: string }) => status === 'broken')).toEqual([]);
  respell(at('tree'), 'NFC');
});

it('says of a renamed folder that the URLs of its pages stay', async () => {
  const { ok, at } = world;
  await ok('export', '--space', 'Guides', '--to', 'moved');
  const folder = at('moved/Guides');
  renameSync(join(folder, 'getting-started'), join(folder, 'begin'));
  const summary = join(folder, 'SUMMARY.md');
  writeFileSync(summary, readFileSync(summary, 'utf8').replaceAll('getting-started/', 'begin/'));
  const { stderr } = await ok('push', 'moved', '--dry-run');
  expect(stderr.match(/^.*begin.*$/gm)).toEqual([
    'Guides/begin has the pages of getting-started: their URLs stay',
  ]);
});

it('shows of a conflict the first line that one side alone has', async () => {
  const { ok, at, cli } = world;
  await ok('export', '--space', 'Tree', '--to', 'both');
  const page = at(`both/${CHILD}`);
  const text = readFileSync(page, 'utf8').trimEnd();
  writeFileSync(at('theirs.md'), text.replace(/^---\n.*?\n---\n+/s, '').concat('\n\nThe same.\n'));
  await ok('cr', 'create', '--space', 'Tree', '--subject', 'Theirs');
  const [{ number }] = JSON.parse((await ok('cr', 'list', '--space', 'Tree', '--json')).stdout);
  const edit = ['pages', 'edit', '한국어/가이드', '--space', 'Tree', '--cr', String(number)];
  await ok(...edit, '--file', 'theirs.md', '--yes');
  await ok('cr', 'merge', String(number), '--space', 'Tree', '--yes');
  writeFileSync(page, `${text}\n\nThe same.\n\nMine.\n`);
  const { stderr } = await cli(['push', 'both', '--dry-run']);
  expect(stderr).toMatch(/^ {2}here: {2}Mine\.\n {2}there: \(nothing\)$/m);
});
