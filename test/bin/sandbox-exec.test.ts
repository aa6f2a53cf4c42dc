// docs sandbox exec: whatever becomes of the program, its code comes out, and no server and no file stay.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { builtDocs, NODE } from '../helpers/built.ts';
import { perTest, temporaryFolder } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

let temporary: string;
const docs = perTest(builtDocs);
beforeEach(() => {
  temporary = temporaryFolder();
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

interface Program {
  does: string;
  /** Code before it says its first word, and after that. */
  begins?: string;
  code: string;
  exit: number;
  /** What docs is sent after that word. */
  ended?: NodeJS.Signals;
}

const background = (options: string) => `require('node:child_process')
  .spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3000)'], ${options}).unref()`;
const HANGS = 'setInterval(() => {}, 1000)';
const PROGRAMS: readonly Program[] = [
  { does: 'fails', code: 'process.exit(3)', exit: 3 },
  { does: 'is killed', code: "process.kill(process.pid, 'SIGKILL')", exit: 137 },
  { does: 'goes on in the background', code: background("{ detached: true, stdio: 'ignore' }"), exit: 0 },
  { does: 'leaves its output to the background', code: background("{ stdio: 'inherit' }"), exit: 0 },
  {
    does: 'hangs, and ends as it likes',
    begins: "process.on('SIGTERM', () => process.exit(5))",
    ...{ code: HANGS, exit: 5, ended: 'SIGTERM' },
  },
  { does: 'hangs, and is ended by Ctrl-C', code: HANGS, exit: 130, ended: 'SIGINT' },
  {
    does: 'hangs, and hears no signal',
    begins: "process.on('SIGTERM', () => {})",
    ...{ code: HANGS, exit: 137, ended: 'SIGTERM' },
  },
];
/** One of each kind, in turns. */
const COUNT = runs('L40', 'programs', PROGRAMS.length);
// Safe: there is one at each of these places.
const kindOf = (at: number) => PROGRAMS[at % PROGRAMS.length] as Program;
let held = 0;
afterAll(() => reached('L40', 'programs', held));

it.each(Array.from({ length: COUNT }, (_, at) => ({ round: at, ...kindOf(at) })))(
  'leaves no server and no file where the program $does (round $round)',
  async ({ begins = '', code, exit, ended }) => {
    const told = `${begins}; console.log(process.env.DOCS_BASE_URL); ${code}`;
    const run = docs.start(['sandbox', 'exec', '--', NODE, '-e', told], { env: { TMPDIR: temporary } });
    // Not when its output ends: something in the background may hold that.
    const exited = once(run, 'exit');
    const [url] = run.stdout ? await once(run.stdout, 'data') : [];
    if (ended) run.kill(ended);
    const [status] = await exited;
    expect(status).toBe(exit);
    await expect(fetch(String(url).trim())).rejects.toThrow('fetch failed');
    expect(left()).toEqual([]);
    held += 1;
  },
);

it('says what cannot be run, and refuses a version that there is not', async () => {
  const missing = await docs(['sandbox', 'exec', '--', 'no-such-program'], { env: { TMPDIR: temporary } });
  expect([missing.code, missing.stderr]).toEqual([
    1,
    'docs: cannot run "no-such-program": it is not in PATH\n',
  ]);
  expect((await exec('0', '--contract', '9')).code).toBe(2);
  expect(left()).toEqual([]);
});
