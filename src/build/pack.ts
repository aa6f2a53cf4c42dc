// Puts chunks that are always loaded together into one file: each file costs Node a third of a millisecond.
import type { Metafile } from 'esbuild';

/** A pack: its file, and the source files whose chunks, with all they import at once, belong into it. */
export interface Pack {
  file: string;
  roots: readonly string[];
}

/**
 * Takes CommonJS chunks by file name and the metafile of their build; returns the files to write. A chunk goes into the
 * first pack that wants it and becomes a function there; whoever requires it asks the pack.
 */
export function packChunks(
  chunks: ReadonlyMap<string, string>,
  metafile: Metafile,
  packs: readonly Pack[],
): Map<string, string> {
  const home = new Map<string, string>();
  for (const { file, roots } of packs) {
    for (const chunk of closure(metafile, roots)) if (!home.has(chunk)) home.set(chunk, file);
  }
  const written = new Map<string, string>();
  for (const [name, code] of chunks) if (!home.has(name)) written.set(name, redirect(code, home));
  for (const { file } of packs) {
    const members = [...chunks].filter(([name]) => home.get(name) === file);
    written.set(file, packText(members.map(([name, code]) => [name, redirect(code, home, file)])));
  }
  return written;
}

/** The chunks that come with these sources: their own and, again and again, what those import statically. */
function closure({ outputs }: Metafile, roots: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    const name = path.replace(/^.*\//, '');
    const output = outputs[path];
    if (!output || found.has(name)) return;
    found.add(name);
    for (const { path: next, kind } of output.imports) if (kind === 'import-statement') visit(next);
  };
  for (const root of roots) {
    const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === root);
    if (!entry) throw new Error(`${root} is no chunk of its own: nothing imports it lazily`);
    visit(entry);
  }
  return found;
}

/** `require("./chunk-X.js")` becomes a call of the pack that holds it; within the pack itself, of its own functions. */
function redirect(code: string, home: ReadonlyMap<string, string>, own?: string): string {
  return code.replace(/(=?)require\("\.\/([\w.-]+\.js)"\)/g, (whole, assigned: string, name: string) => {
    const file = home.get(name);
    if (!file) return whole;
    if (file !== own) return `${assigned}require("./${file}")("${name}")`;
    // `n=require(...)` was an import; anything else was an `await import()`, which is wanted now.
    return assigned ? `=load("${name}")` : `get("${name}")`;
  });
}

/**
 * Within a pack an import is a promise to load: the chunk runs when something of it is first used. Help and a short
 * command use few of the functions that a group of commands names. Chunks do nothing else when they run than make
 * what they export, so their order does not matter. `made` tells the code cache which of them have run.
 */
function packText(members: readonly (readonly [name: string, code: string])[]): string {
  const functions = members.map(([name, code]) => `${JSON.stringify(name)}(module,exports){${code}\n}`);
  return `"use strict";const made={},chunks={${functions.join(',')}};
const get=name=>{let m=made[name];if(!m){m=made[name]={exports:{}};chunks[name](m,m.exports)}return m.exports};
const load=name=>made[name]?.exports??new Proxy({},{get:(_,key)=>get(name)[key]});
module.exports=Object.assign(get,{made});\n`;
}
