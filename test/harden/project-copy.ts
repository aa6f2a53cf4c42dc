// A copy of the project in a temp folder, for runs that change its source.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface ProjectCopy {
  folder: string;
  remove(): void;
}

/** Copies what git tracks, and what it would; packages are linked, not copied. */
export function copyProject(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'docs-copy-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const path of listed.split('\0')) {
    if (path === '' || path === 'node_modules' || !existsSync(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
