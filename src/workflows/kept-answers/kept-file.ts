// Answers of an earlier run, in a private file: a cache, which may be missing, old or damaged.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { readPrivateFile } from '../../files/private-file.ts';
import { updateFile } from '../../files/writer.ts';

const VERSION = 1;
/** What a platform changes without telling comes to light after a week. */
const DAYS = 7;
const DAY_MS = 86_400_000;
/** Of the whole file, and of one answer, as they are stored: a tenth of what they say. */
const MOST_BYTES = 12 * 1024 * 1024;
const MOST_OF_ONE = 512 * 1024;
/** A damaged one may unpack to a thousand times its size. */
const MOST_UNPACKED = 64 * 1024 * 1024;

export interface Entry {
  /** Milliseconds. */
  at: number;
  /** Of each space it depends on, its own first: what the platform told of it. */
  stamps: readonly (readonly [string, string])[];
  /** How many requests it took. */
  requests: number;
  packed: string;
}

export interface KeptFile {
  get(key: string): Entry | undefined;
  /** When the oldest answer was kept whose key begins so, in milliseconds; undefined where none was. */
  oldest(start: string): number | undefined;
  set(key: string, entry: Omit<Entry, 'at' | 'packed'>, answer: unknown): void;
  /** Writes what is new beside what other runs have written meanwhile. Never throws. */
  save(): Promise<void>;
}

/** Answers of one host. `path`: the file, which may not be there. */
export function openKeptFile(path: string, origin: string, now: () => Date): KeptFile {
  const head = JSON.stringify({ version: VERSION, origin });
  const isYoung = ({ at }: Entry) => now().getTime() >= at && now().getTime() - at <= DAYS * DAY_MS;
  const entries = new Map([...entriesOf(textOf(path), head)].filter(([, entry]) => isYoung(entry)));
  const made = new Map<string, Entry>();
  return {
    get: (key) => made.get(key) ?? entries.get(key),
    oldest(start) {
      const times = [...entries].flatMap(([key, { at }]) => (key.startsWith(start) ? [at] : []));
      return times.length === 0 ? undefined : times.reduce((least, at) => Math.min(least, at));
    },
    set(key, entry, answer) {
      const text = JSON.stringify(answer);
      const packed = deflateRawSync(text).toString('base64');
      if (packed.length <= MOST_OF_ONE && Buffer.byteLength(text) <= MOST_UNPACKED)
        made.set(key, { ...entry, at: now().getTime(), packed });
    },
    async save() {
      if (made.size === 0) return;
      const write = (old: string | undefined) => {
        const others = [...entriesOf(old, head)].filter(([key, entry]) => !made.has(key) && isYoung(entry));
        return textWith(head, [...made, ...others.reverse()]);
      };
      // A full disk costs requests later, no more.
      await updateFile(path, write, { ownDir: true }).catch(() => {});
    },
  };
}

/** What was answered; undefined where it cannot be read. */
export function unpacked({ packed }: Entry): unknown {
  try {
    return JSON.parse(
      inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_UNPACKED }).toString('utf8'),
    );
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readPrivateFile(path);
  } catch {
    return undefined;
  }
}

/** As many as fit, the first ones first; the newest stand last. */
function textWith(head: string, entries: readonly [string, Entry][]): string {
  const lines: string[] = [];
  let length = head.length;
  for (const [key, { at, stamps, requests, packed }] of entries) {
    const line = JSON.stringify([key, at, stamps, requests, packed]);
    length += Buffer.byteLength(line) + 1;
    if (length > MOST_BYTES) break;
    lines.push(line);
  }
  return `${[head, ...lines.reverse()].join('\n')}\n`;
}

function entriesOf(text: string | undefined, head: string): Map<string, Entry> {
  const [first, ...lines] = text?.trimEnd().split('\n') ?? [];
  return new Map(first === head ? lines.flatMap(entryOf) : []);
}

function entryOf(line: string): [string, Entry][] {
  try {
    const [key, at, stamps, requests, packed]: unknown[] = JSON.parse(line);
    const isEntry = typeof key === 'string' && typeof at === 'number' && Number.isSafeInteger(requests);
    if (!isEntry || typeof packed !== 'string' || !Array.isArray(stamps) || !stamps.every(isStamp)) return [];
    return [[key, { at, stamps, requests: Number(requests), packed }]];
  } catch {
    return [];
  }
}

const isStamp = (one: unknown): one is [string, string] =>
  Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string');
