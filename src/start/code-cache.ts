// Keeps the program as Node compiled it, for the next run: compiling is half the time of a start.
// Node 22 can do that itself; Node 20 is taught it here.
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { pathsOf } from '../config/paths.ts';
import { makeFolder } from '../files/make-folder.ts';

export interface CodeCache {
  /** Keeps what this run compiled, when it is new. Never throws: without it the next run is slower, no more. */
  save(): Promise<void>;
}

export interface Compiled {
  path: string;
  script: Script;
  /** The parts whose code is kept; undefined when nothing is. */
  kept: ReadonlySet<string> | undefined;
  /** The parts that have run, of a file that is made of some. */
  ran(): readonly string[];
}

/** The parts of Node's module loader that its types leave out: `enableCompileCache` since 22.1, `_compile` always. */
interface Loader {
  enableCompileCache?(folder: string): unknown;
  prototype: { _compile(this: Loaded, content: string, filename: string): unknown };
}

interface Loaded {
  exports: unknown;
  require(id: string): unknown;
}

/** A smaller file is compiled sooner than what was kept of it is found. */
const SMALLEST = 16_384;
/** Rights of group and others to write: whoever may change the folder could run what he likes as this user. */
const OTHERS_WRITE = 0o022;
const OFF: CodeCache = { save: async () => {} };

/**
 * From now on, files of `program` (a folder) are loaded as they were compiled last time. Off without a home, in a
 * folder that another user owns or may write to, and by `DOCS_CODE_CACHE=off`.
 */
export function openCodeCache(process: NodeJS.Process, version: string, program: string): CodeCache {
  const { env, platform, arch } = process;
  const { cache } = pathsOf({ env, platform, cwd: '/' });
  if (cache === undefined || env.DOCS_CODE_CACHE === 'off') return OFF;
  const folder = join(cache, 'code', `${version}-${process.version}-${arch}`);
  if (!isOurs(folder, process.geteuid?.())) return OFF;
  // @types/node keeps these to itself.
  const loader = Module as unknown as Loader;
  if (!loader.enableCompileCache) return teach(loader, folder, program);
  try {
    makeFolder(folder);
    loader.enableCompileCache(folder);
  } catch {
    // A read-only home.
  }
  return OFF;
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

function isOwn(stats: Stats, user: number | undefined): boolean {
  return stats.isDirectory() && (user === undefined || stats.uid === user);
}

function teach(loader: Loader, folder: string, program: string): CodeCache {
  const compiled: Compiled[] = [];
  const compilePlainly = loader.prototype._compile;
  loader.prototype._compile = function compile(content, filename) {
    if (content.length < SMALLEST || !filename.startsWith(program)) {
      return compilePlainly.call(this, content, filename);
    }
    const path = join(folder, keyOf(filename));
    const { script, kept } = load(path, content, filename);
    compiled.push({ path, script, kept, ran: () => partsOf(this.exports) });
    const require = Object.assign((id: string) => this.require(id), {
      resolve: createRequire(filename).resolve,
    });
    return script
      .runInThisContext()
      .call(this.exports, this.exports, require, this, filename, dirname(filename));
  };
  return {
    async save() {
      if (!compiled.every(isKept)) (await import('./code-cache-save.ts')).saveCode(folder, compiled);
    },
  };
}

/** Another version, build or Node has another name: V8 compares no more of a text than its length. */
function keyOf(filename: string): string {
  const { size, mtimeMs } = statSync(filename);
  return `${basename(filename)}-${size}-${Math.floor(mtimeMs).toString(36)}`;
}

function load(path: string, content: string, filename: string): Pick<Compiled, 'script' | 'kept'> {
  const source = `(function (exports, require, module, __filename, __dirname) { ${content}\n})`;
  const found = read(path);
  const script = new Script(source, { filename, ...(found && { cachedData: found.code }) });
  return { script, kept: script.cachedDataRejected === false ? found?.parts : undefined };
}

function isKept({ kept, ran }: Compiled): boolean {
  return kept !== undefined && ran().every((part) => kept.has(part));
}

/** `made` of a pack holds its chunks that have run. */
function partsOf(exports: unknown): readonly string[] {
  const made = typeof exports === 'function' && 'made' in exports ? exports.made : undefined;
  return Object.keys(made ?? {});
}

/**
 * A kept file is a line with the names of the parts, then the code; and all of it once more: V8 would run damaged
 * code, and to compare two halves is the cheapest check that Node has at hand at this point.
 */
function read(path: string): { parts: ReadonlySet<string>; code: Buffer } | undefined {
  try {
    const both = readFileSync(path);
    const half = both.subarray(0, both.length / 2);
    if (!half.equals(both.subarray(both.length / 2))) return undefined;
    const end = half.indexOf('\n');
    return { parts: new Set(half.toString('latin1', 0, end).split(' ')), code: half.subarray(end + 1) };
  } catch {
    return undefined;
  }
}
