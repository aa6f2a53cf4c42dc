// Builds our own code: a few CommonJS files with source maps. Most modules run when they are first imported, in whatever
// file; those that every call of a file needs run with it, as one text: that saves what each of them costs by itself.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type OnResolveArgs, type Plugin } from 'esbuild';
import { divide, type Place } from './files.ts';
import { commanderWithoutSpawn, HEAVY_IMPORTS, heavyApart, INSTALLED } from './packages.ts';

/**
 * The namespaces of modules that only stand for one in another place: for one that runs with its file, and for one that
 * runs when it is imported. Neither makes a getter for each name, as esbuild would for a module as a whole: thousands of
 * them took a tenth of a request.
 */
const RUNNING = 'running-elsewhere';
/** All that runs with another file: one module, or each module of it that is imported would ask for the file again. */
const FILE = 'another-file';
const HELD = 'held-elsewhere';
/** A module in another place that an `import()` asks for. */
const LATER = 'later-elsewhere';
/** Gives the names of a module in the same file that runs when it is imported. */
const OFFER = 'offer';
/** Says to whoever imports it later that `default` is one of its names. */
const ES_MODULE = '__esModule: true';
/** Marks an import that is resolved already. */
const RESOLVED = Symbol('resolved');

/**
 * Wraps a whole file. When the file is required, it runs like any other. When it is run as a script, it returns its
 * function, so that what keeps compiled code on Node 20 needs no second copy of the text: that cost a garbage collection in every call.
 * Only a function has `arguments`; `exports` is a global variable of `node -e`.
 * What is built into Node comes from Node itself: `require` would list all names of such a module for an `import`, which
 * takes 0.1 ms the first time and 20 us each time after it, and a request asks 40 times. A module of another file is
 * asked for as `./file.js#id`, and kept: a stand-in for each of them was made in every call, needed or not.
 */
const OPENED =
  '(run => typeof arguments === "object" ? run.apply(this, arguments) : run)((function (exports, open, module, __filename, __dirname) {' +
  'const load = id => (module.open ?? open)(id), kept = {}, later = (id, at = id.indexOf("#")) => load(id.slice(0, at)).later[id.slice(at + 1)](),' +
  'require = id => id.startsWith("node:") ? process.getBuiltinModule(id) : id.includes("#") ? kept[id] ??= later(id) : load(id);';
const CLOSED = '}))';

interface Layout {
  places: ReadonlyMap<string, Place>;
  /** What each of our modules exports. */
  names: ReadonlyMap<string, readonly string[]>;
  /** What the modules of a file import of another, by the two. */
  taken: ReadonlyMap<string, ReadonlySet<string>>;
  /** A short word for each module. */
  ids: ReadonlyMap<string, string>;
  /** The modules whose names others take at once, and those they ask for when they run. */
  wanted: ReadonlySet<string>;
  wantedLater: ReadonlySet<string>;
}

/** Builds the files of the program into the folder `dist`. */
export async function bundleProgram(common: BuildOptions, dist: string): Promise<Metafile[]> {
  const everything = await build({
    ...common,
    metafile: true,
    entryPoints: ['src/main.ts'],
    write: false,
    outdir: 'all',
    external: [...INSTALLED, ...HEAVY_IMPORTS],
  });
  const layout = await layOut(everything.metafile);
  const files = [...new Set([...layout.places.values()].map(({ file }) => file))].sort();
  const builds = files.map((file) =>
    build({
      ...common,
      metafile: true,
      stdin: { contents: entryOf(file, layout), resolveDir: '.', loader: 'js' },
      // The entry is ours: it imports as a module does, and offers what it has in one object.
      logOverride: { 'commonjs-variable-in-esm': 'silent' },
      outfile: `${dist}/${file}.js`,
      sourcemap: true,
      sourcesContent: false,
      banner: { js: OPENED },
      footer: { js: CLOSED },
      plugins: [heavyApart, othersApart(layout, file), commanderWithoutSpawn],
    }),
  );
  const built = await Promise.all(builds);
  return built.map(({ metafile }) => metafile);
}

