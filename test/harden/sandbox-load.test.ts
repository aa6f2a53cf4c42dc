// Many connections to one served sandbox for a minute, while other processes use the same file.
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it } from 'vitest';
import { demoDocs } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { bundleProgram } from '../helpers/program.ts';
import { reached, runs } from '../helpers/runs.ts';
import { type Served, startServing } from '../helpers/served.ts';

const CONNECTIONS = 200;
const SECONDS = runs('L10', 'seconds', 5);
const PROCESSES = runs('L10', 'processes', 3);
/** V8 takes room in steps of 16 MiB, so that two of them tell nothing. */
const FLAT_MIB = 40;

let served: Served;
let token: string;
let writer: string;
const docs = perFile(demoDocs);
beforeAll(async () => {
  writer = join(docs.home, 'writer.mjs');
  await bundleProgram('test/sandbox/processes/writer.ts', writer);
  served = await startServing(docs);
  token = (await docs(['auth', 'token'], { env: { DOCS_PROFILE: 'sandbox-serve' } })).stdout.trim();
});

interface Tally {
  took: number[];
  trouble: string[];
}

async function press(tally: Tally, agent: Agent, until: number, number: number): Promise<void> {
  for (let round = number; performance.now() < until; round += 1) {
    const from = performance.now();
    // Every tenth one changes something: writers stand in line for the file.
    const fault = await (round % 10 === 0 ? change(agent, number) : ask(agent, 'GET', '/v1/orgs'));
    tally.took.push(performance.now() - from);
    if (fault) tally.trouble.push(fault);
  }
}

const change = (agent: Agent, number: number) =>
  ask(agent, 'PATCH', `/v1/spaces/${spaceIds[number % spaceIds.length]}`, '{"emoji":"1f4d8"}');

/** What went wrong, if anything. */
function ask(agent: Agent, method: string, path: string, body?: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve) => {
    const sent = request({ agent, method, path, headers, port: served.port, host: '127.0.0.1' }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode === 200 ? undefined : `${answer.statusCode}`));
    });
    sent.once('error', (error) => resolve(error.message));
    sent.end(body);
  });
}

let spaceIds: string[] = [];

/** A process of its own that writes to the file, not through the server. Resolves to what it wrote, and what it said. */
function besides(organization: string, until: number): Promise<{ changes: number; trouble: string }> {
  const file = join(docs.home, '.local/share/docs/sandbox.db');
  const args = [writer, file, token, organization, '1000000', '2000'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [changes, trouble] = [0, ''];
  createInterface({ input: child.stdout }).on('line', () => {
    changes += 1;
  });
  child.stderr.on('data', (part) => {
    trouble += part;
  });
  setTimeout(() => child.kill('SIGTERM'), until - performance.now());
  return new Promise((resolve) => child.once('close', () => resolve({ changes, trouble })));
}

it('answers 200 connections without an error, its memory flat, while 20 processes write to the same file', async () => {
  spaceIds = (await docs(['spaces', 'list', '-q'])).stdout.trim().split('\n');
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const memory: number[] = [];
  const sampler = setInterval(() => memory.push(served.memory()), 500);
  const tally: Tally = { took: [], trouble: [] };
  const [organization = ''] = (await docs(['orgs', 'list', '-q'])).stdout.split('\n');
  const until = performance.now() + SECONDS * 1000;
  const others = Array.from({ length: PROCESSES }, () => besides(organization, until));
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => press(tally, agent, until, number)));
  clearInterval(sampler);
  const ends = await Promise.all(others);
  expect(ends.map(({ trouble }) => trouble).join('')).toBe('');
  expect(ends.every(({ changes }) => changes > 0)).toBe(true);
  const made = ends.reduce((sum, { changes }) => sum + changes, 0);
  agent.destroy();

  const sorted = tally.took.sort((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  const third = Math.floor(memory.length / 3);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const grown = mean(memory.slice(-third)) - mean(memory.slice(third, 2 * third));
  console.log(
    `L10: ${sorted.length} requests, p50 ${sorted[sorted.length >> 1]?.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ` +
      `${made} changes by other processes, memory ${memory.at(-1)?.toFixed(0)} MiB (${grown.toFixed(1)} more than in the middle)`,
  );
  expect(tally.trouble).toEqual([]);
  expect(grown).toBeLessThan(FLAT_MIB);

  served.child.kill('SIGTERM');
  expect((await served.ended).code).toBe(143);
  const status = await docs(['sandbox', 'status', '--check', '--json']);
  expect(JSON.parse(status.stdout)).toMatchObject({ check: 'ok' });
  reached('L10', 'connections', CONNECTIONS);
  reached('L10', 'seconds', SECONDS);
  reached('L10', 'processes', PROCESSES);
  reached('L10', 'ms at p99 (stated)', Math.ceil(p99));
});
