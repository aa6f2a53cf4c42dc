import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../src/sandbox/db/database.ts';
import { type InitResult, initSandbox } from '../../src/sandbox/init.ts';
import { sandboxStatus } from '../../src/sandbox/status.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { bundleProgram } from '../helpers/program.ts';
import { reached, runs } from '../helpers/runs.ts';

const KILLS = runs('L5', 'kills', 1);
/** Killed side by side, at one file. */
const VICTIMS = 4;
/** A file is used for so many rounds: what was acknowledged in all of them is looked for after each. */
const ROUNDS = 10;
const WRITERS = process.env.DOCS_HARDEN ? 20 : 8;

const folder = temporaryFolder();
const program = join(folder, 'writer.mjs');
beforeAll(() => bundleProgram('test/sandbox/processes/writer.ts', program));

let box: InitResult;
let round = 0;
beforeEach(async () => {
  round += 1;
  box = await initSandbox({ file: join(folder, `${round}.db`), demo: false, env: {} });
});

interface Writer {
  child: ChildProcess;
  /** Acknowledged writes, as they come. */
  acknowledged: string[];
  /** Resolves when it has ended, to what it said on stderr. */
  ended: Promise<string>;
}

function startWriter(count: number, onAck: (total: number) => void = () => {}): Writer {
  const child = spawn(process.execPath, [
    program,
    box.file,
    box.adminToken,
    box.organizationId,
    String(count),
  ]);
  const acknowledged: string[] = [];
  let trouble = '';
  createInterface({ input: child.stdout }).on('line', (line) => onAck(acknowledged.push(line)));
  child.stderr.on('data', (part) => {
    trouble += part;
  });
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(trouble)));
  return { child, acknowledged, ended };
}

/** Whether all that was acknowledged is there, whole. */
function verify(acknowledged: string[]): void {
  expect(sandboxStatus(box.file, { check: true }).check).toBe('ok');
  const db = openDatabase(box.file);
  const emoji = new Map(
    db
      .all<{ id: string; emoji: string | null }>('SELECT id, emoji FROM spaces')
      .map((row) => [row.id, row.emoji]),
  );
  for (const line of acknowledged) {
    const [id = '', changed] = line.split(' ');
    expect(emoji.has(id)).toBe(true);
    if (changed) expect(emoji.get(id)).toBe('✅');
  }
  const places = db.all<{ n: number }>('SELECT count(*) AS n FROM spaces GROUP BY position HAVING n > 1');
  expect(places).toEqual([]);
  db.close();
}

it(`${WRITERS} processes write to one sandbox and lose nothing`, async () => {
  const writers = Array.from({ length: WRITERS }, () => startWriter(5));
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(Array(WRITERS).fill(''));
  const acknowledged = writers.flatMap((writer) => writer.acknowledged);
  expect(acknowledged).toHaveLength(WRITERS * 10);
  verify(acknowledged);
  expect(sandboxStatus(box.file, { check: false }).spaces).toBe(WRITERS * 5);
});

it(
  `${KILLS} kills during writes lose nothing that was acknowledged`,
  async () => {
    let acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill += VICTIMS) {
      if ((kill / VICTIMS) % ROUNDS === ROUNDS - 1) {
        box = await initSandbox({ file: join(folder, `kills-${kill}.db`), demo: false, env: {} });
        acknowledged = [];
      }
      const victims = Array.from({ length: VICTIMS }, (_, at) => startVictim(1 + (((kill + at) * 7) % 13)));
      const bystanders = kill % 20 === 0 ? [startWriter(3)] : [];
      const all = [...victims, ...bystanders];
      expect((await Promise.all(all.map(({ ended }) => ended))).join('')).toBe('');
      expect(victims.map(({ child }) => child.signalCode)).toEqual(victims.map(() => 'SIGKILL'));
      acknowledged.push(...all.flatMap((one) => one.acknowledged));
      verify(acknowledged);
    }
    reached('L5', 'kills', KILLS);
  },
  60_000 + KILLS * 3_000,
);

/** Is killed after another number of writes each time, and a little later, so that the blow falls on other steps. */
function startVictim(limit: number): Writer {
  const victim: Writer = startWriter(1_000_000, (total) => {
    if (total === limit) setTimeout(() => victim.child.kill('SIGKILL'), Math.random() * 8);
  });
  return victim;
}
