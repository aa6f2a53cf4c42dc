// Whether standard output is the log of a CI step, which its runner reads for commands, or a program reads it as data.
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * In `T=$(docs …)` and `docs … | jq`, standard output is a pipe as the log is, but not the one of the step: the topmost
 * process that has the variables of a step writes to the log. True as well where that cannot be told.
 */
export function isStepLog(platform: NodeJS.Platform, parent: number, root = '/proc'): boolean {
  if (platform !== 'linux') return true;
  const own = streamOf(`${root}/self`, 1);
  const step = stepOf(root, parent);
  if (own === undefined || step === undefined) return true;
  const logs = [streamOf(step, 1), streamOf(step, 2)];
  return logs.includes(undefined) || logs.includes(own);
}

const MOST_PARENTS = 100;

/** The folder of the process of a step that started all others of it. */
function stepOf(root: string, parent: number): string | undefined {
  let step: string | undefined;
  let pid = parent;
  for (let times = 0; pid > 0 && times < MOST_PARENTS && isOfStep(`${root}/${pid}`); times += 1) {
    step = `${root}/${pid}`;
    pid = Number(/^PPid:\s*(\d+)$/m.exec(textOf(`${step}/status`))?.[1] ?? 0);
  }
  return step;
}

/** The runner itself has no such variable, or another one. */
const isOfStep = (folder: string): boolean =>
  /(^|\0)GITHUB_ACTIONS=./.test(textOf(`${folder}/environ`)) &&
  !/^Name:\s*Runner\./m.test(textOf(`${folder}/status`));

/** Empty for what is gone, or of somebody else. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** What a descriptor leads to: `pipe:[4711]`. */
function streamOf(folder: string, fd: number): string | undefined {
  try {
    return readlinkSync(`${folder}/fd/${fd}`);
  } catch {
    return undefined;
  }
}
