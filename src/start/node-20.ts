// Node 20 keeps no compiled code: there, files of the program run from what V8 made of them the last time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import type { CompiledCode } from './compiled-code.ts';

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

/** Opens the files of `program` for the one that asks and for each other; packages look for theirs as Node does. */
export function keepOnNode20(process: NodeJS.Process, folder: string, program: string): CompiledCode {
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
    const data = readFileSync(path);
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
