// Mechanical corrections: made in memory, checked again, and kept only where nothing else becomes wrong.
import type { FolderSource } from '../folder/source.ts';
import { type CheckOptions, checkFolder } from './check.ts';
import type { CheckFinding, Fix } from './finding.ts';

export interface FixedFile {
  file: string;
  before: string;
  after: string;
  /** Corrections that were made. */
  count: number;
}

/** Every file with its corrections. One that would make something else wrong is left out, with all of its file. */
export async function fixFolder(
  source: FolderSource,
  findings: readonly CheckFinding[],
  options: CheckOptions,
): Promise<FixedFile[]> {
  const byFile = new Map<string, Fix[]>();
  for (const { file, fix } of findings) {
    if (!fix) continue;
    const known = byFile.get(file);
    if (known) known.push(fix);
    else byFile.set(file, [fix]);
  }
  let fixed: FixedFile[] = [];
  for (const [file, fixes] of byFile) {
    const before = Buffer.from(await source.read(file)).toString();
    const { after, count } = applied(before, fixes);
    if (count > 0) fixed.push({ file, before, after, count });
  }
  const names = new Set((await checkFolder(source, options)).findings.map(nameOf));
  for (;;) {
    const now = await checkFolder(over(source, fixed), options);
    const worse = new Set(now.findings.filter((one) => !names.has(nameOf(one))).map(({ file }) => file));
    const kept = fixed.filter(({ file }) => !worse.has(file));
    if (kept.length === fixed.length) return fixed;
    fixed = kept;
  }
}

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
