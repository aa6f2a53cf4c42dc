// What of a backup a restore is about, once their files are what the export wrote.
import { pick } from '../../domain/access/pick.ts';
import { lineWith, lineWithout } from '../../engine/model/command.ts';
import { sameCommand } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { FindingsError, NotFoundError, seeHelp, UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { flagWith, shell, shellLine } from '../../files/shell-word.ts';
import { isRecord, itemsByComma } from '../../files/texts.ts';
import type { FileEntry, Manifest, SpaceEntry } from '../../folder/manifest.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { openExported } from '../export/export-verify.ts';
import type { ExportFolder } from '../export/folder.ts';
import { SETTINGS, spaceNames } from '../export/scope.ts';
import type { Difference } from '../export/verify.ts';
import { type BackupSpace, damaged, isNamed, jsonOf, readSpace, takeFronts, withAccepted } from './backup.ts';
import { type CollectionBackup, isLevel } from './restore-collections.ts';
import type { RestoreRun } from './restore-flags.ts';
import type { SiteBackup } from './site-backup.ts';

/** What was chosen of a backup. */
export interface Backup {
  spaces: BackupSpace[];
  sites: SiteBackup[];
  /** All that there were. */
  collections: CollectionBackup[];
}

/** Reads the chosen spaces and sites, once their files are what the export wrote. */
export async function readBackup(run: RestoreRun): Promise<Backup> {
  const typed = run.args.folder ?? '';
  const { verifyExport } = await import('../export/verify.ts');
  const folder = await openExported(run, typed);
  run.context.settleWith(() => folder.close({ finished: false }));
  const { manifest, differences } = await verifyExport(folder);
  const { changeRequest } = manifest.scope;
  if (changeRequest)
    throw new UsageError(`the folder holds change request #${changeRequest.number}, not a backup`, {
      hint: shell`docs push ${typed}`,
    });
  const entries = chosen(run, manifest.spaces);
  const bad = differences.filter(({ path: one }) =>
    [...entries.map(({ folder: own }) => own), SETTINGS].some((own) => one.startsWith(`${own}/`)),
  );
  const accepted = run.flags.acceptChanged ?? [];
  refuseChanged(run, bad, entries);
  const spaces: BackupSpace[] = [];
  for (const entry of entries) {
    const backup = await readSpace(folder, await withAccepted(folder, entry, accepted));
    await takeFronts(backup, accepted);
    spaces.push(backup);
  }
  const sites = await readSiteBackups(run, folder, manifest);
  return { spaces, sites, collections: await readCollections(folder) };
}

/**
 * Throws FindingsError for a file that is not what was exported, unless it is accepted, or of a page that is not asked for.
 * Nothing takes the place of a text that is there: a page file that is gone is accepted for a new space only.
 */
function refuseChanged(run: RestoreRun, bad: readonly Difference[], entries: readonly SpaceEntry[]): void {
  const { flags, args, context } = run;
  const isNew = flags.page === undefined && flags.into === undefined;
  const found = new Map(bad.map((one) => [one, entryOf(one.path, entries)]));
  const canAccept = (one: Difference) => {
    const kind = found.get(one)?.file.kind;
    return kind === 'file' || (kind === 'page' && (isNew || one.problem !== 'missing'));
  };
  const isAccepted = (one: Difference) => {
    const { entry, file } = found.get(one) ?? {};
    return canAccept(one) && entry && file && isNamed(flags.acceptChanged ?? [], entry, file.path);
  };
  const needed = bad.filter((one) => !isOther(found.get(one), flags.page));
  const left = needed.filter((one) => !isAccepted(one));
  const [first] = left;
  for (const one of needed.filter(isAccepted)) {
    const isGone = one.problem === 'missing' && found.get(one)?.file.kind === 'page';
    note(
      context.io,
      `${one.path}: ${one.detail}: ${isGone ? 'comes back without text' : 'taken as it is now'}`,
    );
  }
  if (!first) return;
  const names = left.flatMap(({ path }) => ['--accept-changed', path]);
  throw new FindingsError(
    `the backup is not what was exported: ${first.path}: ${first.detail}${left.length > 1 ? `, and ${left.length - 1} more` : ''}`,
    {
      hint: left.every(canAccept)
        ? `${sameCommand(run)} ${shellLine(names)}`
        : shell`docs export verify ${args.folder ?? ''}`,
    },
  );
}

interface Exported {
  entry: SpaceEntry;
  file: FileEntry;
}

function entryOf(path: string, entries: readonly SpaceEntry[]): Exported | undefined {
  for (const entry of entries) {
    const own = path.startsWith(`${entry.folder}/`) ? path.slice(entry.folder.length + 1) : undefined;
    const file = entry.files.find((one) => one.path === own);
    if (file) return { entry, file };
  }
  return undefined;
}

/** Whether a page has that name; its title is not looked at. */
const hasName = (entry: SpaceEntry, { kind, id, path }: FileEntry, name: string): boolean =>
  kind === 'page' && (id === name || isNamed([name], entry, path));

/** A page beside those that are asked for, where it is clear which these are. */
const isOther = (found: Exported | undefined, pages: readonly string[] | undefined): boolean =>
  found?.file.kind === 'page' &&
  pages?.every(
    (name) =>
      !hasName(found.entry, found.file, name) &&
      found.entry.files.some((file) => hasName(found.entry, file, name)),
  ) === true;

/** The first that has all of these pages, else the first. */
function likely(spaces: readonly SpaceEntry[], pages: readonly string[] = []): SpaceEntry | undefined {
  const has = (entry: SpaceEntry, name: string) => entry.files.some((file) => hasName(entry, file, name));
  return spaces.find((entry) => pages.every((name) => has(entry, name))) ?? spaces[0];
}

const MOST_NAMED = 3;

/** Throws UsageError where several spaces could be meant, NotFoundError for one that is not in the backup. */
function chosen({ flags, context }: RestoreRun, spaces: readonly SpaceEntry[]): SpaceEntry[] {
  if (flags.allSpaces === true) return [...spaces];
  // Sites alone show spaces that are there.
  const isAboutSites = flags.sites !== undefined || flags.allSites === true;
  if (isAboutSites && flags.space === undefined) return [];
  if (flags.space === undefined) {
    if (spaces.length === 1) return [...spaces];
    throw new UsageError(
      `the backup has ${plural(spaces.length, 'space')}: name one with --space, or use --all-spaces`,
      { hint: lineWith(context.argv, ...flagWith('--space', likely(spaces, flags.page)?.title ?? '')) },
    );
  }
  const wanted = flags.space;
  const again = (space = '') => lineWithout(context.argv, ['--space'], ...flagWith('--space', space));
  const exact = spaces.filter(({ id, folder }) => id === wanted || folder === wanted);
  const titled = spaces.filter(({ title }) => title.toLowerCase() === wanted.toLowerCase());
  const found = exact.length > 0 ? exact : titled;
  if (found.length > 1)
    throw new UsageError(`the backup has ${plural(found.length, 'space')} called "${wanted}"`, {
      hint: again(found[0]?.id),
    });
  if (found.length > 0) return found;
  const titles = spaces.map(({ title }) => title);
  const [near] = nearest(wanted, titles, 1);
  const meant = near === undefined ? `it has ${firstOf(titles)}` : `did you mean "${near}"?`;
  throw new NotFoundError(`no space "${wanted}" in the backup; ${meant}`, { hint: again(near ?? titles[0]) });
}

/** `"Guides", "Handbook", "API" and 3 more` */
function firstOf(titles: readonly string[]): string {
  const more = titles.length > MOST_NAMED ? ` and ${titles.length - MOST_NAMED} more` : '';
  const named = titles.slice(0, MOST_NAMED).map((title) => `"${title}"`);
  return `${named.join(', ')}${more}`;
}

// The sites of a backup that a restore is about, and its collections.

interface SiteFlags {
  sites?: string | undefined;
  allSites?: boolean | undefined;
}

/** Those that --sites names, in that order. Throws NotFoundError. */
export function pickSites<T extends { id: string; title: string }>(
  { flags: { sites, allSites }, path }: { flags: SiteFlags; path: string },
  all: readonly T[],
  hint: string,
): T[] {
  if (sites !== undefined && allSites) throw seeHelp(path, '--sites and --all-sites cannot be used together');
  if (allSites) return [...all];
  if (sites === undefined) return [];
  const { items, unknown } = pick(all, itemsByComma(sites), ({ id, title }) => ({ id, names: [title] }));
  if (unknown[0] !== undefined || items.length === 0)
    throw new NotFoundError(`there is no site "${unknown[0] ?? sites}"`, { hint });
  return items;
}

/** The sites of a backup that were asked for. Throws NotFoundError, ValidationError for a file that is not one of a site. */
async function readSiteBackups(
  run: Run<SiteFlags>,
  folder: ExportFolder,
  manifest: Manifest,
): Promise<SiteBackup[]> {
  if (run.flags.sites === undefined && !run.flags.allSites) return [];
  const names = spaceNames(manifest.spaces.filter(({ gone }) => !gone));
  const { parseSite } = await import('../site-file/parse.ts');
  const found: SiteBackup[] = [];
  for (const { path } of manifest.files) {
    if (!path.endsWith('.yaml')) continue;
    const text = Buffer.from((await folder.read(path)) ?? []).toString();
    const { file, notes } = await parseSite(text, path);
    const domain = await domainIn(folder, path.replace(/yaml$/, 'json'));
    const id = notes.get(file)?.id ?? path;
    if (id === '__proto__' || found.some((one) => one.id === id))
      throw damaged(path, `has the ID of another site: "${id}"`);
    found.push({ id, title: file.title, text, domain, names });
  }
  const { io } = run.context;
  if (found.length === 0 && manifest.options.settings && run.flags.sites === undefined) {
    note(io, 'the backup has no sites: there were none when it was exported');
    return [];
  }
  if (found.length === 0)
    throw new NotFoundError('the backup has no sites: they are exported with --settings', {
      code: 'NO_SITES',
      hint: 'docs export --help',
    });
  return pickSites(run, found, shell`docs restore ${run.args.folder ?? ''} --all-sites --dry-run`);
}

/** The site itself is kept beside its file. */
async function domainIn(folder: ExportFolder, path: string): Promise<string | undefined> {
  const bytes = await folder.read(path);
  const { hostname } = Object(Object(bytes && parsed(bytes, path)).site);
  return typeof hostname === 'string' && hostname !== '' ? hostname : undefined;
}

const parsed = (bytes: Uint8Array, path: string): unknown => jsonOf(Buffer.from(bytes).toString(), path);

/** The collections of a backup; empty where they were not exported. */
async function readCollections(folder: ExportFolder): Promise<CollectionBackup[]> {
  const path = `${SETTINGS}/collections.json`;
  const bytes = await folder.read(path);
  const value = bytes ? parsed(bytes, path) : {};
  const list = isRecord(value) && Array.isArray(value.collections) ? value.collections : [];
  return list.filter(isRecord).flatMap(({ id, title, parent, description, defaultLevel }) => [
    {
      id: String(id),
      title: String(title ?? ''),
      ...(typeof parent === 'string' && { parent }),
      ...(typeof description === 'string' && { description }),
      ...(isLevel(defaultLevel) && { defaultLevel }),
    },
  ]);
}
