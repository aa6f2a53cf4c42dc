// A story from end to end, with the built program and a host over HTTP: rehearse a merge of everything that is ready on a copy,
// see that the plan still fits the host, and do it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Built, demoDocs } from '../helpers/built.ts';
import { startServing } from '../helpers/served.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

const HOST = ['--profile', 'production'];
const COPY = ['--profile', 'rehearsal'];

interface Story {
  docs: Built;
  /** Runs it, expects the exit code, and returns what it printed: of a table, the rows alone. */
  tell(args: readonly string[], exitCode?: number): Promise<string>;
  /** Methods that the host was asked with since the last look. */
  methods(): Set<string>;
}

async function story(): Promise<Story> {
  const docs = await demoDocs();
  const log = join(docs.home, 'requests.ndjson');
  const served = await startServing(docs, ['--until-eof', '--log', log, '--profile-name', 'production']);
  cleanups.push(docs.cleanup, () => served.child.kill('SIGKILL'));
  let seen = 0;
  return {
    docs,
    async tell(args, exitCode = 0) {
      const { code, stdout, stderr } = await docs(args);
      expect(code, `docs ${args.join(' ')}\n${stderr}`).toBe(exitCode);
      return args.includes('csv') ? stdout : stdout + stderr;
    },
    methods() {
      const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(seen);
      seen += lines.length;
      return new Set(lines.map((line) => String(Object(JSON.parse(line)).method)));
    },
  };
}

const READY = ['cr', 'merge', '--all-ready', '--all-spaces', '--allow-comments'];
const merged = (text: string) => text.trim().split('\n').sort();

it('rehearses a merge of everything that is ready, and then does it', async () => {
  const { tell, methods } = await story();
  const list = (profile: readonly string[]) =>
    tell([
      'cr',
      'list',
      '--all-spaces',
      '--status',
      'merged',
      '-o',
      'csv',
      '--fields',
      'space,number',
      ...profile,
    ]);
  const links = (profile: readonly string[]) =>
    tell(['links', 'check', '--all-spaces', '-o', 'csv', ...profile]);
  await tell([...READY, '--plan-out', 'merges.json', ...HOST]);
  methods();

  const before = merged(await list(HOST));
  await tell(['sandbox', 'clone', '--from', 'production']);
  await tell(['apply', 'merges.json', '--rehearse', '--yes', ...COPY]);
  const rehearsed = await links(COPY);
  expect(await tell([...READY, '--dry-run', ...COPY])).toContain('0 change requests ready');
  expect(merged(await list(HOST))).toEqual(before);
  expect(await tell(['plan', 'check', 'merges.json', ...HOST])).toContain('still fits');
  expect([...methods()]).toEqual(['GET']);

  await tell(['apply', 'merges.json', '--yes', ...HOST]);
  expect(methods()).toContain('POST');
  expect(merged(await list(HOST)).length).toBeGreaterThan(before.length);
  expect(await links(HOST)).toBe(rehearsed);
  // Now it is done there: the same plan has nothing left, and a new copy begins where the host is.
  await tell(['sandbox', 'clone', '--from', 'production']);
  expect(await links(COPY)).toBe(rehearsed);
}, 120_000);
