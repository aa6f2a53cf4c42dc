// A space of a backup as a repository: git import makes the same space of it, with what edits cannot say.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listSpaces } from '../../../../src/api/content/spaces.ts';
import type { BackupSpace } from '../../../../src/jobs/restore/backup.ts';
import { lossesOf } from '../../../../src/jobs/restore/page-changes.ts';
import { writeRepository } from '../../../../src/jobs/restore/restore-by-git.ts';
import type { RestoreRun } from '../../../../src/jobs/restore/restore-flags.ts';
import { GIVEN } from '../../../helpers/content-hashes.ts';
import { backupOf, filesOfRepository } from '../../../helpers/export-folder.ts';
import { spaceFromGit } from '../../../helpers/git-repository.ts';
import { temporaryFolder, untilEnd } from '../../../helpers/lasting.ts';
import { memoryIo } from '../../../helpers/memory-io.ts';
import { randomSpace } from '../../../helpers/random-space.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const sandbox = async (demo: boolean) => untilEnd(await openTestSandbox({ demo }));

async function backup(box: TestSandbox, spaceId: string, settings = true): Promise<BackupSpace> {
  const options = { files: true, comments: true, settings, changeRequests: false };
  const { backup, close } = await backupOf(workflowClient(box).client, spaceId, { options });
  onTestFinished(close);
  return backup;
}

const imported = async (box: TestSandbox, from: BackupSpace) =>
  spaceFromGit(box, await filesOfRepository(from));

/** Path and bytes of every file that the space comes to. */
const filesOf = async (space: BackupSpace) =>
  Object.entries(await filesOfRepository(space))
    .map(([path, bytes]) => `${path} ${Buffer.from(bytes).toString('latin1')}`)
    .sort();

