// The retry() that `docs help scripting` prints, run as it stands by shells that end at the first failure.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshCli } from '../../../helpers/cli.ts';

/** Without the waits. */
async function recipe(): Promise<string> {
  const cli = freshCli();
  const { stdout } = await cli('help scripting');
  cli.cleanup();
  const [found] = /^ *retry\(\) \{[\s\S]*?^ *\}$/m.exec(stdout) ?? [];
  return (found ?? '').replace('sleep $delay', ':');
}

/** A command that fails so often with a code, and counts. */
function attempts(shell: readonly string[], text: string, code: number, failures: number) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-retry-'));
  const tries = join(folder, 'tries');
  const script = `set -eu\ntry() { echo x >> ${tries}; [ $(wc -l < ${tries}) -gt ${failures} ] || return ${code}; }\n${text}\nretry try\necho done\n`;
  const [program = 'sh', ...args] = shell;
  const { status, stdout } = spawnSync(program, [...args, '-c', script], { encoding: 'utf8' });
  const count = readFileSync(tries, 'utf8').length / 2;
  rmSync(folder, { recursive: true });
  return { status, stdout: stdout.trim(), count };
}

const SHELLS = [['bash', '-e', '-o', 'pipefail'], ['sh']].filter(([program = '']) => {
  try {
    return execFileSync(program, ['-c', 'echo yes'], { encoding: 'utf8' }) !== '';
  } catch {
    return false;
  }
});

it.each(SHELLS)('tries again after exit code 8 and after no other in %s', async (...shell) => {
  const text = await recipe();
  expect(text).toContain('retry() {');
  expect(attempts(shell, text, 8, 2)).toEqual({ status: 0, stdout: 'done', count: 3 });
  expect(attempts(shell, text, 8, 9)).toEqual({ status: 8, stdout: '', count: 4 });
  expect(attempts(shell, text, 5, 9)).toEqual({ status: 5, stdout: '', count: 1 });
});
