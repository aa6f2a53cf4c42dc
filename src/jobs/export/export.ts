// Content to a folder of Markdown: only what is new is fetched, and a run that was cut off goes on where it ended.
import type { Space } from '../../api/content/spaces.generated.ts';
import type { Client } from '../../client/client.ts';
import { createGate, mapPool, mostOf, type PoolResult, type Width } from '../../client/pool.ts';
import { endsAll, giveUp } from '../../client/retry.ts';
import { LocalIoError, UsageError } from '../../errors.ts';
import { nameKey } from '../../files/safe-path.ts';
import type { Digest } from '../../files/safe-write.ts';
import {
  type FileEntry,
  MANIFEST,
  type Manifest,
  manifestText,
  type OpenChangeRequests,
  type Options,
  openChangeRequestsOf,
  parseManifest,
  type SpaceEntry,
} from '../../folder/manifest.ts';
import type { SpaceJob } from './change-request-files.ts';
import { deliveryTo, type Pushed } from './delivery.ts';
import { fullPath, type Known, knownFrom, parseLog, type Written, withRenamed } from './earlier-export.ts';
import { digestKnown, type ExportFolder, readLog } from './folder.ts';
import { folderNames, SETTINGS, scopeOf, settingsOf, spacesOf, type Target } from './scope.ts';
import { pageReader, requestReader } from './space-content.ts';
import { exportSpace, type SpaceOutcome } from './space-export.ts';

export interface ExportJob {
  client: Client;
  folder: ExportFolder;
  target: Target;
  options: Options;
  /** Requests at once. */
  concurrency: Width;
  /** Fetch everything anew. */
  full?: boolean;
  /** Remove the copies of spaces that are gone. */
  prune?: boolean;
  /** Replace files that a person changed. */
  overwrite?: boolean;
  /** Also into a folder that holds other things. */
  force?: boolean;
  pushed?: Pushed;
  /** Called once, with what there is to do: `spaces`, or `pages` for a single space. */
  onPlan?: (unit: 'spaces' | 'pages', count: number) => void;
  /** One of them is done. */
  onStep?: (ok: boolean) => void;
  /** Something of a site may not be read. */
  onHidden?: (line: string) => void;
}

/**
 * Exports, and writes the manifest last. Throws LocalIoError `FOLDER_NOT_EMPTY`, UsageError `EXPORT_SCOPE` for a folder
 * that holds something else, and what makes going on pointless: a refused token, an interruption.
 */
export async function exportTo(job: ExportJob): Promise<ExportReport> {
  const { client, folder, target, options } = job;
  const known = await knownOf(folder, job.force);
  refuseOtherScope(known.manifest, job);
  const spaces = await spacesOf(client, target);
  const names = folderNames(spaces);
  const results = await exportSpaces(job, known, spaces, names);
  const above = await settingsAbove(job, known, spaces);
  const { entries, report } = collect(results, known, names, job.prune ?? false);
  const manifest: Manifest = {
    version: 1,
    host: client.origin,
    scope: scopeOf(target),
    options,
    spaces: entries,
    files: above.entries,
  };
  report.kept.push(...above.kept);
  report.failures.push(...above.failures);
  const obsolete = await removeObsolete({
    folder,
    known,
    current: new Set(pathsOf(manifest)),
    overwrite: job.overwrite ?? false,
    mayGo: goers(results, known, entries, job.prune ?? false),
  });
  // What was left alone when it was its turn is not told twice.
  report.orphans.push(...obsolete.kept.filter((path) => !report.kept.includes(path)));
  report.kept.push(...report.orphans);
  report.removed.push(...obsolete.removed);
  await writeManifest(folder, manifest);
  return report;
}

/** `force` is undefined for a command that has no such flag. */
async function knownOf(folder: ExportFolder, force: boolean | undefined): Promise<Known> {
  const text = await folder.read(MANIFEST);
  const log = await readLog(folder);
  if (!text && !log && !force) {
    const [other] = (await folder.names()).filter(
      (name) => !name.startsWith('.docs-export') && name !== '.git',
    );
    if (other !== undefined) {
      throw new LocalIoError(`the folder is not empty and contains no export: it contains ${other}`, {
        code: 'FOLDER_NOT_EMPTY',
        hint:
          force === undefined
            ? 'use an empty folder'
            : 'use an empty folder, or --force to add the export to it',
      });
    }
  }
  const found = text && (await withRenamed(folder, parseManifest(text)));
  return knownFrom(found?.manifest, parseLog(log), found?.renamed);
}

function refuseOtherScope(manifest: Manifest | undefined, { client, target }: ExportJob): void {
  if (!manifest) return;
  const { host, scope, spaces } = manifest;
  const isSame = scope.kind === target.kind && scope.id === target.id;
  if (host === client.origin && isSame && scope.changeRequest?.id === target.changeRequest?.id) return;
  const of = scope.changeRequest ? `change request #${scope.changeRequest.number} of ` : '';
  const title = scope.kind === 'space' ? spaces.find(({ id }) => id === scope.id)?.title : undefined;
  const name = title === undefined ? scope.id : `"${title}" (${scope.id})`;
  const where = host === client.origin ? '' : ` of ${host}`;
  throw new UsageError(`the folder contains an export of ${of}${scope.kind} ${name}${where}`, {
    code: 'EXPORT_SCOPE',
    hint: 'use a separate folder for each export',
  });
}

