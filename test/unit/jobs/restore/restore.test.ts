// What restores keep: the same content for random spaces, in a ring of organizations, and whenever one is killed.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { listPages } from '../../../../src/api/content/pages.ts';
import { createSpace, deleteSpace } from '../../../../src/api/content/spaces.ts';
import {
  createChangeRequest,
  listChangeRequests,
  mergeChangeRequest,
  updateChangeRequestContent,
} from '../../../../src/api/review/change-requests.ts';
import { walkPages } from '../../../../src/domain/content/page-place.ts';
import { withLock } from '../../../../src/files/lock.ts';
import type { BackupSpace } from '../../../../src/jobs/restore/backup.ts';
import { type Restored, restore } from '../../../../src/jobs/restore/restore.ts';
import type { StateKeeper } from '../../../../src/jobs/restore/restore-state.ts';
import { emptyTree, type PageNode } from '../../../../src/sandbox/content/model.ts';
import { contentStore } from '../../../../src/sandbox/db/content/content.ts';
import { commitTree } from '../../../../src/sandbox/resources/content/content-target.ts';
import { newId } from '../../../../src/sandbox/urls.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { contentHashes } from '../../../helpers/content-hashes.ts';
import { backupOf, stateOnDisk } from '../../../helpers/export-folder.ts';
import { untilEnd } from '../../../helpers/lasting.ts';
import { randomNumbers } from '../../../helpers/random-organization.ts';
import { randomSpace } from '../../../helpers/random-space.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import {
  Killed,
  killedAt,
  losing,
  type WorkflowClient,
  workflowClient,
} from '../../../helpers/workflow-client.ts';

async function sandbox(): Promise<{ box: TestSandbox; workflow: WorkflowClient }> {
  const box = untilEnd(await openTestSandbox());
  return { box, workflow: workflowClient(box) };
}

type Host = Awaited<ReturnType<typeof sandbox>>;

/** A backup of one space, read as a restore reads it. */
async function backup({ workflow }: Host, spaceId: string, settings = true): Promise<BackupSpace> {
  const options = { files: true, comments: true, settings };
  const { backup, close } = await backupOf(workflow.client, spaceId, { options });
  onTestFinished(close);
  return backup;
}

async function restored(host: Host, from: BackupSpace, keeper = stateOnDisk()()): Promise<Restored> {
  const [done] = await restore({
    client: host.workflow.client,
    organizationId: host.box.organizationId,
    spaces: [{ backup: from, title: from.entry.title }],
    keeper,
    comments: true,
  });
  if (!done) throw new Error('nothing was restored');
  return done;
}

const spacesCalled = ({ box }: Host, title: string): string[] =>
  box.sandbox.db.all<{ id: string }>('SELECT id FROM spaces WHERE title = ?', title).map(({ id }) => id);

/** The clock of a test sandbox stands still, so that no time says which came first. */
const notesOf = ({ comments }: BackupSpace) =>
  comments
    .map(({ body, status, replies }) => [
      textOf(body),
      status,
      (replies as { body: unknown }[]).map((one) => textOf(one.body)),
    ])
    .sort();
const textOf = (body: unknown): string => String(Object(body).markdown).split('\n\n').at(-1) ?? '';

it('keeps the addresses of the pages of a group whose slug is not its title', async () => {
  const host = await sandbox();
  const spaceId = await randomSpace(host.box, 1, 1);
  const { sandbox: inner, adminId: userId } = host.box;
  const page = (title: string, slug: string, pages: PageNode[] = []): PageNode => ({
    ...{ id: newId(), title, slug, pages },
    ...(pages.length > 0 ? { type: 'group' } : { type: 'document' }),
  });
  const inside = page('Tools & SDKs', 'tools', [page('Start', 'start')]);
  const tree = { ...emptyTree(), pages: [page('SDKs & API', 'sdks', [inside])] };
  commitTree(inner, { spaceId, tree, userId });
  const done = await restored(host, await backup(host, spaceId, false));
  const { pages } = await host.workflow.client.call(listPages, { spaceId: done.space });
  const paths = [...walkPages(pages)].map((one) => ('path' in one ? one.path : ''));
  expect(paths).toEqual(['sdks', 'sdks/tools', 'sdks/tools/start']);
});

describe('a restored space', () => {
  let host: Host;
  beforeEach(async () => {
    host = await sandbox();
  });

  it('says what it said, after it was deleted', async () => {
    const rounds = runs('V1', 'spaces', 3);
    for (let seed = 0; seed < rounds; seed += 1) {
      const space = await randomSpace(host.box, seed);
      const before = await backup(host, space);
      await host.box.call(deleteSpace, { spaceId: space });
      const after = await backup(host, (await restored(host, before)).space);
      expect([seed, await contentHashes(after)]).toEqual([seed, await contentHashes(before)]);
      expect([seed, notesOf(after)]).toEqual([seed, notesOf(before)]);
      if (seed % 20 === 19) host = await sandbox();
    }
    reached('V1', 'spaces', rounds);
  });

  it('is told from one that says something else', async () => {
    const [one, other] = [await randomSpace(host.box, 3), await randomSpace(host.box, 4)];
    expect(await contentHashes(await backup(host, one))).not.toEqual(
      await contentHashes(await backup(host, other)),
    );
  });

  it('comes back the same from a ring of three organizations', async () => {
    const rounds = runs('V2', 'rings', 1);
    for (let seed = 0; seed < rounds; seed += 1) {
      const ring = [host, await sandbox(), await sandbox(), host];
      const first = await backup(host, await randomSpace(host.box, 1000 + seed));
      let last = first;
      for (const next of ring.slice(1)) last = await backup(next, (await restored(next, last)).space);
      expect([seed, await contentHashes(last)]).toEqual([seed, await contentHashes(first)]);
      expect([seed, notesOf(last)]).toEqual([seed, notesOf(first)]);
    }
    reached('V2', 'rings', rounds);
  });

  it('has no page twice, whenever the restore was killed', async () => {
    const kills = runs('V3', 'kills', 4);
    const random = randomNumbers(5);
    let killed = 0;
    for (let seed = 0; killed < kills; seed += 1) {
      const from = await backup(host, await randomSpace(host.box, 2000 + seed, 120));
      const target = await sandbox();
      const saved = stateOnDisk();
      killed += await untilDone(target, from, saved, random);
      const [spaceId = '', ...more] = spacesCalled(target, from.entry.title);
      expect(more).toEqual([]);
      const { pages } = await target.box.call(listPages, { spaceId });
      expect([...walkPages(pages)]).toHaveLength(from.pages.length);
      const after = await backup(target, spaceId);
      expect(await contentHashes(after)).toEqual(await contentHashes(from));
      expect(notesOf(after)).toEqual(notesOf(from));
    }
    reached('V3', 'kills', kills);
  });
});

