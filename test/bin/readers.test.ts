// What becomes of output whose reader goes away, is not there, has no room, or takes its time.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import type { Command } from '../../src/engine/model/command.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { BIN, type Built, builtDocs, demoDocs, NODE, type Result } from '../helpers/built.ts';
import { splitWords } from '../helpers/cli.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { runnableExamples } from '../helpers/example-lines.ts';
import { listening } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

/** Each is what stands behind the command; the status of the command itself is the last line of standard error. */
const READERS = {
  'a reader of one line': '"$@" | head -1',
  'a reader of one line of both streams': '"$@" 2>&1 | head -1',
  'a reader of one line of the errors': '"$@" 2>&1 >/dev/null | head -1',
  'no standard output': '"$@" >&-',
  'no output at all': '"$@" >&- 2>&-',
  'a full disk': '"$@" >/dev/full',
  'a full disk for both streams': '"$@" >/dev/full 2>&1',
} as const;
type Reader = keyof typeof READERS;

/** Reads change nothing, so each may be asked again, and beside another. */
const isRead = ({ operation, paged }: Command) => operation?.method === 'GET' || paged === true;

const lines = (await allCommands(entries))
  .filter(({ command }) => isRead(command) && command.danger === 'mild')
  .flatMap(({ command }) => runnableExamples(command))
  // Reads that write a file would meet it the second time.
  .filter((line) => !/ -( |$)| --(download|save|to-eval)\b/.test(line));
const every = lines.flatMap((line) => (Object.keys(READERS) as Reader[]).map((reader) => ({ line, reader })));

interface Shown {
  status: number;
  stdout: string;
  stderr: string;
}

function shell(docs: Built, script: string, words: readonly string[] = []): Promise<Shown> {
  const env = { ...docs.env, CI: '' };
  const cwd = join(docs.home, 'work');
  return new Promise((resolve, reject) => {
    const options = { env, cwd, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 };
    execFile('bash', ['-c', script, 'bash', NODE, BIN, ...words], options, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') return reject(error);
      const [, told = stderr, status = '-1'] = /^([\s\S]*?)status (\d+)\n$/.exec(stderr) ?? [];
      resolve({ status: Number(status), stdout, stderr: told });
    });
  });
}

const readBy = (docs: Built, reader: Reader, words: readonly string[]): Promise<Shown> =>
  shell(docs, `${READERS[reader]}; echo "status \${PIPESTATUS[0]}" >&2`, words);

const TRACE = /^\s+at |node:internal|EPIPE|ENOSPC\b.*\n\s|unexpected error/m;

describe('output', () => {
  let docs: Built;
  beforeAll(async () => {
    docs = await demoDocs();
    writeFixtures(join(docs.home, 'work'));
  });
  afterAll(() => docs.cleanup());

  const plainly = new Map<string, Promise<Result>>();
  function remember(line: string, result: Promise<Result>): Promise<Result> {
    plainly.set(line, result);
    return result;
  }

  async function wrongWith({ line, reader }: (typeof every)[number]): Promise<string | undefined> {
    const words = splitWords(line).slice(1);
    const plain = await (plainly.get(line) ?? remember(line, docs(words)));
    const { status, stdout, stderr } = await readBy(docs, reader, words);
    if (TRACE.test(stdout + stderr)) return `leaves a trace: ${stdout}${stderr}`;
    const noRoom = reader.startsWith('a full disk') && plain.stdout !== '';
    const wanted = noRoom ? 1 : plain.code;
    if (status !== wanted) return `exits ${status}, not ${wanted}: ${stderr}`;
    if (reader !== 'a reader of one line') return undefined;
    const newIn = (told: string) =>
      stderr.split('\n').filter((said) => !told.includes(said) && !/ at least /.test(said));
    // A second run may say other things than the first.
    const added = newIn(plain.stderr).length > 0 ? newIn((await docs(words)).stderr) : [];
    return added.length > 0 ? `says of a part what is not true of all: ${added.join('; ')}` : undefined;
  }

  it('leaves no trace where nobody reads it', async () => {
    const count = runs('T7', 'runs', 8);
    const step = process.env.DOCS_HARDEN ? 1 : Math.ceil(every.length / count);
    // Prime to the number of readers, so that each has its turn.
    const stride = step % Object.keys(READERS).length === 0 ? step + 1 : step;
    const chosen = every.filter((_, at) => at % stride === 0);
    const wrong: string[] = [];
    const done = chosen.length;
    const work = async () => {
      for (let one = chosen.pop(); one; one = chosen.pop()) {
        const found = await wrongWith(one);
        if (found !== undefined) wrong.push(`${one.line} with ${one.reader}: ${found}`);
      }
    };
    await Promise.all([work(), work()]);
    expect(wrong).toEqual([]);
    reached('T7', 'runs', done);
  }, 3_600_000);
});

const MEBIBYTES = 8;
/** Takes 64 KiB every 5 ms. */
const SLOW_READER = `
const { openSync, readSync, writeSync } = require('node:fs');
const out = openSync(process.argv[2], 'w'), buffer = Buffer.alloc(65536), still = new Int32Array(new SharedArrayBuffer(4));
for (let size = readSync(0, buffer); size > 0; size = readSync(0, buffer)) {
  writeSync(out, buffer, 0, size);
  Atomics.wait(still, 0, 0, 5);
}`;

describe('a reader that takes its time', () => {
  let docs: Built;
  let server: Server;
  beforeAll(async () => {
    docs = builtDocs();
    const file = { object: 'thing', text: 'Přehled 漢字 🙂 '.repeat(40) };
    const items = Array.from({ length: (MEBIBYTES * 1024 * 1024) / 800 }, (_, at) => ({
      ...file,
      id: `id${at}`,
    }));
    const body = JSON.stringify({ items });
    server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    Object.assign(docs.env, {
      DOCS_TOKEN: 'canary_8a1f',
      DOCS_BASE_URL: await listening(server),
      DOCS_ORG: 'o',
    });
  });
  afterAll(() => {
    server.close();
    docs.cleanup();
  });

  it('gets every byte', async () => {
    const direct = join(docs.home, 'direct.json');
    const slow = join(docs.home, 'slow.json');
    const reader = join(docs.home, 'reader.cjs');
    writeFileSync(reader, SLOW_READER);
    const words = ['api', 'GET', '/v1/orgs/o/spaces'];
    expect(await shell(docs, `"$@" > ${direct}; echo "status $?" >&2`, words)).toMatchObject({ status: 0 });
    const wanted = readFileSync(direct);
    expect(wanted.length).toBeGreaterThan(MEBIBYTES * 1024 * 1024);
    expect(JSON.parse(wanted.toString('utf8')).items.length).toBeGreaterThan(8000);
    const count = runs('T8', 'runs', 1);
    for (let run = 0; run < count; run += 1) {
      rmSync(slow, { force: true });
      const script = `"$@" | "$1" ${reader} ${slow}; echo "status \${PIPESTATUS[0]}" >&2`;
      const { status, stderr } = await shell(docs, script, words);
      expect([status, stderr]).toEqual([0, '']);
      expect(readFileSync(slow).equals(wanted)).toBe(true);
    }
    reached('T8', 'runs', count);
  }, 600_000);
});
