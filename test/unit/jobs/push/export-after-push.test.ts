// A folder with new files that was pushed and merged, and is exported to once more: each file stays the one of its page.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mergeLast, type PushedWorld, pageFiles, pushedWorld } from '../../../helpers/pushed-world.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const FILES = ['My Notes.md', 'guide/Install.md', 'guide/README.md', 'picture.md'];
const SUMMARY = `# Tree

- [My Notes](<./My Notes.md>)
- [Guide](guide/README.md)
  - [Install](guide/Install.md)
- [Picture](picture.md)
`;

let world: PushedWorld;
let round = 0;
beforeAll(async () => {
  world = await pushedWorld(false);
  await world.ok('spaces', 'create', 'Tree', '--empty');
});
afterAll(() => world.cli.cleanup());

function put(path: string, text: string | Uint8Array): void {
  const file = world.at(`tree/Tree/${path}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const read = (path: string) => readFileSync(world.at(`tree/Tree/${path}`), 'utf8');
const pages = async (): Promise<{ title: string }[]> =>
  JSON.parse((await world.ok('pages', 'list', '--space', 'Tree', '--json')).stdout);

beforeEach(async () => {
  round += 1;
  rmSync(world.at('tree'), { recursive: true, force: true });
  await world.ok('spaces', 'delete', 'Tree', '--yes');
  await world.ok('spaces', 'create', 'Tree', '--empty');
  await world.ok('export', '--space', 'Tree', '--to', 'tree', '--files');
  put('My Notes.md', '# My Notes\n\nSee [the guide](guide/README.md).\n');
  put('guide/README.md', '# Guide\n\nText.\n');
  put('guide/Install.md', '# Install\n\nSee [notes](<../My Notes.md>).\n');
  put('img/shot.png', Buffer.concat([PNG, Buffer.from(String(round))]));
  put('picture.md', '# Picture\n\n![Shot](img/shot.png)\n');
});

const exportAgain = () => world.cli(['export', '--space', 'Tree', '--to', 'tree']);

it.each(['', SUMMARY])('keeps their names, and has nothing to push (SUMMARY.md: "%s")', async (summary) => {
  if (summary !== '') put('SUMMARY.md', summary);
  await world.ok('push', 'tree');
  await mergeLast(world);
  const { exitCode, stderr } = await exportAgain();
  expect(`${exitCode}\n${stderr}`).toMatch(/^0\n/);
  expect(pageFiles(world.at('tree/Tree'))).toEqual(FILES);
  expect(read('guide/Install.md')).toMatch(
    /^---\nid: .*\n---\n\nSee \[notes\]\(\.\.\/My%20Notes\.md\)\.\n$/s,
  );
  expect((await world.ok('push', 'tree')).stderr).toContain('nothing to change');
  expect((await exportAgain()).stderr).toContain('0 fetched, 0 removed');
});

it('keeps them where another machine pushed them', async () => {
  put('picture.md', '# Picture\n\nText.\n');
  put('guide/Install.md', '# Install\n\nSee [notes](../My%20Notes.md).\n');
  await world.ok('push', 'tree');
  await mergeLast(world);
  rmSync(`${world.cli.home}/.local/share/docs/push`, { recursive: true });
  expect((await exportAgain()).exitCode).toBe(0);
  expect(pageFiles(world.at('tree/Tree'))).toEqual(FILES);
  expect((await world.ok('push', 'tree')).stderr).toContain('nothing to change');
});

it('keeps what was written since, and sends that alone', async () => {
  await world.ok('push', 'tree');
  await mergeLast(world);
  put('guide/README.md', `${read('guide/README.md')}\nMore.\n`);
  const { exitCode, stderr } = await exportAgain();
  expect(exitCode).toBe(7);
  expect(stderr).toContain('Tree/guide/README.md was changed here and was not overwritten');
  expect(pageFiles(world.at('tree/Tree'))).toEqual(FILES);
  const push = await world.ok('push', 'tree', '--subject', 'More');
  expect(push.stderr).toContain('has all of it');
  await mergeLast(world);
  expect((await pages()).map(({ title }) => title)).toEqual(['My Notes', 'Guide', 'Picture']);
  await world.ok('export', '--space', 'Tree', '--to', 'tree');
  expect(read('guide/README.md')).toContain('More.');
  expect((await world.ok('push', 'tree')).stderr).toContain('nothing to change');
});

it('puts files below the README.md of their folder', async () => {
  await world.ok('push', 'tree');
  await mergeLast(world);
  await exportAgain();
  expect(read('SUMMARY.md')).toContain('* [Guide](guide/README.md)\n  * [Install](guide/Install.md)\n');
});

it('keeps a table of contents that says something else', async () => {
  await world.ok('push', 'tree');
  await mergeLast(world);
  put('SUMMARY.md', SUMMARY.replace('- [Picture](picture.md)\n', ''));
  const { exitCode, stderr } = await exportAgain();
  expect(exitCode).toBe(7);
  expect(stderr).toContain('Tree/SUMMARY.md was changed here and was not overwritten');
});

it('has nothing to push once the change request is checked out again', async () => {
  await world.ok('cr', 'create', '--space', 'Tree', '--subject', 'New');
  rmSync(world.at('tree'), { recursive: true });
  await world.ok('cr', 'checkout', '1', '--space', 'Tree', '--to', 'tree', '--all');
  put('guide/Install.md', '# Install\n\n![Shot](shot.png) [Guide](<README.md>)\n');
  put('guide/README.md', '# Guide\n\nText.\n');
  put('guide/shot.png', Buffer.concat([PNG, Buffer.from(String(round))]));
  await world.ok('push', 'tree');
  await world.ok('cr', 'checkout', '1', '--space', 'Tree', '--to', 'tree', '--all');
  expect((await world.ok('push', 'tree')).stderr).toContain('nothing to change');
});

it('knows new files of one name and title in several folders from each other', async () => {
  const places = ['install.md', 'linux/install.md', 'mac/install.md'];
  for (const place of places) put(place, `# Install it\n\nIn ${place}.\n`);
  put(
    'SUMMARY.md',
    `${SUMMARY}${['mac', 'linux'].map((one) => `- [I](${one}/install.md)\n`).join('')}- [I](install.md)\n`,
  );
  await world.ok('push', 'tree');
  expect((await world.ok('push', 'tree')).stderr).toContain('nothing to change');
  await mergeLast(world);
  put('SUMMARY.md', read('SUMMARY.md').replaceAll('[I]', '[Install it]'));
  expect((await exportAgain()).exitCode).toBe(0);
  for (const place of places) expect(read(place)).toContain(`\nIn ${place}.\n`);
  expect(pageFiles(world.at('tree/Tree'))).toHaveLength(FILES.length + places.length);
  expect((await world.ok('push', 'tree')).stderr).toContain('nothing to change');
});

it('takes over files with a byte order mark, and with front matter above their title', async () => {
  put('bom.md', '\uFEFF# With mark\n\nText.\n');
  put('front.md', '---\ndescription: Words\n---\n\n# With front\n\nText.\n');
  await world.ok('push', 'tree');
  await mergeLast(world);
  expect((await exportAgain()).exitCode).toBe(0);
});
