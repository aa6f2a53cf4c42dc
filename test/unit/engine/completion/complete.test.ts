import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readBashLine } from '../../../../src/engine/completion/complete.ts';
import { type Cli, freshCli, sandboxedCli } from '../../../helpers/cli.ts';
import { perFile, untilEnd } from '../../../helpers/lasting.ts';
import { lacks } from '../../../helpers/needs.ts';
import { SHELL_ATTACKS } from '../../../helpers/shell-attacks.ts';
import { paste } from '../../../helpers/shells.ts';
import { lineCases } from '../../../helpers/text-cases.ts';

const shared = perFile(sandboxedCli);
// The first call translates the source of all it needs, which takes longer than a name may.
beforeAll(async () => {
  await shared('spaces list');
  await shared(['alias', 'set', 'waiting', 'cr list --space']);
});
let cli: Cli;
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** Names only, of what is offered. */
async function offered(words: readonly string[], quoted = false, of: Cli = cli): Promise<string[]> {
  const { stdout, stderr, exitCode } = await of(['complete', quoted ? '--zsh' : '--fish', '--', ...words]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : (line.split('\t')[0] ?? [])));
}

/** A machine that is busy may take longer than a person who types waits: the first answer with names counts. */
async function offeredOnce(...words: string[]): Promise<string[]> {
  for (let attempt = 1; attempt < 10; attempt += 1) {
    const names = await offered(words, false, shared);
    const fitting = names.filter((name) => name.startsWith(words.at(-1) ?? ''));
    if (names.length > 0) return fitting.slice(0, 12);
  }
  return [];
}

lineCases(join(import.meta.dirname, 'offered'), {
  names: offeredOnce,
  bash: async (line: string) =>
    (await shared(['complete', '--bash', ' \t\n"\'@><=;|&(:', '--', line])).stdout,
});

describe('docs complete', () => {
  it.skipIf(lacks('words that bash completes', 'bash'))(
    'is one word of bash in any quote that is open, whatever the title is',
    () => {
      cli = untilEnd(freshCli());
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
      cli = untilEnd(freshCli());
      const { stdout } = await cli(['completion', shell]);
      expect(stdout).toContain('command docs complete');
      expect(stdout.match(/docs complete/g)).toHaveLength(1);
      expect(stdout.split('\n').length).toBeLessThan(80);
    },
  );

  it('gives PowerShell the word quoted, and its name', async () => {
    cli = untilEnd(await sandboxedCli());
    const { stdout } = await cli(['complete', '--powershell', '--', 'spaces', 'get', '"Rel.']);
    expect(stdout).toMatch(/^"Release notes"\tRelease notes\t\w+\n$/);
  });

  it('offers the id for a title that begins with a dash or cannot be typed', async () => {
    cli = untilEnd(await sandboxedCli());
    for (const title of ['--yes', 'a\u001bb', 'a\u202eb'])
      await cli(['spaces', 'create', `--title=${title}`]);
    expect((await offered(['spaces', 'get', ''])).filter((name) => /^-|[^\x20-\x7e]/.test(name))).toEqual([]);
    expect((await offered(['spaces', 'get', ''])).length).toBe(7);
  });

  it('reads words as they were typed, quotes and all', async () => {
    cli = untilEnd(await sandboxedCli());
    expect(await offered(['pages', 'get', '--space', '"API reference"', ''], true)).not.toEqual([]);
    expect(await offered(['pages', 'get', '--space', 'API\\ reference', ''], true)).not.toEqual([]);
    expect(await offered(['pages', 'get', '--space', "'API reference'", '"'], true)).not.toEqual([]);
  });

  it('offers the id where a title leads to several things', async () => {
    cli = untilEnd(await sandboxedCli());
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
    cli = untilEnd(freshCli());
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
    cli = untilEnd(freshCli());
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
    cli = untilEnd(freshCli({ now: () => now }));
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
    cli = untilEnd(await sandboxedCli());
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
