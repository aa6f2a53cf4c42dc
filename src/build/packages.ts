// The heavy packages: each a file of its own in dist/lib/, loaded when first used.
import { copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

/** Not bundled: native code, or data read from the disk. */
export const INSTALLED: readonly string[] = [
  '@fontsource-variable/inter',
  '@photostructure/sqlite',
  'dejavu-fonts-ttf',
  'pdfkit',
];

interface Heavy {
  /** What our code imports: these names of the package, or the package. */
  imports: readonly string[];
  /** As Node has it, a default is what such a file exports as a whole. */
  entry: string;
  /** Packages of it that another takes the place of. */
  alias?: Readonly<Record<string, string>>;
}

const whole = (name: string): Heavy => ({ imports: [name], entry: `module.exports = require('${name}');` });

/** By file. */
const HEAVY: Readonly<Record<string, Heavy>> = {
  // Both check by ajv, which is most of them.
  'conf-openapi': {
    imports: ['conf', '@seriousme/openapi-schema-validator'],
    entry: `import Conf from 'conf'; import { Validator } from '@seriousme/openapi-schema-validator';
      module.exports = Object.assign(Conf, { Validator });`,
  },
  // What a terminal needs: the one where anything is written to it, the other where a table is.
  // ora and cli-table3 take it from here, too, each in its own way: as a default and as the module itself.
  chalk: {
    imports: ['chalk'],
    entry: `import chalk, { Chalk } from 'chalk'; module.exports = Object.assign(chalk, { Chalk, default: chalk });`,
    alias: { '#supports-color': './src/build/colors.cjs' },
  },
  'cli-table3': {
    ...whole('cli-table3'),
    // What it would color itself, chalk does; what it would measure has been measured.
    alias: { '@colors/colors/safe': 'chalk', 'string-width': './src/build/cells.cjs' },
  },
  // Three that few commands use.
  'csv-diff-saxes': {
    imports: ['csv-parse/sync', 'csv-stringify/sync', 'diff', 'saxes'],
    entry: `export { parse, CsvError } from 'csv-parse/sync'; export { stringify } from 'csv-stringify/sync';
      export * from 'diff'; export * from 'saxes';`,
  },
  hono: {
    imports: ['hono', '@hono/node-server'],
    entry: `export * from 'hono'; export { getRequestListener } from '@hono/node-server';`,
  },
  // What a person alone needs. As a namespace the first is 579 KB, by the names we use 32 KB.
  'inquirer-open': {
    imports: ['@inquirer/prompts', 'open'],
    entry: `import open from 'open'; import { confirm, input, password, search } from '@inquirer/prompts';
      module.exports = Object.assign(open, { confirm, input, password, search });`,
  },
  'jq-wasm': whole('jq-wasm'),
  // What pages with code need, and those with formulas.
  highlight: whole('highlight.js/lib/common'),
  katex: whole('katex'),
  'markdown-it': whole('markdown-it'),
  // What a page needs beside it; of two thousand icons those that it can name.
  'markdown-it-icons': {
    imports: [
      'markdown-it-emoji',
      'markdown-it-footnote',
      '@fortawesome/free-brands-svg-icons',
      '@fortawesome/free-solid-svg-icons',
    ],
    entry: `import footnote from 'markdown-it-footnote'; import { full } from 'markdown-it-emoji';
      import * as icons from './src/sandbox/web/icon-set.generated.ts';
      module.exports = Object.assign(footnote, { full, ...icons });`,
  },
  ora: { imports: ['ora'], entry: `import ora from 'ora'; module.exports = ora;` },
  turndown: {
    imports: ['turndown', '@joplin/turndown-plugin-gfm', '@mixmark-io/domino'],
    entry: `import Turndown from 'turndown'; import { gfm } from '@joplin/turndown-plugin-gfm';
      import { createDocument } from '@mixmark-io/domino';
      module.exports = Object.assign(Turndown, { gfm, createDocument });`,
  },
  typebox: {
    imports: ['@sinclair/typebox', '@sinclair/typebox/value'],
    entry: `export { FormatRegistry } from '@sinclair/typebox';
      export { Value, ValueErrorType } from '@sinclair/typebox/value';`,
  },
  undici: { imports: ['undici'], entry: `module.exports = require('./src/build/undici.cjs');` },
  yaml: whole('yaml'),
};

/** The file of what is imported by this name, as the program in dist/ names it; undefined for what is not heavy. */
export function heavyFile(name: string): string | undefined {
  const found = Object.entries(HEAVY).find(([, { imports }]) => imports.includes(name));
  return found && `./lib/${found[0]}.cjs`;
}

/** Builds all of them into the folder `lib`, with the data that they read from beside themselves. */
export async function bundlePackages(common: BuildOptions, lib: string): Promise<Metafile[]> {
  mkdirSync(`${lib}/build`, { recursive: true });
  const builds = Object.entries(HEAVY).map(([file, { entry, imports, alias }]) =>
    build({
      ...common,
      metafile: true,
      stdin: { contents: entry, resolveDir: '.', loader: 'js' },
      outfile: `${lib}/${file}.cjs`,
      alias: { ...common.alias, ...alias },
      // One of them may use another.
      plugins: [
        markdownItWithFields,
        {
          name: 'heavy-packages-apart',
          setup({ onResolve }) {
            onResolve({ filter: /^[^./]/ }, ({ path }) => {
              const other = imports.includes(path) ? undefined : heavyFile(path);
              return other ? { path: other.replace('/lib', ''), external: true } : undefined;
            });
          },
        },
      ],
      // What a file exports as a whole, it says as a CommonJS module does.
      logOverride: { 'commonjs-variable-in-esm': 'silent' },
      define: { 'import.meta.url': '__importMetaUrl', 'import.meta.dirname': '__dirname' },
      banner: { js: 'const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    }),
  );
  const made = await Promise.all(builds);
  copyFileSync('node_modules/jq-wasm/dist/build/jq.wasm', `${lib}/build/jq.wasm`);
  cpSync('node_modules/@seriousme/openapi-schema-validator/schemas', `${lib}/schemas`, { recursive: true });
  return made.map(({ metafile }) => metafile);
}

/**
 * markdown-it sets the fields of each piece of text by a function that looks each name up in several ways: a seventh of the
 * time that parsing takes. Set as fields, they are the same.
 */
const markdownItWithFields: Plugin = {
  name: 'markdown-it-with-fields',
  setup({ onLoad }) {
    onLoad({ filter: /markdown-it[\\/]dist[\\/]markdown-it\.cjs\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const field = /_defineProperty\(\s*this,(?:\s*\/\*\*[\s\S]*?\*\/)?\s*"(\w+)",\s*([^;]*?)\s*\);/g;
      const contents = source.replace(field, 'this.$1 = $2;');
      if (contents === source) throw new Error('markdown-it sets its fields itself now: drop this plugin');
      return { contents, loader: 'js' };
    });
  },
};

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
 * Takes its source; it becomes a loader that would fetch it when called.
 */
export function withoutSpawn(source: string): string {
  const lazy = "{ spawn: (...args) => require('node:child_process').spawn(...args) }";
  const changed = source.replace("require('node:child_process')", lazy);
  if (changed === source)
    throw new Error('commander no longer loads node:child_process: drop `withoutSpawn`');
  return changed;
}
