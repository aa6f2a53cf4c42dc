// Writes the code cache: after a run that compiled something new.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeFileDurably } from '../files/writer.ts';
import type { Compiled } from './code-cache.ts';

const OLD_MS = 30 * 24 * 3600 * 1000;

/**
 * Keeps all files of a run: one that loads a new part has compiled more of the others too. Never throws: on a full or
 * read-only disk everything is compiled again next time.
 */
export function saveCode(folder: string, compiled: readonly Compiled[]): void {
  try {
    for (const { path, script, kept, ran } of compiled) {
      const parts = [...new Set([...(kept ?? []), ...ran()])];
      const half = Buffer.concat([Buffer.from(`${parts.join(' ')}\n`), script.createCachedData()]);
      writeFileDurably(path, Buffer.concat([half, half]), { ownDir: true });
    }
    sweep(folder, new Set(compiled.map(({ path }) => basename(path))));
  } catch {
    // Nothing is lost but time.
  }
}

/** Other builds of the same files, and versions that have written nothing for a month. */
function sweep(folder: string, own: ReadonlySet<string>): void {
  const files = new Set([...own].map(sourceOf));
  for (const name of readdirSync(folder)) {
    if (!own.has(name) && files.has(sourceOf(name))) rmSync(join(folder, name), { force: true });
  }
  for (const version of readdirSync(dirname(folder))) {
    const path = join(dirname(folder), version);
    if (path !== folder && Date.now() - statSync(path).mtimeMs > OLD_MS) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** `cli.js-156132-mwq0i6qt` is of `cli.js`. */
function sourceOf(name: string): string {
  return name.replace(/-\d+-\w+$/, '');
}
