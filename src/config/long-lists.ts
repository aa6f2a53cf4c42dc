// Names of long lists, a file each: a name is found in its bytes, and only the lines that hold it are parsed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../files/json-file.ts';
import { writeFileDurably } from '../files/writer.ts';
import type { NamedItem } from './named-item.ts';

const VERSION = 1;
const NEWLINE = 10;

/** What a file must say of itself to be used: it is written apart from the list of lists. */
export interface LongList {
  origin: string;
  list: string;
  at: number;
}

/** A list as it was read; undefined where its file is missing, damaged or of another time. */
export interface LongListReader {
  all(): readonly NamedItem[] | undefined;
  /** Items with that name or ID. */
  find(text: string): readonly NamedItem[] | undefined;
}

/** Keeps a list and removes the files of all lists but `others`. Throws LocalIoError. */
export function writeLongList(
  folder: string,
  about: LongList,
  items: readonly NamedItem[],
  others: Iterable<string>,
): void {
  const body = Buffer.from(items.map(({ id, names }) => `${JSON.stringify([id, ...names])}\n`).join(''));
  const head = Buffer.from(`${JSON.stringify({ version: VERSION, ...about, bytes: body.length })}\n`);
  writeFileDurably(join(folder, fileOf(about.list)), Buffer.concat([head, body]), { ownDir: true });
  const used = new Set([about.list, ...others].map(fileOf));
  for (const name of readdirSync(folder)) if (!used.has(name)) rmSync(join(folder, name), { force: true });
}

/** Reads the file once, when something is asked for. Never throws. */
export function longListReader(folder: string, about: LongList): LongListReader {
  let read: Buffer | undefined;
  const body = () => {
    read ??= bodyOf(folder, about) ?? Buffer.alloc(0);
    return read.length > 0 ? read : undefined;
  };
  return {
    all() {
      const items = body()?.toString('utf8').trimEnd().split('\n').map(itemOf);
      return items?.every((item) => item !== undefined) ? items : undefined;
    },
    find(text) {
      const bytes = body();
      return bytes && linesWith(bytes, JSON.stringify(text)).filter(isCalled(text));
    },
  };
}

export function removeLongLists(folder: string): void {
  rmSync(folder, { force: true, recursive: true });
}

const isCalled =
  (text: string) =>
  ({ id, names }: NamedItem): boolean =>
    id === text || names.includes(text);

const fileOf = (list: string): string =>
  `${createHash('sha256').update(list).digest('hex').slice(0, 32)}.jsonl`;

function bodyOf(folder: string, about: LongList): Buffer | undefined {
  try {
    const bytes = readFileSync(join(folder, fileOf(about.list)));
    const start = bytes.indexOf(NEWLINE) + 1;
    const head: unknown = JSON.parse(bytes.toString('utf8', 0, start));
    if (!isJsonObject(head) || head.version !== VERSION || head.bytes !== bytes.length - start)
      return undefined;
    const isSame = head.origin === about.origin && head.list === about.list && head.at === about.at;
    return isSame ? bytes.subarray(start) : undefined;
  } catch {
    return undefined;
  }
}

function linesWith(bytes: Buffer, text: string): NamedItem[] {
  const items: NamedItem[] = [];
  for (let at = bytes.indexOf(text); at >= 0; ) {
    const start = bytes.lastIndexOf(NEWLINE, at) + 1;
    const end = bytes.indexOf(NEWLINE, at);
    const item = itemOf(bytes.toString('utf8', start, end < 0 ? bytes.length : end));
    if (item) items.push(item);
    at = end < 0 ? -1 : bytes.indexOf(text, end);
  }
  return items;
}

function itemOf(line: string): NamedItem | undefined {
  try {
    const parts: unknown = JSON.parse(line);
    if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined;
    const [id, ...names] = parts;
    return id === undefined ? undefined : { id, names };
  } catch {
    return undefined;
  }
}
