// Which file of dist/ holds which module: those used together share one, and none loads a heavy package for another.

/** What a module imports when it begins, and what it imports when it needs it. */
interface Imports {
  now: readonly string[];
  later: readonly string[];
}
type ImportsOf = (path: string) => Imports | null;

/**
 * What every call loads, what every command loads, what the sandbox loads for any request: these modules and all that they
 * import. The first of two that want a module has it.
 */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  // Before all others: they are to be loaded as they were compiled last time.
  start: ['src/start/compiled-code.ts'],
  'node-20': ['src/start/node-20.ts'],
  // The notice of an old Node is asked for by every call on a terminal.
  cli: ['src/start.ts', 'src/engine/completion/complete.ts', 'src/start/node-notice.ts'],
  // commander, and the help that it prints.
  parse: ['src/engine/model/program.ts', 'src/engine/run/output-flags.ts'],
  command: [
    'src/engine/run/run.ts',
    'src/client/client.ts',
    'src/client/transport/choose.ts',
    'src/client/transport/node-http.ts',
  ],
  // They stand for every group.
  spaces: ['src/commands/content/spaces.ts'],
  // What a request for one thing by its id needs is above. Names and lists need more; changes and failures what comes after.
  list: [
    'src/engine/references/resolve-names.ts',
    'src/engine/references/references.ts',
    'src/engine/run/show-list.ts',
    'src/output/formats/csv.ts',
    'src/output/formats/table.ts',
    'src/output/pager.ts',
    'src/engine/run/next-command.ts',
  ],
  change: [
    'src/engine/ask/confirm.ts',
    'src/engine/run/say-changed.ts',
    'src/client/failure.ts',
    'src/config/name-cache.ts',
  ],
  sandbox: [
    'src/engine/run/sandbox-transport.ts',
    'src/sandbox/app.ts',
    'src/sandbox/resources/content/spaces.ts',
  ],
};

/** Whether a file is one of those that hold what most calls load. */
export const isFirst = (file: string): boolean =>
  Object.keys(FIRST).some((first) => file === first || file.startsWith(`${first}-`));

/** Jobs that few calls need and that are as large as all others together. */
const LARGE: readonly string[] = ['audit', 'convert', 'mcp', 'organization'];

const COMMANDS = 'for-';

/** What takes milliseconds to load: a file asks for all that its modules import when it is loaded itself. */
const HEAVY = /^(?:\.\/lib\/([\w-]+)\.cjs|@photostructure\/(\w+)|node:(crypto|https?))$/;

/** The file of each module of the program that begins with `entry`; the entry has one of its own. */
export function divide(entry: string, importsOf: ImportsOf): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const all = (path: string) => withImports(path, importsOf);
  const put = (path: string, file: string) => {
    if (path !== entry && importsOf(path) && !files.has(path)) files.set(path, file + heavyIn(all(path)));
  };
  for (const [file, roots] of Object.entries(FIRST)) {
    const gone = roots.filter((root) => !importsOf(root));
    if (gone.length > 0) throw new Error(`no module of the program: ${gone.join(', ')}`);
    for (const path of roots.flatMap((root) => [...all(root)])) put(path, file);
  }
  const wanted = new Map<string, Set<string>>();
  for (const target of importedLater(entry, importsOf))
    for (const path of all(target)) wanted.set(path, (wanted.get(path) ?? new Set()).add(fileOf(target)));
  for (const [path, by] of wanted) put(path, sharedFile(path, [...by]));
  return files;
}

/** A module and, again and again, what those import when they begin. */
function withImports(root: string, importsOf: ImportsOf): ReadonlySet<string> {
  const found = new Set([root]);
  for (const path of found) for (const next of importsOf(path)?.now ?? []) found.add(next);
  return found;
}

function importedLater(entry: string, importsOf: ImportsOf): ReadonlySet<string> {
  const reached = new Set([entry]);
  const targets = new Set<string>();
  for (const path of reached) {
    const { now = [], later = [] } = importsOf(path) ?? {};
    for (const target of later) targets.add(target);
    for (const next of [...now, ...later]) reached.add(next);
  }
  return targets;
}

/** What is added to the name of a file for the heavy packages that its modules need. */
function heavyIn(paths: ReadonlySet<string>): string {
  const names = [...paths].flatMap((path) => HEAVY.exec(path)?.slice(1).filter(Boolean) ?? []);
  return names
    .sort()
    .map((name) => `-${name}`)
    .join('');
}

/** Of what is imported when it is needed: by its folder. */
function fileOf(path: string): string {
  const [, kind, folder = ''] = /^src\/(commands|jobs)\/([\w-]+)\//.exec(path) ?? [];
  if (kind === 'commands') return COMMANDS + folder;
  if (kind) return LARGE.includes(folder) ? `jobs-${folder}` : 'jobs';
  // Pages are for browsers: whoever calls the API needs nothing of them.
  if (path.startsWith('src/sandbox/web/')) return 'web';
  return path.startsWith('src/sandbox/') ? 'sandbox-more' : 'more';
}

/** Of a module that these files want. What several areas of commands describe is apart from what jobs share with each other. */
function sharedFile(path: string, [file = '', ...more]: readonly string[]): string {
  if (more.length === 0) return file;
  if (path.startsWith('src/sandbox/')) return 'sandbox-more';
  return [file, ...more].filter((name) => name.startsWith(COMMANDS)).length > 1 ? 'shared' : 'shared-more';
}
