// Node 20 keeps no compiled code: there, files of the program run from what V8 made of them the first time.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';

/** Keeps what this run compiled. Never throws: without it the next run is slower, no more. */
export type KeepCode = () => void;

/** Before the code stands what it was made of and what it is, in four bytes each: V8 would run damaged code. */
const HEAD = 8;

/**
 * Gives the files of `program` to whoever requires them: they stand in the cache of `require` before they are asked for, and
 * are run when they are. What is kept of them is in `folder`.
 */
export function keepOnNode20(
  { getBuiltinModule, pid }: NodeJS.Process,
  program: string,
  folder: string,
): KeepCode {
  const [Module, vm, { crc32 }] = [
    getBuiltinModule('node:module'),
    getBuiltinModule('node:vm'),
    getBuiltinModule('node:zlib'),
  ];
  const node = Module.createRequire(join(program, 'main.js'));
  const compiled = new Map<string, { text: Buffer; script: Script }>();

  const open = (name: string, filename: string): NodeJS.Module => {
    const text = readFileSync(filename);
    const code = kept(join(folder, name), crc32(text));
    // The build writes ASCII.
    const source = Module.wrap(text.toString('latin1'));
    const script = new vm.Script(source, { filename, ...(code && { cachedData: code }) });
    if (script.cachedDataRejected !== false) compiled.set(name, { text, script });
    const module = Object.assign(new Module(filename), { filename, loaded: true });
    Object.defineProperty(node.cache, filename, { value: module });
    const own = (id: string) => node.cache[join(program, id)]?.exports ?? node(id);
    script.runInThisContext().call(module.exports, module.exports, own, module, filename, program);
    return module;
  };
  const kept = (path: string, sum: number): Buffer | undefined => {
    try {
      const data = readFileSync(path);
      const code = data.subarray(HEAD);
      return data.readUInt32LE() === sum && data.readUInt32LE(HEAD / 2) === crc32(code) ? code : undefined;
    } catch {
      return undefined;
    }
  };

  for (const name of readdirSync(program).filter((file) => file.endsWith('.js') && file !== 'main.js')) {
    const path = join(program, name);
    Object.defineProperty(node.cache, path, { configurable: true, get: () => open(name, path) });
  }
  return () => {
    try {
      if (compiled.size > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const [name, { text, script }] of compiled) {
        const code = script.createCachedData();
        const head = Buffer.alloc(HEAD);
        head.writeUInt32LE(crc32(text));
        head.writeUInt32LE(crc32(code), HEAD / 2);
        const aside = join(folder, `.${name}-${pid}`);
        writeFileSync(aside, Buffer.concat([head, code]), { mode: 0o600 });
        renameSync(aside, join(folder, name));
      }
    } catch {
      // A full or read-only disk: everything is compiled again next time.
    }
  };
}
