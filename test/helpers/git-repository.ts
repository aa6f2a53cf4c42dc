// Bare git repositories in a temporary folder, written by the real git, and a server of them.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importGit } from '../../src/api/integrations/git.ts';
import { untilEnd } from './lasting.ts';
import type { TestSandbox } from './sandbox.ts';

const env = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
};

const output = (cwd: string, args: readonly string[]): string =>
  execFileSync('git', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });

export const git = (cwd: string, ...args: string[]): string => output(cwd, args).trim();

export interface TestRepository {
  /** Path of the bare repository. */
  url: string;
  /** Commits files (undefined: removed) on a branch and returns the commit's id. */
  commit(files: Record<string, string | Uint8Array | undefined>, options?: CommitOptions): string;
  /** Text of a file on a branch. */
  read(path: string, branch?: string): string;
  /** Paths of all files of a branch. */
  list(branch?: string): string[];
  git(...args: string[]): string;
  cleanup(): void;
}

interface CommitOptions {
  message?: string;
  branch?: string;
}

export function makeRepository(folder = mkdtempSync(join(tmpdir(), 'docs-repository-'))): TestRepository {
  const bare = join(folder, 'guides.git');
  const work = join(folder, 'work');
  git(folder, 'init', '-q', '--bare', '-b', 'main', bare);
  git(folder, 'init', '-q', '-b', 'main', work);
  return {
    url: bare,
    commit(files, { message = 'Write pages', branch = 'main' } = {}) {
      git(work, 'fetch', '-q', bare, '+refs/heads/*:refs/remotes/origin/*');
      const isKnown = git(work, 'branch', '-r', '--list', `origin/${branch}`) !== '';
      const from = isKnown ? ['-B', branch, `origin/${branch}`] : ['--orphan', branch];
      git(work, 'checkout', '-q', '-f', ...from);
      for (const [path, content] of Object.entries(files)) writeOrRemove(join(work, path), content);
      git(work, 'add', '-A');
      git(work, 'commit', '-q', '--allow-empty', '-m', message);
      git(work, 'push', '-q', bare, `HEAD:refs/heads/${branch}`);
      return git(work, 'rev-parse', 'HEAD');
    },
    read: (path, branch = 'main') => output(bare, ['show', `${branch}:${path}`]),
    list: (branch = 'main') =>
      output(bare, ['ls-tree', '-r', '-z', '--name-only', branch]).split('\0').filter(Boolean),
    git: (...args) => git(bare, ...args),
    cleanup: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function writeOrRemove(file: string, content: string | Uint8Array | undefined): void {
  if (content === undefined) {
    rmSync(file);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** A folder for a test, with what makes repositories in it. Call `remove` when done. */
export function gitFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'docs-git-'));
  const repo = () => makeRepository(mkdtempSync(join(folder, 'repo-')));
  return { folder, repo, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A new space that was imported from a repository with these files; returns its ID. */
export async function spaceFromGit(
  box: TestSandbox,
  files: Record<string, string | Uint8Array>,
): Promise<string> {
  const repository = untilEnd(makeRepository());
  repository.commit(files);
  const spaceId = await box.newSpace({ title: 'From git', empty: true });
  await box.call(importGit, { spaceId, url: `file://${repository.url}`, ref: 'refs/heads/main' });
  await box.sandbox.background.settle();
  return spaceId;
}

/** Serves the repositories of a folder over HTTP to whoever sends the credentials; notes every request. */
export async function gitServer(root: string, credentials?: string) {
  const requests: { url: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { url = '', method = '', headers } = request;
    requests.push({ url, authorization: headers.authorization });
    const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (expected && headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('no');
      return;
    }
    const [path = '', query = ''] = url.split('?');
    const backend = spawn('git', ['-c', 'http.receivepack=true', 'http-backend'], {
      env: {
        ...env,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: path,
        QUERY_STRING: query,
        REQUEST_METHOD: method,
        CONTENT_TYPE: headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
        REMOTE_USER: 'test',
        HTTP_GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      },
    });
    request.pipe(backend.stdin);
    const chunks: Buffer[] = [];
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    backend.on('close', () => {
      const answer = Buffer.concat(chunks);
      const split = answer.indexOf('\r\n\r\n');
      const head = answer
        .subarray(0, split)
        .toString()
        .split('\r\n')
        .map((line) => line.split(': '));
      const status = Number(head.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200);
      response.writeHead(status, Object.fromEntries(head.filter(([name]) => name !== 'Status')));
      response.end(answer.subarray(split + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, requests, close: () => new Promise((resolve) => server.close(resolve)) };
}
