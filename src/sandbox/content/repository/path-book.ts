// Gives every page and file of a tree a path of its own, the same on every file system.
import { posix } from 'node:path';
import { normalized } from '../../../files/plain-forms.ts';

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const MAX_NAME = 80;

/** Paths that are taken. Two that differ in case or Unicode form only are one file to some systems. */
export interface PathBook {
  /** Takes the path if it is free and no file stands where it needs a folder. */
  claim(path: string): boolean;
  /** Takes the path, or the first of `name-1.md`, `name-2.md`, ... that is free; returns it. */
  take(path: string): string;
}

export function pathBook(): PathBook {
  const files = new Set<string>();
  const folders = new Set<string>();
  const keyOf = (path: string) => normalized(path, 'NFC').toLowerCase();
  const foldersOf = (key: string) => {
    const parts = key.split('/').slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  };
  const claim = (path: string): boolean => {
    const key = keyOf(path);
    const above = foldersOf(key);
    if (files.has(key) || folders.has(key) || above.some((folder) => files.has(folder))) return false;
    files.add(key);
    for (const folder of above) folders.add(folder);
    return true;
  };
  const last = new Map<string, number>();
  const take = (path: string): string => {
    const { dir, name, ext } = posix.parse(path);
    const key = keyOf(path);
    let number = last.get(key) ?? 0;
    let free = path;
    while (!claim(free)) {
      number += 1;
      free = posix.join(dir, `${name}-${number}${ext}`);
    }
    last.set(key, number);
    return free;
  };
  return { claim, take };
}

/** A slug as one part of a path: no dots, no separators, no device names, never empty. */
export function safeSegment(slug: string): string {
  return safeName(slug.replaceAll('.', '-'));
}

/** A file name as one part of a path; its extension stays. */
export function safeName(name: string): string {
  const clean = normalized(name, 'NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '-')
    .replace(/^[\s.-]+|(?<![\s.])[\s.]+$/g, '');
  const { name: stem, ext } = posix.parse(clean);
  const short = cut(stem, MAX_NAME);
  const safe = short === '' || RESERVED.test(short) ? `_${short}` : short;
  return `${safe}${cut(ext, MAX_NAME)}`;
}

/** By code points, or half a character could stay. */
const cut = (text: string, length: number) => [...text].slice(0, length).join('').trimEnd();

/** A path of a repository that may be written again: inside, and made of plain parts. */
export function isSafePath(path: string): boolean {
  const parts = path.split('/');
  return parts.every(
    (part) =>
      part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git' && !/[\0\n]/.test(part),
  );
}
