// What is refused, or let pass, before any work begins.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perTest } from '../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

it('an export goes into a fresh git work tree, and is not called cut off before it began', async () => {
  mkdirSync(join(cli.cwd, 'clone/.git'), { recursive: true });
  expect((await cli('export --space Guides --to clone')).exitCode).toBe(0);
  mkdirSync(join(cli.cwd, 'full'));
  writeFileSync(join(cli.cwd, 'full/own.txt'), 'mine');
  const { exitCode, stderr } = await cli('export --space Guides --to full');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('it contains own.txt')]);
  expect(stderr).not.toContain('interrupted');
});

it('a verification without an export is exit 5, with and without a folder', async () => {
  mkdirSync(join(cli.cwd, 'empty'));
  for (const folder of ['empty', 'nowhere']) {
    const { exitCode, stderr } = await cli(`export verify ${folder} --json`);
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('"NO_EXPORT"')]);
  }
});

const NOT_OPENAPI = [
  ['program.py', 'import os\nprint("x")\n', 'program.py is not'],
  ['list.yaml', '- one\n- two\n', 'list.yaml is not an OpenAPI document'],
  ['other.json', '{"title": "x"}', 'other.json is not an OpenAPI document'],
  ['broken.yaml', 'openapi: [3.1.0\ninfo: {', 'broken.yaml is not YAML or JSON: line 2, column 1: '],
  [
    'broken.json',
    '{"openapi": "3.1.0",\n "info": {"a" 1}}',
    'broken.json is not YAML or JSON: line 2, column 15: ',
  ],
] as const;

it.each(NOT_OPENAPI)('openapi push refuses %s before it is uploaded', async (name, text, message) => {
  writeFileSync(join(cli.cwd, name), text);
  const { exitCode, stderr } = await cli(`openapi push ${name}`);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect((await cli('openapi list -q')).stdout).not.toContain(name.split('.')[0]);
});

it('openapi push names every file that it refuses, also one that is given twice', async () => {
  for (const [name, text] of NOT_OPENAPI.slice(0, 2)) writeFileSync(join(cli.cwd, name), text);
  writeFileSync(join(cli.cwd, 'good.yaml'), 'openapi: 3.1.0\n');
  writeFileSync(join(cli.cwd, '---.yaml'), 'openapi: 3.1.0\n');
  const files = ['program.py', 'list.yaml', 'nowhere.yaml', 'good.yaml', './good.yaml', '---.yaml', './'];
  const { exitCode, stderr } = await cli(['openapi', 'push', '--dry-run', '--', ...files]);
  expect(exitCode, stderr).toBe(2);
  for (const text of [
    'program.py is not an OpenAPI document',
    'list.yaml is not an OpenAPI document',
    'cannot read "nowhere.yaml"',
    './good.yaml is given twice',
    'cannot derive a slug from the name of ---.yaml',
    './ is not a file',
    '6 of 7 files cannot be pushed; nothing was sent',
  ])
    expect(stderr).toContain(text);
});

it('openapi push makes slugs of letters with accents as of those without', async () => {
  writeFileSync(join(cli.cwd, 'Ünïcode.yaml'), 'openapi: 3.1.0\n');
  expect((await cli('openapi push Ünïcode.yaml --dry-run')).stdout).toContain('\tunicode\t');
});

it.each(['nonsense', 'ftp://x.test/a.yaml', 'http://', 'javascript:1', ''])(
  'openapi create and set refuse --url "%s" in one line',
  async (url) => {
    for (const verb of ['create', 'set']) {
      const { exitCode, stderr } = await cli(['openapi', verb, 'fresh', '--url', url]);
      expect([exitCode, stderr.split('\n')[0]]).toEqual([
        2,
        `docs: --url must begin with https:// or http://, not "${url}"`,
      ]);
    }
  },
);

it.each(NOT_OPENAPI)(
  'openapi create and set refuse %s before anything is sent',
  async (name, text, message) => {
    writeFileSync(join(cli.cwd, name), text);
    for (const words of [`create fresh --file ${name}`, `set parcels --file @${name} --wait`]) {
      const { exitCode, stderr } = await cli(`openapi ${words} --debug`);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
      expect(stderr).not.toMatch(/(POST|PUT|GET) /);
    }
    const piped = await cli('openapi set parcels --file - --json', { stdin: text });
    expect(JSON.parse(piped.stderr).error).toMatchObject({
      exit: 2,
      code: 'VALIDATION',
      outcome: 'not-sent',
    });
    expect(piped.stderr).toContain(message.replace(name, 'standard input'));
  },
);

it('openapi create sends a URL as it is, and a large JSON file without delay', async () => {
  const { stdout } = await cli('openapi create far --url http://127.0.0.1:9/not-yaml.txt --dry-run --json');
  expect(stdout).toContain('http://127.0.0.1:9/not-yaml.txt');
  const paths = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`/p${at}`, { get: {} }]));
  writeFileSync(join(cli.cwd, 'large.json'), JSON.stringify({ openapi: '3.1.0', paths }));
  expect(await cli('openapi create large --file large.json --dry-run')).toMatchObject({ exitCode: 0 });
});
