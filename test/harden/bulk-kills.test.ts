import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtDocs, signalled } from '../helpers/built.ts';
import { perFile, temporaryFolder } from '../helpers/lasting.ts';
import { startManyServer } from '../helpers/many-server.ts';
import { reached, runs } from '../helpers/runs.ts';

const KILLS = runs('B2', 'kills', 1);
const SIDE_BY_SIDE = 3;
const TARGETS = 40;

const docs = perFile(builtDocs);
const server = perFile(
  () => startManyServer({ delayMs: 6 }),
  (it) => it.stop(),
);

/** Bulk work on spaces of its own, at one host, from one home. */
function openWork(run: number, verb: 'update' | 'duplicate') {
  const home = temporaryFolder();
  const ids = Array.from({ length: TARGETS }, (_, at) => `kill-of-a-run-${run}x${at}`);
  const env = { HOME: home, DOCS_TOKEN: 'test-token-1', DOCS_BASE_URL: server.url };
  const args = ['spaces', verb, '-', '-o', 'ndjson', ...(verb === 'update' ? ['--emoji', '1f4d8'] : [])];
  const stdin = ids.join('\n');
  const change = verb === 'update' ? 'PATCH' : 'POST';
  const sent = () =>
    server.requests.filter(
      (line) => line.startsWith(`${change} `) && line.includes(`/kill-of-a-run-${run}x`),
    );
  return { home, ids, env, args, stdin, sent };
}

type Work = ReturnType<typeof openWork>;

async function killedAfter({ args, env, stdin, sent }: Work, count: number): Promise<boolean> {
  const { signal } = await signalled(docs.start(args, { env }), () => sent().length >= count, { stdin });
  return signal === 'SIGKILL';
}

interface Told {
  target: string;
  ok: boolean;
  outcome: string;
  error?: { code: string };
}

async function resume({ args, env, stdin }: Work) {
  const { code, stdout, stderr } = await docs([...args, '--resume'], { env, stdin });
  const told: Told[] = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { code, told, stderr };
}

type Verb = Parameters<typeof openWork>[1];

/** Goes on with work that was killed, and compares what came of it with a run that was not. */
async function goOn(work: Work, verb: Verb): Promise<void> {
  const { code, told, stderr } = await resume(work);
  expect(told.map(({ target }) => target).sort(), stderr).toEqual([...work.ids].sort());
  const doubtful = told.filter(({ error }) => error?.code === 'UNKNOWN_OUTCOME').map(({ target }) => target);
  const sent = work.sent();
  const known = new Set([...doubtful, ...sent.map((line) => line.split('/')[3])]);
  expect(work.ids.filter((id) => !known.has(id))).toEqual([]);
  expect(code, stderr).toBe(doubtful.length > 0 ? 7 : 0);
  // What was in the air when it died is as much as goes side by side.
  if (verb === 'update') {
    expect(doubtful).toEqual([]);
    expect(sent.length - TARGETS).toBeLessThanOrEqual(8);
  } else {
    expect(doubtful.length).toBeLessThanOrEqual(8);
    expect(new Set(sent).size).toBe(sent.length);
  }
  if (code !== 0) return;
  // Nothing is cut off any more: then --resume is the same as a run without it, except that nothing is made twice.
  const isUpdate = verb === 'update';
  expect(readdirSync(join(work.home, '.local/share/docs/many'))).toHaveLength(isUpdate ? 0 : 1);
  const again = await resume(work);
  expect([again.code, again.told.length], again.stderr).toEqual([0, TARGETS]);
  expect(again.told.filter(({ outcome }) => outcome === 'done before')).toHaveLength(isUpdate ? 0 : TARGETS);
  expect(work.sent().length - sent.length).toBe(isUpdate ? TARGETS : 0);
}

it('a kill -9 at any item loses nothing, repeats nothing that must not be, and --resume does the rest', {
  timeout: 1_800_000,
}, async () => {
  let started = 0;
  let killed = 0;
  const worker = async () => {
    while (killed < KILLS && started < 2 * KILLS + 4) {
      const verb: Verb = started % 2 === 0 ? 'update' : 'duplicate';
      const work = openWork(started++, verb);
      if (!(await killedAfter(work, 1 + Math.floor(Math.random() * (TARGETS - 10))))) continue;
      killed += 1;
      await goOn(work, verb);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  expect(killed).toBeGreaterThanOrEqual(KILLS);
  reached('B2', 'kills', killed);
});
