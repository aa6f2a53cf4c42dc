// What a command loads decides how soon it starts: what is heavy comes only to those who use it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, collected, demoDocs, NODE } from '../helpers/built.ts';
import { listening, perFile, temporaryFolder } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty } from '../helpers/pty.ts';

/** Notes what the program requires: its own files by name, packages, and what is built into Node. */
const HOOK = `
const Module = require('node:module');
const { sep } = require('node:path');
const dist = ${JSON.stringify(resolve('dist'))} + sep;
const before = new Set(process.moduleLoadList);
const load = Module._load;
const seen = new Set();
Module._load = function (request, parent, ...rest) {
  if (parent?.filename?.startsWith(dist) || request.endsWith('main.js')) {
    const path = Module._resolveFilename(request, parent);
    seen.add(path.startsWith(dist) ? path.slice(dist.length) : request);
  }
  return load.call(this, request, parent, ...rest);
};
const builtin = process.getBuiltinModule;
process.getBuiltinModule = function (id) {
  seen.add(id);
  return builtin.call(this, id);
};
process.on('exit', () => {
  // Our files load each other without it.
  for (const path of Object.keys(Module._cache)) if (path.startsWith(dist)) seen.add(path.slice(dist.length));
  const inside = process.moduleLoadList.filter((name) => !before.has(name));
  require('node:fs').writeFileSync(process.env.TEST_LOADS, JSON.stringify({ seen: [...seen], inside }));
});
`;

/** What runs as it was compiled before, Node 20 does not see. */
const PLAIN = { DOCS_CODE_CACHE: 'off' };

interface Loaded {
  seen: string[];
  inside: string[];
}

/** Parts of Node that take milliseconds, by whatever way they come: a global such as fetch or crypto, too. */
const HEAVY_INSIDE = /undici|crypto|perf_hooks|child_process|worker|inspector|readline|zlib|wasm|repl/;

const LIGHT = ['node:buffer', 'node:events', 'node:fs', 'node:path'];
const START = [...LIGHT, 'node:process', 'node:util', 'node:vm'];

const ALWAYS = ['main.js', 'rolldown-runtime.js', 'start.js', 'cli.js'];
/** commander parses every line, and prints help. */
const HELP = [...ALWAYS, 'parse.js'];
/** What describes the commands of a group, its own and no other's. */
const SPACES = 'spaces.js';
const COMMAND = [...HELP, SPACES, 'command.js'];

const space = { object: 'space', id: 'aaaaaaaaaaaaaaaaaaa1', title: 'Guides' };
/** Where one is synced from finds no place in 80 columns: the way to see it is printed. */
const wide = { ...space, id: 'aaaaaaaaaaaaaaaaaaa2', gitSync: { repoName: 'tarnpost/'.repeat(9) } };

let server: Server;
let host: Record<string, string>;
const folder = temporaryFolder();
const hook = join(folder, 'hook.cjs');

const docs = perFile(demoDocs);
beforeAll(async () => {
  writeFileSync(hook, HOOK);
  server = createServer((_, response) => response.end(JSON.stringify({ ...space, items: [space, wide] })));
  host = { HOME: join(folder, 'home'), DOCS_TOKEN: 'token', DOCS_BASE_URL: await listening(server) };
});

afterAll(() => {
  server.close();
});

async function loads(args: readonly string[], more: Record<string, string> = {}): Promise<Loaded> {
  // The first run may write what is kept.
  await docs(args, { env: more });
  const out = join(folder, 'loads.json');
  const env = { ...docs.env, ...more, ...PLAIN, TEST_LOADS: out };
  const { code, stderr } = await collected(spawn(NODE, ['--require', hook, BIN, ...args], { env }));
  expect(code, stderr).toBe(0);
  return JSON.parse(readFileSync(out, 'utf8'));
}

/** As a person has it: with all that a terminal brings, the notice of an old Node included. */
async function loadsOnTerminal(args: readonly string[], more: Record<string, string>): Promise<Loaded> {
  const out = join(folder, 'loads-on-terminal.json');
  const env = { ...more, ...PLAIN, DOCS_NO_NOTICES: '', TEST_LOADS: out };
  for (let run = 0; run < 2; run += 1) {
    const pty = openPty([NODE, '--require', hook, BIN, ...args], { env });
    expect(await pty.ended, pty.output()).toBe(0);
  }
  const { seen, inside }: Loaded = JSON.parse(readFileSync(out, 'utf8'));
  // A busy machine has one wait, and something turns meanwhile.
  const turns = seen.includes('lib/ora.cjs');
  return {
    seen: seen.filter((name) => name !== 'lib/ora.cjs'),
    inside: inside.filter((name) => !(turns && name.includes('readline'))),
  };
}

