// Builds our own code: a few CommonJS files with source maps. Most modules run when they are first imported, in whatever
// file; those that every call of a file needs run with it, as one text: that saves what each of them costs by itself.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type OnResolveArgs, type Plugin } from 'esbuild';
import { divide, type Place } from './files.ts';
import { HEAVY_IMPORTS, heavyFile, INSTALLED } from './packages.ts';

/** The namespaces of modules that only stand for one in another place: by its names, or as a whole once it is asked for. */
const NAMES = 'names-elsewhere';
const WHOLE = 'elsewhere';
/** This file is one module: it is imported as it is. */
const ERRORS = 'errors';
/** Marks an import that is resolved already. */
const RESOLVED = Symbol('resolved');

interface Layout {
  places: ReadonlyMap<string, Place>;
  /** What each of our modules exports. */
  names: ReadonlyMap<string, readonly string[]>;
  /** A short word for each module. */
  ids: ReadonlyMap<string, string>;
  /** The modules that others ask for by name, and as a whole. */
  wanted: ReadonlySet<string>;
  wantedWhole: ReadonlySet<string>;
}

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
  const layout = await layOut(everything.metafile);
  const files = [...new Set([...layout.places.values()].map(({ file }) => file))].sort();
  const builds = files.map((file) =>
    build({
      ...common,
      metafile: true,
      stdin: { contents: entryOf(file, layout), resolveDir: '.', loader: 'js' },
      outfile: `${dist}/${file}.js`,
      sourcemap: true,
      sourcesContent: false,
      plugins: [heavyApart, othersApart(file, layout), commanderWithoutSpawn],
    }),
  );
  return (await Promise.all(builds)).map(({ metafile }) => metafile);
}

async function layOut(modules: Metafile): Promise<Layout> {
  const places = divide(modules);
  const names = await namesOf([...places.keys()].filter(isOwn));
  const ids = new Map([...places.keys()].map((path, at) => [path, `m${at}`]));
  const wanted = new Set<string>();
  const wantedWhole = new Set<string>();
  for (const [path, { imports }] of Object.entries(modules.inputs)) {
    for (const { path: target, kind } of imports) {
      const how = howToReach(places, path, target, kind);
      if (how === NAMES) wanted.add(target);
      if (how === WHOLE) wantedWhole.add(target);
    }
  }
  return { places, names, ids, wanted, wantedWhole };
}

const isOwn = (path: string): boolean => path.startsWith('src/');

/** How a module gets at what it imports: within its own text, by names, or as a whole, which makes it run then. */
function howToReach(
  places: ReadonlyMap<string, Place>,
  importer: string,
  target: string,
  kind: string,
): typeof NAMES | typeof WHOLE | 'inside' {
  const [from, to] = [places.get(importer), places.get(target)];
  if (!from || !to) return 'inside';
  const isLater = kind === 'dynamic-import';
  // Within a file, what waits to be asked for must not draw in what runs with the file: esbuild would let both wait.
  if (from.file === to.file && from.runs === to.runs && !(isLater && to.runs)) return 'inside';
  if (from.file === to.file && !to.runs) return 'inside';
  return to.runs && !isLater && isOwn(target) ? NAMES : WHOLE;
}

/** What these modules export. Each is read by itself, so that esbuild names it. */
async function namesOf(paths: readonly string[]): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    entryPoints: [...paths],
    outdir: 'names',
    outbase: '.',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint = '', exports }) => [entryPoint, exports]),
  );
}

/** What a file runs, and what it offers to others: names of modules that run, and modules that are first asked for. */
function entryOf(file: string, { places, names, ids, wanted, wantedWhole }: Layout): string {
  if (file === ERRORS) return "export * from './src/errors.ts';";
  const own = [...places].filter(([, place]) => place.file === file);
  const lines: string[] = [];
  const later: string[] = [];
  for (const [path, { runs }] of own) {
    const id = ids.get(path);
    const from = JSON.stringify(`./${path}`);
    if (runs && isOwn(path)) lines.push(`import ${from};`);
    if (runs && wanted.has(path))
      lines.push(`export { ${exported(names.get(path), id).join(', ')} } from ${from};`);
    if (!wantedWhole.has(path)) continue;
    if (runs) lines.push(`import * as ${id} from ${from};`);
    later.push(`${JSON.stringify(path)}: () => ${runs ? id : `require(${from})`}`);
  }
  return `${lines.join('\n')}\nexport const later = { ${later.join(', ')} };`;
}

const exported = (names: readonly string[] = [], id = ''): string[] =>
  names.map((name) => `${name} as ${id}_${name}`);

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
const isOurs = ({ path, namespace }: OnResolveArgs): boolean =>
  (namespace === 'file' || namespace === '') && !path.startsWith('node:');

const othersApart = (own: string, { places, names, ids }: Layout): Plugin => ({
  name: 'other-files-apart',
  setup({ onResolve, onLoad, resolve }) {
    // For every import, of the entry too: a module that came by another way would be read by other rules on defaults.
    onResolve({ filter: /./ }, async (asked) => {
      if (asked.pluginData === RESOLVED || !isOurs(asked)) return undefined;
      const { path, ...rest } = asked;
      const found = await resolve(path, { ...rest, pluginData: RESOLVED });
      if (found.external || found.namespace !== 'file') return found;
      const module = relative('.', found.path);
      const file = places.get(module)?.file;
      if (file === ERRORS && own !== ERRORS) return { path: './errors.js', external: true };
      const how = howToReach(places, relative('.', asked.importer), module, asked.kind);
      if (how === 'inside') return found;
      return { path: `${module} of ${file}.js`, namespace: how, pluginData: { module, file } };
    });
    for (const namespace of [NAMES, WHOLE])
      onResolve({ filter: /./, namespace }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: NAMES }, ({ pluginData: { module, file } }) => {
      const id = ids.get(module);
      const list = (names.get(module) ?? []).map((name) => `${id}_${name} as ${name}`);
      return { contents: `export { ${list.join(', ')} } from './${file}.js';` };
    });
    onLoad({ filter: /./, namespace: WHOLE }, ({ pluginData: { module, file } }) => ({
      contents: `module.exports = require('./${file}.js').later[${JSON.stringify(module)}]();`,
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
