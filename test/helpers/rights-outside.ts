// What requests reach beyond the sandbox, for the table of rights: a page on a server, and a repository with a branch.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { repositoriesFolder } from '../../src/sandbox/content/git/local-repositories.ts';
import { git } from './git-repository.ts';
import type { TestSandbox } from './sandbox.ts';

const servers = new WeakMap<TestSandbox, Server>();

/** The URL of a page, of a server that is begun when it is first wanted. */
export async function pageUrl(box: TestSandbox): Promise<string> {
  const server = servers.get(box) ?? createServer(sendPage);
  servers.set(box, server);
  if (!server.listening) await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  // A server of TCP has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/page.html`;
}

const sendPage: Parameters<typeof createServer>[1] = (_, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html', connection: 'close' })
    .end('<h1>A page</h1><p>Text.</p>');
};

/** The folder of `tarnpost/docs` at the git provider of the sandbox. */
export function repository(box: TestSandbox): string {
  const folder = join(repositoriesFolder(box.sandbox.file), 'tarnpost', 'docs');
  if (mkdirSync(folder, { recursive: true }) === undefined) return folder;
  git(folder, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, 'README.md'), '# Docs\n');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'Begin');
  return folder;
}

export async function closeOutside(box: TestSandbox): Promise<void> {
  rmSync(repositoriesFolder(box.sandbox.file), { recursive: true, force: true });
  const server = servers.get(box);
  if (server) await new Promise((closed) => server.close(closed));
}
