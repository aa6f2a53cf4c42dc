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
