// What the build does to packages: the heavy ones go into files of their own, and commander starts no program.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { heavyFile } from './packages.ts';

/** A heavy package is asked for by the file it is in. */
export const heavyApart: Plugin = {
  name: 'heavy-packages-apart',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, namespace }) => {
      const file = namespace === 'heavy' ? undefined : heavyFile(path);
      return file ? { path: file, namespace: 'heavy' } : undefined;
    });
    onResolve({ filter: /./, namespace: 'heavy' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'heavy' }, ({ path }) => ({
      contents: `export * from '${path}'; export { default } from '${path}';`,
    }));
  },
};

/**
 * commander loads node:child_process for subcommands that are programs of their own: 8 ms for what nobody here uses.
 * It becomes a loader that would fetch it when called.
 */
export const commanderWithoutSpawn: Plugin = {
  name: 'commander-without-spawn',
  setup({ onLoad }) {
    onLoad({ filter: /commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const lazy = "{ spawn: (...args) => require('node:child_process').spawn(...args) }";
      const contents = source.replace("require('node:child_process')", lazy);
      if (contents === source)
        throw new Error('commander no longer loads node:child_process: drop this plugin');
      return { contents, loader: 'js' };
    });
  },
};

/** How a table of our code begins, outside of any function. */
const TABLE =
  /^((?:export )?const \w+: (?:Readonly<|Partial<)*(?:Record<.*>|Catalog) = \{|export const (?:groups|kinds) = \{)(?!\})/gm;

export const withoutShape = (source: string): string => source.replace(TABLE, '$1 __proto__: null,');

/**
 * A table is read by any key: an object with a shape, as V8 makes for a literal, costs it 6,000 instructions a row, and
 * one without a prototype none. Nor does such a table have a row that is called `constructor`.
 */
export const tablesWithoutShape: Plugin = {
  name: 'tables-without-shape',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path, namespace }) => {
      if (namespace !== 'file') return undefined;
      const source = await readFile(path, 'utf8');
      return { contents: withoutShape(source), loader: 'ts' };
    });
  },
};
