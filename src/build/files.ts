// Which file of dist/ holds which of our modules: those used together share a file, and no module is in two.
import type { Metafile } from 'esbuild';

interface Content {
  /** Run when the file is loaded, with all that these import at once. */
  runs: readonly string[];
  /** Run when they are first imported; what they import at once, too. */
  holds?: readonly string[];
}

/** What every call loads, what every command loads, what the sandbox loads for any request. */
const FILES: Readonly<Record<string, Content>> = {
  // As small as can be: it is compiled anew in every call, and is all that `--version` needs.
  main: { runs: ['src/main.ts'] },
  cli: {
    runs: ['src/start.ts'],
    holds: [
      // Help on a terminal asks for it, too.
      'src/engine/model/pager-choice.ts',
      'src/engine/completion/complete.ts',
      // Asked for by every call on a terminal with an old Node.
      'src/start/node-notice.ts',
    ],
  },
  // commander, and the help that it prints.
  parse: { runs: ['src/engine/model/run-command.ts'] },
  // Spaces stand for every group. What their other commands need describes most operations.
  spaces: { runs: [], holds: ['src/commands/content/spaces.ts'] },
  operations: {
    runs: [],
    holds: [
      'src/commands/integrations/installed-integrations.ts',
      'src/jobs/links/links.ts',
      'src/commands/content/search.ts',
    ],
  },
  command: {
    runs: ['src/engine/run/run.ts', 'src/client/client.ts', 'src/client/transport/choose.ts'],
    holds: ['src/client/transport/node-http.ts'],
  },
  // What a request for one thing by its id needs is above. Names and lists need more; changes, failures and the first
  // call of a kind need what comes after.
  list: {
    runs: [],
    holds: [
      'src/engine/references/resolve-names.ts',
      'src/engine/references/remember.ts',
      'src/engine/run/show-list.ts',
      'src/output/formats/tsv.ts',
      'src/output/formats/table.ts',
      'src/output/pager.ts',
    ],
  },
  change: {
    runs: [],
    holds: [
      'src/engine/ask/confirm.ts',
      'src/engine/run/say-changed.ts',
      'src/client/failure.ts',
      'src/config/name-cache.ts',
      'src/output/formats/csv.ts',
      'src/start/node-20-save.ts',
    ],
  },
  sandbox: {
    runs: ['src/engine/run/sandbox-transport.ts', 'src/sandbox/app.ts'],
    holds: ['src/sandbox/resources/content/spaces.ts'],
  },
};

/** They serve every call, `--version` and completions too: nothing runs there for the sake of others. */
const LEAN: readonly string[] = ['main', 'cli'];

export interface Place {
  file: string;
  /** Whether it runs when its file is loaded. */
  runs: boolean;
}

const COMMANDS = 'for-';

/** Jobs that few calls need and that are as large as all others together. */
const LARGE: readonly string[] = ['audit', 'convert', 'mcp', 'organization'];

/** Anything else is loaded by an `import()`: its target goes by its folder. */
function fileOfFolder(path: string): string {
  const [, kind, folder = ''] = /^src\/(commands|jobs|domain)\/(?:([\w-]+)\/)?/.exec(path) ?? [];
  if (kind === 'commands') return COMMANDS + folder;
  if (kind) return LARGE.includes(folder) ? `${kind}-${folder}` : kind;
  // Pages are for browsers: whoever calls the API needs nothing of them.
  if (path.startsWith('src/sandbox/web/')) return 'web';
  return path.startsWith('src/sandbox/') ? 'sandbox-more' : 'more';
}

/** Takes what esbuild found out about all modules; returns the place of each. */
export function divide({ inputs }: Metafile): Map<string, Place> {
  const places = new Map<string, Place>();
  const put = (path: string, place: Place) => {
    if (!places.has(path)) places.set(path, place);
  };
  for (const [file, { runs, holds = [] }] of Object.entries(FILES)) {
    for (const path of withImports(inputs, runs)) put(path, { file, runs: true });
    for (const path of withImports(inputs, holds)) put(path, { file, runs: false });
  }
  const wanted = new Map<string, Set<string>>();
  for (const target of lazyTargets(inputs)) {
    const file = fileOfFolder(target);
    for (const path of withImports(inputs, [target])) {
      wanted.set(path, (wanted.get(path) ?? new Set()).add(file));
    }
  }
  for (const [path, by] of wanted) put(path, { file: oneOf(path, [...by]), runs: false });
  runWhatIsImported(inputs, places);
  return places;
}

/** What a module imports that runs with its file might as well run with its own. */
function runWhatIsImported(inputs: Metafile['inputs'], places: ReadonlyMap<string, Place>): void {
  const running = [...places].filter(([, { runs }]) => runs).map(([path]) => path);
  for (const path of withImports(inputs, running)) {
    const place = places.get(path);
    if (place && !LEAN.includes(place.file)) place.runs = true;
  }
}

/** What several files want is in none of them, but what the commands of one area describe is with those. */
function oneOf(path: string, files: readonly string[]): string {
  const [file = '', ...more] = files;
  if (more.length === 0) return file;
  if (path.startsWith('src/sandbox/')) return 'sandbox-more';
  const [area, ...others] = files.filter((name) => name.startsWith(COMMANDS));
  if (!area) return 'shared-more';
  return others.length === 0 ? area : 'shared';
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
  const targets = imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external);
  return new Set(targets.map(({ path }) => path));
}
