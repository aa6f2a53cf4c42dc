// Everything CI runs, one step after the other. Says what could not be run, and counts it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['typecheck', 'npx', 'tsc', '-p', '.'],
  ['lint', 'npx', 'biome', 'ci', '.'],
  ['dead code', 'npx', 'knip'],
  ['dead code, production', 'npx', 'knip', '--production'],
  ['generated files', 'npx', 'tsx', 'src/build/generate.ts', '--check'],
  ['tests', 'npx', 'vitest', 'run', '--config', 'test/vitest.config.ts'],
  ['build', 'npx', 'tsx', 'src/build/bundle.ts'],
  ['tests of the built program', 'npx', 'vitest', 'run', '--config', 'test/vitest.bin.config.ts'],
];

const folder = mkdtempSync(join(tmpdir(), 'docs-check-'));
const notRun = join(folder, 'not-run');
const failed: string[] = [];
const started = performance.now();

for (const [name, command, ...args] of STEPS) {
  console.log(`\n== ${name}`);
  const from = performance.now();
  const code = await runStep(command, args);
  console.log(`== ${name}: ${code === 0 ? 'ok' : `failed (${code})`}, ${seconds(from)} s`);
  if (code !== 0) failed.push(name);
}

// A check whose tool is missing never passes silently: tests write one line each into this file.
const missing = existsSync(notRun) ? [...new Set(readFileSync(notRun, 'utf8').trim().split('\n'))] : [];
for (const line of missing) console.log(`not run: ${line}`);
console.log(
  `\nnot run: ${missing.length}; ${seconds(started)} s in all${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
);
console.log(`checks: ${STEPS.length - failed.length} passed, ${failed.length} failed`);
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed.length > 0 ? 1 : 0;

function runStep(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, DOCS_NOT_RUN: notRun } });
    child.on('close', (code) => resolve(code ?? 1));
    child.on('error', () => resolve(127));
  });
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1);
}
