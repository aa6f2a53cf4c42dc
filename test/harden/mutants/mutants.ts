// npm run harden:mutants: changes the code in every small way and counts which changes a test notices.
// -- redactor transport: the modules whose names start so.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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

interface Mutant {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number; column: number } };
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
  for (const line of survivors) console.log(`  survived: ${line}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  scores.push(`${module.name}: ${killed} of ${all} killed, ${percent.toFixed(1)} %, ${seconds} s`);
  console.log(scores.at(-1));
}
console.log(`\n${scores.join('\n')}\nwanted of each: ${GATE} %`);
process.exitCode = failed ? 1 : 0;

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
    writeFileSync(join(copy.folder, 'stryker.json'), JSON.stringify(strykerConfig(module)));
    const { status } = spawnSync(process.execPath, [STRYKER, 'run', 'stryker.json'], {
      cwd: copy.folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const report = join(copy.folder, 'mutation.json');
    if (!existsSync(report)) throw new Error(`${module.name}: Stryker ended with ${status} and no report`);
    return scoreOf(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    copy.remove();
  }
}

function scoreOf({ files }: { files: Record<string, { mutants: Mutant[] }> }): Score {
  const score: Score = { killed: 0, all: 0, survivors: [] };
  for (const [file, { mutants }] of Object.entries(files)) {
    for (const { status, mutatorName, replacement = '', location } of mutants) {
      if (status === 'Ignored' || status === 'CompileError') continue;
      score.all += 1;
      // A mutant that never ends is noticed by whoever waits for it.
      if (status === 'Killed' || status === 'Timeout' || status === 'RuntimeError') score.killed += 1;
      else {
        const { line, column } = location.start;
        const text = replacement.replace(/\s+/g, ' ').slice(0, 80);
        score.survivors.push(`${file}:${line}:${column} ${mutatorName} ${status} ${text}`);
      }
    }
  }
  return score;
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
