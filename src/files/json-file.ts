// JSON: the program's own files, read only where nobody else can; bounds, and a name held twice. An error names the place, never the text: it may hold a token.

import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { ConfigError } from '../errors.ts';
import { errnoOf, ioError } from './io-error.ts';
import { effectiveUser } from './lock.ts';

// How deep a JSON text nests and how many values it holds, found out before anything is made of it.

const MOST_DEPTH = 200;
const MOST_VALUES = 2_000_000;
const TOO_DEEP = `JSON nested deeper than ${MOST_DEPTH} levels`;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];

/** In words what is too much of a JSON text; undefined when nothing is. What is not JSON is for the parser to say. */
export function excessOf(text: string, mostValues = MOST_VALUES): string | undefined {
  let [depth, values] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at + 1);
        break;
      case COMMA:
      case COLON:
        values += 1;
        if (values > mostValues) return `more than ${mostValues} values`;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > MOST_DEPTH) return TOO_DEEP;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
  return undefined;
}

/** Whether it nests in more levels than `levels`. A walk by keys is several times faster than one by `Object.values`. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // Safe: an array has its items under its keys, too.
  const within = value as Readonly<Record<string, unknown>>;
  for (const key in within) if (isDeeper(within[key], levels - 1)) return true;
  return false;
}

/**
 * The value of a text that others wrote. Throws SyntaxError, also for what would take more levels than a program has.
 * A value takes two characters at least, so that a short text need not be counted before it is parsed; and the parser
 * uses no stack for a level.
 */
export function boundedJson(text: string, mostValues = MOST_VALUES): unknown {
  const excess = text.length > 2 * mostValues && excessOf(text, mostValues);
  if (excess) throw new SyntaxError(excess);
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, MOST_DEPTH)) throw new SyntaxError(TOO_DEEP);
  return value;
}

/** What is wrong with a text that `boundedJson` refused. */
export const jsonProblem = (text: string): string => {
  const excess = excessOf(text);
  return excess ? `cannot be read: ${excess}` : 'is not JSON';
};

/** Where the quote that ends a string is; the end of the text when there is none. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

// Where a JSON text goes wrong. JSON.parse tells that only by quoting the text.

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  /([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

const VALUE = { '{': 'key or }', '[': 'value or ]', text: 'after', other: 'after' };
/** By what is expected: what may come, and what is expected then. */
const GRAMMAR: Record<string, Record<string, string>> = {
  value: VALUE,
  'value or ]': { ...VALUE, ']': 'after' },
  key: { text: ':' },
  'key or }': { text: ':', '}': 'after' },
  ':': { ':': 'value' },
  'after {': { ',': 'key', '}': 'after' },
  'after [': { ',': 'value', ']': 'after' },
};

/** The index in a text that is not JSON at which the first token that does not belong begins. */
export function syntaxErrorIndex(source: string): number {
  const open: string[] = [];
  let expected = 'value';
  for (let at = skipSpace(source, 0); ; at = skipSpace(source, TOKEN.lastIndex)) {
    const token = tokenAt(source, at);
    const next = GRAMMAR[expected]?.[token];
    if (next === undefined) return at;
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    expected = next === 'after' ? `after ${open.at(-1)}` : next;
  }
}

/** A bracket or sign itself, `text` or `other` for a value, and `none` for what is no token. */
function tokenAt(source: string, at: number): string {
  TOKEN.lastIndex = at;
  const match = TOKEN.exec(source);
  if (match === null) return 'none';
  return match[1] ?? (match[2] === undefined ? 'other' : 'text');
}

function skipSpace(source: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.exec(source);
  return SPACE.lastIndex;
}

const MAX_LENGTH = 1024 * 1024;

export type JsonObject = Record<string, unknown>;

/** The object in a file's text. Throws ConfigError `CONFIG_CORRUPT` with path and byte offset. */
export function parseJsonFile(path: string, text: string): JsonObject {
  if (text.length > MAX_LENGTH) throw corrupt(path, `is longer than ${MAX_LENGTH} characters`);
  // Two bytes a letter, as some shells write them.
  if (/^(?:\uFFFD\uFFFD|\0?.\0)/.test(text)) throw corrupt(path, 'is UTF-16 text: save it as UTF-8');
  const source = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = boundedJson(source);
  } catch {
    const excess = excessOf(source);
    if (excess) throw corrupt(path, `cannot be read: ${excess}`);
    // The error of JSON.parse quotes what it found, so it must not go further, not even as a cause.
    const offset = Buffer.byteLength(text.slice(0, text.length - source.length + syntaxErrorIndex(source)));
    throw corrupt(path, `is not valid JSON at byte ${offset}`, { offset });
  }
  if (!isJsonObject(value)) throw corrupt(path, 'does not contain a JSON object');
  return value;
}

/** The text of an object as we write it. */
export const toJsonFile = (value: JsonObject): string => `${JSON.stringify(value, undefined, 2)}\n`;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A ConfigError `CONFIG_CORRUPT`; `why` must not quote the file. */
export const corrupt = (path: string, why: string, details: JsonObject = {}): ConfigError =>
  new ConfigError(`"${path}" ${why}`, {
    code: 'CONFIG_CORRUPT',
    hint: `repair "${path}" or move it away`,
    details: { path, ...details },
  });