/** What is said of the pages beside their text: in reading order, without what a host gives. */
const outlineOf = ({ pages }: BackupSpace) =>
  pages.map(({ title, type, path, parent, fields }) => ({
    ...{ title, type, path, parent },
    fields: Object.entries(fields)
      .filter(([name, value]) => !GIVEN.has(name) && value !== undefined && value !== false && value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  }));

async function expectSame(after: BackupSpace, before: BackupSpace, about: unknown): Promise<void> {
  expect([about, outlineOf(after)]).toEqual([about, outlineOf(before)]);
  expect(after.variables).toEqual(before.variables);
  // Links are paths now; what leads to the same page or file is written the same.
  expect([about, await filesOf(after)]).toEqual([about, await filesOf(before)]);
}

async function demoSpace(box: TestSandbox, title: string): Promise<BackupSpace> {
  const { items } = await box.call(listSpaces, { organizationId: box.organizationId });
  return backup(box, items.find((one) => one.title === title)?.id ?? '');
}

const TITLES = ['Guides', 'Handbook', 'API reference'];
it.each(TITLES)('gives %s back with groups, links and variables', async (title) => {
  const box = await sandbox(true);
  const before = await demoSpace(box, title);
  await expectSame(await backup(box, await imported(box, before)), before, title);
});

it('gives random spaces back', async () => {
  const count = runs('V5', 'spaces', 2);
  const box = await sandbox(false);
  for (let seed = 7000; seed < 7000 + count; seed += 1) {
    const before = await backup(box, await randomSpace(box, seed));
    await expectSame(await backup(box, await imported(box, before)), before, seed);
  }
  reached('V5', 'spaces', count);
});

it('carries variables, which an export keeps', async () => {
  const box = await sandbox(false);
  const space = await spaceFromGit(box, {
    'README.md': '---\nvars:\n  plan: pro\n---\n\n# Start\n\nUp to {{ space.vars.limit }} parcels.\n',
    'SUMMARY.md': '# Table of contents\n\n* [Start](README.md)\n* [Support](https://example.com/help)\n',
    '.gitbook/vars.yaml': 'limit: 20\nname: Tarnpost\n',
  });
  const before = await backup(box, space);
  expect(before.variables).toEqual({ limit: 20, name: 'Tarnpost' });
  expect(before.pages.map(({ type }) => type)).toEqual(['document', 'link']);
  expect(lossesOf(before).map(({ lost }) => lost)).toContain('variables are not restored: limit, name');
  const size = 1024 * 1024 + 1;
  const files = [{ path: '_files/map.png', size, id: 'a', name: 'map.png', sha256: '' }];
  const path = `${before.entry.folder}/_files/map.png`;
  const lost = { path, lost: 'is not restored: it has more than 1 MB' };
  expect(lossesOf({ ...before, files })).toContainEqual(lost);
  const after = await backup(box, await imported(box, before));
  await expectSame(after, before, 'variables');
});

it('keeps entries of the table of contents that lead to a page, a heading or a file of the space', async () => {
  const box = await sandbox(false);
  const space = await spaceFromGit(box, {
    'README.md': '# Start\n',
    'install.md': '# Install\n\n## On Linux (ARM)\n\nText.\n',
    '.gitbook/assets/prices.csv': 'parcel,price\n',
    'SUMMARY.md': `# Table of contents

* [Start](README.md)
* [Later](<install.md>) <!-- {"type":"link","target":{"kind":"page","path":"install.md"}} -->
* [Install](install.md)
* [Install again](install.md)
* [On Linux](install.md#on-linux-arm)
* [Prices](.gitbook/assets/prices.csv)

## Reference <a href="#api" id="api"></a>

* [Limits](limits.md)
`,
    'limits.md': '# Limits\n',
  });
  const before = await backup(box, space);
  const kindsOf = ({ pages, files }: BackupSpace) =>
    pages.map(({ title, type, fields }) => {
      const target = Object(fields.target);
      const to = pages.find(({ id }) => id === target.page) ?? files.find(({ id }) => id === target.file);
      return [title, type, target.kind, target.anchor, to && ('title' in to ? to.title : to.name)];
    });
  expect(kindsOf(before)).toEqual([
    ['Start', 'document', undefined, undefined, undefined],
    ['Later', 'link', 'page', undefined, 'Install'],
    ['Install', 'document', undefined, undefined, undefined],
    ['Install again', 'link', 'page', undefined, 'Install'],
    ['On Linux', 'link', 'anchor', 'on-linux-arm', 'Install'],
    ['Prices', 'link', 'file', undefined, 'prices.csv'],
    ['Reference', 'group', undefined, undefined, undefined],
    ['Limits', 'document', undefined, undefined, undefined],
  ]);
  expect(before.pages.at(-1)?.path).toBe('api/limits');
  const after = await backup(box, await imported(box, before));
  expect(kindsOf(after)).toEqual(kindsOf(before));
  expect(after.pages.at(-1)?.path).toBe('api/limits');
  // SUMMARY.md alone says as much, but for a link to a page that comes below it.
  const fewer = kindsOf(await backup(box, space, false));
  expect(fewer).toEqual(
    kindsOf(before).map((one) =>
      one[0] === 'Later' ? ['Later', 'group', undefined, undefined, undefined] : one,
    ),
  );
});

it('keeps the address of a page that is called as the file of a folder, and a title with two spaces', async () => {
  const box = await sandbox(false);
  const space = await spaceFromGit(box, {
    'README.md': '# What it  is\n\nText.\n',
    'SUMMARY.md': '# Table of contents\n\n## Introduction\n\n* [What it is](README.md)\n',
  });
  const before = await backup(box, space);
  expect(before.pages.map(({ path }) => path)).toEqual(['introduction', 'introduction/readme']);
  const after = await backup(box, await imported(box, before));
  await expectSame(after, before, 'grouped');
  const texts = ({ pages, text }: BackupSpace) => Promise.all(pages.map(text));
  expect(await texts(after)).toEqual(await texts(before));
});

it('leaves the folder empty where it cannot be written to the end, as the next run wants it', async () => {
  const whole = await demoSpace(await sandbox(true), 'Guides');
  const cwd = temporaryFolder();
  const run = { context: { io: memoryIo({}), cwd }, flags: { toRepository: 'repo' }, path: ['restore'] };
  const write = (bytes: BackupSpace['bytes']) =>
    // Safe: it is asked for nothing else.
    writeRepository(run as unknown as RestoreRun, [{ ...whole, bytes }]);
  const full = new Error('no space left on the device');
  await expect(write(() => Promise.reject(full))).rejects.toBe(full);
  expect(readdirSync(join(cwd, 'repo'))).toEqual([]);
  await write(whole.bytes);
  expect(readdirSync(join(cwd, 'repo'))).toContain('README.md');
});
