// The file that remembers every change: one JSON object a line, only ever added to, in several files.
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DocsError, LocalIoError } from '../errors.ts';
import { errnoOf, ioError } from '../files/io-error.ts';
import {
  isJsonObject,
  type JsonObject,
  readPrivateFile,
  refuseOddFile,
  withPrivateFile,
} from '../files/json-file.ts';
import { ageMsOf, namesIn, removeQuietly, withLock } from '../files/lock.ts';
import { ensureFolder } from '../files/writer.ts';

const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const syncFile = promisify(fsync);
export const JOURNAL_MODE = 0o600;
/** So many files are kept however old they are. */
const KEPT_FILES = 4;
/** More of them as long as they are younger than a plan is good for: one command may change tens of thousands of things. */
const KEPT_MS = 7 * 24 * 3600_000;
const MOST_FILES = 64;
const LONGEST_FILE = 2 * 1024 * 1024;
/** Every record begins like this: what a crash left of one before it can be told from it. */
const START = '{"v":';

export interface JournalOptions {
  /** Bytes after which a new file is begun. */
  maxBytes?: number;
}

/** The file of that number; 0 is the one that is added to. */
export const fileOf = (folder: string, age = 0) =>
  join(folder, age === 0 ? 'journal.jsonl' : `journal.${age}.jsonl`);

/**
 * Adds a record; with `durable` it is on the disk when this returns. Several processes may add at once. Throws
 * LocalIoError, and ConfigError `UNSAFE_FILE` or `LOCKED`.
 */
export async function appendToJournal(
  folder: string,
  record: { v: number } & JsonObject,
  { durable = false, maxBytes = LONGEST_FILE }: { durable?: boolean } & JournalOptions = {},
): Promise<void> {
  const line = `${JSON.stringify(record)}\n`;
  const batch = batches.get(folder) ?? openBatch(folder, maxBytes);
  batch.text += line;
  batch.isDurable ||= durable;
  const { synced } = await batch.written;
  if (durable) await synced;
}

/** Every record that can be read, oldest first. Throws LocalIoError and ConfigError `UNSAFE_FILE`. */
export const readJournal = (folder: string): JsonObject[] =>
  agesIn(folder).flatMap((age) => {
    const text = textIn(fileOf(folder, age));
    return text.split('\n').flatMap(parseLine);
  });

/** Numbers of the files that there may be, the oldest file first. */
export function agesIn(folder: string): number[] {
  const found = namesIn(folder).flatMap((name) => /^journal\.(\d{1,3})\.jsonl$/.exec(name)?.[1] ?? []);
  const usual = Array.from({ length: KEPT_FILES }, (_, age) => age);
  return [...new Set([...usual, ...found.map(Number)])].sort((a, b) => b - a);
}

/** What comes in one turn of the event loop is written at once: a job on many targets adds thousands of lines. */
interface Batch {
  text: string;
  isDurable: boolean;
  written: Promise<{ synced: Promise<void> | undefined }>;
}

const batches = new Map<string, Batch>();

function openBatch(folder: string, maxBytes: number): Batch {
  const write = async () => {
    await new Promise(setImmediate);
    batches.delete(folder);
    const fd = await addText(folder, batch.text, maxBytes);
    if (batch.isDurable) return { synced: onDisk(folder, fd) };
    closeSync(fd);
    return { synced: undefined };
  };
  const batch: Batch = { text: '', isDurable: false, written: write() };
  batches.set(folder, batch);
  return batch;
}

/** Returns the open file. */
async function addText(folder: string, text: string, maxBytes: number): Promise<number> {
  ensureFolder(folder, true);
  await rotate(folder, maxBytes);
  const path = fileOf(folder);
  let fd: number | undefined;
  try {
    fd = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, JOURNAL_MODE);
    const stats = fstatSync(fd);
    refuseOddFile(path, stats);
    if ((stats.mode & 0o077) !== 0) fchmodSync(fd, JOURNAL_MODE);
    // One write, so that lines of several processes do not mix; a nearly full disk takes a part of it.
    const bytes = Buffer.from(endsOpen(fd, stats.size) ? `\n${text}` : text);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    return fd;
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    throw error instanceof DocsError ? error : ioError('write', path, error);
  }
}

/** Files whose lines wait for the same trip to the disk. */
interface Trip {
  fds: number[];
  done: Promise<void>;
}

let waiting: Trip | undefined;
let running: Promise<unknown> = Promise.resolve();

/** Closes the file once it is on the disk. Whoever comes while one trip lasts shares the next: a trip is milliseconds. */
function onDisk(folder: string, fd: number): Promise<void> {
  waiting ??= nextTrip();
  waiting.fds.push(fd);
  return waiting.done.catch((error: unknown) => {
    throw ioError('write', fileOf(folder), error);
  });
}

function nextTrip(): Trip {
  const fds: number[] = [];
  const done = running.then(async () => {
    waiting = undefined;
    try {
      const files = new Map(fds.map((fd) => [fstatSync(fd).ino, fd]));
      for (const fd of files.values()) await syncFile(fd);
    } finally {
      for (const fd of fds) closeSync(fd);
    }
  });
  running = done.catch(() => {});
  return { fds, done };
}

