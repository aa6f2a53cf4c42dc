// docs sandbox exec: whatever becomes of the program, its code comes out, and no server and no file stay.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Built, builtDocs, collected, NODE } from '../helpers/built.ts';

let docs: Built;
let temporary: string;
beforeEach(() => {
  docs = builtDocs();
  temporary = mkdtempSync(join(tmpdir(), 'exec-'));
});
afterEach(() => {
  docs.cleanup();
  rmSync(temporary, { recursive: true, force: true });
});

/** A program that is one line of JavaScript. */
const exec = (code: string, ...flags: string[]) =>
  docs(['sandbox', 'exec', ...flags, '--', NODE, '-e', code], {
    env: { TMPDIR: temporary, DOCS_PROFILE: 'mine', DOCS_SPACE: 'elsewhere' },
  });

const left = () => readdirSync(temporary);
const fetched = `fetch(process.env.DOCS_BASE_URL + '/v1/user', {
  headers: { authorization: 'Bearer ' + process.env.GITBOOK_API_TOKEN },
})`;

it('gives a program what it needs to ask the sandbox, and nothing of the person’s own', async () => {
  const names = ['DOCS_PROFILE', 'DOCS_SPACE', 'DOCS_ORG', 'DOCS_SANDBOX_EVENT_KEY', 'GITBOOK_ENDPOINT'];
  const { code, stdout, stderr } = await exec(
    `${fetched}.then((answer) => answer.json()).then(({ email }) =>
      console.log(email, ...${JSON.stringify(names)}.map((name) => (process.env[name] ?? 'none').length)))`,
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\S+@tarnpost\.example 4 4 20 \d\d 2\d\n$/);
  expect(left()).toEqual([]);
});

it('ends with the code of the program, and with that of the signal that ended it', async () => {
  expect((await exec('process.exit(7)')).code).toBe(7);
  expect((await exec("process.kill(process.pid, 'SIGKILL')")).code).toBe(137);
  expect(left()).toEqual([]);
});

it('stops the server when the program ends, whatever that left in the background', async () => {
  const { code, stdout } = await exec(
    `require('node:child_process')
      .spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3000)'], { detached: true, stdio: 'ignore' }).unref();
    console.log(process.env.DOCS_BASE_URL)`,
  );
  expect(code).toBe(0);
  await expect(fetch(stdout.trim())).rejects.toThrow('fetch failed');
  expect(left()).toEqual([]);
});

it('hands a signal on, and waits for the program to end', async () => {
  const run = docs.start(
    [
      ...['sandbox', 'exec', '--', NODE, '-e'],
      "process.on('SIGTERM', () => process.exit(5)); console.log('up'); setInterval(() => {}, 1000)",
    ],
    { env: { TMPDIR: temporary } },
  );
  const ended = collected(run);
  if (run.stdout) await once(run.stdout, 'data');
  run.kill('SIGTERM');
  expect((await ended).code).toBe(5);
  expect(left()).toEqual([]);
});

it('says what cannot be run, and refuses a version that there is not', async () => {
  const missing = await docs(['sandbox', 'exec', '--', 'no-such-program'], { env: { TMPDIR: temporary } });
  expect([missing.code, missing.stderr]).toEqual([
    1,
    'docs: cannot run "no-such-program": no such program in PATH\n',
  ]);
  expect((await exec('0', '--contract', '9')).code).toBe(2);
  expect(left()).toEqual([]);
});
