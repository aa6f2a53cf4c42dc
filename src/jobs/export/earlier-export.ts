// What earlier runs wrote into the folder: the last manifest, and the log of a run that was cut off.

import { boundedJson } from '../../files/json-bounds.ts';
import { nameKey } from '../../files/safe-path.ts';
import type { FileEntry, Manifest, SpaceEntry } from '../../folder/manifest.ts';

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
  /** Whether a run wrote these bytes there, or to what some systems take for the same path. */
  wrote(path: string, sha256: string): boolean;
  /** Where a page, file or summary of a space was written, the latest first. */
  places(space: string, kind: string, id: string | undefined): readonly Written[];
  /** Every path that a run wrote to. */
  paths(): ReadonlyMap<string, Written>;
}

export const fullPath = ({ folder, entry }: Written): string =>
  folder === '' ? entry.path : `${folder}/${entry.path}`;

export function knownFrom(manifest: Manifest | undefined, log: readonly Written[]): Known {
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
