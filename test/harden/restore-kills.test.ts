// docs restore of the built program, killed by SIGKILL at random requests and resumed: nothing is there twice.
import { afterAll, expect, it } from 'vitest';
import { listChangeRequests } from '../../src/api/review/change-requests.ts';
import type { BackupSpace } from '../../src/jobs/restore/backup.ts';
import { type KillingHost, killingHost } from '../helpers/box-server.ts';
import { builtDocs, finished } from '../helpers/built.ts';
import { contentHashes } from '../helpers/content-hashes.ts';
import { backupOf } from '../helpers/export-folder.ts';
import { perFile } from '../helpers/lasting.ts';
import { randomNumbers } from '../helpers/random-organization.ts';
import { randomSpace } from '../helpers/random-space.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';
import { workflowClient } from '../helpers/workflow-client.ts';

const KILLS = runs('V3', 'program kills', 1);
/** Of one restore, before it is left to end. */
const MOST_A_RESTORE = 6;

const open: (() => unknown)[] = [];
const docs = perFile(builtDocs);
afterAll(async () => {
  for (const close of open.splice(0)) await close();
});

async function startHost(): Promise<KillingHost> {
  const host = await killingHost(await openTestSandbox());
  open.push(host.stop);
  return host;
}

async function exported(
  { box }: KillingHost,
  spaceId: string,
): Promise<{ path: string; backup: BackupSpace }> {
  const { close, ...found } = await backupOf(workflowClient(box).client, spaceId);
  open.push(close);
  return found;
}

/** Runs until one run gets through; returns how many were killed. */
async function untilDone(target: KillingHost, folder: string, random: () => number): Promise<number> {
  const env = { DOCS_TOKEN: target.box.adminToken, DOCS_BASE_URL: target.url };
  for (let kills = 0; ; kills += 1) {
    const child = docs.start(['restore', folder, '--as', 'Back', ...(kills === 0 ? [] : ['--resume'])], {
      env,
    });
    if (kills < MOST_A_RESTORE)
      target.killAt(child, 1 + Math.floor(random() * 4), random() < 0.6 ? 'after' : 'before');
    const { signal, code, stderr } = await finished(child);
    if (signal === 'SIGKILL') continue;
    expect(code, stderr).toBe(0);
    return kills;
  }
}

/** The ID of the only space that was made. */
async function onlySpace({ box }: KillingHost): Promise<string> {
  const spaces = box.sandbox.db.all<{ id: string }>("SELECT id FROM spaces WHERE title = 'Back'");
  expect(spaces).toHaveLength(1);
  const spaceId = spaces[0]?.id ?? '';
  const counts: number[] = [];
  for (const status of ['merged', 'open', 'draft'] as const)
    counts.push((await box.call(listChangeRequests, { spaceId, status })).items.length);
  expect(counts).toEqual([1, 0, 0]);
  return spaceId;
}

it('leaves no space, change request, page or comment twice', { timeout: 3_600_000 }, async () => {
  const random = randomNumbers(11);
  let kills = 0;
  for (let seed = 5000; kills < KILLS; seed += 1) {
    const source = await startHost();
    const from = await exported(source, await randomSpace(source.box, seed, 110));
    const target = await startHost();
    kills += await untilDone(target, from.path, random);
    const { backup } = await exported(target, await onlySpace(target));
    expect([seed, await contentHashes(backup)]).toEqual([seed, await contentHashes(from.backup)]);
    expect(backup.comments).toHaveLength(from.backup.comments.length);
    for (const close of open.splice(0)) close();
  }
  reached('V3', 'program kills', kills);
});