async function exportSpaces(
  job: ExportJob,
  known: Known,
  spaces: readonly Space[],
  names: ReadonlyMap<string, string>,
): Promise<SpaceResult[]> {
  const { client, folder, target, options, concurrency, onStep } = job;
  const alone = spaces.length === 1;
  if (!alone) job.onPlan?.('spaces', spaces.length);
  const stop = giveUp();
  const spaceJob: SpaceJob = {
    client,
    options,
    known,
    folder,
    pushed: job.pushed,
    stop,
    reader: target.changeRequest ? requestReader(client, target.changeRequest.id) : pageReader(client),
    ...(target.changeRequest && { changeRequest: true }),
    ...(target.only && { only: target.only }),
    gate: createGate(concurrency, { onRateLimit: client.onRateLimit, endsAll }),
    delivery: deliveryTo(folder, known, job),
    full: job.full ?? false,
    ...(alone && { onFound: (count) => job.onPlan?.('pages', count), ...(onStep && { onStep }) }),
  };
  let fatal: { error: unknown } | undefined;
  const results = await mapPool(
    spaces,
    mostOf(concurrency),
    (space) => exportSpace(spaceJob, space, names.get(space.id) ?? space.id),
    {
      stop: (result) => {
        if (!alone) onStep?.(result.ok && result.value.state !== 'failed');
        if (!result.ok && stop(result)) fatal = { error: result.error };
        return fatal !== undefined;
      },
    },
  );
  if (fatal) throw fatal.error;
  return results;
}

interface Above {
  entries: FileEntry[];
  kept: string[];
  failures: ExportReport['failures'];
}

async function settingsAbove(job: ExportJob, known: Known, spaces: readonly Space[]): Promise<Above> {
  const above: Above = { entries: [], kept: [], failures: [] };
  if (!job.options.settings) return above;
  const delivery = deliveryTo(job.folder, known, job);
  try {
    for (const [path, text] of await settingsOf(job.client, job.target, {
      concurrency: job.concurrency,
      spaces,
      onHidden: job.onHidden,
    })) {
      const delivered = await delivery.text({ folder: '', path, facts: { kind: 'settings' } }, text);
      if ('entry' in delivered) above.entries.push(delivered.entry);
      else above.kept.push(path);
    }
    return above;
  } catch (error) {
    if (giveUp()({ ok: false, error })) throw error;
    const old = known.manifest?.files ?? [];
    return { entries: old, kept: above.kept, failures: [{ path: SETTINGS, error }] };
  }
}

function* pathsOf({ spaces, files }: Manifest): Generator<string> {
  for (const entry of files) yield entry.path;
  for (const { id, folder, files: own } of spaces) {
    for (const entry of own) yield fullPath({ space: id, folder, entry });
  }
}

async function writeManifest(folder: ExportFolder, manifest: Manifest): Promise<void> {
  const text = manifestText(manifest);
  const staged = await folder.stage(MANIFEST, (write) => write(Buffer.from(text)), { durable: true });
  await staged.place();
}

// Removes what earlier runs wrote and nothing stands for any more. What a person changed stays.

interface Job {
  folder: ExportFolder;
  known: Known;
  /** Paths of the new manifest. */
  current: ReadonlySet<string>;
  /** What a person changed goes, too. */
  overwrite: boolean;
  /** Whether a file may go: its space was read, and what it held is elsewhere or gone. */
  mayGo: (written: Written) => boolean;
}

/** Returns the paths it removed, and those that somebody changed. */
async function removeObsolete({
  folder,
  known,
  current,
  overwrite,
  mayGo,
}: Job): Promise<{ removed: string[]; kept: string[] }> {
  const byKey = new Map([...current].map((path) => [nameKey(path), path]));
  const removed: string[] = [];
  const kept: string[] = [];
  for (const [path, written] of known.paths()) {
    if (current.has(path) || !mayGo(written)) continue;
    // Where case does not count, the old name of a file may be the new one.
    const now = byKey.get(nameKey(path));
    if (now !== undefined && (await folder.respell(path, now))) continue;
    const isOurs = ({ sha256 }: Digest) => known.wrote(path, sha256);
    const there = await digestKnown(folder, path, isOurs).catch(() => undefined);
    if (!there) continue;
    if (!overwrite && !isOurs(there)) {
      kept.push(path);
      continue;
    }
    await folder.remove(path);
    removed.push(path);
  }
  return { removed, kept };
}

// What an export did, space by space, and what the folder holds then.

interface SpaceReport extends Pick<SpaceOutcome, 'fetched'> {
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

type SpaceResult = PoolResult<Space, SpaceOutcome>;

/** The spaces of the new manifest: those that were read, those that failed as they are here, and those that are gone. */
function collect(
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
function goers(
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
