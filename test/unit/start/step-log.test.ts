import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isStepLog } from '../../../src/start.ts';
import { temporaryFolder } from '../../helpers/lasting.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

interface Process {
  pid: number | 'self';
  parent?: number;
  name?: string;
  env?: string;
  out: string;
  err?: string;
}

const ACTIONS = 'HOME=/root\0GITHUB_ACTIONS=true\0';
const LOG = 'pipe:[100]';
const ERRORS = 'pipe:[101]';

function write({ pid, parent = 1, name = 'bash', env = ACTIONS, out, err = ERRORS }: Process): void {
  const folder = join(root, String(pid));
  mkdirSync(join(folder, 'fd'), { recursive: true });
  writeFileSync(join(folder, 'environ'), env);
  writeFileSync(join(folder, 'status'), `Name:\t${name}\nPPid:\t${parent}\n`);
  symlinkSync(out, join(folder, 'fd', '1'));
  symlinkSync(err, join(folder, 'fd', '2'));
}

/** The runner, the shell of a step, and a script in it that starts docs. */
function step(own: string, script = LOG): void {
  write({ pid: 2, name: 'Runner.Worker', out: 'pipe:[9]' });
  write({ pid: 3, parent: 2, out: LOG });
  write({ pid: 4, parent: 3, name: 'make', out: script });
  write({ pid: 'self', parent: 4, name: 'node', out: own });
}

describe('what a step of a CI runner prints', () => {
  it.each([
    ['goes to the log', LOG, LOG, true],
    ['goes to the log with the errors', ERRORS, LOG, true],
    ['goes to another program or a variable', 'pipe:[200]', LOG, false],
    ['goes where a script in a variable writes', 'pipe:[200]', 'pipe:[200]', false],
  ])('%s', (_, own, script, isLog) => {
    step(own, script);
    expect(isStepLog('linux', 4, root)).toBe(isLog);
  });

  it('may be the log where nothing tells', () => {
    expect(isStepLog('linux', 4, root)).toBe(true);
    expect(isStepLog('darwin', 4, root)).toBe(true);
    write({ pid: 4, env: 'HOME=/root\0', out: LOG });
    write({ pid: 'self', parent: 4, out: 'pipe:[200]' });
    expect(isStepLog('linux', 4, root)).toBe(true);
  });
});
