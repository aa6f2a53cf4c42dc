// What hostile and hasty clients do to a served sandbox, in numbers.
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoDocs } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { rawRequests } from '../helpers/raw-requests.ts';
import { reached, runs } from '../helpers/runs.ts';
import { type Served, startServing } from '../helpers/served.ts';

const REQUESTS = runs('L4', 'requests', 400);
const SIDE_BY_SIDE = 16;
const WARM_UP = 6_000;
const FLAT_MIB = 20;

let served: Served;
let token: string;
const docs = perFile(demoDocs);
beforeAll(async () => {
  served = await startServing(docs);
  token = (await docs(['auth', 'token'], { env: { DOCS_PROFILE: 'sandbox-serve' } })).stdout.trim();
});
afterAll(async () => {
  served.child.kill('SIGTERM');
  await served.ended;
});

const isFine = async () => {
  const answer = await fetch(`${served.url}/v1/orgs`, { headers: { authorization: `Bearer ${token}` } });
  await answer.text();
  return answer.status === 200;
};

/** Sends bytes, and waits until the connection is over. */
function throwAt(bytes: string, { half = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(served.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => {
      answer += part.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(answer));
    if (half) socket.write(bytes);
    else socket.end(bytes);
  });
}

async function throwMany(count: number, seed: number): Promise<void> {
  const texts = fc.sample(rawRequests(served.port, token), { numRuns: count, seed });
  const worker = async () => {
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) await throwAt(text);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

it('outlives whatever is thrown at it, and grows no larger', async () => {
  await throwMany(WARM_UP, 1);
  const before = served.memory();
  for (let round = 0; round < 4; round += 1) await throwMany(REQUESTS / 4, 2 + round);
  expect(await isFine()).toBe(true);
  expect(served.memory() - before).toBeLessThan(FLAT_MIB);
  reached('L4', 'requests', REQUESTS);
});

it('cuts off who is slow with the headers after 10 s, with the body after 30 s', async () => {
  const from = performance.now();
  const seconds = async (bytes: string) => {
    const answer = await throwAt(bytes, { half: true });
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 408');
    return (performance.now() - from) / 1000;
  };
  const [org] = (await docs(['orgs', 'list', '-q'])).stdout.split('\n');
  const path = `/v1/orgs/${org}/spaces`;
  const own = `host: 127.0.0.1:${served.port}\r\nauthorization: Bearer ${token}\r\n`;
  const json = `${own}content-type: application/json\r\n`;
  const [headers, body] = await Promise.all([
    seconds('GET /v1/orgs HTTP/1.1\r\nhost: 127.'),
    seconds(`POST ${path} HTTP/1.1\r\n${json}content-length: 9\r\n\r\n{`),
  ]);
  // The server looks every 2 s.
  expect(headers).toBeGreaterThan(9);
  expect(headers).toBeLessThan(15);
  expect(body).toBeGreaterThan(29);
  expect(body).toBeLessThan(35);
  expect(await isFine()).toBe(true);
  reached('L4', 'time limits', 2);
});

it('takes 256 connections and no more, and is there again when they go', async () => {
  const sockets: Socket[] = [];
  let closed = 0;
  for (let count = 0; count < 300; count += 1) {
    const socket = connect(served.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.once('close', () => {
      closed += 1;
    });
    sockets.push(socket.resume());
    await new Promise((resolve) => socket.once('connect', resolve));
  }
  await expect.poll(() => closed, { timeout: 5_000 }).toBeGreaterThanOrEqual(300 - 256);
  expect(closed).toBeLessThan(300 - 256 + 5);
  for (const socket of sockets) socket.destroy();
  await expect.poll(isFine, { timeout: 5_000 }).toBe(true);
  reached('L4', 'connections', 256);
});
