// `docs foo` runs docs-foo of PATH: a person's own command, in a process of its own, where docs has none of that name.
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, type Built, demoDocs, NODE } from '../helpers/built.ts';
import { temporaryFolder, untilEnd } from '../helpers/lasting.ts';
import { agree, connect } from '../helpers/mcp-client.ts';

let docs: Built;
const folder = temporaryFolder();
const PATH = [folder, process.env.PATH].join(delimiter);

/** A program that is some JavaScript. */
function program(name: string, code: string): void {
  const file = join(folder, name);
  writeFileSync(file, `#!${NODE}\n${code}\n`);
  chmodSync(file, 0o755);
}

const docsIn = `(...args) => require('node:child_process').execFileSync(
  process.execPath, [${JSON.stringify(BIN)}, ...args], { encoding: 'utf8' })`;

beforeAll(async () => {
  docs = await demoDocs();
  program('docs-told', 'console.log(JSON.stringify({ args: process.argv.slice(2), env: process.env }))');
  program(
    'docs-asks',
    `const docs = ${docsIn}; console.log(docs('auth', 'token').length, docs('spaces', 'list', '-q').split('\\n').length)`,
  );
  program('docs-ends', 'process.exit(Number(process.argv[2] ?? 0))');
  for (const name of ['docs-spaces', 'docs-help', 'docs-mine']) program(name, "console.log('instead')");
});
afterAll(() => {
  docs.cleanup();
});

it('gets its arguments, the profile, the host and the organization, and never the token', async () => {
  const env = { PATH, DOCS_TOKEN: 'canary-of-a-token', DOCS_ORG: 'Tarnpost' };
  const { code, stdout, stderr } = await docs(['told', '--json', 'two words', '--help'], { env });
  expect([code, stderr]).toEqual([0, '']);
  const told = JSON.parse(stdout);
  expect(told.args).toEqual(['--json', 'two words', '--help']);
  expect(told.env).toMatchObject({ DOCS_PROFILE: 'sandbox', DOCS_ORG: 'Tarnpost' });
  expect(told.env.DOCS_BASE_URL).toMatch(/^sandbox:/);
  expect(stdout).not.toContain('canary');
});

it('asks for the token where it needs one, and runs docs where docs was run', async () => {
  const { code, stdout, stderr } = await docs(['asks'], { env: { PATH } });
  expect([code, stderr]).toEqual([0, '']);
  const [token = 0, lines = 0] = stdout.split(' ').map(Number);
  expect(token).toBeGreaterThan(10);
  expect(lines).toBeGreaterThan(3);
});

it('ends docs with its own exit code', async () => {
  expect((await docs(['ends', '7'], { env: { PATH } })).code).toBe(7);
  expect((await docs(['ends'], { env: { PATH } })).code).toBe(0);
});

it('never runs in place of a command, or of an alias', async () => {
  await docs(['alias', 'set', 'mine', 'spaces list']);
  for (const line of [['spaces', 'list'], ['help'], ['mine']])
    expect((await docs(line, { env: { PATH } })).stdout, line.join(' ')).not.toContain('instead');
});

it('acts where the flags of the line say, wherever they stand', async () => {
  const other = await docs(['sandbox', 'init', '--name', 'second', '--file', join(folder, 'second.db')]);
  expect(other.code, other.stderr).toBe(0);
  const told = async (line: string[]) => {
    const { code, stdout, stderr } = await docs(line, { env: { PATH } });
    expect([code, stderr], line.join(' ')).toEqual([0, '']);
    const { args, env } = JSON.parse(stdout);
    return [env.DOCS_PROFILE, env.DOCS_ORG, ...args];
  };
  await docs(['profiles', 'use', 'sandbox']);
  expect(await told(['--profile', 'second', '--org=Tarnpost', 'told', 'a'])).toEqual([
    'second',
    'Tarnpost',
    'a',
  ]);
  expect(await told(['told', '--profile=second', 'a'])).toEqual([
    'second',
    undefined,
    '--profile=second',
    'a',
  ]);
  expect(await told(['told', '--', '--profile', 'second'])).toContain('sandbox');
  expect(await told(['-q', 'told', 'a'])).toEqual(['sandbox', undefined, '-q', 'a']);
  const unknown = await docs(['told', '--profile', 'third'], { env: { PATH } });
  expect(unknown).toMatchObject({ code: 5, stdout: '' });
  await docs(['alias', 'set', 'all', 'spaces list']);
  expect((await docs(['--profile', 'sandbox', 'all', '-q'])).stdout).toMatch(/^(?:\w{20}\n)+$/);
});

it('comes before an alias that a folder brings', async () => {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, '.docsrc.json'),
    JSON.stringify({ aliases: { ends: 'spaces list', sees: 'spaces list' } }),
  );

  expect(await docs(['ends', '7'], { env: { PATH }, cwd })).toMatchObject({ code: 7, stdout: '' });
  expect((await docs(['sees', '-q'], { env: { PATH }, cwd })).code).toBe(0);
});

it('is named where it may not be run', async () => {
  const file = join(folder, 'docs-plain');
  writeFileSync(file, 'echo');
  const { code, stderr } = await docs(['plain'], { env: { PATH } });
  expect([code, stderr]).toEqual([
    1,
    `docs: cannot run "docs-plain": ${file} is not executable\nhint: chmod +x ${file}\n`,
  ]);
});

it('is found in absolute folders of PATH only', async () => {
  const run = docs(['told'], { env: { PATH: ['', '.', 'bin'].join(delimiter) }, cwd: folder });
  await expect(run).resolves.toMatchObject({ code: 2, stdout: '' });
});

it('cannot be reached by an agent', async () => {
  docs.env.PATH = PATH;
  const connected = untilEnd(await connect(docs, ['--allow-write'], { person: agree }), (it) => it.close());

  const { isError, text } = await connected.call('docs_read', { argv: ['told'] });
  expect([isError, text]).toEqual([true, expect.not.stringContaining('DOCS_PROFILE')]);
});