async function layOut(modules: Metafile): Promise<Layout> {
  const places = divide(modules);
  const names = await namesOf([...places.keys()].filter(isOwn));
  const ids = new Map([...places.keys()].map((path, at) => [path, `m${at}`]));
  const wanted = new Set<string>();
  const wantedLater = new Set<string>();
  for (const [path, { imports }] of Object.entries(modules.inputs)) {
    for (const { path: target, kind } of imports) {
      const how = howToReach(places, path, target, kind);
      if (how === RUNNING) wanted.add(target);
      if (how === HELD || how === LATER) wantedLater.add(target);
    }
  }
  return { places, names, taken: namesTaken(modules, places), ids, wanted, wantedLater };
}

const isOwn = (path: string): boolean => path.startsWith('src/');

/** How a module gets at what it imports: within its own text, or in another place. */
function howToReach(
  places: ReadonlyMap<string, Place>,
  importer: string,
  target: string,
  kind: string,
): typeof RUNNING | typeof HELD | typeof LATER | 'inside' {
  const [from, to] = [places.get(importer), places.get(target)];
  if (!from || !to) return 'inside';
  const isLater = kind === 'dynamic-import';
  // Within a file, what waits to be asked for must not draw in what runs with the file: esbuild would let both wait.
  if (from.file === to.file && from.runs === to.runs && !(isLater && to.runs)) return 'inside';
  if (from.file === to.file && !to.runs) return 'inside';
  if (isLater || !isOwn(target)) return LATER;
  return to.runs ? RUNNING : HELD;
}

/** An import by name at the begin of a line, as the formatter writes them. */
const IMPORT = /^(?:import|export) ([^;]*?) from '([^']+)';/gm;
const ALL = '*';

function namesTaken({ inputs }: Metafile, places: ReadonlyMap<string, Place>): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>();
  for (const [importer, { imports }] of Object.entries(inputs).filter(([path]) => isOwn(path))) {
    for (const [, list = '', from] of readFileSync(importer, 'utf8').matchAll(IMPORT)) {
      const target = imports.find(({ original, kind }) => original === from && kind !== 'dynamic-import');
      if (!target) continue;
      const [ahead = '', inside = ''] = list.split('{');
      const named = inside.split(/[,}]/).map((one) => one.trim().split(' as ')[0] ?? '');
      const unnamed = ahead.includes(ALL) ? ALL : 'default';
      const key = `${places.get(importer)?.file} ${target.path}`;
      taken.set(key, new Set([...(taken.get(key) ?? []), ...named, ...(ahead ? [unnamed] : [])]));
    }
  }
  return taken;
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
function entryOf(file: string, layout: Layout): string {
  const own = [...layout.places].filter(([, place]) => place.file === file);
  const parts = own.map(([path, { runs }]) =>
    runs ? partThatRuns(path, layout) : partThatIsHeld(path, layout),
  );
  const of = (key: keyof Part) => parts.flatMap((part) => part[key]);
  const offered = [...of('names'), `later: { ${['__proto__: null', ...of('later')].join(', ')} }`];
  return `${of('imports').join('\n')}\nmodule.exports = { ${offered.join(', ')} };`;
}

/** What one module adds to the entry of its file. */
interface Part {
  imports: string[];
  names: string[];
  later: string[];
}

/** How a file calls what one of its modules exports. */
const knownAs = ({ ids }: Layout, module: string, name: string): string => `${ids.get(module)}_${name}`;

function partThatRuns(path: string, layout: Layout): Part {
  const { names, ids, wanted, wantedLater } = layout;
  // What a package has in it runs with whoever imports it.
  if (!isOwn(path)) return { imports: [], names: [], later: [] };
  const list = names.get(path) ?? [];
  const known = (name: string) => knownAs(layout, path, name);
  const aliases = list.map((name) => `${name} as ${known(name)}`);
  const pairs = list.map((name) => `${name}: ${known(name)}`);
  const isWanted = wanted.has(path) || wantedLater.has(path);
  const from = JSON.stringify(`./${path}`);
  return {
    imports: [isWanted ? `import { ${aliases} } from ${from};` : `import ${from};`],
    names: wanted.has(path) ? list.map(known) : [],
    later: wantedLater.has(path) ? [`${ids.get(path)}: () => ({ ${[ES_MODULE, ...pairs]} })`] : [],
  };
}

