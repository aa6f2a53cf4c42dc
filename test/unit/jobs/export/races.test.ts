// A process makes each folder now a folder and now a link that leads out: nothing is written elsewhere.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { RevisionFile as File } from '../../../../src/api/content/content-shapes.generated.ts';
import { withLock } from '../../../../src/files/lock.ts';
import { openFolder } from '../../../../src/files/safe-write.ts';
import { downloadFiles } from '../../../../src/jobs/download/download-files.ts';
import { openExportFolder } from '../../../../src/jobs/export/folder.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { exportInto } from '../../../helpers/export-folder.ts';
import { perTest, temporaryFolder, untilEnd } from '../../../helpers/lasting.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const sandbox = perTest(() => openTestSandbox({ demo: true }));
let base: string;
beforeEach(() => {
  base = temporaryFolder({ 'outside/kept': '' });
});

/** The work is done so often, whole or refused, while the folders are swapped. */
async function raced(count: number, folders: readonly string[], work: (round: number) => Promise<unknown>) {
  const outside = join(base, 'outside');
  const script = `
    const fs = require('fs'); const outside = ${JSON.stringify(outside)};
    for (let n = 0; ; n++) for (const dir of ${JSON.stringify(folders)}) {
      try { fs.rmSync(dir, { recursive: true, force: true }); fs.symlinkSync(outside, dir); } catch {}
      if (n % 3 === 0) continue;
      try { fs.unlinkSync(dir); fs.mkdirSync(dir); } catch {}
    }`;
  const attacker = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  try {
    for (let round = 0; round < count; round += 1) await work(round).catch(() => undefined);
  } finally {
    attacker.kill('SIGKILL');
    await new Promise((resolve) => attacker.once('close', resolve));
  }
  expect(readdirSync(outside)).toEqual(['kept']);
}

it('an export writes nothing elsewhere while folders in it are swapped for links', async () => {
  const to = join(base, 'out');
  mkdirSync(to);
  const { id = '' } =
    sandbox.sandbox.db.get<{ id: string }>("SELECT id FROM spaces WHERE title = 'Handbook'") ?? {};
  const { client } = workflowClient(sandbox);
  const count = runs('F2', 'exports', 3);
  await raced(count, [join(to, 'Handbook'), join(to, '.docs-export.tmp')], () =>
    exportInto(to, { client, target: { kind: 'space', id }, force: true }),
  );
  reached('F2', 'exports', count);
});

it('a download writes nothing elsewhere while its folder is swapped for a link', async () => {
  const to = join(base, 'files');
  const files: File[] = Array.from({ length: 4 }, (_, n) => ({
    ...{ id: `f${n}`, name: `file ${n}.bin`, contentType: 'x', size: 3 },
    downloadURL: `sandbox:/~download/${n}`,
  }));
  const { client, intercept } = workflowClient(sandbox);
  intercept(async (request) => {
    await request.write?.(Buffer.from('abc'));
    return { status: 200, headers: {}, payload: { text: '' } };
  });
  const count = runs('F2', 'downloads', 8);
  await raced(count, [to], async () => {
    const place = await openFolder(to, { force: true });
    await downloadFiles(client, { files, folder: place.path });
    await place.close();
  });
  reached('F2', 'downloads', count);
});

it('a file of an export stays inside while its folder is swapped for a link', async () => {
  const folder = untilEnd(await openExportFolder(join(base, 'out')), (it) => it.close({ finished: true }));
  const count = runs('F2', 'writes', 150);
  await raced(count, [join(base, 'out/race')], async (round) => {
    const staged = await folder.stage(`race/f${round}.md`, (write) => write(Buffer.from('x')));
    await staged.place().catch(() => staged.drop());
  });
  reached('F2', 'writes', count);
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
