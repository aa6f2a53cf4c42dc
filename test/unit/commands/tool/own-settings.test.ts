import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const docs = perTest(freshCli);
beforeEach(async () => {
  expect((await docs('sandbox init --demo')).exitCode).toBe(0);
});

const projectFile = () => join(docs.cwd, '.docsrc.json');

describe('docs alias', () => {
  it('runs the command with whatever follows the name', async () => {
    expect((await docs(['alias', 'set', 'titles', 'spaces list --fields title -o tsv'])).exitCode).toBe(0);
    const all = await docs('titles');
    expect(all.stdout).toContain('Guides\n');
    expect((await docs('titles --limit 1')).stdout).toBe(`${all.stdout.split('\n', 1)[0]}\n`);
    expect((await docs('alias list -o tsv')).stdout).toBe(
      'titles\tspaces list --fields title -o tsv\tyours\n',
    );
    expect((await docs('alias delete titles')).exitCode).toBe(0);
    expect((await docs('titles')).exitCode).toBe(2);
    expect((await docs('alias delete titles')).exitCode).toBe(5);
  });

  it('keeps words in quotes together, and takes no name of a command', async () => {
    await docs(['alias', 'set', 'notes', 'spaces get "Release notes" -q']);
    expect((await docs('notes')).stdout).toBe((await docs(['spaces', 'get', 'Release notes', '-q'])).stdout);
    for (const name of ['spaces', 'login', 'help', 'Bad Name', '--x', 'constructor!'])
      expect((await docs(['alias', 'set', name, 'spaces list'])).exitCode, name).toBe(2);
    expect((await docs(['alias', 'set', 'fine', 'nothing here'])).exitCode).toBe(2);
  });

  it('of a folder may only read', async () => {
    expect((await docs(['alias', 'set', 'all', 'spaces list -q', '--here'])).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(projectFile(), 'utf8'))).toEqual({ aliases: { all: 'spaces list -q' } });
    const shown = await docs('all');
    expect(shown.exitCode).toBe(0);
    expect(shown.stderr).toContain('all: docs spaces list -q');
    for (const line of [
      'spaces delete Guides',
      'auth token',
      'api /v1/orgs',
      'spaces list --debug-har x',
      'undo --yes',
    ])
      expect((await docs(['alias', 'set', 'evil', line, '--here'])).exitCode, line).toBe(2);
    const planted = {
      evil: 'spaces delete Guides --yes',
      sent: 'spaces list --base-url=https://evil.example',
      baseline: 'audit --baseline base.json --update-baseline',
      cache: 'links check --all-spaces --external --cache cache.json',
      outside: 'links check --all-spaces --external',
      saved: 'access matrix --save matrix.csv',
      pulled: 'sites pull "Tarnpost Docs" --to pulled.yaml',
      rows: 'members offboard --rows leavers.csv --dry-run',
      cell: 'spaces get @names.txt',
    };
    writeFileSync(projectFile(), JSON.stringify({ aliases: planted }));
    for (const name of Object.keys(planted)) {
      const { exitCode, stderr } = await docs(name);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('a folder may only have aliases that read');
    }
    expect((await docs(['spaces', 'get', 'Guides', '-q'])).exitCode).toBe(0);
    expect((await docs('alias delete evil --here')).exitCode).toBe(0);
    expect((await docs('alias delete sent --here')).exitCode).toBe(0);
  });
});

describe('docs config', () => {
  it('sets what flags and variables override', async () => {
    expect((await docs('config set output json')).exitCode).toBe(0);
    expect(JSON.parse((await docs('spaces list --limit 1')).stdout)).toHaveLength(1);
    expect((await docs('spaces list --limit 1 -o id')).stdout).toMatch(/^\w{20}\n$/);
    expect((await docs('spaces list --limit 1', { env: { DOCS_OUTPUT: 'id' } })).stdout).toMatch(
      /^\w{20}\n$/,
    );
    expect((await docs('config get output')).stdout).toBe('json\n');
    expect((await docs('config set output')).exitCode).toBe(0);
    expect((await docs('config get output')).exitCode).toBe(5);
    expect((await docs('config list -o tsv')).stdout).toContain('output\ttable\tdefault\n');
  });

  it('refuses what no command would take', async () => {
    for (const line of ['output xml', 'color mauve', 'concurrency 99', 'tokn x'])
      expect((await docs(`config set ${line}`)).exitCode, line).toBe(2);
  });

  it('colors, or does not, whatever the terminal', async () => {
    const ESC = String.fromCharCode(27);
    const colored = async (env: Record<string, string> = {}) =>
      (await docs('spaces list', { tty: true, env })).stdout.includes(ESC);
    await docs('config set color never');
    expect(await colored()).toBe(false);
    await docs('config set color always');
    expect(await colored()).toBe(true);
    expect(await colored({ NO_COLOR: '1' })).toBe(false);
  });

  it('can be repaired when its file is broken', async () => {
    await docs('config set output json');
    const { stderr } = await docs('config list');
    expect(stderr).toBe('');
    const file = join(docs.home, '.config/docs/defaults.json');
    writeFileSync(file, '{');
    const broken = await docs('spaces list');
    expect(broken.exitCode).toBe(1);
    expect(broken.stderr).toContain('is not valid JSON');
  });
});
