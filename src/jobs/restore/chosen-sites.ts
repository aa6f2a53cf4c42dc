// The sites of a backup that a restore is about, and its collections.

import { pick, wordsOf } from '../../domain/access/pick.ts';
import type { Run } from '../../engine/run/run.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { isRecord } from '../../files/is-record.ts';
import { boundedJson, jsonProblem } from '../../files/json-bounds.ts';
import { shell } from '../../files/shell-word.ts';
import type { Manifest } from '../../folder/manifest.ts';
import { note } from '../../output/note.ts';
import type { ExportFolder } from '../export/folder.ts';
import { SETTINGS, spaceNames } from '../export/scope.ts';
import type { CollectionBackup } from './restore-collections.ts';
import type { SiteBackup } from './site-backup.ts';

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
  if (sites !== undefined && allSites)
    throw new UsageError('--sites and --all-sites cannot be used together', { hint: `${path} --help` });
  if (allSites) return [...all];
  if (sites === undefined) return [];
  const { items, unknown } = pick(all, wordsOf(sites), ({ id, title }) => ({ id, names: [title] }));
  if (unknown[0] !== undefined || items.length === 0)
    throw new NotFoundError(`there is no site "${unknown[0] ?? sites}"`, { hint });
  return items;
}

/** The sites of a backup that were asked for. Throws NotFoundError, ValidationError for a file that is not one of a site. */
export async function readSiteBackups(
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
    found.push({ id: notes.get(file)?.id ?? path, title: file.title, text, domain, names });
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

function parsed(bytes: Uint8Array, path: string): unknown {
  const text = Buffer.from(bytes).toString();
  try {
    return boundedJson(text);
  } catch {
    throw new UsageError(`${path} ${jsonProblem(text)}`, {
      code: 'BACKUP_DAMAGED',
      hint: 'docs export verify --help',
    });
  }
}

/** The collections of a backup; empty where they were not exported. */
export async function readCollections(folder: ExportFolder): Promise<CollectionBackup[]> {
  const path = `${SETTINGS}/collections.json`;
  const bytes = await folder.read(path);
  const value = bytes ? parsed(bytes, path) : {};
  const list = isRecord(value) && Array.isArray(value.collections) ? value.collections : [];
  return list.filter(isRecord).flatMap(({ id, title, parent, description }) => [
    {
      id: String(id),
      title: String(title ?? ''),
      ...(typeof parent === 'string' && { parent }),
      ...(typeof description === 'string' && { description }),
    },
  ]);
}