function partThatIsHeld(path: string, { ids, wantedLater }: Layout): Part {
  const held = isOwn(path) ? `require('${OFFER}:${path}').offer()` : `require('./${path}')`;
  return {
    imports: [],
    names: [],
    later: wantedLater.has(path) ? [`${ids.get(path)}: () => ${held}`] : [],
  };
}

/** Imported by one of our modules, by a package, or by the entry, which has no place. */
const isOurs = ({ path, namespace }: OnResolveArgs): boolean =>
  ['file', '', OFFER].includes(namespace) && !path.startsWith('node:');

const othersApart = (layout: Layout, into: string): Plugin => ({
  name: 'other-files-apart',
  setup({ onResolve, onLoad, resolve }) {
    const { places, names, taken, ids } = layout;
    // For every import, of the entry too: a module that came by another way would be read by other rules on defaults.
    onResolve({ filter: /./ }, async (asked) => {
      if (asked.pluginData === RESOLVED || !isOurs(asked) || asked.path.startsWith(`${OFFER}:`))
        return undefined;
      const { path, ...rest } = asked;
      const found = await resolve(path, { ...rest, pluginData: RESOLVED });
      if (found.external || found.namespace !== 'file') return found;
      const module = relative('.', found.path);
      const file = places.get(module)?.file;
      const how = howToReach(places, relative('.', asked.importer), module, asked.kind);
      if (how === 'inside') return found;
      if (how === LATER) return { path: `./${file}.js#${ids.get(module)}`, external: true };
      return { path: `${module} of ${file}.js`, namespace: how, pluginData: { module, file } };
    });
    onResolve({ filter: /^offer:/ }, ({ path }) => ({
      path: path.slice(OFFER.length + 1),
      namespace: OFFER,
    }));
    onLoad({ filter: /./, namespace: OFFER }, ({ path }) => {
      const list = names.get(path) ?? [];
      const imports = list.map((name, at) => `${name} as n${at}`);
      const offered = list.map((name, at) => `${name}: n${at}`);
      const contents = `import { ${imports} } from './${path}'; export const offer = () => ({ ${[ES_MODULE, ...offered]} });`;
      return { contents, resolveDir: '.' };
    });
    onResolve({ filter: /./, namespace: RUNNING }, ({ path }) => ({ path, namespace: FILE }));
    for (const namespace of [FILE, HELD])
      onResolve({ filter: /./, namespace }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: RUNNING }, ({ pluginData: { module, file } }) => {
      const list = (names.get(module) ?? []).map((name) => `${knownAs(layout, module, name)} as ${name}`);
      return { contents: `export { ${list.join(', ')} } from './${file}.js';` };
    });
    onLoad({ filter: /./, namespace: FILE }, ({ path }) => {
      const own = [...places].filter(([, { file, runs }]) => runs && `./${file}.js` === path);
      const all = own.flatMap(([module]) =>
        (names.get(module) ?? []).map((name) => knownAs(layout, module, name)),
      );
      return { contents: `export { ${all.join(', ')} } from '${path}';` };
    });
    onLoad({ filter: /./, namespace: HELD }, ({ pluginData: { module, file } }) => {
      const wants = taken.get(`${into} ${module}`);
      const list = (names.get(module) ?? []).filter((name) => wants?.has(name) || wants?.has(ALL));
      const lines = list.map((name) => `export ${name === 'default' ? name : `const ${name} =`} it.${name};`);
      return { contents: `const it = require('./${file}.js#${ids.get(module)}');\n${lines.join('\n')}` };
    });
  },
});
