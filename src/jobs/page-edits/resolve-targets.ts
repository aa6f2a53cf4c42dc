// Links, images and pictures beside a file, as the space has them: a path in a folder means nothing to the platform.

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, posix, relative, resolve, sep } from 'node:path';
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import type { Client } from '../../client/client.ts';
import { UsageError } from '../../errors.ts';
import { pictureKind } from '../../files/content-type.ts';
import { normalized } from '../../files/texts.ts';
import { loadMapTargets, partsOfTarget } from '../../markdown/link-targets.ts';
import { bytesOfFile } from '../export/space-content.ts';
import {
  insertOfFiles,
  MOST_BYTES,
  MOST_FILE_BYTES,
  MOST_FILES,
  TOO_LARGE,
} from '../restore/page-changes.ts';

interface Surroundings {
  /** As messages name the file. */
  name: string;
  /** How many lines stand above the text. */
  above: number;
  /** A target as the page has it now, which may stay so; undefined for one that is new in it. */
  asBefore(target: string): string | undefined;
  /** Where a path leads: `/pages/<id>`, `/files/<id>`. */
  find(path: string): string | undefined;
  /** Why a target that was not found cannot be sent, and what shows those that can be named. */
  whyLost(target: string): { why: string; hint: string };
}

/** What lies around one file that is to be a page of a change request. */
export interface Beside {
  /** As messages name the file. */
  name: string;
  pages: readonly Page[];
  files: readonly { id: string; name: string }[];
  /** Pictures beside the file, by their path in the text: where they will be, or why they cannot be uploaded. */
  pictures: ReadonlyMap<string, { to: string } | { why: string }>;
  /** Path of the page, and that of its file in a repository. */
  at: { path: string; git?: string };
  /** The ID in the front matter of a file beside this one. */
  idIn(path: string): string | undefined;
}

/**
 * Paths of pages become `/pages/<id>`, paths of files of the space `/files/<id>`. Throws UsageError, with the line, for what
 * leads nowhere: nothing of it is sent.
 */
export async function resolveTargets(markdown: string, around: Surroundings): Promise<string> {
  const mapTargets = await loadMapTargets();
  const lost: string[] = [];
  const resolved = mapTargets(markdown, (target) => {
    const { path, rest } = partsOfTarget(target);
    if (path === '' || isAddress(path)) return undefined;
    const same = around.asBefore(target);
    if (same !== undefined) return same;
    const found = around.find(path);
    if (found !== undefined) return `${found}${rest}`;
    lost.push(target);
    return undefined;
  });
  const [first] = lost;
  if (first === undefined) return resolved;
  const places = lost.map(
    (target) => `${around.name}:${lineOf(markdown, target, around.above)}: ${around.whyLost(target).why}`,
  );
  throw new UsageError(firstOf(places), { hint: around.whyLost(first).hint, details: { problems: places } });
}

const MOST_NAMED = 5;

/** The first of what is wrong, and how much more there is. */
const firstOf = (problems: readonly string[]): string =>
  [
    ...problems.slice(0, MOST_NAMED),
    ...(problems.length > MOST_NAMED ? [`and ${problems.length - MOST_NAMED} more`] : []),
  ].join('; ');

/** Every target of a text that is no address. */
export async function targetsIn(markdown: string): Promise<Set<string>> {
  const mapTargets = await loadMapTargets();
  const found = new Set<string>();
  mapTargets(markdown, (target) => {
    const { path } = partsOfTarget(target);
    if (path !== '' && !isAddress(path)) found.add(target);
    return undefined;
  });
  return found;
}

/** Finds what paths lead to: pages and files of the change request, and pictures beside the file. */
export const beside = (around: Beside): Pick<Surroundings, 'find' | 'whyLost'> => ({
  find: (path) => pageAt(path, around) ?? pictureUnder(path, around) ?? fileAt(path, around),
  whyLost: (target) => ({
    why: whyLost(target, around),
    hint: isPage(target) ? 'docs pages list' : 'docs files list',
  }),
});

/** Every path of a text that could be one of a file beside it, once. */
export const localPaths = async (markdown: string): Promise<string[]> => [
  ...new Set([...(await targetsIn(markdown))].map((target) => partsOfTarget(target).path)),
];

/** Of the web, of the platform, or an expression. */
const isAddress = (target: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:|\/\/|\/(?:pages|files|s|spaces|o|broken)\/|\{|broken-reference)/i.test(target);

export const isPage = (target: string): boolean =>
  /\.md$/i.test(bare(target)) || !/\.\w+$/.test(bare(target));

const bare = (target: string): string => target.replace(/[?#].*$/s, '');

function whyLost(target: string, { pictures, name }: Beside): string {
  if (isPage(target)) return `link to "${target}" leads to no page of the change request`;
  const { path } = partsOfTarget(target);
  const picture = pictures.get(path);
  if (!picture || 'to' in picture)
    return `"${target}" is not a file of the change request${isPicturePath(path) ? ', and there is no such picture' : ', and only pictures are uploaded'}`;
  const why = picture.why === 'outside' ? `is outside the folder of ${name}` : picture.why;
  return `"${target}" ${why}, and is not uploaded`;
}

function lineOf(markdown: string, target: string, above: number): number {
  const at = markdown.indexOf(target);
  return above + markdown.slice(0, Math.max(0, at)).split('\n').length;
}

interface Pages extends Pick<Beside, 'pages' | 'at'> {
  idIn?: Beside['idIn'];
}

/** The page that a path on another page leads to: by ID, by its file, from that page, from the top. */
export function pageOfPath(path: string, { pages, at, idIn }: Pages): Page | undefined {
  const name = path.replace(/\.md$/i, '').replace(/(?:^|\/)(?:README)?$/i, '');
  const from = (base: string) => posix.join(posix.dirname(base), name).replace(/^(?:\/|\.$)+|\/$/g, '');
  const own = /^\/?pages\/([^/]+)$/.exec(path)?.[1] ?? idIn?.(path);
  const gitPath = at.git === undefined ? undefined : posix.join(posix.dirname(at.git), path);
  const paths = path.startsWith('/')
    ? [name.replace(/^\/+/, '')]
    : [from(at.path), name.replace(/^(?:\.{1,2}\/)+/, '')];
  return (
    pages.find(({ id }) => id === own) ??
    pages.find((page) => gitPath !== undefined && 'git' in page && page.git?.path === gitPath) ??
    paths.flatMap((one) => pages.find((page) => 'path' in page && page.path === one) ?? [])[0] ??
    // README.md at the top is the first page.
    (paths[0] === '' ? pages.find(({ type }) => type === 'document') : undefined)
  );
}

function pageAt(path: string, around: Beside): string | undefined {
  const found = pageOfPath(path, around);
  return found && `/pages/${found.id}`;
}

function pictureUnder(path: string, { pictures }: Beside): string | undefined {
  const picture = pictures.get(path);
  return picture && 'to' in picture ? picture.to : undefined;
}

function fileAt(path: string, { files }: Beside): string | undefined {
  const name = path.split('/').at(-1);
  const found = files.find((file) => file.name === name);
  return found && `/files/${found.id}`;
}

// Pictures that lie beside a Markdown file: which of them a text shows, and their bytes, before anything is sent.

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

const isPicturePath = (path: string): boolean => EXTENSION.test(path);

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
