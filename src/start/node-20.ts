// Node 20 keeps no compiled code: there, files of the program run from what V8 made of them the first time.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';

/** Keeps what this run compiled. Never throws: without it the next run is slower, no more. */
export type KeepCode = () => void;

/** A file that nothing was kept of. */
interface Compiled {
  name: string;
  sum: number;
  script: Script;
}

/** Before the code stand the checksums of the text and of the code, four bytes each: V8 would run damaged code. */
const HEAD = 8;

/**
 * Puts the files of the folder `program` into the cache of `require`, each to be run when it is first required, from its
 * compiled code in `folder`.
 */
export function keepOnNode20(process: NodeJS.Process, program: string, folder: string): KeepCode {
  // Not imported: only Node 20 needs them.
  const Module = process.getBuiltinModule('node:module');
  const vm = process.getBuiltinModule('node:vm');
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const node = Module.createRequire(join(program, 'main.js'));
  const compiled: Compiled[] = [];

  const run = (name: string, filename: string): NodeJS.Module => {
    const text = readFileSync(filename);
    const sum = crc32(text);
    const cachedData = codeIn(join(folder, name), sum, crc32);
    // The build writes ASCII.
    const source = Module.wrap(text.toString('latin1'));
    const script = new vm.Script(source, { filename, ...(cachedData && { cachedData }) });
    if (script.cachedDataRejected !== false) compiled.push({ name, sum, script });
    const module = Object.assign(new Module(filename), { filename, loaded: true });
    Object.defineProperty(node.cache, filename, { value: module });
    const require = (id: string) => node.cache[join(program, id)]?.exports ?? node(id);
    script.runInThisContext().call(module.exports, module.exports, require, module, filename, program);
    return module;
  };
  for (const name of readdirSync(program).filter((file) => file.endsWith('.js') && file !== 'main.js')) {
    const path = join(program, name);
    Object.defineProperty(node.cache, path, { configurable: true, get: () => run(name, path) });
  }
  return () => {
    try {
      for (const one of compiled) keep(one, join(folder, one.name), { pid: process.pid, crc32 });
    } catch {
      // A full or read-only disk: everything is compiled again next time.
    }
  };
}

type Checksum = (data: Buffer) => number;

/** The compiled code of a text with this checksum, where it was kept and is whole. */
function codeIn(path: string, sum: number, crc32: Checksum): Buffer | undefined {
  try {
    const data = readFileSync(path);
    const code = data.subarray(HEAD);
    return data.readUInt32LE() === sum && data.readUInt32LE(HEAD / 2) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all, for another run beside this one. */
function keep(
  { sum, script }: Compiled,
  path: string,
  { pid, crc32 }: { pid: number; crc32: Checksum },
): void {
  const code = script.createCachedData();
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(sum);
  head.writeUInt32LE(crc32(code), HEAD / 2);
  const aside = `${path}.${pid}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(aside, Buffer.concat([head, code]), { mode: 0o600 });
  renameSync(aside, path);
}
