// Runs the tests of every row of the table with the full numbers, and writes REPORT.md: what was promised and reached.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Evidence, judge, printReport, type Verdict, withRerun } from './report.ts';
import { table } from './table.ts';

const root = join(import.meta.dirname, '../..');
const chosen = process.argv.slice(2);
const rows =
  chosen.length === 0 ? table : table.filter(({ id }) => chosen.some((start) => id.startsWith(start)));
if (rows.length === 0) throw new Error(`no row begins with ${chosen.join(' or ')}`);

const folder = mkdtempSync(join(tmpdir(), 'docs-harden-'));
const from = performance.now();
await runTests([...new Set(rows.flatMap(({ tests }) => tests))]);
const verdicts = rows.map((row) => judge(row, readEvidence()));
print(verdicts);
// The report is of the whole table; rows that are run again by themselves take their place in it.
const path = join(import.meta.dirname, 'REPORT.md');
if (chosen.length === 0) {
  const facts = { seconds: seconds(), node: process.version, notRun: readLines('not-run') };
  writeFileSync(path, printReport(verdicts, facts));
} else if (existsSync(path)) {
  writeFileSync(
    path,
    withRerun(
      readFileSync(path, 'utf8'),
      verdicts,
      table.map(({ id }) => id),
    ),
  );
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = verdicts.every(({ word }) => word !== 'FAILED') ? 0 : 1;

function runTests(files: readonly string[]): Promise<void> {
  const args = ['vitest', 'run', '--config', 'test/vitest.harden.config.ts', '--reporter=default'];
  args.push('--reporter=json', `--outputFile.json=${join(folder, 'tests.json')}`, ...files);
  const env = {
    ...process.env,
    DOCS_HARDEN: '1',
    ...{ DOCS_REACHED: join(folder, 'reached'), DOCS_NOT_RUN: join(folder, 'not-run') },
  };
  return new Promise((resolve) => {
    const child = spawn('npx', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
    child.on('close', () => resolve());
  });
}

function readEvidence(): Evidence {
  const path = join(folder, 'tests.json');
  const found: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { testResults: [] };
  // The shape of vitest's JSON reporter.
  const { testResults } = found as {
    testResults: { name: string; status: string; startTime: number; endTime: number }[];
  };
  return {
    files: new Map(
      testResults.map(({ name, status, startTime, endTime }) => [
        name.replace(/^.*?\/(?=test\/(?:unit|bin|sandbox|contract|harden)\/)/, ''),
        { passed: status === 'passed', seconds: (endTime - startTime) / 1000 },
      ]),
    ),
    reached: readLines('reached').map((line) => JSON.parse(line)),
  };
}

function readLines(name: string): string[] {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

function print(found: readonly Verdict[]): void {
  for (const { row, word, reached, seconds: took } of found) {
    console.log(`${row.id.padEnd(4)} ${word.padEnd(6)} ${took.toFixed(0).padStart(5)} s  ${row.promise}`);
    if (word === 'FAILED') console.log(`            reached ${reached}`);
  }
  for (const line of readLines('not-run')) console.log(`not run: ${line}`);
  const count = (word: string) => found.filter((verdict) => verdict.word === word).length;
  console.log(
    `\n${count('held')} held, ${count('FAILED')} failed, ${count('open')} open; ${seconds().toFixed(0)} s in all`,
  );
}

function seconds(): number {
  return (performance.now() - from) / 1000;
}
