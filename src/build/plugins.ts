// What the build does to packages: the heavy ones go into files of their own, and commander starts no program.
import { readFileSync } from 'node:fs';
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
