// Whatever happens to a running server and its file, what it acknowledged is kept, and there is one truth.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/sandbox/db/database.ts';
import { type InitResult, initSandbox } from '../../src/sandbox/init.ts';
import { sandboxStatus } from '../../src/sandbox/status.ts';
import { BIN, NODE } from '../helpers/built.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

const ROUNDS = runs('L15', 'rounds', 6);
const folder = temporaryFolder();
let made: InitResult;
beforeAll(async () => {
  // Another user has to get there.
  chmodSync(folder, 0o755);
  made = await initSandbox({ file: join(folder, 'original.db'), demo: false, env: {} });
});

/** Nobody: permissions hold for them, which they do not for root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

interface Server {
  file: string;
  home: string;
  child: ChildProcess;
  url: string;
  said: () => string;
  ended: Promise<number | null>;
}

interface Start {
  /** What the server may write to one file, in KiB. */
  fileKiB?: number;
  as?: number;
}

let count = 0;
async function serve({ fileKiB, as }: Start): Promise<Server> {
  count += 1;
  const home = join(folder, String(count));
  mkdirSync(home);
  const file = join(home, 'box.db');
  copyFileSync(made.file, file);
  if (as !== undefined) for (const path of [home, file]) chownSync(path, as, as);
  const args = [BIN, 'sandbox', 'serve', '--port', '0', '--file', file];
  const limited = fileKiB === undefined ? [] : ['-c', `ulimit -f ${fileKiB} && exec "$0" "$@"`, NODE];
  const [program = NODE, ...before] = limited.length > 0 ? ['/bin/bash', ...limited] : [NODE];
  const child = spawn(program, [...before, ...args], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH ?? '', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(as !== undefined && { uid: as, gid: as }),
  });
  let said = '';
  child.stderr?.on('data', (part) => {
    said += part;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const url = await new Promise<string>((resolve, reject) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve);
    void ended.then((code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  return { file, home, child, url, said: () => said, ended };
}

/** The id of a space that was acknowledged, or the status of a refusal; 0 where there was no answer. */
async function add({ url }: Server, title: string): Promise<string | number> {
  try {
    const answer = await fetch(`${url}/v1/orgs/${made.organizationId}/spaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title, editMode: 'live' }),
    });
    const body = (await answer.json()) as { id?: string };
    return answer.status === 201 ? (body.id ?? '') : answer.status;
  } catch {
    return 0;
  }
}

const idsIn = (file: string) => {
  const db = openDatabase(file);
  try {
    return new Set(db.all<{ id: string }>('SELECT id FROM spaces').map(({ id }) => id));
  } finally {
    db.close();
  }
};

const replaceIt = ({ file }: Server) => {
  copyFileSync(made.file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
};

interface Fault extends Start {
  /** What happens in the middle of the writes. */
  happen(server: Server): void;
  /** Where what was acknowledged before must be; null where the file is gone for good. */
  kept(server: Server): string | null;
  /** Statuses that later writes may have, beside 201. */
  refusals: readonly number[];
}

const FAULTS: Record<string, Fault> = {
  killed: { happen: ({ child }) => child.kill('SIGKILL'), kept: ({ file }) => file, refusals: [0] },
  reset: {
    happen({ file, home }) {
      const env = { HOME: home, PATH: process.env.PATH ?? '' };
      const reset = () =>
        execFileSync(NODE, [BIN, 'sandbox', 'reset', '--yes', '--file', file], { env, stdio: 'pipe' });
      expect(reset).toThrow(/is being served by process/);
    },
    kept: ({ file }) => file,
    refusals: [],
  },
  replaced: { happen: replaceIt, kept: () => null, refusals: [0, 503] },
  removed: { happen: ({ file }) => rmSync(file), kept: () => null, refusals: [0, 503] },
  'read-only': {
    ...(isRoot && { as: NOBODY }),
    happen({ file, home }) {
      chmodSync(file, 0o444);
      chmodSync(home, 0o555);
    },
    kept({ file, home }) {
      chmodSync(home, 0o755);
      chmodSync(file, 0o644);
      return file;
    },
    refusals: [0, 500, 503],
  },
  'disk full': { fileKiB: 900, happen: () => {}, kept: ({ file }) => file, refusals: [0, 500, 503] },
};

async function sufferOne(round: number): Promise<void> {
  const kinds = Object.keys(FAULTS);
  const kind = kinds[round % kinds.length] ?? '';
  const fault = FAULTS[kind];
  if (!fault) return;
  const server = await serve(fault);
  const acknowledged: string[] = [];
  const refused: number[] = [];
  const write = async (many: number) => {
    for (let at = 0; at < many; at += 4) {
      const ends = await Promise.all([0, 1, 2, 3].map((n) => add(server, `${kind} ${at + n}`)));
      for (const end of ends) typeof end === 'string' ? acknowledged.push(end) : refused.push(end);
    }
  };
  await write(4 + (round % 3) * 4);
  const before = [...acknowledged];
  expect([kind, refused, server.said()]).toEqual([kind, [], expect.anything()]);
  const later = write(kind === 'disk full' ? 400 : 12);
  fault.happen(server);
  await later;
  expect([kind, refused.filter((status) => !fault.refusals.includes(status))]).toEqual([kind, []]);
  if (kind === 'disk full') expect(refused.length).toBeGreaterThan(0);
  const file = fault.kept(server);
  // A server that has lost its file ends by itself.
  if (file !== null) server.child.kill(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
  await server.ended;
  if (file === null) {
    // What took the place of the file has nothing of it: there is one truth.
    if (existsSync(server.file)) for (const id of idsIn(server.file)) expect(before).not.toContain(id);
    return;
  }
  expect(sandboxStatus(file, { check: true }).check).toBe('ok');
  const there = idsIn(file);
  expect([kind, acknowledged.filter((id) => !there.has(id))]).toEqual([kind, []]);
}

it('loses nothing in any of six mishaps', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await sufferOne(round);
  }
  reached('L15', 'rounds', ROUNDS);
}, 1_800_000);
