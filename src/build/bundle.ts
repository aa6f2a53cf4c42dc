// Builds dist/: our own code in chunks, each heavy package as a file of its own, all loaded when first used.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin, transform } from 'esbuild';
import { entries } from '../commands/index.ts';
import { writeLicenses } from './licenses.ts';
import { writeManPages } from './man.ts';
import { type Pack, packChunks } from './pack.ts';

/** Built aside, so that a program that runs meanwhile, and a build that fails, meet a whole dist/. */
const ASIDE = `.dist-${process.pid}`;

/** Not bundled: native code, or data read from the disk. */
const EXTERNAL = ['@photostructure/sqlite', 'pdfkit', 'dejavu-fonts-ttf'];

/** One file each in dist/: nobody pays for what a command does not use. */
export const HEAVY: Readonly<Record<string, string>> = {
  undici: 'undici',
  conf: 'conf',
  ora: 'ora',
  '@inquirer/prompts': 'inquirer',
  'cli-table3': 'cli-table3',
  yaml: 'yaml',
  'csv-stringify/sync': 'csv-stringify',
  hono: 'hono',
  '@hono/node-server': 'hono-node-server',
  'markdown-it': 'markdown-it',
  diff: 'diff',
  turndown: 'turndown',
  '@joplin/turndown-plugin-gfm': 'turndown-gfm',
  '@seriousme/openapi-schema-validator': 'openapi-schema-validator',
  'jq-wasm': 'jq-wasm',
  open: 'open',
};

/** As a namespace this package is 579 KB, by the names we use 32 KB. */
const NAMES: Readonly<Record<string, string>> = {
  '@inquirer/prompts': 'confirm, input, password, search',
};

/** Made of parts of the package. */
const PARTS: Readonly<Record<string, string>> = { undici: './src/build/undici.cjs' };

function entryOf(name: string): string {
  if (NAMES[name]) return `export { ${NAMES[name]} } from '${name}';`;
  if (PARTS[name]) return `module.exports = require('${PARTS[name]}');`;
  return `module.exports = require('${name}');`;
}

/** Imports of heavy packages become imports of their file in dist/. */
const apart = (own?: string): Plugin => ({
  name: 'heavy-packages-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => {
      const file = Object.hasOwn(HEAVY, path) && path !== own ? HEAVY[path] : undefined;
      return file ? { path: `${own ? '.' : './lib'}/${file}.cjs`, external: true } : undefined;
    });
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

/** A real import() of a CommonJS file makes Node scan it for exports first: 57 ms for all of ours. */
const NO_IMPORT = { 'dynamic-import': false };

const common = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20.18',
  format: 'cjs',
  metafile: true,
  supported: NO_IMPORT,
  legalComments: 'none',
  logLevel: 'warning',
  // Where packages are linked to makes no difference to what is built.
  preserveSymlinks: true,
  external: [...EXTERNAL],
  // cli-table3 offers colours of its own; ours are set elsewhere.
  alias: { '@colors/colors/safe': resolve('src/build/nothing.cjs') },
} as const satisfies BuildOptions;

/** What every command loads; what a request loads; what the sandbox loads for any request. */
const PACKS: readonly Pack[] = [
  { file: 'code-cache.js', roots: ['src/start/code-cache.ts'] },
  // Spaces stand for every group: what describes an operation comes with them.
  { file: 'cli.js', roots: ['src/start.ts', 'src/commands/content/spaces.ts'] },
  {
    file: 'request.js',
    roots: [
      'src/engine/run/run.ts',
      'src/client/client.ts',
      'src/client/transport/choose.ts',
      'src/client/transport/node-http.ts',
    ],
  },
  {
    file: 'sandbox.js',
    roots: [
      'src/engine/run/sandbox-transport.ts',
      'src/sandbox/app.ts',
      'src/sandbox/handlers/content/spaces.ts',
    ],
  },
];

async function toCommonJs(text: string): Promise<string> {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.18',
    minify: true,
    supported: NO_IMPORT,
  });
  return code.trimEnd();
}

/**
 * Split into chunks as ES modules, then each chunk turned into CommonJS: on Node 20 a `require` costs a fifth of an
 * `import`, and one file for everything costs 10 ms of parsing for what a command does not use.
 */
async function bundleOwnCode(version: string): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    ...common,
    format: 'esm',
    supported: {},
    splitting: true,
    write: false,
    entryPoints: ['src/main.ts'],
    outdir: 'dist',
    chunkNames: '[name]-[hash]',
    plugins: [apart(), commanderWithoutSpawn],
    // createRequire takes a path as well as a URL.
    define: {
      DOCS_VERSION: JSON.stringify(version),
      'import.meta.url': '__filename',
      'import.meta.dirname': '__dirname',
    },
  });
  const chunks = new Map<string, string>();
  for (const { path, text } of outputFiles ?? []) chunks.set(basename(path), await toCommonJs(text));
  for (const [name, code] of packChunks(chunks, metafile, PACKS)) writeFileSync(`${ASIDE}/${name}`, code);
  return metafile;
}

const versionOfPackage = (): string => JSON.parse(readFileSync('package.json', 'utf8')).version;

export async function bundle(): Promise<Metafile[]> {
  const version = versionOfPackage();
  mkdirSync(`${ASIDE}/lib`, { recursive: true });
  const metafiles = [await bundleOwnCode(version)];
  for (const [name, file] of Object.entries(HEAVY)) {
    const made = await build({
      ...common,
      stdin: {
        contents: entryOf(name),
        resolveDir: '.',
        loader: 'js',
      },
      outfile: `${ASIDE}/lib/${file}.cjs`,
      plugins: [apart(name)],
      define: { 'import.meta.url': '__importMetaUrl', 'import.meta.dirname': '__dirname' },
      banner: { js: 'const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    });
    metafiles.push(made.metafile);
  }
  // jq reads it from this folder beside itself.
  mkdirSync(`${ASIDE}/lib/build`);
  copyFileSync('node_modules/jq-wasm/dist/build/jq.wasm', `${ASIDE}/lib/build/jq.wasm`);
  // The validator reads them from beside itself.
  cpSync('node_modules/@seriousme/openapi-schema-validator/schemas', `${ASIDE}/lib/schemas`, {
    recursive: true,
  });
  writeFileSync(`${ASIDE}/package.json`, '{ "type": "commonjs" }\n');
  writeLicenses(metafiles, `${ASIDE}/THIRD-PARTY-LICENSES`);
  return metafiles.filter((file): file is Metafile => file !== undefined);
}

/** No file system exchanges two folders in one step; between these two renames there is next to nothing. */
function takePlace(): void {
  const old = `${ASIDE}-old`;
  if (existsSync('dist')) renameSync('dist', old);
  renameSync(ASIDE, 'dist');
  rmSync(old, { recursive: true, force: true });
}

try {
  const metafiles = await bundle();
  await writeManPages(entries, versionOfPackage(), `${ASIDE}/man`);
  writeFileSync(`${ASIDE}/metafile.json`, JSON.stringify(metafiles[0]));
  takePlace();
} finally {
  rmSync(ASIDE, { recursive: true, force: true });
}
