// npm run harden:mutants: changes the code in every small way and counts which changes a test notices.
// -- redactor transport: the modules whose names start so.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyProject } from '../project-copy.ts';
import { MODULES, type MutatedModule } from './modules.ts';

/** In percent, of each module. */
const GATE = 85;
const TOOLS = 'test/harden/mutants';
const STRYKER = `${TOOLS}/node_modules/@stryker-mutator/core/bin/stryker.js`;

/** A property that fails has noticed the mutant: nobody needs the smallest example, which takes minutes to find. */
const SETUP = `import fc from 'fast-check';
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
`;

interface Score {
  killed: number;
  all: number;
  survivors: string[];
}

interface Position {
  line: number;
  column: number;
}

interface Mutant {
  status: string;
  statusReason?: string;
  mutatorName: string;
  replacement?: string;
  location: { start: Position; end: Position };
}

type Report = Readonly<Record<string, { mutants: Mutant[] }>>;

/** Its packages are as many as all of ours, so they are installed by who runs this only. */
function install(): void {
  const { status } = spawnSync('npm', ['ci'], { cwd: TOOLS, stdio: 'inherit' });
  if (status !== 0) throw new Error(`not run: Stryker cannot be installed into ${TOOLS}`);
}

function mutate(module: MutatedModule): Score {
  const copy = copyProject();
  try {
    symlinkSync(resolve(TOOLS, 'node_modules'), join(copy.folder, TOOLS, 'node_modules'));
    writeFileSync(join(copy.folder, 'mutants.vitest.config.ts'), vitestConfig(module));
    writeFileSync(join(copy.folder, 'mutants.setup.ts'), SETUP);
    const first = stryker(copy.folder, strykerConfig(module));
    const doubtful = doubtfulOf(first);
    if (doubtful.length === 0) return scoreOf(first);
    console.log(`tried again, alone and with time: ${doubtful.length}`);
    const again = { ...strykerConfig(module), mutate: doubtful, concurrency: 1, timeoutMS: 120_000 };
    return scoreOf(first, stryker(copy.folder, again));
  } finally {
    copy.remove();
  }
}

function stryker(folder: string, config: object): Report {
  const report = join(folder, 'mutation.json');
  rmSync(report, { force: true });
  writeFileSync(join(folder, 'stryker.json'), JSON.stringify(config));
  const { status } = spawnSync(process.execPath, [STRYKER, 'run', 'stryker.json'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (!existsSync(report)) throw new Error(`Stryker ended with ${status} and no report`);
  return JSON.parse(readFileSync(report, 'utf8')).files;
}

/** What a busy machine may have ended, not a test. A loop that Stryker counted is none: it says so. */
const isDoubtful = ({ status, statusReason = '' }: Mutant): boolean =>
  status === 'RuntimeError' ||
  (status === 'Timeout' && !statusReason.startsWith('Hit limit')) ||
  (status === 'Killed' && statusReason.includes('timed out in'));

/** As Stryker takes them: a line counts from 1, a column from 0. */
const doubtfulOf = (report: Report): string[] =>
  Object.entries(report).flatMap(([file, { mutants }]) =>
    mutants
      .filter(isDoubtful)
      .map(
        ({ location: { start, end } }) =>
          `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
      ),
  );

/** One that never ends is noticed by whoever waits for it. */
const NOTICED = ['Killed', 'Timeout', 'RuntimeError'];
const NO_MUTANT = ['Ignored', 'CompileError'];

const outcomesIn = (report: Report): [string, string][] =>
  Object.entries(report).flatMap(([file, { mutants }]) =>
    mutants.map(({ status, mutatorName, replacement = '', location }) => {
      const [from, to] = [location.start, location.end].map(({ line, column }) => `${line}:${column}`);
      return [`${file}:${from}-${to} ${mutatorName} ${replacement.replace(/\s+/g, ' ')}`, status];
    }),
  );

/** Of a mutant that was tried again the second try counts. */
function scoreOf(...tries: Report[]): Score {
  const outcomes = [...new Map(tries.flatMap(outcomesIn))].filter(
    ([, status]) => !NO_MUTANT.includes(status),
  );
  const survivors = outcomes
    .filter(([, status]) => !NOTICED.includes(status))
    .map(([mutant, status]) => `${status}: ${mutant}`);
  return { killed: outcomes.length - survivors.length, all: outcomes.length, survivors };
}

function strykerConfig({ mutate }: MutatedModule): object {
  return {
    inPlace: true,
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'mutants.vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env.DOCS_MUTANTS_WORKERS ?? 2),
    reporters: ['json', 'progress-append-only'],
    logLevel: 'warn',
    jsonReporter: { fileName: 'mutation.json' },
    timeoutMS: 10_000,
    allowEmpty: false,
    checkers: [],
    disableTypeChecks: false,
  };
}

function vitestConfig({ tests }: MutatedModule): string {
  return `import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';
const merged = mergeConfig(base, defineConfig({}));
merged.root = import.meta.dirname;
merged.test.include = ${JSON.stringify(tests)};
merged.test.setupFiles = [...merged.test.setupFiles, './mutants.setup.ts'];
// Stryker asks for threads, where no test can set a umask.
const forks = { name: 'forks', configureVitest: ({ project }) => { project.config.pool = 'forks'; } };
merged.plugins = [...(merged.plugins ?? []), forks];
export default merged;
`;
}

const wanted = process.argv.slice(2);
if (!existsSync(STRYKER)) install();
const scores: string[] = [];
let failed = false;
for (const module of MODULES) {
  if (wanted.length > 0 && !wanted.some((name) => module.name.startsWith(name))) continue;
  const started = performance.now();
  const { killed, all, survivors } = mutate(module);
  const percent = all === 0 ? 0 : (100 * killed) / all;
  if (percent < GATE) failed = true;
  for (const survivor of survivors) console.log(`  ${survivor.slice(0, 160)}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  scores.push(`${module.name}: ${killed} of ${all} killed, ${percent.toFixed(1)} %, ${seconds} s`);
  console.log(scores.at(-1));
}
console.log(`\n${scores.join('\n')}\nwanted of each: ${GATE} %`);
process.exitCode = failed ? 1 : 0;
