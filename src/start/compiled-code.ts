// Keeps the program as Node compiled it, for the next run: compiling is a third of the time of a short command.

import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathsOf } from '../config/folders.ts';
import type { KeepCode } from './node-20.ts';

/** What `node:module` has since Node 22. */
interface CompileCache {
  enableCompileCache(folder: string): unknown;
}

/** Rights of group and others to write: whoever may change the folder could run what he likes as this user. */
const OTHERS_WRITE = 0o022;

/**
 * From now on, files of the program (a folder) run as they were compiled last time: by Node's own cache, on Node 20 by
 * what takes its place. Off without a home, in a folder that another user owns or may write to, and by
 * `DOCS_CODE_CACHE=off`.
 */
export async function keepCompiled(
  process: NodeJS.Process,
  version: string,
  program: string,
): Promise<KeepCode | undefined> {
  const { env, platform, arch } = process;
  const { cache } = pathsOf({ env, platform, cwd: '/' });
  if (cache === undefined || env.DOCS_CODE_CACHE === 'off') return undefined;
  const folder = join(cache, 'code', `${version}-${process.version}-${arch}`);
  if (!isOurs(folder, process.geteuid?.())) return undefined;
  // Safe: asked for before it is used.
  const node = process.getBuiltinModule('node:module') as Partial<CompileCache>;
  if (!node.enableCompileCache) return (await import('./node-20.ts')).keepOnNode20(program, folder);
  if (isMade(folder)) node.enableCompileCache(folder);
  return undefined;
}

/** A folder of this user that nobody else may change; where there is none yet, it can be made in one of his. */
function isOurs(folder: string, user: number | undefined): boolean {
  const stats = look(folder);
  if (stats) return isOwn(stats, user) && (user === undefined || (stats.mode & OTHERS_WRITE) === 0);
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    const found = look(above);
    if (found) return isOwn(found, user);
  }
  return false;
}

/** Undefined as well below a file, and in a folder that may not be read. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const isOwn = (stats: Stats, user: number | undefined): boolean =>
  stats.isDirectory() && (user === undefined || stats.uid === user);

/** For this user alone: Node would let others look into it. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}
