// What an export did, space by space, and what the folder holds then.
import type { Space } from '../../api/content/spaces.generated.ts';
import type { PoolResult } from '../../client/pool.ts';
import {
  type FileEntry,
  type OpenChangeRequests,
  openChangeRequestsOf,
  type SpaceEntry,
} from '../../folder/manifest.ts';
import type { Known, Written } from './earlier-export.ts';
import type { SpaceOutcome } from './space-export.ts';

export interface SpaceReport extends Pick<SpaceOutcome, 'fetched'> {
  id: string;
  title: string;
  folder: string;
  state: SpaceOutcome['state'] | 'gone';
  pages: number;
  files: number;
}

export interface ExportReport {
  spaces: SpaceReport[];
  /** Paths that a person changed; left alone. */
  kept: string[];
  /** Those of them that nothing on the platform is written to any more. */
  orphans: string[];
  removed: string[];
  failures: { path: string; error: unknown }[];
  changeRequests: OpenChangeRequests;
}

export type SpaceResult = PoolResult<Space, SpaceOutcome>;

/** The spaces of the new manifest: those that were read, those that failed as they are here, and those that are gone. */
export function collect(
  results: readonly SpaceResult[],
  known: Known,
  names: ReadonlyMap<string, string>,
  prune: boolean,
): { entries: SpaceEntry[]; report: ExportReport } {
  const report: ExportReport = {
    ...{ spaces: [], kept: [], orphans: [], removed: [], failures: [] },
    changeRequests: { held: 0, leftOut: undefined },
  };
  const entries: SpaceEntry[] = [];
  for (const result of results) {
    const { id, title } = result.item;
    const folder = names.get(id) ?? id;
    const outcome = result.ok ? result.value : undefined;
    if (!result.ok) report.failures.push({ path: folder, error: result.error });
    const entry = withOldFiles(outcome?.entry ?? { id, title, folder, revision: null, files: [] }, known);
    entries.push(entry);
    report.kept.push(...(outcome?.kept ?? []));
    report.failures.push(...(outcome?.failures ?? []));
    report.spaces.push(reportOf(entry, outcome?.state ?? 'failed', outcome?.fetched ?? 0));
  }
  const here = new Set(results.map(({ item }) => item.id));
  const gone = known.manifest?.spaces.filter(({ id }) => !here.has(id)) ?? [];
  for (const entry of prune ? [] : gone) entries.push({ ...entry, gone: true });
  report.spaces.push(...gone.map((entry) => reportOf(entry, 'gone', 0)));
  report.changeRequests = openChangeRequestsOf(entries);
  return { entries, report };
}

const countOf = (files: readonly FileEntry[], wanted: FileEntry['kind']): number =>
  files.filter(({ kind }) => kind === wanted).length;

const reportOf = (
  { id, title, folder, files }: SpaceEntry,
  state: SpaceReport['state'],
  fetched: number,
): SpaceReport => ({
  id,
  title,
  folder,
  state,
  pages: countOf(files, 'page'),
  files: countOf(files, 'file'),
  fetched,
});

/** What could not be read anew is still what an earlier run wrote, in the folder it had then. */
function withOldFiles(entry: SpaceEntry, known: Known): SpaceEntry {
  const old = known.space(entry.id);
  if (entry.revision !== null || !old) return entry;
  if (old.folder !== entry.folder) return { ...old, revision: null };
  const keys = new Set(entry.files.map(({ kind, id, path }) => `${kind} ${id ?? path}`));
  const paths = new Set(entry.files.map(({ path }) => path));
  const missing = old.files.filter(
    ({ kind, id, path }) => !keys.has(`${kind} ${id ?? path}`) && !paths.has(path),
  );
  return { ...entry, files: [...entry.files, ...missing] };
}

/** Says of a file whether it may go: its space was read, and what it held is written elsewhere or is there no more. */
export function goers(
  results: readonly SpaceResult[],
  known: Known,
  entries: readonly SpaceEntry[],
  prune: boolean,
): (written: Written) => boolean {
  const outcomes = new Map(results.map((result) => [result.item.id, result]));
  const folders = new Map(entries.map(({ id, folder }) => [id, folder]));
  return ({ space, entry }) => {
    if (space === undefined) return true;
    const result = outcomes.get(space);
    if (!result) return prune || known.space(space) === undefined;
    if (!result.ok || folders.get(space) !== result.value.entry.folder) return false;
    const { planned, entry: now } = result.value;
    const key = `${entry.kind} ${entry.id ?? ''}`;
    return !planned.has(key) || now.files.some(({ kind, id }) => kind === entry.kind && id === entry.id);
  };
}
