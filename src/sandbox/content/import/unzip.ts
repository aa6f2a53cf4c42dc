// Reads a ZIP archive in memory, within limits that hold before anything is inflated.
import { inflateRawSync } from 'node:zlib';
import { ValidationError } from '../../../errors.ts';
import type { Steps } from '../steps.ts';

export interface ZipLimits {
  files: number;
  fileBytes: number;
  totalBytes: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** The end record is followed by a comment of at most this length. */
const MAX_COMMENT = 0xffff;

/** Returns the files by path. Throws ValidationError for anything that is no plain ZIP, climbs out, or is too large. */
export function* unzip(bytes: Uint8Array, limits: ZipLimits): Steps<Map<string, Uint8Array>> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return yield* readEntries(buffer, limits);
  } catch (error) {
    if (error instanceof ValidationError) throw error;
    // Offsets that lead outside, and streams that cannot be inflated.
    throw new ValidationError('the ZIP archive is damaged', { cause: error });
  }
}

function* readEntries(buffer: Buffer, limits: ZipLimits): Steps<Map<string, Uint8Array>> {
  const end = findEnd(buffer);
  const count = buffer.readUInt16LE(end + 10);
  if (count > limits.files)
    throw new ValidationError(`the ZIP archive contains more than ${limits.files} files`);
  const files = new Map<string, Uint8Array>();
  let at = buffer.readUInt32LE(end + 16);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (buffer.readUInt32LE(at) !== ENTRY) throw new ValidationError('the ZIP archive is damaged');
    const nameLength = buffer.readUInt16LE(at + 28);
    const path = pathOf(buffer.subarray(at + 46, at + 46 + nameLength));
    const size = buffer.readUInt32LE(at + 24);
    total += size;
    if (size > limits.fileBytes)
      throw new ValidationError(
        `file "${path}" has ${size} bytes, more than the ${limits.fileBytes} allowed`,
      );
    if (total > limits.totalBytes)
      throw new ValidationError(`the ZIP archive contains more than ${limits.totalBytes} bytes`);
    if (!path.endsWith('/')) files.set(path, readContent(buffer, at, size));
    yield;
    at += 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return files;
}

function findEnd(buffer: Buffer): number {
  const lowest = Math.max(0, buffer.length - 22 - MAX_COMMENT);
  for (let at = buffer.length - 22; at >= lowest; at -= 1) if (buffer.readUInt32LE(at) === END) return at;
  throw new ValidationError('this is not a ZIP archive');
}

function pathOf(name: Buffer): string {
  const path = name.toString('utf8').replaceAll('\\', '/');
  const isSafe = !path.startsWith('/') && !path.includes('\0') && !/^[a-z]:/i.test(path);
  if (!isSafe || path.split('/').includes('..')) {
    throw new ValidationError(
      `the ZIP archive contains a path that leads out of it: "${path.slice(0, 200)}"`,
    );
  }
  return path;
}

function readContent(buffer: Buffer, entry: number, size: number): Uint8Array {
  const [flags, method] = [buffer.readUInt16LE(entry + 8), buffer.readUInt16LE(entry + 10)];
  const local = buffer.readUInt32LE(entry + 42);
  if (flags & ENCRYPTED) throw new ValidationError('the ZIP archive is encrypted');
  if (buffer.readUInt32LE(local) !== LOCAL) throw new ValidationError('the ZIP archive is damaged');
  const from = local + 30 + buffer.readUInt16LE(local + 26) + buffer.readUInt16LE(local + 28);
  const data = buffer.subarray(from, from + buffer.readUInt32LE(entry + 20));
  if (method === STORED && data.length === size) return data;
  if (method !== DEFLATED)
    throw new ValidationError(`the ZIP archive uses compression method ${method}, which is not supported`);
  if (size === 0) return new Uint8Array();
  const content = inflateRawSync(data, { maxOutputLength: size });
  if (content.length !== size) throw new ValidationError('the ZIP archive is damaged');
  return content;
}
