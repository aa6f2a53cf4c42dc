import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Cli, freshCli, sandboxedCli } from '../../helpers/cli.ts';

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
  const { stdout, stderr, exitCode } = await cli([
    'complete',
    ...(quoted ? ['--quoted'] : []),
    '--',
    ...words,
  ]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : (line.split('\t')[0] ?? [])));
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
  ])('offers for %j %s', async (words, name) => {
    cli = await sandboxedCli();
    expect(await offered(words)).toContain(name);
  });

  it.each([
    [['spaces']],
    [['nonsense', '']],
    [['spaces', 'list', '']],
    [['spaces', 'update', 'x', '--title', '']],
    [[]],
  ])('offers nothing for %j', async (words) => {
    cli = await sandboxedCli();
    expect(await offered(words)).toEqual([]);
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

  it('is silent for somebody who is not signed in', async () => {
    cli = freshCli();
    expect(await offered(['spaces', 'get', ''])).toEqual([]);
  });

  it('waits for no host, and offers what was known before', async () => {
    let isMute = false;
    server = createServer((request, response) => {
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
    const known = performance.now();
    expect(await offered(['spaces', 'get', ''])).toEqual(['The space']);
    expect(performance.now() - known, 'young names need no host').toBeLessThan(200);
    now = new Date(now.getTime() + 3_600_000);
    const from = performance.now();
    expect(await offered(['spaces', 'get', ''])).toEqual(['The space']);
    expect(await offered(['members', 'get', ''])).toEqual([]);
    expect(performance.now() - from).toBeLessThan(2 * 300 + 400);
  });
});
