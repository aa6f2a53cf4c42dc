// Answers of an earlier run, in a private file: a cache, which may be missing, old or damaged.

import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { readPrivateFile } from '../../files/json-file.ts';
import { updateFile } from '../../files/writer.ts';

const VERSION = 2;
/** What a platform changes without telling comes to light after a week. */
const DAYS = 7;
const DAY_MS = 86_400_000;
/** Of the whole file, less than is read of a private file, and of one answer, as they are stored. */
export const MOST_BYTES = 15 * 1024 * 1024;
const MOST_OF_ONE = 512 * 1024;
/** A damaged one may unpack to a thousand times its size. */
const MOST_UNPACKED = 64 * 1024 * 1024;
/** A sample: long enough to have what answers of its kind share, and no longer than packing them quickly allows. */
const SAMPLE = { least: 256, most: 8192 };

/** What it is of, and then what tells it from others of its kind. */
export type Key = readonly [kind: string, ...rest: unknown[]];

export interface Entry {
  /** Milliseconds. */
  at: number;
  /** Of each thing it depends on, its own first: what the platform told of it. */
  stamps: readonly (readonly [string, string])[];
  /** How many requests it took. */
  requests: number;
  packed: string;
  /** The text of another answer of its kind, with which it was packed: they say much the same. */
  sample: string;
}

export interface KeptFile {
  get(key: Key): Entry | undefined;
  /** When the oldest answer of a kind was kept, in milliseconds; undefined where none was. */
  oldest(kind: string): number | undefined;
  set(key: Key, entry: Pick<Entry, 'stamps' | 'requests'>, answer: unknown): void;
  /** Writes what is new beside what other runs have written meanwhile. Never throws. */
  save(): Promise<void>;
}

/** Answers of one host. `path`: the file, which may not be there. */
export function openKeptFile(path: string, origin: string, now: () => Date): KeptFile {
  const head = JSON.stringify({ version: VERSION, origin });
  const isYoung = ({ at }: Entry) => now().getTime() >= at && now().getTime() - at <= DAYS * DAY_MS;
  const entries = new Map([...entriesOf(textOf(path), head)].filter(([, entry]) => isYoung(entry)));
  const made = new Map<string, Entry>();
  const samples = new Map([...entries].map(([name, { sample }]) => [kindOf(name), sample]));
  return {
    get: (key) => made.get(nameOf(key)) ?? entries.get(nameOf(key)),
    oldest(kind) {
      const times = [...entries].flatMap(([name, { at }]) => (kindOf(name) === kind ? [at] : []));
      return times.length === 0 ? undefined : times.reduce((least, at) => Math.min(least, at));
    },
    set(key, entry, answer) {
      const [kind] = key;
      const text = JSON.stringify(answer);
      const sample = samples.get(kind) || (text.length < SAMPLE.least ? '' : text.slice(0, SAMPLE.most));
      samples.set(kind, sample);
      const packed = deflateRawSync(text, optionsWith(sample)).toString('base64');
      if (packed.length <= MOST_OF_ONE && Buffer.byteLength(text) <= MOST_UNPACKED)
        made.set(nameOf(key), { ...entry, at: now().getTime(), packed, sample });
    },
    async save() {
      if (made.size === 0) return;
      const write = (old: string | undefined) => {
        const others = [...entriesOf(old, head)].filter(([name, entry]) => !made.has(name) && isYoung(entry));
        return textWith(head, [...made, ...others.reverse()]);
      };
      // A full disk costs requests later, no more.
      await updateFile(path, write, { ownDir: true }).catch(() => {});
    },
  };
}

/** Short, however much a key says. */
const nameOf = (key: Key): string =>
  `${key[0]} ${createHash('sha256').update(JSON.stringify(key)).digest('base64url').slice(0, 16)}`;

const kindOf = (name: string): string => name.slice(0, name.lastIndexOf(' '));

/** Most answers are small: without a size, each takes 16 KB of memory until it is collected. */
const optionsWith = (sample: string) => ({ dictionary: Buffer.from(sample), chunkSize: 2048 });

/** What was answered; undefined where it cannot be read. */
export function unpacked({ packed, sample }: Entry): unknown {
  const options = { ...optionsWith(sample), maxOutputLength: MOST_UNPACKED };
  try {
    return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64'), options).toString('utf8'));
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

/** As many as fit, the first ones first; the newest are last. Samples are above, each once, and are named by their place. */
function textWith(head: string, entries: readonly [string, Entry][]): string {
  const samples: string[] = [];
  const lines: string[] = [];
  let length = head.length;
  for (const [name, { at, stamps, requests, packed, sample }] of entries) {
    const known = samples.indexOf(sample);
    const place = known === -1 ? samples.push(sample) - 1 : known;
    const line = JSON.stringify([name, at, stamps, requests, packed, place]);
    length +=
      Buffer.byteLength(line) + 1 + (known === -1 ? Buffer.byteLength(JSON.stringify(sample)) + 1 : 0);
    if (length > MOST_BYTES) break;
    lines.push(line);
  }
  return `${[head, JSON.stringify(samples), ...lines.reverse()].join('\n')}\n`;
}

function entriesOf(text: string | undefined, head: string): Map<string, Entry> {
  const [first, second, ...lines] = text?.trimEnd().split('\n') ?? [];
  const samples = first === head && second !== undefined ? parsed(second) : [];
  return new Map(lines.flatMap((line) => entryOf(parsed(line), samples)));
}

/** Of a damaged line, nothing. */
function parsed(line: string): unknown[] {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function entryOf(line: unknown[], samples: unknown[]): [string, Entry][] {
  const [name, at, stamps, requests, packed, place] = line;
  const sample = samples[Number(place)];
  const isEntry = typeof name === 'string' && typeof at === 'number' && Number.isSafeInteger(requests);
  if (!isEntry || typeof packed !== 'string' || typeof sample !== 'string') return [];
  if (!Array.isArray(stamps) || !stamps.every(isStamp)) return [];
  return [[name, { at, stamps, requests: Number(requests), packed, sample }]];
}

const isStamp = (one: unknown): one is [string, string] =>
  Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string');
