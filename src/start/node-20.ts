// Node 20 keeps no compiled code: there, files of the program run from what V8 made of them the first time.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { pid } from 'node:process';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

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
export function keepOnNode20(program: string, folder: string): KeepCode {
  const node = createRequire(join(program, 'main.js'));
  const compiled: Compiled[] = [];

  const run = (name: string, filename: string): NodeJS.Module => {
    const text = readFileSync(filename);
    const sum = crc32(text);
    const cachedData = codeIn(join(folder, name), sum);
    // The build writes ASCII.
    const script = new Script(Module.wrap(text.toString('latin1')), {
      filename,
      ...(cachedData && { cachedData }),
    });
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
      for (const one of compiled) keep(one, folder);
    } catch {
      // A full or read-only disk: everything is compiled again next time.
    }
  };
}

/** The compiled code of a text with this checksum, where it was kept and is whole. */
function codeIn(path: string, sum: number): Buffer | undefined {
  try {
    const data = readFileSync(path);
    const code = data.subarray(HEAD);
    return data.readUInt32LE() === sum && data.readUInt32LE(HEAD / 2) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all, for another run beside this one. */
function keep({ name, sum, script }: Compiled, folder: string): void {
  const code = script.createCachedData();
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(sum);
  head.writeUInt32LE(crc32(code), HEAD / 2);
  const aside = join(folder, `.${name}-${pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(aside, Buffer.concat([head, code]), { mode: 0o600 });
  renameSync(aside, join(folder, name));
}
