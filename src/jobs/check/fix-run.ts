// Runs docs check --fix: shows the corrections as a diff, and writes them with --yes.
import { join } from 'node:path';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { styles } from '../../output/style.ts';
import type { FolderSource } from '../folder/source.ts';
import type { CheckOptions } from './check.ts';
import type { CheckRun } from './command.ts';
import type { CheckFinding } from './finding.ts';
import { type FixedFile, fixFolder } from './fix.ts';

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
  if (count === 0) return note(io, 'nothing can be corrected mechanically');
  if (run.flags.yes !== true) {
    await io.out(await diffOf(run, fixed));
    return note(io, `${what}; to write them: ${shell`docs check ${source.name} --fix --yes`}`);
  }
  const { writeWhole } = await import('../../files/safe-write.ts');
  for (const { file, after } of fixed)
    await writeWhole(
      join(folder, source.files.get(file)?.onDisk ?? file),
      (fill) => fill(new TextEncoder().encode(after)),
      {
        replace: true,
        shown: file,
      },
    );
  done(io, `made ${what}`);
}

async function diffOf({ context: { io } }: CheckRun, fixed: readonly FixedFile[]): Promise<string> {
  const { loadTextDiff } = await import('../../workflows/text-diff.ts');
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
