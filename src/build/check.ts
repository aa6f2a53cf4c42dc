// Everything CI runs, side by side. Says what could not be run, and counts it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Step = readonly [name: string, program: string, ...args: string[]];

/** What the tests of the built program need, and what is wrong most often. */
const FIRST: readonly Step[] = [
  ['build', 'tsx', 'src/build/bundle.ts'],
  ['typecheck', 'tsc', '-p', '.'],
];
const REPORTERS = [
  'default',
  './test/helpers/failed-tests.ts',
  ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []),
];
const VITEST = ['vitest', 'run', ...REPORTERS.map((name) => `--reporter=${name}`)] as const;
const TESTS: Step = ['tests', ...VITEST, '--config', 'test/vitest.config.ts'];
const BUILT: Step = ['tests of the built program', ...VITEST, '--config', 'test/vitest.bin.config.ts'];
const REST: readonly Step[] = [
  ['lint', 'biome', 'ci', '--colors=off', '.'],
  ['dead code', 'knip'],
  ['dead code, production', 'knip', '--production'],
];

const folder = mkdtempSync(join(tmpdir(), 'docs-check-'));
const notRun = join(folder, 'not-run');
const failed: string[] = [];
/** What failing steps without tests have printed: said again at the very end. */
const complaints: string[] = [];
const started = performance.now();

// Tests of programs and of time limits wait a lot: whoever computes meanwhile keeps the cores busy.
await Promise.all([
  runStep(TESTS, 'inherit'),
  (async () => {
    await Promise.all(FIRST.map((step) => runStep(step, 'pipe')));
    await Promise.all([runStep(BUILT, 'pipe'), inTurn(REST)]);
  })(),
]);

// A check whose tool is missing never passes silently: tests write one line each into this file.
const missing = existsSync(notRun) ? [...new Set(readFileSync(notRun, 'utf8').trim().split('\n'))] : [];
for (const line of missing) console.log(`not run: ${line}`);
console.log(
  `\nnot run: ${missing.length}; ${seconds(started)} s in all${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
);
console.log(`checks: ${FIRST.length + REST.length + 2 - failed.length} passed, ${failed.length} failed`);
// The end of a log is what people read: it names what failed.
for (const [name] of [TESTS, BUILT].filter(([name]) => existsSync(failedTests(name))))
  console.log(`\n== failed ${name}\n${readFileSync(failedTests(name), 'utf8').trimEnd()}`);
for (const text of complaints) console.log(text);
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed.length > 0 ? 1 : 0;

async function inTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await runStep(step, 'pipe');
}

/** What runs beside another is printed when it has ended: nothing is mixed. */
async function runStep([name, program, ...args]: Step, output: 'pipe' | 'inherit'): Promise<void> {
  if (output === 'inherit') console.log(`\n== ${name}`);
  const from = performance.now();
  const env = {
    ...process.env,
    DOCS_CHECK: '1',
    DOCS_NOT_RUN: notRun,
    DOCS_FAILED_TESTS: failedTests(name),
  };
  const { code, printed } = await run(join('node_modules/.bin', program), args, output, env);
  if (output === 'pipe') console.log(`\n== ${name}\n${printed.trimEnd()}`);
  console.log(`== ${name}: ${code === 0 ? 'ok' : `failed (${code})`}, ${seconds(from)} s`);
  if (code === 0) return;
  failed.push(name);
  if (!existsSync(failedTests(name)))
    complaints.push(`\n== failed ${name}\n${printed.slice(-4000).trimEnd()}`);
}

function run(
  program: string,
  args: readonly string[],
  output: 'pipe' | 'inherit',
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    let printed = '';
    const child = spawn(program, args, { stdio: ['ignore', output, output], env });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
    child.on('close', (code) => resolve({ code: code ?? 1, printed }));
    child.on('error', (error) => resolve({ code: 127, printed: error.message }));
  });
}

function failedTests(step: string): string {
  return join(folder, `failed ${step}`);
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1);
}
