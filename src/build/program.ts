// Builds our own code: a few CommonJS files with source maps. A module runs when it is first imported, in whatever file.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { divide, wantedElsewhere } from './files.ts';
import { HEAVY_IMPORTS, heavyFile, INSTALLED } from './packages.ts';

/** The namespace of modules that do nothing but require what is in another file. */
const ELSEWHERE = 'elsewhere';
/** This file is one module: it is imported as it is, without a copy of its names for each of those who do. */
const ERRORS = 'errors';
/** Marks an import that is resolved already. */
const RESOLVED = Symbol('resolved');

/** Builds the files of the program into the folder `dist`. */
export async function bundleProgram(common: BuildOptions, dist: string): Promise<Metafile[]> {
  const everything = await build({
    ...common,
    metafile: true,
    entryPoints: ['src/main.ts'],
    write: false,
    outfile: 'all.js',
    external: [...INSTALLED, ...HEAVY_IMPORTS],
  });
  const modules = everything.metafile;
  const files = divide(modules);
  const builds = [...new Set(files.values())].sort().map((file) =>
    build({
      ...common,
      metafile: true,
      stdin: {
        contents: entryOf(file, wantedElsewhere(modules, files, file)),
        resolveDir: '.',
        loader: 'js',
      },
      outfile: `${dist}/${file}.js`,
      sourcemap: true,
      sourcesContent: false,
      plugins: [heavyApart, othersApart(file, files), commanderWithoutSpawn],
    }),
  );
  return (await Promise.all(builds)).map(({ metafile }) => metafile);
}

/** What a file offers to others: each module by its name, run when it is first asked for. */
function entryOf(file: string, wanted: readonly string[]): string {
  if (file === ERRORS) return "export * from './src/errors.ts';";
  const offers = wanted.map(
    (path) => `${JSON.stringify(path)}: () => require(${JSON.stringify(`./${path}`)})`,
  );
  const run = file === 'main' ? " require('./src/main.ts');" : '';
  return `module.exports = { ${offers.join(', ')} };${run}`;
}

const heavyApart: Plugin = {
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

/** Imported by one of our modules, by a package, or by the entry, which has no place. */
const isOurs = (path: string, namespace: string): boolean =>
  (namespace === 'file' || namespace === '') && !path.startsWith('node:');

const othersApart = (own: string, files: ReadonlyMap<string, string>): Plugin => ({
  name: 'other-files-apart',
  setup({ onResolve, onLoad, resolve }) {
    // For every import, of the entry too: a module that came by another way would be read by other rules on defaults.
    onResolve({ filter: /./ }, async ({ path, pluginData, ...rest }) => {
      if (pluginData === RESOLVED || !isOurs(path, rest.namespace)) return undefined;
      const found = await resolve(path, { ...rest, pluginData: RESOLVED });
      if (found.external || found.namespace !== 'file') return found;
      const module = relative('.', found.path);
      const file = files.get(module);
      if (!file || file === own) return found;
      return file === ERRORS
        ? { path: './errors.js', external: true }
        : { path: `${module} of ${file}.js`, namespace: ELSEWHERE, pluginData: { module, file } };
    });
    onResolve({ filter: /./, namespace: ELSEWHERE }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: ELSEWHERE }, ({ pluginData: { module, file } }) => ({
      contents: `module.exports = require('./${file}.js')[${JSON.stringify(module)}]();`,
    }));
  },
});

/**
 * commander loads node:child_process for subcommands that are programs of their own: 8 ms for what nobody here uses.
 * It becomes a loader that would fetch it when called.
 */
const commanderWithoutSpawn: Plugin = {
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
