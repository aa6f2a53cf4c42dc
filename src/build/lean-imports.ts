// An import() gives the module itself: esbuild's helper copies it, getter by getter, each time that it is asked for.
import { readFileSync, writeFileSync } from 'node:fs';

/** `__toESM` of esbuild, minified: module, whether a package imports as Node does, and the copy. */
const COPIES =
  /\(([\w$]+),([\w$]+),([\w$]+)\)=>\((\3=\1!=null\?[\w$]+\([\w$]+\(\1\)\):\{\},[\w$]+\()\2\|\|!\1\|\|!\1\.__esModule\?([\w$]+\(\3,"default",\{value:\1,enumerable:!0\}\)):\3,\1\)\)/g;

/** Nobody takes `default` of what is built into Node; without it, it is what Node has already. */
const BUILT_IN = /=>[\w$]+(\(require\("node:[\w/]+"\)\))/g;

/**
 * Our own modules say of themselves that they are such: nothing has to be added to them. A job on 10,000 targets asks for
 * the same few modules some 100,000 times. The text keeps its length, and source maps their truth.
 */
export function leanImports(files: readonly string[]): void {
  let found = 0;
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const lean = text.replace(COPIES, (copies, it, asNode, copy, begin, withDefault) => {
      found += 1;
      const short = `(${it},${asNode},${copy})=>!${asNode}&&${it}?.__esModule?${it}:(${begin}${withDefault},${it}))`;
      if (short.length > copies.length) throw new Error('the shorter import is longer: drop it');
      return short.padEnd(copies.length);
    });
    const leanest = lean.replace(BUILT_IN, (whole, it) => `=>${it}`.padEnd(whole.length));
    if (leanest !== text) writeFileSync(file, leanest);
  }
  if (found === 0)
    throw new Error('esbuild no longer copies modules as it did: see whether this is still needed');
}
