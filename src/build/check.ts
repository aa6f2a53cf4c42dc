// Everything CI runs, two things at a time. Says what could not be run, and counts it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

type Step = readonly [name: string, program: string, ...args: string[]];

/** Each uses little more than one core: as many side by side as there are cores, the longest first. */
const CHECKS: readonly Step[] = [
  ['typecheck', 'tsc', '-p', '.'],
  ['lint', 'biome', 'ci', '--colors=off', '.'],
  ['dead code', 'knip'],
  ['dead code, production', 'knip', '--production'],
  ['generated files', 'tsx', 'src/build/generate.ts', '--check'],
  ['build', 'tsx', 'src/build/bundle.ts'],
];
/** Each keeps all cores at work by itself. */
const TESTS: readonly Step[] = [
  ['tests', 'vitest', 'run', '--config', 'test/vitest.config.ts'],
  ['tests of the built program', 'vitest', 'run', '--config', 'test/vitest.bin.config.ts'],
];

const folder = mkdtempSync(join(tmpdir(), 'docs-check-'));
const notRun = join(folder, 'not-run');
const failed: string[] = [];
const started = performance.now();

const waiting = [...CHECKS];
await Promise.all(
  Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step, 'pipe');
  }),
);
for (const step of TESTS) await runStep(step, 'inherit');

// A check whose tool is missing never passes silently: tests write one line each into this file.
const missing = existsSync(notRun) ? [...new Set(readFileSync(notRun, 'utf8').trim().split('\n'))] : [];
for (const line of missing) console.log(`not run: ${line}`);
console.log(
  `\nnot run: ${missing.length}; ${seconds(started)} s in all${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
);
console.log(`checks: ${CHECKS.length + TESTS.length - failed.length} passed, ${failed.length} failed`);
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed.length > 0 ? 1 : 0;

/** What runs beside another is printed when it has ended: nothing is mixed. */
async function runStep([name, program, ...args]: Step, output: 'pipe' | 'inherit'): Promise<void> {
  if (output === 'inherit') console.log(`\n== ${name}`);
  const from = performance.now();
  const { code, printed } = await run(join('node_modules/.bin', program), args, output);
  if (output === 'pipe') console.log(`\n== ${name}\n${printed.trimEnd()}`);
  console.log(`== ${name}: ${code === 0 ? 'ok' : `failed (${code})`}, ${seconds(from)} s`);
  if (code !== 0) failed.push(name);
}

function run(
  program: string,
  args: readonly string[],
  output: 'pipe' | 'inherit',
): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    let printed = '';
    const env = { ...process.env, DOCS_NOT_RUN: notRun };
    const child = spawn(program, args, { stdio: ['ignore', output, output], env });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
    child.on('close', (code) => resolve({ code: code ?? 1, printed }));
    child.on('error', (error) => resolve({ code: 127, printed: error.message }));
  });
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1);
}
