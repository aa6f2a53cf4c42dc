// Keeps the program as Node compiled it, for the next run: compiling is a third of the time of a short command.

import { closeSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { pathsOf } from '../config/folders.ts';

// Node 20 keeps no compiled code: there, files of the program run from what V8 made of them the last time.

interface Kept {
  /** For which kinds of calls it has run: what of a file is compiled depends on the command. */
  kinds: readonly string[];
  code: Uint8Array;
}

interface OwnFile {
  path: string;
  text: Buffer;
  script: Script;
  /** Undefined where nothing was kept of this text. */
  kinds: readonly string[] | undefined;
}

/** With so many kinds of calls, next to nothing of a file is left that has not run. */
const MOST_KINDS = 100;
const OWN = /^\.\/[\w-]+\.js$/;
const LINE_END = 10;
/** Memory for one file of kept code after the other, made once: V8 is done with it when a script is made. */
let room: Buffer;
const ROOM_BYTES = 1 << 22;

/** Opens the files of `program` for the one that asks and for each other; packages look for theirs as Node does. */
function keepOnNode20(process: NodeJS.Process, folder: string, program: string): CompiledCode {
  // Not imported: `--version` needs none.
  const vm = process.getBuiltinModule('node:vm');
  const files: OwnFile[] = [];
  const modules = new Map<string, { exports: unknown }>([['./main.js', module]]);
  const open = (id: string): unknown => {
    if (!OWN.test(id)) return module.require(id);
    const known = modules.get(id);
    if (known) return known.exports;
    const own = { exports: {}, open };
    modules.set(id, own);
    const filename = join(program, id);
    const file = load(vm.Script, join(folder, id), filename);
    files.push(file);
    file.script.runInThisContext().call(own.exports, own.exports, open, own, filename, program);
    return own.exports;
  };
  // The build has each of our files look for this before Node's own `require`.
  Object.assign(module, { open });
  return {
    async save() {
      const kind = kindOf(process);
      const grown = files.filter(
        ({ kinds }) => !kinds || (kind !== '' && kinds.length < MOST_KINDS && !kinds.includes(kind)),
      );
      if (grown.length === 0) return;
      const { saveCode } = await import('./node-20-save.ts');
      for (const { kinds = [], ...file } of grown) saveCode({ ...file, kinds: [...kinds, kind] });
    },
  };
}

/** A call that failed is no kind of its own: its words may be anything. */
function kindOf({ argv, exitCode, stdout }: NodeJS.Process): string {
  const words = argv.slice(2, 4).filter((word) => /^[a-z][a-z-]{0,19}$/.test(word));
  return exitCode ? '' : [...words, stdout.isTTY ? 'terminal' : 'pipe'].join('/');
}

/** Each of our files, run as a script, gives the function that is its module. */
function load(Code: typeof Script, path: string, filename: string): OwnFile {
  const text = readFileSync(filename);
  const found = read(path, text);
  const script = new Code(text.toString(), { filename, ...(found && { cachedData: found.code }) });
  return { path, text, script, kinds: script.cachedDataRejected === false ? found?.kinds : undefined };
}

/** A line of kinds, the text that was compiled, and its code twice: V8 would run damaged code. */
function read(path: string, text: Buffer): Kept | undefined {
  try {
    const file = openSync(path, 'r');
    room ??= Buffer.allocUnsafeSlow(ROOM_BYTES);
    // What is larger is not whole here, and so begun anew.
    const data = room.subarray(0, readSync(file, room));
    closeSync(file);
    const begin = data.indexOf(LINE_END) + 1;
    const line = data.toString('latin1', 0, begin).trimEnd();
    const rest = data.subarray(begin + Math.ceil(text.length / 8) * 8);
    const half = rest.subarray(0, rest.length / 2);
    const isWhole =
      half.equals(rest.subarray(half.length)) && text.equals(data.subarray(begin, begin + text.length));
    return isWhole ? { kinds: line.split(' '), code: half } : undefined;
  } catch {
    return undefined;
  }
}

export interface CompiledCode {
  /** Keeps what this run compiled. Never throws: without it the next run is slower, no more. */
  save(): Promise<void>;
}

/** What `node:module` has since Node 22. */
interface CompileCache {
  enableCompileCache(folder: string): unknown;
}

/** Rights of group and others to write: whoever may change the folder could run what he likes as this user. */
const OTHERS_WRITE = 0o022;
const OFF: CompiledCode = { save: async () => {} };

/**
 * From now on, files of the program (a folder) run as they were compiled last time: by Node's own cache, on Node 20 by
 * what takes its place. Off without a home, in a folder that another user owns or may write to, and by
 * `DOCS_CODE_CACHE=off`.
 */
export function keepCompiled(process: NodeJS.Process, version: string, program: string): CompiledCode {
  const { env, platform, arch } = process;
  const { cache } = pathsOf({ env, platform, cwd: '/' });
  if (cache === undefined || env.DOCS_CODE_CACHE === 'off') return OFF;
  const folder = join(cache, 'code', `${version}-${process.version}-${arch}`);
  if (!isOurs(folder, process.geteuid?.())) return OFF;
  // Safe: asked for before it is used.
  const node = process.getBuiltinModule('node:module') as Partial<CompileCache>;
  if (!node.enableCompileCache) return keepOnNode20(process, folder, program);
  if (isMade(folder)) node.enableCompileCache(folder);
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
