// npm run harden:defects: plants one defect after another into a copy and counts those that a test notices.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Defect, NamedTest } from './defects/defect.ts';
import { DEFECTS } from './defects/list.ts';
import { copyProject } from './project-copy.ts';

const WORKERS = 2;
/** A defect that makes its test hang is noticed, too: by whoever waits. */
const LONGEST_RUN_MS = 120_000;

interface Verdict {
  id: string;
  caught: boolean;
  /** What the tests said, or why they said nothing. */
  words: string;
  seconds: number;
}

interface Told {
  passed: number;
  failed: number;
  hung: boolean;
}

/** Arguments choose defects by their id; without any, all are planted. */
const wanted = process.argv.slice(2);
const chosen = DEFECTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
for (const defect of chosen) checkPatches(defect);

const started = performance.now();
const copies = Array.from({ length: WORKERS }, copyProject);
try {
  await Promise.all(copies.map(({ folder }) => run(folder, ['npx', 'tsx', 'src/build/bundle.ts'])));
  const healthy = await sideBySide(distinctTests(chosen), async (test, folder) => ({
    test,
    told: await tell(folder, test),
  }));
  const sick = healthy.filter(({ told }) => told.failed > 0 || told.passed === 0 || told.hung);
  for (const { test, told } of sick) console.log(`not green without a defect: ${nameOf(test)} ${wordsOf(told)}`);
  const verdicts = sick.length > 0 ? [] : await sideBySide(chosen, plant);
  report(verdicts);
} finally {
  for (const copy of copies) copy.remove();
}

function report(verdicts: readonly Verdict[]): void {
  const inOrder = DEFECTS.flatMap(({ id }) => verdicts.filter((verdict) => verdict.id === id));
  for (const { id, caught, words, seconds } of inOrder) {
    console.log(`${caught ? 'caught' : 'MISSED'}  ${id.padEnd(32)} ${String(seconds).padStart(3)} s  ${words}`);
  }
  const caught = verdicts.filter((verdict) => verdict.caught).length;
  console.log(`caught: ${caught} of ${chosen.length}, ${Math.round((performance.now() - started) / 1000)} s`);
  process.exitCode = caught === chosen.length && chosen.length > 0 ? 0 : 1;
}

/** A patch that fits nowhere, or in two places, plants nothing: the list must follow the source. */
function checkPatches({ id, patches }: Defect): void {
  for (const { file, find } of patches) {
    const found = readFileSync(file, 'utf8').split(find).length - 1;
    if (found !== 1) throw new Error(`${id}: its text stands ${found} times in ${file}: ${find}`);
  }
}

async function plant({ id, patches, tests }: Defect, folder: string): Promise<Verdict> {
  const from = performance.now();
  const files = new Map(patches.map(({ file }) => [file, readFileSync(join(folder, file), 'utf8')]));
  try {
    for (const { file, find, replace } of patches) {
      const path = join(folder, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(find, () => replace));
    }
    const isBuilt = tests.some(({ file }) => file.startsWith('test/bin/'));
    if (isBuilt) await run(folder, ['npx', 'tsx', 'src/build/bundle.ts']);
    const told: Told[] = [];
    for (const test of tests) told.push(await tell(folder, test));
    const caught = told.every(({ failed, hung }) => failed > 0 || hung);
    const seconds = Math.round((performance.now() - from) / 1000);
    return { id, caught, words: told.map(wordsOf).join('; '), seconds };
  } finally {
    for (const [file, text] of files) writeFileSync(join(folder, file), text);
  }
}

/** Each copy takes the next one as soon as it is free. */
async function sideBySide<T, R>(
  items: readonly T[],
  work: (item: T, folder: string) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items];
  const worker = async (folder: string) => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      results.push(await work(item, folder));
    }
  };
  await Promise.all(copies.map(({ folder }) => worker(folder)));
  return results;
}

function distinctTests(defects: readonly Defect[]): NamedTest[] {
  return [...new Map(defects.flatMap(({ tests }) => tests.map((test) => [nameOf(test), test]))).values()];
}

async function tell(folder: string, { file, name }: NamedTest): Promise<Told> {
  const out = join(folder, 'told.json');
  rmSync(out, { force: true });
  const config = file.startsWith('test/bin/') ? 'test/vitest.bin.config.ts' : 'test/vitest.config.ts';
  const only = name === undefined ? [] : ['-t', name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')];
  const command = ['npx', 'vitest', 'run', '--config', config, '--reporter=json', `--outputFile=${out}`];
  const ended = await run(folder, [...command, ...only, file]);
  if (!ended) return { passed: 0, failed: 0, hung: true };
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(out, 'utf8'));
  return { passed, failed, hung: false };
}

/** False when it had to be ended. */
function run(cwd: string, [command = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'ignore', detached: true });
    let isLate = false;
    const impatience = setTimeout(() => {
      isLate = true;
      // The whole group: npx has started others.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, LONGEST_RUN_MS);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(impatience);
      resolve(!isLate);
    });
  });
}

function nameOf({ file, name }: NamedTest): string {
  return name === undefined ? file : `${file} -t "${name}"`;
}

function wordsOf({ passed, failed, hung }: Told): string {
  return hung ? `did not end within ${LONGEST_RUN_MS / 1000} s` : `${failed} failed, ${passed} passed`;
}
