import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readBashLine } from '../../../../src/engine/completion/complete.ts';
import { type Cli, freshCli, sandboxedCli } from '../../../helpers/cli.ts';
import { lacks } from '../../../helpers/needs.ts';
import { SHELL_ATTACKS } from '../../../helpers/shell-attacks.ts';
import { paste } from '../../../helpers/shells.ts';

beforeAll(async () => {
  // The first call translates the source of all it needs, which takes longer than a name may.
  const first = await sandboxedCli();
  await first('spaces list');
  first.cleanup();
});

let cli: Cli;
let server: Server | undefined;
afterEach(() => {
  cli.cleanup();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** Names only, of what is offered. */
async function offered(words: readonly string[], quoted = false): Promise<string[]> {
  const { stdout, stderr, exitCode } = await cli(['complete', quoted ? '--zsh' : '--fish', '--', ...words]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : (line.split('\t')[0] ?? [])));
}

/** A machine that is busy may take longer than a person who types waits: the first answer with names counts. */
async function offeredOnce(words: readonly string[]): Promise<string[]> {
  for (let attempt = 1; attempt < 10; attempt += 1) {
    const names = await offered(words);
    if (names.length > 0) return names;
  }
  return offered(words);
}

describe('docs complete', () => {
  it.each<[string[], string]>([
    [['spaces', 'get', ''], 'Guides'],
    [['spaces', 'delete', 'Guides', ''], 'Handbook'],
    [['spaces', 'get', '--json', 'G'], 'Guides'],
    [['spaces', 'list', '--org', ''], 'Tarnpost'],
    [['pages', 'get', '--space', ''], 'Guides'],
    [['--profile', ''], 'sandbox'],
    [['--json', '--profile', ''], 'sandbox'],
    [['spaces', '--profile', ''], 'sandbox'],
    [['--profile', 'sandbox', '--space', ''], 'Guides'],
    [['--space', ''], 'Guides'],
    [['--profile', 'sandbox', 'spaces', 'get', ''], 'Guides'],
    [['pages', 'get', '--space', 'Guides', ''], 'shipments/labels'],
    [['cr', 'get', '--space', 'Guides', ''], '1'],
    [['members', 'get', ''], 'jonas@tarnpost.example'],
    [['teams', 'members', 'list', ''], 'Documentation'],
    [['sites', 'sections', 'update', '--site', 'Tarnpost Docs', ''], 'API'],
    [['spaces', 'move', 'Guides', '--parent', ''], 'Archive'],
    [['profiles', 'use', ''], 'sandbox'],
    [['spaces', 'list', '--profile', ''], 'sandbox'],
    [['sandbox', 'edit', ''], 'Guides'],
    [['whatis', ''], 'Guides'],
    [['spaces', 'list', '--sort', ''], 'title'],
    [['spaces', 'list', '--sort', '-'], '-updatedAt'],
    [['spaces', 'list', '--sort', 'title,-up'], 'title,-updatedAt'],
    [['members', 'list', '--sort=us'], '--sort=user.email'],
    [['members', 'list', '--where', ''], '.role'],
    [['spaces', 'update', '--where', '.vis'], '.visibility'],
    [['spaces', 'list', '--fields', ''], 'title'],
    [['spaces', 'list', '--fields', 'id,ti'], 'id,title'],
    [['members', 'update', '--fields', ''], 'user.email'],
    [['cr', 'merge', 'Guides#'], 'Guides#1'],
    [['comments', 'list', '--cr', 'API reference#'], 'API reference#1'],
    [['comments', 'list', '--cr=Guides#'], '--cr=Guides#1'],
    [['openapi', 'get', ''], 'parcels'],
    [['pages', 'get', '--space=G'], '--space=Guides'],
  ])('offers for %j %s', async (words, name) => {
    cli = await sandboxedCli();
    expect(await offeredOnce(words)).toContain(name);
  });

  it.each([
    ['docs spaces get "Rel', '"', 'Release notes'],
    ["docs spaces get 'Rel", "'", 'Release notes'],
    ['docs spaces get Rel', '', 'Release\\ notes'],
    ['docs spaces get Release\\ n', '', 'Release\\ notes'],
    ['docs pages get --space=Rel', '', 'Release\\ notes'],
    ['docs pages get --space="Rel', '"', 'Release notes'],
    ['docs members get jonas@t', '', 'tarnpost.example'],
    ['docs cr get Guides#1', '', 'Guides#1'],
  ])('gives bash for %s what it replaces', async (line, _, text) => {
    cli = await sandboxedCli();
    const { stdout } = await cli(['complete', '--bash', ' \t\n"\'@><=;|&(:', '--', line]);
    expect(stdout).toBe(`${text}\n`);
  });

  it.skipIf(lacks('words that bash completes', 'bash'))(
    'is one word of bash in any quote that is open, whatever the title is',
    () => {
      cli = freshCli();
      const lines = ['', '"', "'"].flatMap((quote) =>
        SHELL_ATTACKS.filter((text) => text !== '').map((text) => {
          const inserted = readBashLine(`docs x ${quote}`, '"\'').insertion(text) ?? '';
          // As readline closes it.
          return `docs x ${quote}${inserted}${inserted.endsWith(quote) ? '' : quote}`;
        }),
      );
      const { calls, made } = paste('bash', lines);
      expect(made).toEqual([]);
      const texts = SHELL_ATTACKS.filter((text) => text !== '');
      expect(calls).toEqual([...texts, ...texts, ...texts].map((text) => ['x', text]));
    },
  );

  it.each(['bash', 'zsh', 'fish'])(
    'in %s asks the docs of PATH, not one of the current folder',
    async (shell) => {
      cli = freshCli();
      const { stdout } = await cli(['completion', shell]);
      expect(stdout).toContain('command docs complete');
      expect(stdout.match(/docs complete/g)).toHaveLength(1);
      expect(stdout.split('\n').length).toBeLessThan(80);
    },
  );

  it('offers levels, and the parts of an organization', async () => {
    cli = await sandboxedCli();
    expect(await offeredOnce(['access', 'who-can', 're'])).toContain('review');
    expect(await offeredOnce(['orgs', 'plan', '--only', 'te'])).toContain('teams');
    expect(await offeredOnce(['members', 'update', 'jo'])).toContain('jonas@tarnpost.example');
  });

  it('gives PowerShell the word quoted, and its name', async () => {
    cli = await sandboxedCli();
    const { stdout } = await cli(['complete', '--powershell', '--', 'spaces', 'get', '"Rel.']);
    expect(stdout).toMatch(/^"Release notes"\tRelease notes\t\w+\n$/);
  });

  it('offers the id for a title that begins with a dash or cannot be typed', async () => {
    cli = await sandboxedCli();
    for (const title of ['--yes', 'a\u001bb', 'a\u202eb'])
      await cli(['spaces', 'create', `--title=${title}`]);
    expect((await offered(['spaces', 'get', ''])).filter((name) => /^-|[^\x20-\x7e]/.test(name))).toEqual([]);
    expect((await offered(['spaces', 'get', ''])).length).toBe(7);
  });

  it('reads words as they were typed, quotes and all', async () => {
    cli = await sandboxedCli();
    expect(await offered(['pages', 'get', '--space', '"API reference"', ''], true)).not.toEqual([]);
    expect(await offered(['pages', 'get', '--space', 'API\\ reference', ''], true)).not.toEqual([]);
    expect(await offered(['pages', 'get', '--space', "'API reference'", '"'], true)).not.toEqual([]);
  });

  it('offers the id where a title leads to several things', async () => {
    cli = await sandboxedCli();
    await cli('spaces create --title Guides');
    const names = await offered(['spaces', 'get', '']);
    expect(names).not.toContain('Guides');
    expect(names.length).toBe(5);
  });

  it('finds one of ten thousand by how it begins, however far down its list', async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      const spaces = Array.from({ length: 10_000 }, (_, at) => ({
        object: 'space',
        id: `id${at}`,
        title: `Space ${String(at).padStart(5, '0')}`,
      }));
      const items = request.url?.includes('/spaces')
        ? spaces
        : [{ object: 'organization', id: 'o', title: 'One' }];
      response.end(JSON.stringify({ items }));
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    cli = freshCli();
    await cli(`auth login --with-token --base-url ${url}`, { stdin: 'token-1' });
    // What was listed a moment ago is kept: the completion itself waits only shortly for a host.
    expect((await cli('spaces get "Space 09999"')).exitCode).toBe(0);
    expect(await offered(['spaces', 'get', 'Space 0999'])).toEqual(
      Array.from({ length: 10 }, (_, at) => `Space 0999${at}`),
    );
    expect(await offered(['spaces', 'get', 'Space 09'])).toHaveLength(500);
    expect(await offered(['spaces', 'get', 'None'])).toEqual([]);
  });

  it('is silent for somebody who is not signed in', async () => {
    cli = freshCli();
    expect(await offered(['spaces', 'get', ''])).toEqual([]);
  });

  it('waits for no host, and offers what was known before', async () => {
    let isMute = false;
    const asked: string[] = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (isMute) return;
      const item = request.url?.includes('/spaces') ? 'space' : 'organization';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ items: [{ object: item, id: `${item}-1`, title: `The ${item}` }] }));
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let now = new Date();
    cli = freshCli({ now: () => now });
    const signedIn = await cli(`auth login --with-token --base-url ${url}`, { stdin: 'token-1' });
    expect(signedIn.exitCode, signedIn.stderr).toBe(0);
    expect(await offered(['spaces', 'get', ''])).toEqual(['The space']);
    isMute = true;
    asked.length = 0;
    expect(await offered(['spaces', 'get', ''])).toEqual(['The space']);
    expect(asked, 'young names need no host').toEqual([]);
    now = new Date(now.getTime() + 3_600_000);
    // The host never answers: that these end at all shows that nobody waits for it. Each asks once.
    expect(await offered(['spaces', 'get', ''])).toEqual(['The space']);
    expect(await offered(['members', 'get', ''])).toEqual([]);
    expect(asked).toHaveLength(2);
  }, 10_000);
});

describe('a thing called as what asks for files', () => {
  it.skipIf(lacks('completion of bash', 'bash'))('is a name in bash, whatever quote is open', async () => {
    cli = await sandboxedCli();
    expect((await cli(['spaces', 'create', ':files'])).exitCode).toBe(0);
    for (const quote of ["'", '"']) {
      const { stdout } = await cli(['complete', '--bash', ' ', '--', `docs spaces get ${quote}:f`]);
      const folder = mkdtempSync(join(tmpdir(), 'docs-complete-'));
      writeFileSync(join(folder, 'answer'), stdout);
      writeFileSync(join(folder, 'docs'), `#!/bin/sh\nexec cat '${folder}/answer'\n`, { mode: 0o755 });
      const script = `compopt() { echo "compopt $*"; }; source completions/docs.bash; _docs; printf '<%s>' "\${COMPREPLY[@]}"`;
      const shown = spawnSync('bash', ['--norc', '-c', script], {
        env: { PATH: `${folder}:${process.env.PATH}` },
        encoding: 'utf8',
      });
      rmSync(folder, { recursive: true });
      expect(shown.stdout).toBe('<:files>');
    }
  });
});
