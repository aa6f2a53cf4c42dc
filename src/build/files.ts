// Which file of dist/ holds which of our modules: those used together share a file, and no module is in two.
import type { Metafile } from 'esbuild';

/** What every call loads, what every command loads, what the sandbox loads for any request; with all that these import at once. */
const ROOTS: Readonly<Record<string, readonly string[]>> = {
  // Nearly every module uses them.
  errors: ['src/errors.ts'],
  main: ['src/main.ts', 'src/start/code-cache.ts'],
  cli: ['src/start.ts', 'src/start/code-cache-save.ts', 'src/engine/completion/complete.ts'],
  // Spaces stand for every group: what describes an operation comes with them.
  command: [
    'src/engine/model/run-command.ts',
    'src/commands/content/spaces.ts',
    'src/engine/run/run.ts',
    'src/engine/references/resolve-names.ts',
    'src/output/formats/tsv.ts',
    'src/output/formats/table.ts',
    'src/output/pager.ts',
    'src/client/client.ts',
    'src/client/unexpected-response.ts',
    'src/client/transport/choose.ts',
    'src/client/transport/node-http.ts',
  ],
  // commander, which help and mistakes need.
  help: ['src/engine/model/parse-line.ts'],
  sandbox: [
    'src/engine/run/sandbox-transport.ts',
    'src/sandbox/app.ts',
    'src/sandbox/handlers/content/spaces.ts',
  ],
};

/** Areas with so many commands that each has a file of its own. */
const LARGE: readonly string[] = ['content', 'sites', 'tool'];

/** Anything else is loaded by an `import()`: its target goes by its folder. */
function fileOfFolder(path: string): string {
  const area = /^src\/commands\/(\w+)\//.exec(path)?.[1];
  if (area) return LARGE.includes(area) ? `commands-${area}` : 'commands-other';
  return path.startsWith('src/sandbox/') ? 'sandbox-more' : 'more';
}

/** Takes what esbuild found out about all modules; returns the file of each, without its ending. */
export function divide({ inputs }: Metafile): Map<string, string> {
  const files = new Map<string, string>();
  for (const [file, roots] of Object.entries(ROOTS)) {
    for (const path of withImports(inputs, roots)) if (!files.has(path)) files.set(path, file);
  }
  const wanted = new Map<string, Set<string>>();
  for (const target of lazyTargets(inputs)) {
    const file = fileOfFolder(target);
    for (const path of withImports(inputs, [target])) {
      wanted.set(path, (wanted.get(path) ?? new Set()).add(file));
    }
  }
  for (const [path, by] of wanted) if (!files.has(path)) files.set(path, oneOf(path, [...by]));
  return files;
}

/** What several files want is in none of them. */
function oneOf(path: string, [file = '', ...more]: readonly string[]): string {
  if (more.length === 0) return file;
  return path.startsWith('src/sandbox/') ? 'sandbox-more' : 'shared';
}

/** These modules and, again and again, what they import at once. */
function withImports(inputs: Metafile['inputs'], roots: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    const input = inputs[path];
    if (!input) throw new Error(`${path} is not a module of the program`);
    found.add(path);
    for (const { path: next, kind, external } of input.imports) {
      if (kind !== 'dynamic-import' && !external) visit(next);
    }
  };
  for (const root of roots) visit(root);
  return found;
}

function lazyTargets(inputs: Metafile['inputs']): Set<string> {
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  return new Set(
    imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external).map(({ path }) => path),
  );
}

/** The modules of `file` that modules of other files import. */
export function wantedElsewhere(
  { inputs }: Metafile,
  files: ReadonlyMap<string, string>,
  file: string,
): string[] {
  const found = new Set<string>();
  for (const [path, { imports }] of Object.entries(inputs)) {
    if (files.get(path) === file) continue;
    for (const { path: target } of imports) if (files.get(target) === file) found.add(target);
  }
  return [...found].sort();
}