/** Throws ConfigError `CONFIG_NEWER` when a later version of docs wrote the file: what we would write could lose data. */
export function refuseNewer(path: string, version: unknown, known: number): void {
  if (typeof version !== 'number' || version <= known) return;
  throw new ConfigError(`"${path}" has format ${version}; this version of docs writes format ${known}`, {
    code: 'CONFIG_NEWER',
    hint: 'npm install --global docs-admin-cli@latest',
    details: { path },
  });
}

// Reading files that are ours alone: never through a link, never from somebody else, never open to others.

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The text of a regular file that belongs to this user; undefined when there is none. Takes away the rights of group and others that
 * `mode` does not grant. Throws ConfigError `UNSAFE_FILE` for a link, a pipe, a folder or another owner's file, and
 * LocalIoError.
 */
export const readPrivateFile = (path: string, mode = 0o600): string | undefined =>
  withPrivateFile(path, mode, (fd) => readFileSync(fd, 'utf8'));

/** As `readPrivateFile`, with the open file and its size. */
export function withPrivateFile<T>(
  path: string,
  mode: number,
  read: (fd: number, size: number) => T,
): T | undefined {
  const fd = openQuietly(path);
  if (fd === undefined) return undefined;
  try {
    const stats = fstatSync(fd);
    refuseOddFile(path, stats);
    if (stats.size > MAX_BYTES) throw unsafe(path, `is larger than ${MAX_BYTES} bytes`);
    tighten(fd, stats, mode);
    return read(fd, stats.size);
  } catch (error) {
    throw error instanceof ConfigError ? error : ioError('read', path, error);
  } finally {
    closeSync(fd);
  }
}

/** Throws ConfigError `UNSAFE_FILE` unless it is a regular file that belongs to this user. */
export function refuseOddFile(path: string, stats: Stats): void {
  if (stats.isSymbolicLink()) throw unsafe(path, 'is a symbolic link');
  if (stats.isDirectory()) throw unsafe(path, 'is a folder');
  if (!stats.isFile()) throw unsafe(path, 'is not a regular file', 'use a regular file');
  refuseOtherOwner(path, stats);
}

/** Throws ConfigError `UNSAFE_FILE` when the file or folder belongs to another user. */
export function refuseOtherOwner(path: string, stats: Stats): void {
  const user = effectiveUser();
  if (user === undefined || stats.uid === user) return;
  const hint =
    user === 0
      ? 'run docs without sudo, or set DOCS_CONFIG_DIR'
      : `take ownership of "${path}" or move it away`;
  throw unsafe(path, `belongs to another user (uid ${stats.uid})`, hint);
}

function openQuietly(path: string): number | undefined {
  try {
    // Without O_NONBLOCK, opening a pipe waits for somebody to write to it.
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return undefined;
    if (errno === 'ELOOP' || errno === 'EMLINK') throw unsafe(path, 'is a symbolic link');
    if (errno === 'ENXIO') throw unsafe(path, 'is not a regular file');
    throw ioError('read', path, error);
  }
}

function tighten(fd: number, stats: Stats, mode: number): void {
  if (effectiveUser() === undefined || (stats.mode & 0o777 & ~mode) === 0) return;
  try {
    fchmodSync(fd, stats.mode & mode);
  } catch (error) {
    // On a read-only disk nothing can be repaired, and reading harms no one.
    if (errnoOf(error) !== 'EROFS') throw error;
  }
}

function unsafe(
  path: string,
  why: string,
  hint = `move "${path}" away, then run the command again`,
): ConfigError {
  return new ConfigError(`"${path}" ${why}`, { code: 'UNSAFE_FILE', hint, details: { path } });
}

// A name that a JSON object holds twice: JSON.parse keeps the last one without a word.

const BEFORE_VALUE = /[ \t\n\r]*:/y;

/** The first name that an object of this JSON holds twice, and where it is again: a parser would keep the last silently. */
export function repeatedName(source: string): { name: string; index: number } | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] !== '"') {
      step(open, source[at]);
      continue;
    }
    const end = endOfText(source, at);
    const names = open.at(-1);
    const name = names && nameAt(source, at, end);
    if (name !== undefined && !isNew(name, names)) return { name, index: at };
    at = end;
  }
  return undefined;
}

function isNew(name: string, names: Set<string> | undefined): boolean {
  const before = names?.size;
  return names?.add(name).size !== before;
}

/** Names are those of the innermost object; a list has none. */
function step(open: (Set<string> | undefined)[], char: string | undefined): void {
  if (char === '{') open.push(new Set());
  else if (char === '[') open.push(undefined);
  else if (char === '}' || char === ']') open.pop();
}

/** The text of JSON between two quotes, where it is the name of a value. */
function nameAt(source: string, start: number, end: number): string | undefined {
  BEFORE_VALUE.lastIndex = end + 1;
  if (!BEFORE_VALUE.test(source)) return undefined;
  const name: unknown = JSON.parse(source.slice(start, end + 1));
  return String(name);
}

/** The index of the quote that ends the text which begins here. */
function endOfText(source: string, start: number): number {
  for (let at = source.indexOf('"', start + 1); at !== -1; at = source.indexOf('"', at + 1)) {
    let slashes = 0;
    while (source[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return source.length;
}
