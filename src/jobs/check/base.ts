// Compares what is found now with what was found where this branch began: by what is wrong, not by the line it is on.
import type { FolderSource } from '../../folder/source.ts';
import { type CheckOptions, checkFolder } from './check.ts';
import type { Checked, CheckFinding } from './finding.ts';

/** What was wrong before. A folder that had no pages yet had nothing wrong with it. */
export async function checkBase(source: FolderSource, options: CheckOptions): Promise<CheckFinding[]> {
  if (![...source.files.keys()].some((path) => /\.(?:md|markdown)$/i.test(path))) return [];
  const { config, ...rest } = options;
  const folders = config?.folders?.filter((folder) =>
    [...source.files.keys()].some((path) => path.startsWith(`${folder}/`)),
  );
  const spaces = new Map(
    [...(config?.spaces ?? [])].filter(([, folder]) => folders === undefined || folders.includes(folder)),
  );
  return (await checkFolder(source, { ...rest, ...(config && { config: { ...config, folders, spaces } }) }))
    .findings;
}

/** Each finding that was not there before as often; one in a file that was only moved was there. */
export function addedFindings(
  { findings }: Pick<Checked, 'findings'>,
  before: readonly CheckFinding[],
  { now, base }: { now: FolderSource; base: FolderSource },
): CheckFinding[] {
  const counts = countBy(before, (one) => nameOf(one, one.file));
  const added = findings.filter((one) => !take(counts, nameOf(one, one.file)));
  const gone = before.filter(({ file }) => !now.files.has(file));
  const moved = countBy(gone, (one) => nameOf(one, ''));
  return added.filter((one) => base.files.has(one.file) || !take(moved, nameOf(one, '')));
}

const nameOf = ({ rule, key }: CheckFinding, file: string): string => JSON.stringify([rule, file, key]);

function countBy(
  findings: readonly CheckFinding[],
  nameOne: (one: CheckFinding) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of findings) counts.set(nameOne(one), (counts.get(nameOne(one)) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, name: string): boolean {
  const left = counts.get(name) ?? 0;
  if (left > 0) counts.set(name, left - 1);
  return left > 0;
}
