// npm run harden:defects: plants one defect after another into a copy and counts those that a test notices.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTool, notRun } from '../helpers/needs.ts';

import { DEFECTS, type Defect, type NamedTest } from './defects/list.ts';
import { copyProject } from './project-copy.ts';

const WORKERS = 2;
/** Far longer than any of these tests takes on a busy machine: only a defect that hangs gets there. */
const LONGEST_RUN_MS = 240_000;

interface Verdict {
  id: string;
  word: 'caught' | 'MISSED' | 'undecided';
}

interface Told {
  passed: number;
  failed: number;
  hung: boolean;
  /** Something failed that belongs to no test: an error that nobody caught. */
  stray: boolean;
}

/** Arguments choose defects by their id; without any, all are planted. */
const wanted = process.argv.slice(2);
const named = DEFECTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const chosen = named.filter(({ needs }) => needs === undefined || findTool(needs));
for (const { id, needs } of named.filter((one) => !chosen.includes(one))) notRun(`${needs} missing (${id})`);
for (const defect of chosen) checkPatches(defect);

const started = performance.now();
const copies = Array.from({ length: WORKERS }, copyProject);
try {
  await Promise.all(copies.map(({ folder }) => run(folder, ['npx', 'tsx', 'src/build/bundle.ts'])));
  const healthy = await sideBySide(distinctTests(chosen), async (test, folder) => ({
    test,
    told: await tell(folder, test),
  }));
  const sick = healthy.filter(({ told }) => told.passed === 0 || told.hung || isRed(told));
  for (const { test, told } of sick)
    console.log(`not green without a defect: ${nameOf(test)} ${wordsOf(told)}`);
  // A test that is red by itself says nothing about its defects; the others are still planted.
  const isSick = (test: NamedTest) => sick.some((one) => nameOf(one.test) === nameOf(test));
  const plantable = chosen.filter(({ tests }) => !tests.some(isSick));
  const verdicts = await sideBySide(plantable, plant);
  report(verdicts);
} finally {
  for (const copy of copies) copy.remove();
}

function report(verdicts: readonly Verdict[]): void {
  const having = (word: Verdict['word']) => verdicts.filter((one) => one.word === word).map(({ id }) => id);
  for (const word of ['MISSED', 'undecided'] as const)
    if (having(word).length > 0) console.log(`${word}: ${having(word).join(' ')}`);
  const caught = having('caught').length;
  console.log(`caught: ${caught} of ${chosen.length}, ${secondsSince(started)} s`);
  process.exitCode = caught === chosen.length && chosen.length > 0 ? 0 : 1;
}

/** A patch that fits nowhere, or in two places, plants nothing: the list must follow the source. */
function checkPatches({ id, patches }: Defect): void {
  for (const { file, find } of patches) {
    const found = readFileSync(file, 'utf8').split(find).length - 1;
    if (found !== 1) throw new Error(`${id}: its text stands ${found} times in ${file}: ${find}`);
  }
}

async function plant({ id, what, patches, tests, hangs }: Defect, folder: string): Promise<Verdict> {
  const from = performance.now();
  const files = new Map(patches.map(({ file }) => [file, readFileSync(join(folder, file), 'utf8')]));
  try {
    for (const { file, find, replace } of patches) {
      const path = join(folder, file);
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replace(find, () => replace),
      );
    }
    const isBuilt = tests.some(({ file }) => /^test\/(?:bin|harden)\//.test(file));
    if (isBuilt) await run(folder, ['npx', 'tsx', 'src/build/bundle.ts']);
    const told: Told[] = [];
    for (const test of tests) told.push(await tell(folder, test));
    const word = judge(told, hangs);
    const words = told.map(wordsOf).join('; ');
    console.log(`${word.padEnd(9)}  ${id.padEnd(28)} ${secondsSince(from)} s  ${what}: ${words}`);
    return { id, word };
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
  const kind = /^test\/(bin|harden)\//.exec(file)?.[1];
  const config = `test/vitest.${kind === undefined ? '' : `${kind}.`}config.ts`;
  // Joined to its flag: a name may begin with a hyphen.
  const only = name === undefined ? [] : [`--testNamePattern=${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`];
  const command = ['npx', 'vitest', 'run', '--config', config, '--reporter=json', `--outputFile=${out}`];
  const code = await run(folder, [...command, ...only, file]);
  if (code === undefined) return { passed: 0, failed: 0, hung: true, stray: false };
  if (!existsSync(out)) return { passed: 0, failed: 0, hung: false, stray: false };
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(out, 'utf8'));
  return { passed, failed, hung: false, stray: code !== 0 && failed === 0 && passed > 0 };
}

/** A run that did not finish says nothing, unless that is what the defect does: the machine may have been busy. */
function judge(told: readonly Told[], hangs: boolean): Verdict['word'] {
  if (told.every((one) => isRed(one) || (one.hung && hangs))) return 'caught';
  return told.some(({ hung }) => hung && !hangs) ? 'undecided' : 'MISSED';
}

/** A file that cannot even be loaded says nothing of the defect. */
function isRed({ failed, stray }: Told): boolean {
  return failed > 0 || stray;
}

/** The exit code; undefined when it had to be ended. */
function run(cwd: string, [command = '', ...args]: readonly string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    // With what the check chooses by its seed. Some defects only take longer: the tests that measure are not left out here.
    const env = { ...process.env, DOCS_CHECK: '1', DOCS_MEASURED: '1' };
    const child = spawn(command, args, { cwd, env, stdio: 'ignore', detached: true });
    let isLate = false;
    const impatience = setTimeout(() => {
      isLate = true;
      // The whole group: npx has started others.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, LONGEST_RUN_MS);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(impatience);
      resolve(isLate ? undefined : (code ?? 1));
    });
  });
}

function nameOf({ file, name }: NamedTest): string {
  return name === undefined ? file : `${file} -t "${name}"`;
}

function wordsOf({ passed, failed, hung, stray }: Told): string {
  if (hung) return `did not finish within ${LONGEST_RUN_MS / 1000} s`;
  return `${failed} failed, ${passed} passed${stray ? ', an error that nobody caught' : ''}`;
}

function secondsSince(from: number): number {
  return Math.round((performance.now() - from) / 1000);
}
