// Pictures that lie beside a Markdown file: which of them a text shows, and their bytes, before anything is sent.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, posix, relative, resolve, sep } from 'node:path';
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Client } from '../../client/client.ts';
import { pictureKind } from '../../files/content-type.ts';
import { normalized } from '../../files/texts.ts';
import { bytesOfFile } from '../export/space-content.ts';
import {
  insertOfFiles,
  MOST_BYTES,
  MOST_FILE_BYTES,
  MOST_FILES,
  TOO_LARGE,
} from '../restore/page-changes.ts';

/** A file that is to be uploaded. */
export interface Upload {
  /** As messages or the text name it. */
  path: string;
  bytes: Uint8Array;
}
/** Its path is as the text names it. */
export interface Picture extends Upload {
  bytes: Buffer;
}

const EXTENSION = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i;

export const isPicturePath = (path: string): boolean => EXTENSION.test(path);

/**
 * What is at a path of a text, from the folder of its file; undefined where nothing is. Only what is below that folder,
 * also by links, and only what is a picture by its bytes: a text may come from anybody. `why` says what is not so.
 */
export function pictureAt(folder: string, path: string): { bytes: Buffer } | { why: string } | undefined {
  if (!isPicturePath(path) || path.startsWith('/') || path.includes('\0')) return undefined;
  const real = realPathOf(folder, path);
  if (real === undefined) return undefined;
  if (!isBelow(realpathSync(folder), real)) return { why: 'outside' };
  const stats = statSync(real);
  if (!stats.isFile()) return undefined;
  if (stats.size > MOST_FILE_BYTES) return { why: TOO_LARGE };
  const bytes = readFileSync(real);
  return pictureKind(bytes) === undefined ? { why: 'does not hold a picture' } : { bytes };
}

/** Letters with accents are one character in some names, and two in others. */
function realPathOf(folder: string, path: string): string | undefined {
  for (const name of [path, normalized(path, 'NFC'), normalized(path, 'NFD')]) {
    try {
      return realpathSync(resolve(folder, name));
    } catch {
      // Not written so.
    }
  }
  return undefined;
}

function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** The file of the space that has the same bytes, if any: only those of the same size are read. */
export async function sameFile(
  client: Client,
  files: readonly File[],
  { bytes }: Picture,
): Promise<File | undefined> {
  for (const file of files.filter(({ size }) => size === bytes.length))
    if ((await bytesOfFile(client, file)).equals(bytes)) return file;
  return undefined;
}

/** What uploads them, each by the last name of its path. */
export const uploadOf = (files: readonly Upload[]) =>
  insertOfFiles(files.map(({ path, bytes }) => ({ name: posix.basename(path), bytes })));

/** Files in lots that one request takes, in their order. */
export function inLots<F extends Upload>(files: readonly F[]): F[][] {
  const lots: F[][] = [];
  let size = 0;
  for (const file of files) {
    const last = lots.at(-1);
    const own = (file.bytes.length * 4) / 3;
    if (!last || last.length >= MOST_FILES || size + own > MOST_BYTES) {
      lots.push([file]);
      size = own;
    } else {
      last.push(file);
      size += own;
    }
  }
  return lots;
}
