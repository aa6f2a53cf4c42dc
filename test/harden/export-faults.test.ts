import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BIN, builtDocs, finished, NODE, type Result } from '../helpers/built.ts';
import { startContentServer } from '../helpers/content-server.ts';
import { filesIn } from '../helpers/export-folder.ts';
import { perFile, temporaryFolder } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { reached, runs } from '../helpers/runs.ts';
import { failing } from '../helpers/strace.ts';

const CALLS = runs('F7', 'failed calls', 2);
const SIZES = runs('F7', 'disk sizes', 1);

const base = temporaryFolder();
let wanted: Record<string, string>;
const docs = perFile(builtDocs);
const server = perFile(
  () => startContentServer({ spaces: 3, pages: 5, files: 1, bytes: 6000 }),
  (it) => it.stop(),
);
beforeAll(async () => {
  wanted = await exported(join(base, 'clean'));
});

const env = () => ({ DOCS_TOKEN: 'test-token-1', DOCS_BASE_URL: server.url });
const args = (to: string) => ['export', '--org', 'o', '--files', '--to', to];

async function exported(to: string): Promise<Record<string, string>> {
  const { code, stderr } = await docs(args(to), { env: env() });
  expect(code, stderr).toBe(0);
  return filesIn(to);
}

/** What stands under its own name is whole, whatever happened; a run that ended badly says what and how to go on. */
function refuseHalves(to: string, { code, signal, stderr }: Result, where: string): void {
  expect(signal, where).toBeNull();
  const told = Object.entries(filesIn(to)).filter(([path]) => !path.startsWith('.docs-export.'));
  for (const [path, text] of told) expect(text === wanted[path], `${where}: ${path}`).toBe(true);
  if (code === 0) {
    expect(filesIn(to), where).toEqual(wanted);
    return;
  }
  expect([1, 7], `${where}: ${stderr}`).toContain(code);
  expect(stderr, where).toMatch(/^docs: cannot (write|read) ".+": .+\nhint: /m);
  expect(stderr, where).not.toMatch(/\n\s+at /);
  const names = readdirSync(to);
  if (names.includes('.docs-export.log') && !names.includes('.docs-export.json'))
    expect(stderr, where).toMatch(/^not finished, \d+ .+ exported: docs export .+ does the rest$/m);
}

function withFault(fault: string, to: string): Promise<Result> {
  const words = [...failing(fault), NODE, BIN, ...args(to)];
  return finished(spawn('strace', words, { env: { ...docs.env, ...env() } }));
}

describe('an export on a disk that fails', () => {
  it.skipIf(lacks('exports on a failing disk', 'strace'))(
    'at any rename, sync, folder or removal leaves no half file, and goes on',
    { timeout: 3_600_000 },
    async () => {
      const calls = ['rename', 'fsync', 'mkdir', 'unlink'];
      const errors = ['EIO', 'ENOSPC', 'EDQUOT'];
      for (let n = 0; n < CALLS; n += 1) {
        const to = join(base, `call-${n}`);
        const at = 1 + Math.floor(n / calls.length);
        const fault = `${calls[n % calls.length]}:error=${errors[n % errors.length]}:when=${at}`;
        mkdirSync(to);
        refuseHalves(to, await withFault(fault, to), fault);
        expect(await exported(to), fault).toEqual(wanted);
        rmSync(to, { recursive: true });
      }
      reached('F7', 'failed calls', CALLS);
    },
  );

  it.skipIf(lacks('exports to a disk that is full', 'root', 'mount'))(
    'when it is full says so and which file, and goes on once there is room',
    { timeout: 3_600_000 },
    async () => {
      for (let n = 0; n < SIZES; n += 1) {
        const to = join(base, `disk-${n}`);
        mkdirSync(to);
        const size = `size=${16 + n * 8}k`;
        const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', to], { encoding: 'utf8' });
        expect(mounted.status, mounted.stderr).toBe(0);
        try {
          const result = await docs(args(to), { env: env() });
          refuseHalves(to, result, size);
          if (result.code !== 0)
            expect(result.stderr, size).toMatch(/cannot write ".+": no space left on the device/);
          spawnSync('mount', ['-o', 'remount,size=4m', to]);
          expect(await exported(to), size).toEqual(wanted);
        } finally {
          spawnSync('umount', [to]);
        }
      }
      reached('F7', 'disk sizes', SIZES);
    },
  );
});
