// Keeps the program as Node compiled it, for the next run: compiling is a third of the time of a short command.
// What Node 22 offers for this keeps no function that is compiled when it is first called, and gains a fifth of that.
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { Script } from 'node:vm';
import { pathsOf } from '../config/folders.ts';

export interface CodeCache {
  /** Keeps what this run compiled, when it is new. Never throws: without it the next run is slower, no more. */
  save(): Promise<void>;
}

export interface Compiled {
  /** Name of the file of the program. */
  name: string;
  path: string;
  script: Script;
  /** The files that have run together with this one while its code was kept, and for what; undefined when nothing is kept. */
  kept: ReadonlySet<string> | undefined;
}

/** The part of Node's module loader that its types leave out. */
interface Loader {
  new (path: string, parent: Loaded): Loaded;
  prototype: Pick<Loaded, '_compile'>;
  createRequire(filename: string): NodeJS.Require;
  /** What is loaded, by path: whoever asks for it, in whatever way, gets what is here. */
  _cache: Record<string, Loaded>;
}

interface Loaded {
  exports: unknown;
  filename: string;
  paths: string[];
  require(id: string): unknown;
  _compile(content: string, filename: string): unknown;
}

/** A smaller file is compiled sooner than what was kept of it is found. */
const SMALLEST = 16_384;
/** How a file begins that gives its function to whoever runs it as a script: the build writes our own files so. */
const WHOLE = '(run => ';
const LINE_END = 10;
/** With so many kinds of calls, next to nothing of a file is left that has not run. */
const MOST_NAMES = 200;
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
  // @types/node keeps it to itself. To load node:module for it would take 0.4 ms.
  const loader = module.constructor as unknown as Loader;
  // Not imported: `--version` needs none.
  const { Script } = process.getBuiltinModule('node:vm');
  return teach(loader, { folder, program, Script, kind: () => kindOf(process) });
}

/**
 * What of a file runs depends on the command: its first words, and whether it writes to a terminal. A call that failed
 * is no kind of its own: its words may be anything.
 */
function kindOf({ argv, exitCode, stdout }: NodeJS.Process): string[] {
  if (exitCode) return [];
  const words = argv.slice(2, 4).filter((word) => /^[a-z][a-z-]{0,19}$/.test(word));
  return [...words.map((word) => `:${word}`), ...(stdout.isTTY ? [':terminal'] : [])];
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

interface Lesson {
  folder: string;
  program: string;
  Script: typeof Script;
  /** What kind of call this was, once it is over. */
  kind: () => readonly string[];
}

function teach(loader: Loader, { folder, program, Script, kind }: Lesson): CodeCache {
  const compiled: Compiled[] = [];
  const compilePlainly = loader.prototype._compile;
  loader.prototype._compile = function compile(this: Loaded, content, filename) {
    if (content.length < SMALLEST || !filename.startsWith(program)) {
      return compilePlainly.call(this, content, filename);
    }
    const path = join(folder, keyOf(filename));
    const { script, kept } = load(Script, path, content, filename);
    compiled.push({ name: basename(filename), path, script, kept });
    const place = dirname(filename);
    const require = Object.assign(opener(loader, this, place === program), {
      resolve: (id: string) => loader.createRequire(filename).resolve(id),
    });
    return script.runInThisContext().call(this.exports, this.exports, require, this, filename, place);
  };
  // The module that asks has Node's own `require`: it has begun before there was a cache.
  Object.assign(module, { open: opener(loader, module as unknown as Loaded, true) });
  return {
    async save() {
      // Beside a file that it has not run with before, or for another kind of command, a file has run more of its functions.
      const ran = [...compiled.map(({ name }) => name), ...kind()];
      if (
        compiled.every(({ kept }) => kept && (kept.size >= MOST_NAMES || ran.every((name) => kept.has(name))))
      )
        return;
      (await import('./code-cache-save.ts')).saveCode(folder, compiled, ran);
    },
  };
}

/** What loads for one module. Beside our own files there are ours; packages look for theirs as Node does. */
function opener(loader: Loader, parent: Loaded, isOwn: boolean): (id: string) => unknown {
  return (id) =>
    isOwn && id.startsWith('./') && id.endsWith('.js')
      ? ownFile(loader, parent, dirname(parent.filename) + sep + id.slice(2))
      : parent.require(id);
}

/** Loads one of our own files as Node does once it has found it: to look for it takes Node 0.3 ms for each file. */
function ownFile(loader: Loader, parent: Loaded, path: string): unknown {
  const known = loader._cache[path];
  if (known) return known.exports;
  const made = Object.assign(new loader(path, parent), { filename: path, paths: parent.paths });
  loader._cache[path] = made;
  try {
    made._compile(readFileSync(path, 'utf8'), path);
  } catch (error) {
    delete loader._cache[path];
    throw error;
  }
  return Object.assign(made, { loaded: true }).exports;
}

/** Another version, build or Node has another name: V8 compares no more of a text than its length. */
function keyOf(filename: string): string {
  const { size, mtimeMs } = statSync(filename);
  return `${basename(filename)}-${size}-${Math.floor(mtimeMs).toString(36)}`;
}

function load(
  Code: typeof Script,
  path: string,
  content: string,
  filename: string,
): Pick<Compiled, 'script' | 'kept'> {
  const source = content.startsWith(WHOLE)
    ? content
    : `(function (exports, require, module, __filename, __dirname) { ${content}\n})`;
  const found = read(path);
  const script = new Code(source, { filename, ...(found && { cachedData: found.code }) });
  return { script, kept: script.cachedDataRejected === false ? found?.names : undefined };
}

/**
 * A kept file is a line with names of files, then the code; and all of it once more: V8 would run damaged
 * code, and to compare two halves is the cheapest check that Node has at hand at this point. Plain arrays do without
 * the methods of a buffer: Node would compile each of them first.
 */
function read(path: string): { names: ReadonlySet<string>; code: Uint8Array } | undefined {
  try {
    const { buffer, byteOffset, length } = readFileSync(path);
    const half = new Uint8Array(buffer, byteOffset, length / 2);
    if (Buffer.compare(half, new Uint8Array(buffer, byteOffset + length / 2, length / 2))) return undefined;
    const end = half.indexOf(LINE_END);
    const line = String.fromCharCode(...half.subarray(0, end));
    return { names: new Set(line.trimEnd().split(' ')), code: half.subarray(end + 1) };
  } catch {
    return undefined;
  }
}