interface Budget {
  files: readonly string[];
  packages?: readonly string[];
  builtin: readonly string[];
  /** All files together. */
  kilobytes: number;
}

const keeps = async (args: readonly string[], budget: Budget, env?: Record<string, string>): Promise<void> =>
  isKept(await loads(args, env), budget);

function isKept({ seen, inside }: Loaded, budget: Budget): void {
  const files = seen.filter((name) => /\.c?js$/.test(name));
  expect(files.sort()).toEqual([...budget.files].sort());
  const others = seen.filter((name) => !files.includes(name));
  expect(others.filter((name) => ![...budget.builtin, ...(budget.packages ?? [])].includes(name))).toEqual(
    [],
  );
  expect(inside.filter((name) => HEAVY_INSIDE.test(name))).toEqual([]);
  const bytes = files.reduce((sum, name) => sum + statSync(join('dist', name)).size, 0);
  expect(bytes / 1024).toBeLessThan(budget.kilobytes);
}

/** Files of the source that a run of it loads. */
async function sourceFiles(args: readonly string[]): Promise<string[]> {
  const covered = mkdtempSync(join(folder, 'covered-'));
  const env = { ...docs.env, NODE_V8_COVERAGE: covered };
  const line = ['--import', 'tsx', 'src/main.ts', ...args];
  const { code, stderr } = await collected(spawn(NODE, line, { env }));
  expect(code, stderr).toBe(0);
  const source = `${pathToFileURL(resolve('src')).href}/`;
  const urls = readdirSync(covered).flatMap((name): string[] =>
    JSON.parse(readFileSync(join(covered, name), 'utf8')).result.map(({ url }: { url: string }) => url),
  );
  const found = urls.flatMap((url) => (url.startsWith(source) ? [url.slice(source.length)] : []));
  return [...new Set(found)];
}

describe('a plan with one row', () => {
  it('is applied without the commands that could have sent it', async () => {
    const file = join(folder, 'plan.json');
    const line = ['members', 'update', 'jonas@tarnpost.example', '--role', 'admin', '--plan-out', file];
    expect(await docs(line)).toMatchObject({ code: 0 });
    const files = await sourceFiles(['apply', file, '--yes']);
    expect(files.filter((name) => /^commands\/\w+\//.test(name))).toEqual(['commands/tool/apply.ts']);
    expect(files.filter((name) => !/^(?:api|sandbox)\//.test(name)).length).toBeLessThan(120);
  });
});

describe('nothing but what it needs is loaded by', () => {
  it('--version', () => keeps(['--version'], { files: ['main.js'], builtin: LIGHT, kilobytes: 5.5 }));

  it('--help', () => keeps(['--help'], { files: HELP, builtin: START, kilobytes: 171 }));

  it('the help of a group', () =>
    keeps(['spaces', '--help'], { files: [...HELP, SPACES], builtin: START, kilobytes: 196 }));

  it('the completion of a word', () =>
    keeps(['complete', '--', 'spa'], {
      files: ALWAYS,
      builtin: START,
      kilobytes: 114,
    }));

  it('one request', () =>
    keeps(
      ['spaces', 'get', space.id, '--json'],
      { files: COMMAND, builtin: [...START, 'node:http'], kilobytes: 299 },
      host,
    ));

  it('one list', () =>
    keeps(
      ['spaces', 'list', '--org', 'organizationOfDocs1', '--json'],
      { files: [...COMMAND, 'list.js'], builtin: [...START, 'node:http'], kilobytes: 343 },
      host,
    ));

  it.skipIf(lacks('what a list loads on a terminal', 'python3'))('one list on a terminal', async () => {
    const loaded = await loadsOnTerminal(['spaces', 'list', '--org', 'organizationOfDocs1'], host);
    const builtin = [...START, 'node:http', 'node:os', 'node:tty', 'node:url'];
    // chalk colors it and cli-table3 draws it: what goes into a pipe, above, loads neither.
    const files = [...COMMAND, 'list.js', 'list-cli-table3.js', 'lib/chalk.cjs', 'lib/cli-table3.cjs'];
    isKept(loaded, { files, builtin, kilobytes: 376 });
  });

  it('one request to the sandbox', async () => {
    const { stdout } = await docs(['spaces', 'list', '-q']);
    const [id = ''] = stdout.split('\n');
    await keeps(['spaces', 'get', id, '--json'], {
      files: [...COMMAND, 'sandbox.js', 'sandbox-sqlite.js'],
      packages: ['@photostructure/sqlite'],
      builtin: START,
      kilobytes: 389,
    });
  });
});