/** What is read again after a run was cut off: another space, called as the first one. */
async function readAgain(host: Host, [one, other]: [number, number]): Promise<[BackupSpace, BackupSpace]> {
  const first = await backup(host, await randomSpace(host.box, one, 12));
  const second = await backup(host, await randomSpace(host.box, other, 12));
  const { id, title } = first.entry;
  return [first, { ...second, entry: { ...second.entry, id, title } }];
}

const onHost = ({ box, workflow }: Host, client: Host['workflow']['client']): Host => ({
  ...{ box, workflow: { ...workflow, client } },
});
const cutBy = (host: Host, operation: { id: string }) =>
  onHost(host, losing(host.workflow.client, operation));

it('holds what was read last, where something else was written before it was cut off', async () => {
  const host = await sandbox();
  const [first, second] = await readAgain(host, [31, 32]);
  const [target, saved] = [await sandbox(), stateOnDisk()];
  const cut = restored(cutBy(target, updateChangeRequestContent), first, saved());
  await expect(cut).rejects.toThrow(Killed);
  const done = await restored(target, second, saved());
  expect(done.isOlder).toBe(false);
  const { space } = done;
  expect(await contentHashes(await backup(target, space))).toEqual(await contentHashes(second));
  const { items } = await target.box.call(listChangeRequests, { spaceId: space, status: 'archived' });
  expect(items).toHaveLength(1);
});

it('says so where the first was merged already', async () => {
  const host = await sandbox();
  const [first, second] = await readAgain(host, [31, 32]);
  const [target, saved] = [await sandbox(), stateOnDisk()];
  const cut = restored(cutBy(target, mergeChangeRequest), first, saved());
  await expect(cut).rejects.toThrow(Killed);
  expect(await restored(target, second, saved())).toMatchObject({ isOlder: true });
});

it('takes away nothing that somebody wrote into the new space, and merges nothing else', async () => {
  const host = await sandbox();
  const from = await backup(host, await randomSpace(host.box, 33, 12));
  const [target, saved] = [await sandbox(), stateOnDisk()];
  await expect(restored(cutBy(target, createSpace), from, saved())).rejects.toThrow(Killed);
  const [spaceId = ''] = spacesCalled(target, from.entry.title);
  const { sandbox: inner, adminId: userId } = target.box;
  const markdown = contentStore(inner.db).put('Mine');
  const page: PageNode = { id: newId(), type: 'document', title: 'Mine', slug: 'mine', markdown, pages: [] };
  commitTree(inner, { spaceId, tree: { ...emptyTree(), pages: [page] }, userId });
  await expect(restored(target, from, saved())).rejects.toThrow('it has page "Mine"');
  const { id } = await target.box.call(createChangeRequest, { spaceId, subject: 'Of somebody' });
  const keeper = saved();
  Object.assign(keeper.state.spaces[from.entry.id] ?? {}, { changeRequest: id, linked: true });
  await expect(restored(target, from, keeper)).rejects.toThrow('its subject is "Of somebody"');
});

/** Runs until one run gets through; each other one ends at some request, before or after the host has done it. */
async function untilDone(
  host: Host,
  from: BackupSpace,
  keeper: () => StateKeeper,
  random: () => number,
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const last = kills > 8 ? Number.POSITIVE_INFINITY : 1 + Math.floor(random() * 9);
    const client = killedAt(host.workflow.client, last, random() < 0.6);
    try {
      await restored(onHost(host, client), from, keeper());
      return kills;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

it('makes one space where it runs twice at once', async () => {
  const docs = untilEnd(await sandboxedCli());
  await docs(['export', '--space', 'Release notes', '--to', 'backup']);
  const twice = ['restore', 'backup', '--space', 'Release notes', '--as', 'Notes', '--yes'];
  const ended = await Promise.all([docs(twice), docs(twice)]);
  expect(ended.map(({ exitCode }) => exitCode)).toContain(0);
  const { stdout } = await docs(['spaces', 'list', '-o', 'csv', '--fields', 'title']);
  expect(stdout.match(/^Notes$/gm)).toHaveLength(1);
});

it('a restore that is still at work is not called interrupted', async () => {
  const cli = untilEnd(await sandboxedCli());
  const again = 'restore copy --space Handbook --as Copied';
  await cli('export --space Handbook --to copy');
  expect(await cli(`${again} --budget 6`)).not.toMatchObject({ exitCode: 0 });
  const folder = join(cli.home, '.local/share/docs/restores');
  const [state = ''] = readdirSync(folder);
  const atWork = await withLock(join(folder, state), () => cli(again));
  expect(atWork).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('is being changed by process'),
  });
  expect((await cli(again)).stderr).toContain('an earlier run was interrupted');
});
