// A folder that was pushed, or whose plan was applied, and is pushed once more: each edit is in one change request.
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  manyPages,
  mergeLast,
  type PushedWorld,
  pageFiles,
  pushedWorld,
  rewrite,
} from '../../../helpers/pushed-world.ts';

let world: PushedWorld;
let round = 0;
beforeAll(async () => {
  world = await pushedWorld(false);
  await manyPages(world, 3, 'first-tree');
  await letIn('jonas@tarnpost.example');
});
afterAll(() => world.cli.cleanup());

/** A profile `sandbox-<first name>` for the served sandbox. */
async function letIn(member: string): Promise<void> {
  await world.ok('sandbox', 'token', member);
  const paths = ['config.json', 'credentials.json'].map((name) => join(world.cli.home, '.config/docs', name));
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(readFileSync(paths[0] ?? '', 'utf8')) ?? [];
  for (const path of paths)
    writeFileSync(path, readFileSync(path, 'utf8').replace(/sandbox:[^"]*\.db/g, url));
}

const PNG = '89504e470d0a1a0a';
const root = () => world.at('tree/Tree');
const requests = async (): Promise<{ number: number; subject: string }[]> =>
  JSON.parse((await world.ok('cr', 'list', '--space', 'Tree', '--json')).stdout);
const addTo = (file: string, text: string) => rewrite(join(root(), file), (body) => `${body}\n${text}\n`);

/** A new page, a page with a picture, and another one that is edited. */
beforeEach(async () => {
  round += 1;
  rmSync(world.at('tree'), { recursive: true, force: true });
  await world.ok('export', '--space', 'Tree', '--to', 'tree', '--files');
  writeFileSync(
    join(root(), `new-${round}.md`),
    `---\ntitle: New ${round}\n---\n\n![P](shot-${round}.png)\n`,
  );
  writeFileSync(join(root(), `shot-${round}.png`), Buffer.from(`${PNG}${round}${round}`, 'hex'));
  addTo('page-0.md', `![Shot](shot-${round}.png) and [new](new-${round}.md)`);
});

afterEach(async () => {
  for (const { number } of await requests())
    await world.ok('cr', 'update', String(number), '--space', 'Tree', '--status', 'archived');
});

const WAYS: Record<string, () => Promise<void>> = {
  'was pushed': async () => void (await world.ok('push', 'tree', '--subject', `Round ${round}`)),
  'has a plan that was applied': async () => {
    await world.ok('push', 'tree', '--subject', `Round ${round}`, '--plan-out', 'plan.json');
    await world.ok('apply', 'plan.json', '--yes');
  },
  'was pushed, and has a plan to add to that': async () => {
    await world.ok('push', 'tree', '--subject', `Round ${round}`);
    const file = pageFiles(root()).find((one) => one.endsWith('page-1.md')) ?? '';
    addTo(file, `![Shot](${posix.relative(posix.dirname(file), `shot-${round}.png`)}) in a plan.`);
    await world.ok('push', 'tree', '--plan-out', 'plan.json');
    await world.ok('apply', 'plan.json', '--yes');
  },
};

describe.each(Object.entries(WAYS))('a folder that %s', (_, way) => {
  it('has nothing to change when it is pushed again, before and after the merge', async () => {
    await way();
    const { stderr } = await world.ok('push', 'tree');
    expect(stderr).toContain('nothing to change');
    expect(stderr).toMatch(/change request #\d+ "Round \d+" of (?:the last push|a plan)/);
    expect(await requests()).toHaveLength(1);
    await mergeLast(world);
    expect((await world.ok('push', 'tree')).stderr).toContain('nothing to change');
    expect(await requests()).toEqual([]);
  });

  it('adds later edits to the same change request, and only those', async () => {
    await way();
    addTo('page-0.md', 'Later.');
    const { stderr } = await world.ok('push', 'tree');
    expect(stderr).toContain('applied 1 change');
    expect((await requests()).map(({ subject }) => subject)).toEqual([`Round ${round}`]);
    await mergeLast(world);
    const { stdout } = await world.ok('pages', 'get', 'page-0', '--space', 'Tree', '--format', 'markdown');
    expect(stdout).toContain('Later.');
  });
});

describe('a new file whose name is not that of its page', () => {
  const name = 'Ünusual & new name.md';
  const put = (title: string) =>
    writeFileSync(join(root(), name), `---\ntitle: ${title}\n---\n\nText of round ${round}.\n`);

  it('is not sent as a second page once its change request is merged', async () => {
    put(`Unusual ${round}`);
    await world.ok('push', 'tree', '--subject', `Round ${round}`);
    await mergeLast(world);
    expect((await world.ok('push', 'tree')).stderr).toContain('nothing to change');
  });

  it('is never taken for another page of the same title', async () => {
    put('Page 0');
    rewrite(join(root(), 'SUMMARY.md'), (text) => text.replace('* [', `* [Page 0](<${name}>)\n* [`));
    await world.ok('push', 'tree', '--subject', `Round ${round}`);
    rewrite(join(root(), name), (body) => `${body}\nOnly here.\n`);
    await world.ok('push', 'tree');
    await mergeLast(world);
    const { stdout } = await world.ok('pages', 'get', 'page-0', '--space', 'Tree', '--format', 'markdown');
    expect(stdout).not.toContain('Only here.');
  });
});

it('a link to a page leaves the brackets that the name of its file needed behind', async () => {
  const file = pageFiles(root()).find((one) => one.endsWith('page-1.md')) ?? '';
  await world.ok('push', 'tree', '--subject', `Round ${round}`);
  rewrite(join(root(), 'page-0.md'), (body) => `${body}\n[One](${file})\n`);
  await world.ok('push', 'tree');
  await mergeLast(world);
  await world.ok('export', '--space', 'Tree', '--to', 'spaced', '--files');
  const folder = world.at('spaced/Tree');
  const renamed = posix.join(posix.dirname(file), 'Page one of many.md');
  renameSync(join(folder, file), join(folder, renamed));
  for (const one of pageFiles(folder)) {
    const to = (path: string) => posix.relative(posix.dirname(one), path);
    rewrite(join(folder, one), (body) => body.replaceAll(`(${to(file)})`, `(<${to(renamed)}>)`));
  }
  rewrite(join(folder, 'SUMMARY.md'), (body) => body.replace(`(${file})`, `(<${renamed}>)`));
  const { stdout } = await world.ok('push', 'spaced', '--dry-run', '--json');
  expect(stdout).toMatch(/\[One\]\(\/pages\/\w+\)/);
  expect(stdout).not.toContain('(</pages/');
  rmSync(world.at('spaced'), { recursive: true });
});

it('a plan that nobody applied is forgotten with the next push', async () => {
  await world.ok('push', 'tree', '--plan-out', 'plan.json');
  await world.ok('push', 'tree', '--subject', 'Without a plan');
  expect((await requests()).map(({ subject }) => subject)).toEqual(['Without a plan']);
  await mergeLast(world);
});

describe('a plan that somebody else applied', () => {
  const theirs = ['--profile', 'sandbox-jonas'];

  beforeEach(async () => {
    await world.ok('push', 'tree', '--subject', `Round ${round}`, '--plan-out', 'plan.json');
    await world.ok('apply', 'plan.json', '--yes', ...theirs);
  });

  it('leaves nothing to change, before and after the merge', async () => {
    const { stderr } = await world.ok('push', 'tree');
    expect(stderr).toContain('nothing to change');
    expect(stderr).toMatch(/change request #\d+ "Round \d+" of a plan of this folder/);
    expect(await requests()).toHaveLength(1);
    await mergeLast(world);
    expect((await world.ok('push', 'tree')).stderr).toContain('nothing to change');
    expect(await requests()).toEqual([]);
  });

  it('has later edits added to its change request, and only those', async () => {
    addTo('page-0.md', 'Later.');
    const { stderr } = await world.ok('push', 'tree');
    expect(stderr).toContain('applied 1 change');
    expect((await requests()).map(({ subject }) => subject)).toEqual([`Round ${round}`]);
    await mergeLast(world);
    const { stdout } = await world.ok('pages', 'get', 'page-0', '--space', 'Tree', '--format', 'markdown');
    expect(stdout).toContain('Later.');
  });
});

it('a change request of somebody else that has the subject of a plan, and nothing of it, stays as it is', async () => {
  await world.ok('push', 'tree', '--subject', `Round ${round}`, '--plan-out', 'plan.json');
  await world.ok(
    'cr',
    'create',
    '--space',
    'Tree',
    '--subject',
    `Round ${round}`,
    '--profile',
    'sandbox-jonas',
  );
  const [other] = await requests();
  await world.ok('push', 'tree', '--subject', `Round ${round}`);
  expect(await requests()).toHaveLength(2);
  const { stdout } = await world.ok('cr', 'diff', String(other?.number), '--space', 'Tree', '--json');
  expect(JSON.parse(stdout)).toMatchObject([]);
});

it('another --subject begins another change request, and the same one goes on in it', async () => {
  const { ok, at } = world;
  await ok('push', 'tree', '--subject', 'One');
  await ok('push', 'tree', '--subject', 'Two');
  const both = async () => (await requests()).map(({ subject }) => subject).sort();
  expect(await both()).toEqual(['One', 'Two']);
  expect((await ok('push', 'tree', '--subject', 'Two')).stderr).toMatch(/^nothing to change/m);
  // In CI nothing is kept from one run to the next.
  cpSync(at('tree'), at('elsewhere'), { recursive: true });
  for (const more of [['--dry-run'], []]) {
    const { stderr } = await ok('push', 'elsewhere', '--subject', 'One', ...more);
    expect(stderr).toMatch(/change request #\d+ "One" is yours and open: edits go there/);
    expect(stderr).toMatch(/nothing to change/);
  }
  expect(await both()).toEqual(['One', 'Two']);
  // Of somebody else, it is another one.
  cpSync(at('tree'), at('third'), { recursive: true });
  await ok('push', 'third', '--subject', 'One', '--profile', 'sandbox-jonas');
  expect(await both()).toEqual(['One', 'One', 'Two']);
});

it('sends nothing twice where nothing is kept of the last push and no subject is given', async () => {
  await world.ok('push', 'tree');
  cpSync(world.at('tree'), world.at('fresh'), { recursive: true });
  expect((await world.ok('push', 'fresh')).stderr).toMatch(/"Edits of Tree" is yours.*\nnothing to change/);
  addTo('page-0.md', 'Later.');
  await world.ok('push', 'tree', '--subject', 'Another');
  expect(await requests()).toHaveLength(2);
});

it('knows of each branch what was sent to its change request', async () => {
  const { ok } = world;
  const branch = async (subject: string, text: string) => {
    const before = readFileSync(join(root(), 'page-0.md'), 'utf8');
    addTo('page-0.md', text);
    const { stderr } = await ok('push', 'tree', '--subject', subject);
    writeFileSync(join(root(), 'page-0.md'), before);
    return stderr;
  };
  await branch('One', 'First of one.');
  await branch('Two', 'First of two.');
  expect(await branch('One', 'Second of one.')).toMatch(/"One" is yours and open/);
  expect(await branch('Two', 'Second of two.')).toMatch(/"Two" is yours and open/);
  const texts = await Promise.all(
    (await requests()).map(({ number }) => ok('cr', 'diff', String(number), '--space', 'Tree')),
  );
  expect(texts.map(({ stdout }) => /Second of \w+/.exec(stdout)?.[0]).sort()).toEqual([
    'Second of one',
    'Second of two',
  ]);
  expect(texts.some(({ stdout }) => stdout.includes('First'))).toBe(false);
});

it('makes a page once that was deleted there, and is wanted all the same', async () => {
  const { ok, at } = world;
  const file = pageFiles(root()).find((one) => one.endsWith('page-1.md')) ?? '';
  const [, id = ''] = /^id: (\S+)$/m.exec(readFileSync(join(root(), file), 'utf8')) ?? [];
  await ok('cr', 'create', '--space', 'Tree', '--subject', 'Gone');
  const [{ number } = { number: 0 }] = await requests();
  await ok('pages', 'delete', id, '--space', 'Tree', '--cr', String(number), '--yes');
  await mergeLast(world);
  addTo(file, 'Wanted.');
  // A link to it leads to the new page only with the push after the merge.
  rewrite(join(root(), 'page-0.md'), (body) => body.replaceAll(/\[One\]\([^)]*\)/g, 'One'));
  const count = async () =>
    (await ok('pages', 'list', '--space', 'Tree', '--flat', '-q')).stdout.split('\n').length;
  const before = await count();
  await ok('push', 'tree', '--subject', 'Again', '--ours', '*');
  expect((await ok('push', 'tree', '--ours', '*')).stderr).toContain('nothing to change');
  await mergeLast(world);
  // Two pages came: this one, and the new one of each round.
  expect(await count()).toBe(before + 2);
  expect((await ok('push', 'tree', '--ours', '*')).stderr).toContain('nothing to change');
  await world.cli(['export', '--space', 'Tree', '--to', 'tree', '--files']);
  await ok('export', '--space', 'Tree', '--to', 'tree', '--files', '--overwrite');
  expect((await ok('push', 'tree')).stderr).toContain('nothing to change');
  expect(readFileSync(at(join('tree/Tree', file)), 'utf8')).toContain('Wanted.');
});

it('takes back nothing of another branch that was pushed from the same folder, and merged', async () => {
  const { ok, cli } = world;
  const file = pageFiles(root()).find((one) => one.endsWith('page-2.md')) ?? '';
  const path = join(root(), file);
  const before = readFileSync(path, 'utf8');
  addTo(file, 'Of one.');
  await ok('push', 'tree', '--subject', 'One');
  await mergeLast(world);
  // git checkout: the other branch began where the export was.
  writeFileSync(path, `${before}\nOf two.\n`);
  const refused = await cli(['push', 'tree', '--subject', 'Two', '--dry-run']);
  expect(refused.stderr).toMatch(/^ {2}here: {2}Of two\.\n {2}there: Of one\.$/m);
  expect(refused.exitCode).toBe(1);
  writeFileSync(path, before.replace(/\n---\n/, '\n---\n\nAt the top.\n'));
  const { stderr } = await ok('push', 'tree', '--subject', 'Two');
  expect(stderr).toMatch(/page-2\.md lacks lines that were pushed from here before, and merged: they stay/);
  const [{ number } = { number: 0 }] = await requests();
  const { stdout } = await ok('cr', 'diff', String(number), '--space', 'Tree');
  expect(stdout).toContain('+At the top.');
  expect(stdout).not.toMatch(/^-.*Of one/m);
});

it('goes on with what was pushed and merged, without an export in between', async () => {
  const { ok } = world;
  const file = pageFiles(root()).find((one) => one.endsWith('page-2.md')) ?? '';
  addTo(file, 'First.\n\nSecond.');
  await ok('push', 'tree', '--subject', 'One');
  await mergeLast(world);
  rewrite(join(root(), file), (body) => body.replace('Second.', 'Second, again.'));
  const { stderr } = await ok('push', 'tree', '--subject', 'Two');
  expect(stderr).not.toContain('lacks lines');
  const [{ number } = { number: 0 }] = await requests();
  const { stdout } = await ok('cr', 'diff', String(number), '--space', 'Tree');
  expect(stdout).toMatch(/^-Second\.\n\+Second, again\.$/m);
});

it('takes the folder for every page with --ours "*", where nothing is known of what was sent before', async () => {
  const { ok, at, cli } = world;
  addTo('page-0.md', 'One.');
  await ok('push', 'tree', '--subject', 'Branch');
  rewrite(join(root(), 'page-0.md'), (body) => body.replace('One.', 'Two.'));
  rewrite(join(root(), `new-${round}.md`), (body) => `${body}\nMore.\n`);
  cpSync(at('tree'), at('ci'), { recursive: true });
  const refused = await cli(['push', 'ci', '--subject', 'Branch']);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toMatch(/^hint: .*; --ours '\*' takes the folder for all$/m);
  await ok('push', 'ci', '--subject', 'Branch', '--ours', '*');
  expect((await ok('push', 'ci', '--subject', 'Branch')).stderr).toContain('nothing to change');
  const { stdout } = await ok('cr', 'diff', String((await requests())[0]?.number), '--space', 'Tree');
  expect(stdout).toMatch(/^\+Two\.$/m);
  expect(stdout).toMatch(/^\+More\.$/m);
  expect(stdout).not.toContain('One.');
  rmSync(at('ci'), { recursive: true });
});
