// Builds our own code: CommonJS files with source maps. A module runs when it is first imported, whatever file it is in.
import { isAbsolute, relative, resolve } from 'node:path';
import { type ModuleInfo, type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { eagerFunctions } from './eager-functions.ts';
import { divide, isFirst } from './files.ts';
import { heavyFile, INSTALLED, withoutSpawn } from './packages.ts';

const ENTRY = 'src/main.ts';

interface Common {
  target: string;
  define: Readonly<Record<string, string>>;
  alias: Readonly<Record<string, string>>;
}

/** Builds the files of the program into the folder `dist`; returns the paths of the modules in them. */
export async function bundleProgram({ target, define, alias }: Common, dist: string): Promise<string[]> {
  const program = await rolldown({
    input: { main: ENTRY },
    platform: 'node',
    // Modules are put into files by what needs them; only these two let them run in their order all the same.
    preserveEntrySignatures: false,
    external: [...INSTALLED],
    resolve: { alias, symlinks: false },
    transform: { target, define },
    plugins: [heavyApart, commanderWithoutSpawn, eagerFunctions(isFirst)],
    // What runs in order anyway is compiled with its file: V8 keeps that, and not what is compiled when it is called.
    experimental: { onDemandWrapping: true },
    // What `import()` asks for is often there already.
    checks: { ineffectiveDynamicImport: false },
  });
  let files: ReadonlyMap<string, string> | undefined;
  const { output } = await program.write({
    dir: dist,
    // On Node 20 a `require` costs a fifth of an `import`, and a real `import()` scans a CommonJS file for exports first.
    format: 'cjs',
    strict: true,
    dynamicImportInCjs: false,
    exports: 'named',
    strictExecutionOrder: true,
    minify: true,
    comments: false,
    // V8 holds such a text in half the memory.
    charset: 'ascii',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Only our own files require each other, and none of them looks for the mark of an ES module.
    esModule: false,
    generatedCode: { symbols: false },
    externalLiveBindings: false,
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: 'files',
          name: (id, graph) => {
            files ??= divide(ENTRY, (path) => importsOf(graph.getModuleInfo(idOf(path))));
            return files.get(pathOf(id)) ?? null;
          },
        },
      ],
    },
  });
  const chunks = output.filter((one): one is OutputChunk => one.type === 'chunk');
  return chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [pathOf(id)] : [])),
  );
}

/** How `divide` names a module, ours or of a package: by its path from the root of the project. */
const pathOf = (id: string): string => (isAbsolute(id) ? relative('.', id) : id);
const idOf = (path: string): string => (/^(?:src|node_modules)\//.test(path) ? resolve(path) : path);

const importsOf = (info: ModuleInfo | null) =>
  info && {
    now: info.importedIds.map(pathOf),
    later: info.dynamicallyImportedIds.map(pathOf),
  };

/** A heavy package is asked for by the file it is in. */
const heavyApart: Plugin = {
  name: 'heavy-packages-apart',
  resolveId(name) {
    const file = heavyFile(name);
    return file ? { id: file, external: true } : undefined;
  },
};

const commanderWithoutSpawn: Plugin = {
  name: 'commander-without-spawn',
  transform: {
    filter: { id: /commander[\\/]lib[\\/]command\.js$/ },
    handler: (code) => ({ code: withoutSpawn(code), map: null }),
  },
};
