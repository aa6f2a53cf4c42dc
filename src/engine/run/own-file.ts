// Files that a run replaces only when an earlier run wrote them.
import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { ConfigError } from '../../errors.ts';
import { statsAt } from '../../files/io-error.ts';

interface OwnFile {
  cwd: string;
  /** As it was typed. */
  file: string;
  /** How each file of this kind begins, without white space. */
  start: string;
  /** `a plan of docs`. */
  what: string;
  /** The flag that named it. */
  flag: string;
}

/** An earlier file of the same kind is replaced; anything else is not. Throws ConfigError `FILE_EXISTS`. */
export function refuseOther({ cwd, file, start, what, flag }: OwnFile): void {
  const path = resolve(cwd, file);
  const stats = statsAt(path, { to: 'write', shown: file });
  // A link, a pipe or a folder is refused where the file is written.
  if (!stats?.isFile() || stats.size === 0 || startOf(path).replace(/\s/g, '').startsWith(start)) return;
  throw new ConfigError(`refusing to overwrite "${file}": it is not ${what}`, {
    code: 'FILE_EXISTS',
    hint: `choose another file for ${flag}, or remove this one`,
    details: { path },
  });
}

/** --plan-out replaces an earlier plan, and nothing else. Throws ConfigError `FILE_EXISTS`. */
export function refuseOtherThanPlan({ cwd }: Context, file: string): void {
  if (file === '-') return;
  refuseOther({ cwd, file, start: '{"version":1,"origin":"', what: 'a plan', flag: '--plan-out' });
}

function startOf(path: string): string {
  const start = Buffer.alloc(200);
  const fd = openSync(path, 'r');
  try {
    return start.toString('utf8', 0, readSync(fd, start, 0, start.length, 0));
  } finally {
    closeSync(fd);
  }
}
