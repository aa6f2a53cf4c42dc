// A bare git repository in a temporary folder, written by the real git.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importGit } from '../../src/api/integrations/git.ts';
import { untilEnd } from './lasting.ts';
import type { TestSandbox } from './sandbox.ts';

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

export function makeRepository(): TestRepository {
  const folder = mkdtempSync(join(tmpdir(), 'docs-repository-'));
  const bare = join(folder, 'guides.git');
  const work = join(folder, 'work');
  const run = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString();
  run(folder, 'init', '-q', '--bare', '-b', 'main', bare);
  run(folder, 'init', '-q', '-b', 'main', work);
  return {
    url: bare,
    commit(files, { message = 'Write pages', branch = 'main' } = {}) {
      run(work, 'fetch', '-q', bare, '+refs/heads/*:refs/remotes/origin/*');
      const known = run(work, 'branch', '-r', '--list', `origin/${branch}`).trim() !== '';
      run(
        work,
        'checkout',
        '-q',
        '-f',
        ...(known ? ['-B', branch, `origin/${branch}`] : ['--orphan', branch]),
      );
      for (const [path, content] of Object.entries(files)) writeOrRemove(join(work, path), content);
      run(work, 'add', '-A');
      run(work, 'commit', '-q', '--allow-empty', '-m', message);
      run(work, 'push', '-q', bare, `HEAD:refs/heads/${branch}`);
      return run(work, 'rev-parse', 'HEAD').trim();
    },
    read: (path, branch = 'main') => run(bare, 'show', `${branch}:${path}`),
    list: (branch = 'main') =>
      run(bare, 'ls-tree', '-r', '-z', '--name-only', branch).split('\0').filter(Boolean),
    git: (...args) => run(bare, ...args),
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
