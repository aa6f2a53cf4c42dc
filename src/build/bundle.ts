// Builds dist/: the program, the heavy packages it uses, their licences and the manual pages.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { entries } from '../commands/index.ts';
import { leanMaps } from './eager-functions.ts';
import { inputsOf, writeLicenses } from './licenses.ts';
import { writeManPages } from './man.ts';
import { bundlePackages, heavyApart, INSTALLED } from './packages.ts';
import { bundleProgram } from './program.ts';

/** Built aside, so that a program that runs meanwhile, and a build that fails, meet a whole dist/. */
const ASIDE = `.dist-${process.pid}`;

const version = String(JSON.parse(readFileSync('package.json', 'utf8')).version);

const common = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20.18',
  // On Node 20 a `require` costs a fifth of an `import`.
  format: 'cjs',
  // A real import() of a CommonJS file makes Node scan it for exports first.
  supported: { 'dynamic-import': false },
  define: {
    DOCS_VERSION: JSON.stringify(version),
    // createRequire takes a path as well as a URL.
    'import.meta.url': '__filename',
    'import.meta.dirname': '__dirname',
  },
  legalComments: 'none',
  logLevel: 'warning',
  // Where packages are linked to makes no difference to what is built.
  preserveSymlinks: true,
  external: [...INSTALLED],
  // What the MCP server is sent is checked by src/commands/tool/mcp.
  alias: { '@modelcontextprotocol/server/_shims': resolve('src/build/mcp-shims.cjs') },
} as const satisfies BuildOptions;

/** No file system exchanges two folders in one step; between these two renames there is next to nothing. */
function takePlace(): void {
  const old = `${ASIDE}-old`;
  if (existsSync('dist')) renameSync('dist', old);
  renameSync(ASIDE, 'dist');
  rmSync(old, { recursive: true, force: true });
}

/**
 * `startSandbox` in one file, without anything of the program's own way to load: test runners load it in ways of theirs
 * (Jest wraps modules itself, a pool of vitest runs them in a context of its own).
 */
async function bundleTesting(dist: string) {
  const { metafile } = await build({
    ...common,
    metafile: true,
    entryPoints: ['src/sandbox/testing/start-sandbox.ts'],
    outfile: `${dist}/testing.js`,
    // People read the names of its errors and functions: a map would be a fiftieth of the package.
    keepNames: true,
    plugins: [heavyApart],
  });
  return metafile;
}

try {
  mkdirSync(ASIDE);
  const program = await bundleProgram(common, ASIDE);
  const testing = await bundleTesting(ASIDE);
  const packages = await bundlePackages(common, `${ASIDE}/lib`);
  leanMaps(ASIDE);
  writeFileSync(`${ASIDE}/package.json`, '{ "type": "commonjs" }\n');
  writeLicenses([...program, ...[testing, ...packages].flatMap(inputsOf)], `${ASIDE}/THIRD-PARTY-LICENSES`);
  await writeManPages(entries, version, `${ASIDE}/man`);
  takePlace();
} finally {
  rmSync(ASIDE, { recursive: true, force: true });
}
