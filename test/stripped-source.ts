// TypeScript becomes JavaScript once, for all workers: Vite would take each file apart anew for each of them.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src/');
const STRIPPED = join(ROOT, '.stripped/');

/** For `plugins` of Vite, beside `external`: tests import the JavaScript, which Node loads by itself. */
export const strippedSource = {
  name: 'stripped source',
  enforce: 'pre' as const,
  configResolved: strip,
  resolveId(path: string, importer: string | undefined): string | undefined {
    if (importer === undefined || !/^\..*\.ts$/.test(path)) return undefined;
    const file = resolve(dirname(importer), path);
    // Vite writes its paths with slashes everywhere.
    return file.startsWith(SOURCE) ? strippedOf(file).replaceAll('\\', '/') : undefined;
  },
};

/** For `server.deps.external` of Vitest. */
export const external = [/\/\.stripped\//];

const strippedOf = (file: string): string => join(STRIPPED, relative(SOURCE, file).replace(/ts$/, 'js'));

const sourceOf = (file: string): string => join(SOURCE, relative(STRIPPED, file).replace(/js$/, 'ts'));

/** Brings the JavaScript of each file of `src` up to date. */
async function strip(): Promise<void> {
  const sources = filesIn(SOURCE).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
  mkdirSync(STRIPPED, { recursive: true });
  const wanted = new Set(sources.map(strippedOf));
  for (const file of filesIn(STRIPPED)) if (file.endsWith('.js') && !wanted.has(file)) rmSync(file);
  const entryPoints = sources.filter(hasChanged);
  if (entryPoints.length === 0) return;
  const { outputFiles } = await build({
    entryPoints,
    outdir: STRIPPED,
    outbase: SOURCE,
    bundle: true,
    plugins: [fileByFile],
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    sourcemap: 'inline',
    sourcesContent: false,
    write: false,
    logLevel: 'error',
  });
  for (const { path, contents } of outputFiles) replace(path, contents);
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** What a file imports is the JavaScript of its neighbor, and it believes to be where its source is. */
const fileByFile: Plugin = {
  name: 'file by file',
  setup(plugin) {
    plugin.onResolve({ filter: /^/ }, ({ path, kind, resolveDir }) => {
      if (kind === 'entry-point') return undefined;
      // What is JavaScript already is used where it is.
      if (/^\..*\.mjs$/.test(path))
        return { path: pathToFileURL(resolve(resolveDir, path)).href, external: true };
      return { path: path.replace(/^(\..*)\.ts$/, '$1.js'), external: true };
    });
    plugin.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};

/** Whole or not at all, for another run beside this one; as old as its source, which tells when it has changed. */
function replace(path: string, contents: Uint8Array): void {
  const { atime, mtime } = statSync(sourceOf(path));
  const made = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(made, contents);
  utimesSync(made, atime, mtime);
  renameSync(made, path);
}

function hasChanged(source: string): boolean {
  const made = statSync(strippedOf(source), { throwIfNoEntry: false });
  return made?.mtime.getTime() !== statSync(source).mtime.getTime();
}
