import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const env = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@localhost',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@localhost',
};

export function git(cwd: string, ...args: string[]): string {
  const run: SpawnSyncReturns<string> = spawnSync('git', args, { cwd, env, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`);
  return run.stdout.trim();
}

export interface TestRepo {
  /** A bare repository. */
  bare: string;
  /** Commits files to a branch of it; null deletes one. Returns the commit. */
  commit(files: Record<string, string | Uint8Array | null>, branch?: string): string;
  /** Runs git in the bare repository. */
  git(...args: string[]): string;
  /** Content of a file at the tip of a branch. */
  read(path: string, branch?: string): string;
}

/** A folder for a test, with what makes repositories in it. Call `remove` when done. */
export function gitFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'docs-git-'));
  let made = 0;
  const repo = (): TestRepo => {
    const bare = join(folder, `repo-${++made}.git`);
    git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', bare);
    return {
      bare,
      git: (...args) => git(bare, ...args),
      read: (path, branch = 'main') =>
        spawnSync('git', ['show', `${branch}:${path}`], { cwd: bare, env, encoding: 'utf8' }).stdout,
      commit(files, branch = 'main') {
        const work = mkdtempSync(join(folder, 'work-'));
        const exists = git(bare, 'branch', '--list', branch) !== '';
        git(work, 'init', '--quiet', `--initial-branch=${branch}`);
        if (exists) git(work, 'pull', '--quiet', bare, branch);
        for (const [path, content] of Object.entries(files)) {
          mkdirSync(dirname(join(work, path)), { recursive: true });
          if (content === null) rmSync(join(work, path));
          else writeFileSync(join(work, path), content);
        }
        git(work, 'add', '--all');
        git(work, 'commit', '--quiet', '--allow-empty', '-m', 'Write files\n\nMore words.');
        git(work, 'push', '--quiet', bare, branch);
        const oid = git(work, 'rev-parse', 'HEAD');
        rmSync(work, { recursive: true });
        return oid;
      },
    };
  };
  return { folder, repo, remove: () => rmSync(folder, { recursive: true, force: true }) };
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
