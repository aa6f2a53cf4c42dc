// What earlier runs wrote into the folder: the last manifest, and the log of a run that was cut off.
import { boundedJson } from '../../files/json-file.ts';
import { nameKey } from '../../files/safe-path.ts';
import { normalized } from '../../files/texts.ts';
import type { FileEntry, Manifest, SpaceEntry } from '../../folder/manifest.ts';
import { frontMatterIn } from '../../markdown/front-matter.ts';
import type { ExportFolder } from './folder.ts';
import { isReserved } from './page-paths.ts';

/** A line of the log: a file that was about to get its name. */
export interface Written {
  /** Absent for what is above the spaces. */
  space?: string;
  /** Folder of the space; empty above the spaces. */
  folder: string;
  entry: FileEntry;
}

export interface Known {
  readonly manifest: Manifest | undefined;
  space(id: string): SpaceEntry | undefined;
  /** Whether a file of its pages has another name than the last run gave it: links to it are written anew. */
  hasRenamed(id: string): boolean;
  /** Whether a run wrote these bytes there, or to what some systems take for the same path. */
  wrote(path: string, sha256: string): boolean;
  /** Where a page, file or summary of a space was written, the latest first. */
  places(space: string, kind: string, id: string | undefined): readonly Written[];
  /** Every path that a run wrote to. */
  paths(): ReadonlyMap<string, Written>;
}

export const fullPath = ({ folder, entry }: Written): string =>
  folder === '' ? entry.path : `${folder}/${entry.path}`;

export function knownFrom(
  manifest: Manifest | undefined,
  log: readonly Written[],
  renamed: ReadonlySet<string> = new Set(),
): Known {
  const spaces = new Map(manifest?.spaces.map((space) => [space.id, space]));
  const hashes = new Map<string, Set<string>>();
  const paths = new Map<string, Written>();
  const places = new Map<string, Written[]>();
  for (const written of [...listed(manifest), ...log]) {
    const path = fullPath(written);
    const seen = hashes.get(nameKey(path)) ?? new Set();
    hashes.set(nameKey(path), seen.add(written.entry.sha256));
    paths.set(path, written);
    const key = keyOf(written.space ?? '', written.entry.kind, written.entry.id);
    places.set(key, [written, ...(places.get(key) ?? [])]);
  }
  return {
    manifest,
    space: (id) => spaces.get(id),
    hasRenamed: (id) => renamed.has(id),
    wrote: (path, sha256) => hashes.get(nameKey(path))?.has(sha256) === true,
    places: (space, kind, id) => places.get(keyOf(space, kind, id)) ?? [],
    paths: () => paths,
  };
}

const keyOf = (space: string, kind: string, id = ''): string => `${space}\0${kind}\0${id}`;

function* listed(manifest: Manifest | undefined): Generator<Written> {
  for (const entry of manifest?.files ?? []) yield { folder: '', entry };
  for (const { id, folder, files } of manifest?.spaces ?? []) {
    for (const entry of files) yield { space: id, folder, entry };
  }
}

/** The manifest with the names that people gave to files of pages: such a file has the ID of its page on top. */
export async function withRenamed(
  folder: ExportFolder,
  manifest: Manifest,
): Promise<{ manifest: Manifest; renamed: Set<string> }> {
  const there = new Map(folder.files().map((path) => [normalized(path, 'NFC'), path]));
  const known = new Set([...listed(manifest)].map((written) => normalized(fullPath(written), 'NFC')));
  const renamed = new Set<string>();
  const now = async (space: SpaceEntry): Promise<SpaceEntry> => {
    const isGone = ({ kind, path }: FileEntry) =>
      kind === 'page' && !there.has(normalized(`${space.folder}/${path}`, 'NFC'));
    if (!space.files.some(isGone)) return space;
    const others = [...there].flatMap(([key, path]) => (known.has(key) ? [] : [path]));
    const found = await pagesIn(folder, space.folder, others);
    const files = space.files.map((entry): FileEntry => {
      if (!isGone(entry)) return entry;
      const path = found.get(entry.id ?? '');
      return { ...entry, path: path ?? entry.path, renamed: path !== undefined };
    });
    if (files.some((entry, at) => entry.path !== space.files[at]?.path)) renamed.add(space.id);
    return { ...space, files };
  };
  const spaces: SpaceEntry[] = [];
  for (const space of manifest.spaces) spaces.push(await now(space));
  return { manifest: { ...manifest, spaces }, renamed };
}

/** Files of pages below the folder of a space, by the ID in their front matter; of two with one ID the first. */
async function pagesIn(
  folder: ExportFolder,
  space: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const own = path.startsWith(`${space}/`) ? path.slice(space.length + 1) : '';
    if (!/\.md$/i.test(own) || isReserved(own)) continue;
    const text = Buffer.from((await folder.read(path)) ?? '').toString();
    const front = frontMatterIn(text);
    const id = front && 'data' in front ? front.data.id : undefined;
    if (typeof id === 'string' && !found.has(id)) found.set(id, own);
  }
  return found;
}

/** The lines of a log; the last one may have been cut off. */
export function parseLog(bytes: Uint8Array | undefined): Written[] {
  const lines = Buffer.from(bytes ?? [])
    .toString()
    .split('\n');
  return lines.flatMap((line) => {
    try {
      const value: unknown = boundedJson(line);
      return isWritten(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function isWritten(value: unknown): value is Written {
  if (typeof value !== 'object' || value === null || !('folder' in value) || !('entry' in value))
    return false;
  const { folder, entry } = value;
  return (
    typeof folder === 'string' &&
    typeof entry === 'object' &&
    entry !== null &&
    'path' in entry &&
    typeof entry.path === 'string' &&
    'sha256' in entry &&
    typeof entry.sha256 === 'string' &&
    'kind' in entry
  );
}
