// Writes the code cache: after a run that compiled something new.
import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeFileDurably } from '../files/writer.ts';
import type { Compiled } from './code-cache.ts';

const OLD_MS = 30 * 24 * 3600 * 1000;

/**
 * Keeps all files of a run: one that loads a new file has compiled more of the others too. `ran`: their names, and what
 * kind of call it was. Never throws: on a full or read-only disk everything is compiled again next time.
 */
export function saveCode(folder: string, compiled: readonly Compiled[], ran: readonly string[]): void {
  try {
    for (const { path, script, kept } of compiled) {
      const names = [...new Set([...(kept ?? []), ...ran])];
      const half = Buffer.concat([Buffer.from(headOf(names)), script.createCachedData()]);
      writeFileDurably(path, Buffer.concat([half, half]), { ownDir: true });
    }
    sweep(folder, new Set(compiled.map(({ path }) => basename(path))));
  } catch {
    // Nothing is lost but time.
  }
}

/** What stands before the code, filled up to a multiple of eight bytes: V8 would copy code that begins elsewhere. */
function headOf(names: readonly string[]): string {
  const line = names.join(' ');
  return `${line.padEnd(line.length + 7 - (line.length % 8))}\n`;
}

/** Other builds of the same files, and versions that have written nothing for a month. */
function sweep(folder: string, own: ReadonlySet<string>): void {
  const files = new Set([...own].map(sourceOf));
  for (const name of readdirSync(folder)) {
    if (!own.has(name) && files.has(sourceOf(name))) rmSync(join(folder, name), { force: true });
  }
  for (const version of readdirSync(dirname(folder))) {
    const path = join(dirname(folder), version);
    if (path !== folder && VERSION.test(version)) removeOld(path);
  }
}

/** `1.2.0-v20.20.2-x64`: the cache may be a folder that holds other things as well. */
const VERSION = /^\d+\.\d+\.\d+[\w.-]*-v\d+\.\d+\.\d+[\w.-]*-\w+$/;
const CODE = /^[\w.-]+\.c?js-\d+-\w+$/;

/** Removes the code of a version, and the folder when nothing else is in it. */
function removeOld(path: string): void {
  const stats = lstatSync(path);
  if (!stats.isDirectory() || Date.now() - stats.mtimeMs <= OLD_MS) return;
  const names = readdirSync(path);
  for (const name of names.filter((one) => CODE.test(one))) rmSync(join(path, name), { force: true });
  if (names.every((name) => CODE.test(name))) rmdirSync(path);
}

/** `cli.js-156132-mwq0i6qt` is of `cli.js`. */
function sourceOf(name: string): string {
  return name.replace(/-\d+-\w+$/, '');
}