/** A process that was killed while it wrote may have left a part of a line. */
function endsOpen(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

async function rotate(folder: string, maxBytes: number): Promise<void> {
  const path = fileOf(folder);
  if (sizeOf(path) < maxBytes) return;
  await withLock(path, () => {
    // Another process may have been faster.
    if (sizeOf(path) >= maxBytes) shiftFiles(folder);
  });
}

/** Gives each file the next number, so that the next record begins a new one. For who holds the lock of the newest. */
export function shiftFiles(folder: string): void {
  for (const age of agesIn(folder)) {
    const old = fileOf(folder, age);
    if (isKept(old, age + 1)) renameIfThere(old, fileOf(folder, age + 1));
    else removeQuietly(old);
  }
}

const isKept = (path: string, age: number): boolean =>
  age < KEPT_FILES || (age < MOST_FILES && ageMsOf(path) < KEPT_MS);

const sizeOf = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw ioError('write', to, error);
  }
}

/** All of one file; empty where it is not there. Throws LocalIoError and ConfigError `UNSAFE_FILE`. */
export const textIn = (path: string): string => readPrivateFile(path, JOURNAL_MODE) ?? '';

/** The records of a line: none of a broken one. */
export function parseLine(line: string): JsonObject[] {
  const at = line.lastIndexOf(START);
  for (const text of at > 0 ? [line, line.slice(at)] : [line]) {
    try {
      const value: unknown = JSON.parse(text);
      if (isJsonObject(value)) return [value];
    } catch {
      // Cut off by a crash or a full disk.
    }
  }
  return [];
}

// The files of the journal one by one, the newest first: the end of a long history is read without its beginning.

const LINE_END = 0x0a;
const CLOSED = '}'.charCodeAt(0);
const LONGEST_HEAD = 160;

/** Where a line is: whatever number its file has by then. */
export interface LinePlace {
  file: string;
  begin: number;
  end: number;
}

/** A line of the journal, which can be told from others without parsing all of it: as long as no further one is read. */
export class JournalLine {
  readonly place: LinePlace;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer, place: LinePlace) {
    this.bytes = bytes;
    this.place = place;
  }

  /** How it begins; empty where it is cut off. */
  head(): string {
    const {
      bytes,
      place: { begin, end },
    } = this;
    return bytes[end - 1] === CLOSED
      ? bytes.toString('latin1', begin, Math.min(end, begin + LONGEST_HEAD))
      : '';
  }

  includes = (text: string): boolean => this.bytes.subarray(this.place.begin, this.place.end).includes(text);

  /** None of a broken one. */
  records(): JsonObject[] {
    return parseLine(this.bytes.toString('utf8', this.place.begin, this.place.end));
  }
}

/** One file of the journal. Reading it throws LocalIoError and ConfigError `UNSAFE_FILE`. */
export interface JournalPart {
  /** The newest first. */
  lines(): Generator<JournalLine, void, undefined>;
  /** IDs of the runs of docs that changed something in it, and maybe others. */
  runs(): Set<string>;
}

/** The newest first. Each is read when it is asked for, in the place of the one before. */
export function journalParts(folder: string): JournalPart[] {
  const read = reader();
  return agesIn(folder)
    .reverse()
    .map((age) => {
      const path = fileOf(folder, age);
      return {
        lines: () => linesOf(read(path)),
        // Faster by far than parsing it.
        runs: () => new Set([...textIn(path).matchAll(/"run":"([^"\\]{1,40})"/g)].map(([, run = '']) => run)),
      };
    });
}

/**
 * Gives the records of lines that were met before, and holds one file at a time. Throws LocalIoError, also where the file
 * is gone by now, and ConfigError `UNSAFE_FILE`.
 */
export function recordsAgain(folder: string): (place: LinePlace) => JsonObject[] {
  const read = reader();
  let held: HeldFile | undefined;
  return (place) => {
    if (held?.id !== place.file) held = fileWithId(folder, place.file, read);
    return new JournalLine(held.bytes, place).records();
  };
}

interface HeldFile {
  id: string;
  bytes: Buffer;
}
type ReadFile = (path: string) => HeldFile | undefined;

/** Reads each file into the place of the one before. */
function reader(): ReadFile {
  let place = Buffer.alloc(0);
  const read = (fd: number, size: number) => {
    if (place.length < size) place = Buffer.allocUnsafeSlow(size);
    let length = 0;
    for (let more = size; more > 0; length += more) more = readSync(fd, place, length, size - length, length);
    return { id: idOf(fstatSync(fd)), bytes: place.subarray(0, length) };
  };
  return (path) => withPrivateFile(path, JOURNAL_MODE, read);
}

const idOf = ({ dev, ino }: { dev: number; ino: number }): string => `${dev}:${ino}`;

function fileWithId(folder: string, id: string, read: ReadFile): HeldFile {
  const isIt = (path: string) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && idOf(stats) === id;
  };
  const path = agesIn(folder)
    .map((age) => fileOf(folder, age))
    .find(isIt);
  const found = path === undefined ? undefined : read(path);
  if (found?.id === id) return found;
  throw new LocalIoError('the history was changed while it was read', { hint: 'run the command again' });
}

function* linesOf(
  { id, bytes }: HeldFile = { id: '', bytes: Buffer.alloc(0) },
): Generator<JournalLine, void, undefined> {
  for (let end = bytes.length; end > 0; ) {
    const begin = end < 2 ? 0 : bytes.lastIndexOf(LINE_END, end - 2) + 1;
    yield new JournalLine(bytes, { file: id, begin, end: bytes[end - 1] === LINE_END ? end - 1 : end });
    end = begin;
  }
}
