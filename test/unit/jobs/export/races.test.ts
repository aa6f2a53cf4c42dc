import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RevisionFile as File } from '../../../../src/api/content/content-shapes.generated.ts';
import { withLock } from '../../../../src/files/lock.ts';
import { openFolder } from '../../../../src/files/safe-write.ts';
import { downloadFiles } from '../../../../src/jobs/download/download-files.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { exportInto } from '../../../helpers/export-folder.ts';
import { perTest, temporaryFolder } from '../../../helpers/lasting.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { type WorkflowClient, workflowClient } from '../../../helpers/workflow-client.ts';

const EXPORTS = runs('F2', 'exports', 3);
const DOWNLOADS = runs('F2', 'downloads', 8);

let workflow: WorkflowClient;
let base: string;
let outside: string;
let attacker: ChildProcess | undefined;
const sandbox = perTest(() => openTestSandbox({ demo: true }));
beforeEach(() => {
  workflow = workflowClient(sandbox);
  base = temporaryFolder();
  outside = join(base, 'outside');
  mkdirSync(outside);
});
afterEach(async () => {
  if (attacker?.exitCode === null && attacker.kill('SIGKILL'))
    await new Promise((resolve) => attacker?.once('close', resolve));
});

/** A process that makes each folder now a folder and now a link that leads out. */
function attack(folders: readonly string[]): void {
  const script = `
    const fs = require('fs'); const outside = ${JSON.stringify(outside)};
    for (let n = 0; ; n++) for (const dir of ${JSON.stringify(folders)}) {
      try { fs.rmSync(dir, { recursive: true, force: true }); fs.symlinkSync(outside, dir); } catch {}
      if (n % 3 === 0) continue;
      try { fs.unlinkSync(dir); fs.mkdirSync(dir); } catch {}
    }`;
  attacker = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
}

it('an export writes nothing elsewhere while folders in it are swapped for links', async () => {
  const to = join(base, 'out');
  mkdirSync(to);
  const { id = '' } =
    sandbox.sandbox.db.get<{ id: string }>("SELECT id FROM spaces WHERE title = 'Handbook'") ?? {};
  attack([join(to, 'Handbook'), join(to, '.docs-export.tmp')]);
  const ended = { whole: 0, refused: 0 };
  for (let round = 0; round < EXPORTS; round += 1) {
    const job = { client: workflow.client, target: { kind: 'space', id } as const, force: true };
    const report = await exportInto(to, job).catch(() => undefined);
    ended[report && report.failures.length === 0 ? 'whole' : 'refused'] += 1;
  }
  expect(ended.whole + ended.refused).toBe(EXPORTS);
  expect(readdirSync(outside)).toEqual([]);
  reached('F2', 'exports', EXPORTS);
});

it('a download writes nothing elsewhere while its folder is swapped for a link', async () => {
  const to = join(base, 'files');
  const files: File[] = Array.from({ length: 4 }, (_, n) => ({
    ...{ id: `f${n}`, name: `file ${n}.bin`, contentType: 'x', size: 3 },
    downloadURL: `sandbox:/~download/${n}`,
  }));
  workflow.intercept(async (request) => {
    await request.write?.(Buffer.from('abc'));
    return { status: 200, headers: {}, payload: { text: '' } };
  });
  attack([to]);
  const ended = { written: 0, refused: 0 };
  for (let round = 0; round < DOWNLOADS; round += 1) {
    const place = await openFolder(to, { force: true }).catch(() => undefined);
    if (!place) {
      ended.refused += 1;
      continue;
    }
    const { written } = await downloadFiles(workflow.client, { files, folder: place.path });
    ended[written.length > 0 ? 'written' : 'refused'] += 1;
    await place.close();
  }
  expect(ended.written + ended.refused).toBe(DOWNLOADS);
  expect(readdirSync(outside)).toEqual([]);
  reached('F2', 'downloads', DOWNLOADS);
});

it('a second export that must not begin takes nothing away of what the first one is writing', async () => {
  const to = join(base, 'out');
  mkdirSync(join(to, '.docs-export.tmp'), { recursive: true });
  writeFileSync(join(to, '.docs-export.tmp', 'half'), 'half a page');
  const cli = await sandboxedCli();
  const second = await withLock(join(to, '.docs-export'), () =>
    cli(['export', '--space', 'Handbook', '--to', to]),
  );
  cli.cleanup();
  expect([second.exitCode, second.stderr]).toEqual([1, expect.stringContaining('is being changed')]);
  expect(readdirSync(join(to, '.docs-export.tmp'))).toEqual(['half']);
});
