// JSON files of ours. An error names the place and never the text: the text may hold a token.
import { ConfigError } from '../errors.ts';
import { boundedJson, excessOf } from './json-bounds.ts';
import { syntaxErrorIndex } from './json-syntax.ts';

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
