// Runs docs check --fix: shows the corrections as a diff, and writes them with --yes.
import { join } from 'node:path';
import { chosenFormat } from '../../engine/run/view.ts';
import { shell } from '../../files/shell-word.ts';
import type { FolderSource } from '../../folder/source.ts';
import { plural } from '../../output/format.ts';
import { done, noteOutcome, styles } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { type CheckOptions, checkFolder } from './check.ts';
import type { CheckRun } from './check-flags.ts';
import type { CheckFinding, Fix } from './finding.ts';

interface Fixing {
  folder: string;
  source: FolderSource;
  choice: CheckOptions;
  findings: readonly CheckFinding[];
}

/** Throws LocalIoError for a file that cannot be written; those before it are written whole. */
export async function runFix(run: CheckRun, { folder, source, choice, findings }: Fixing): Promise<void> {
  const { io } = run.context;
  const fixed = await fixFolder(source, findings, choice);
  const count = fixed.reduce((sum, file) => sum + file.count, 0);
  const what = `${plural(count, 'correction')} in ${plural(fixed.length, 'file')}`;
  const facts = (outcome: string) => ({
    ...{ outcome, corrections: count },
    files: fixed.map(({ file, count: corrections }) => ({ file, corrections })),
  });
  if (count === 0) return noteOutcome(io, 'nothing can be corrected mechanically', facts('same'));
  if (run.flags.yes !== true) {
    if (['table', undefined].includes(chosenFormat(run))) await io.out(await diffOf(run, fixed));
    const line = `${what}; to write them: ${shell`docs check ${source.name} --fix --yes`}`;
    return noteOutcome(io, line, facts('not written'));
  }
  const { writeWhole } = await import('../../files/safe-write.ts');
  for (const { file, after } of fixed)
    await writeWhole(join(folder, source.files.get(file)?.onDisk ?? file), after, {
      replace: true,
      shown: file,
    });
  done(io, `made ${what}`, facts('written'));
}

async function diffOf({ context: { io } }: CheckRun, fixed: readonly FixedFile[]): Promise<string> {
  const { loadTextDiff } = await import('../../output/text-diff.ts');
  const diff = await loadTextDiff();
  const { red, green, cyan, bold } = styles(io.colorOut);
  const lines: string[] = [];
  for (const { file, before, after } of fixed) {
    lines.push(bold(`--- ${safeLine(file)}`), bold(`+++ ${safeLine(file)}`));
    for (const hunk of diff(before, after).hunks) {
      lines.push(cyan(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`));
      for (const { type, text } of hunk.lines) {
        const line = safeLine(text);
        lines.push(type === 'same' ? ` ${line}` : type === 'added' ? green(`+${line}`) : red(`-${line}`));
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

// Mechanical corrections: made in memory, checked again, and kept only where nothing else becomes wrong.

interface FixedFile {
  file: string;
  before: string;
  after: string;
  /** Corrections that were made. */
  count: number;
}

/** A correction may show what it covered: that is corrected in another round, of so many at most. */
const MOST_ROUNDS = 3;

/** Every file with its corrections. One that would make something else wrong is left out, with all of its file. */
export async function fixFolder(
  source: FolderSource,
  findings: readonly CheckFinding[],
  options: CheckOptions,
): Promise<FixedFile[]> {
  const fixed = new Map<string, FixedFile>();
  for (const [file, some] of byFile(findings.filter(({ fix }) => fix))) {
    const before = Buffer.from(await source.read(file)).toString();
    const { after, count } = applied(before, fixesOf(some));
    if (count > 0) fixed.set(file, { file, before, after, count });
  }
  const known = (await checkFolder(source, options)).findings;
  for (let round = 1; ; round += 1) {
    const now = await checkFolder(over(source, [...fixed.values()]), options);
    const fresh = newOnes(known, now.findings).filter(({ file }) => fixed.has(file));
    if (fresh.length === 0) return [...fixed.values()];
    for (const [file, some] of byFile(fresh)) {
      const more = round < MOST_ROUNDS ? further(fixed.get(file), some) : undefined;
      if (more) fixed.set(file, more);
      else fixed.delete(file);
    }
  }
}

/** The file with these corrected, too; undefined where not all of them can be. */
function further(one: FixedFile | undefined, findings: readonly CheckFinding[]): FixedFile | undefined {
  const fixes = fixesOf(findings);
  if (!one || fixes.length < findings.length) return undefined;
  const { after, count } = applied(one.after, fixes);
  return { ...one, after, count: one.count + count };
}

const fixesOf = (findings: readonly CheckFinding[]): Fix[] => findings.flatMap(({ fix }) => fix ?? []);

function byFile(findings: readonly CheckFinding[]): Map<string, CheckFinding[]> {
  const files = new Map<string, CheckFinding[]>();
  for (const one of findings) {
    const known = files.get(one.file);
    if (known) known.push(one);
    else files.set(one.file, [one]);
  }
  return files;
}

/** What was not there before. A finding that stays where it was has another name where a correction changed its words. */
function newOnes(before: readonly CheckFinding[], now: readonly CheckFinding[]): CheckFinding[] {
  const [old, left] = [new Set(before.map(nameOf)), new Set(now.map(nameOf))];
  const renamed = new Set(before.filter((one) => !(one.fix || left.has(nameOf(one)))).map(placeOf));
  return now.filter((one) => !(old.has(nameOf(one)) || renamed.has(placeOf(one))));
}

const placeOf = ({ rule, file, line, column }: CheckFinding): string =>
  JSON.stringify([rule, file, line, column]);

const nameOf = ({ rule, file, key }: CheckFinding): string => JSON.stringify([rule, file, key]);

/** The same folder with other texts in it. */
function over(source: FolderSource, fixed: readonly FixedFile[]): FolderSource {
  const texts = new Map(fixed.map(({ file, after }) => [file, Buffer.from(after)]));
  return { ...source, read: async (path) => texts.get(path) ?? source.read(path) };
}

/** From the last place to the first, so that the others stay where they are. Columns count without a byte order mark. */
function applied(text: string, fixes: readonly Fix[]): { after: string; count: number } {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const lines = text.slice(mark.length).split('\n');
  const last = [...fixes].sort((a, b) => b.line - a.line || b.column - a.column);
  let count = 0;
  for (const { line, column, before, after } of last) {
    const old = lines[line - 1];
    // A line break that is put in is the one that the file has.
    const inserted = after === '\n' ? (old?.endsWith('\r') ? '\r\n' : '\n') : after;
    if (old === undefined || !old.startsWith(before, column - 1)) continue;
    lines[line - 1] = old.slice(0, column - 1) + inserted + old.slice(column - 1 + before.length);
    count += 1;
  }
  return { after: mark + lines.join('\n'), count };
}
