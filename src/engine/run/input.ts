// Flags and --data to the flat input of an operation, checked before anything is sent.
import { isUtf8 } from 'node:buffer';
import type { Operation } from '../../api/operation.ts';
import { OTHER_FIELDS, splitInput } from '../../api/operation.ts';
import type { Context } from '../../context.ts';
import { isError, LocalIoError, UsageError, ValidationError } from '../../errors.ts';
import { ioError, notA } from '../../files/io-error.ts';
import { boundedJson, excessOf, repeatedName } from '../../files/json-file.ts';
import { shell } from '../../files/shell-word.ts';
import { isRecord } from '../../files/texts.ts';
import { attribute, type Field } from '../model/fields.ts';
import { setPath } from '../references/names.ts';

export type Input = Record<string, unknown>;
const MIB = 1024 * 1024;
const MAX_BYTES = 16 * MIB;

/** Whether it names where the text is, and is not the text itself: `@file`, or `-`. `@@` begins a text with `@`. */
export const isSource = (text: string): boolean => text === '-' || /^@(?!@)/.test(text);

/** Reads `@file`, `-` (standard input) or the text itself. Throws LocalIoError when it cannot be read. */
export const readSource = async (context: Context, source: string, flag: string): Promise<string> =>
  isSource(source) ? readFileOrStdin(context, source, flag) : source.replace(/^@@/, '@');

/** The same of what can only be a file: there the `@` may be left out. */
export const readFileOrStdin = (context: Context, name: string, flag: string): Promise<string> =>
  isStdin(name) ? readStdin(context, flag) : readTextFile(context, name.replace(/^@/, ''), flag);

/** Standard input, also as curl names it. */
export const isStdin = (source: unknown): boolean => source === '-' || source === '@-';

/** As `readBytes`; throws UsageError for what is not UTF-8: half of it would be sent as question marks. */
export async function readTextFile(
  context: Context,
  name: string,
  flag: string,
  most = MAX_BYTES,
): Promise<string> {
  const bytes = await readBytes(context, name, flag, most);
  if (!isUtf8(bytes)) throw notUtf8(name, bytes);
  return bytes.toString('utf8');
}

/** The same; undefined where there is no such file. */
export const readTextIfThere = (context: Context, name: string, flag: string): Promise<string | undefined> =>
  readTextFile(context, name, flag).catch((error: unknown) => {
    if (error instanceof LocalIoError && error.details?.errno === 'ENOENT') return undefined;
    throw error;
  });

const notUtf8 = (name: string, bytes: Buffer): UsageError =>
  new UsageError(`${name} is not UTF-8 text`, {
    hint: shell`iconv -f ${encodingOf(bytes)} -t utf-8 ${name} > utf-8.txt`,
  });

/** A guess: by the mark at its start, or by the zeros of letters of two bytes; else what old spreadsheets write. */
function encodingOf(bytes: Buffer): string {
  const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return hasMark || bytes.subarray(0, 1000).includes(0) ? 'utf-16' : 'windows-1252';
}

/** A regular file of at most so many bytes; a FIFO or device would hang or never end. Throws LocalIoError. */
export async function readBytes(
  context: Context,
  name: string,
  flag: string,
  most = MAX_BYTES,
): Promise<Buffer> {
  const { file, unreadable } = await openBounded(context, name, flag, most);
  try {
    return await file.readFile().catch(unreadable);
  } finally {
    await file.close();
  }
}

async function openBounded(context: Context, name: string, flag: string, most: number) {
  const { constants } = await import('node:fs');
  const { open } = await import('node:fs/promises');
  const { resolve } = await import('node:path');
  const hint = `name an existing file${flag.startsWith('--') ? ` with ${flag}` : ''}`;
  if (context.opensNoFiles)
    throw new UsageError(`${name} is refused here: it names a file on this computer`, {
      code: 'REFUSED_HERE',
      hint: 'give the text itself; @@ begins one with @',
    });
  const unreadable = (cause: unknown): never => {
    throw ioError('read', name, cause, hint);
  };
  // Without waiting for whoever writes to a FIFO.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const file = await open(resolve(context.cwd, name), flags).catch(unreadable);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw notA('file', name, found.isDirectory() ? hint : 'pipe it in, and use -');
    if (found.size > most) throw new LocalIoError(`${name} is larger than ${most / MIB} MiB`);
    return { file, unreadable };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The text of a file, or of standard input for `-`, piece by piece. Throws as `readTextFile`. */
export async function* textsOf(
  context: Context,
  name: string,
  flag: string,
  most: number,
): AsyncGenerator<string, void, undefined> {
  if (name === '-') return yield await readStdin(context, flag, most);
  const { file, unreadable } = await openBounded(context, name, flag, most);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const bytes = Buffer.allocUnsafe(PIECE);
    for (let size = 1, all = 0; size > 0; all += size) {
      size = (await file.read(bytes, 0, PIECE).catch(unreadable)).bytesRead;
      // It may grow while it is read.
      if (all + size > most) throw new LocalIoError(`${name} is larger than ${most / MIB} MiB`);
      yield decodedOf(decoder, bytes.subarray(0, size), { name, isLast: size === 0 });
    }
  } finally {
    await file.close();
  }
}

const PIECE = 256 * 1024;

function decodedOf(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Buffer,
  { name, isLast }: { name: string; isLast: boolean },
): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw notUtf8(name, bytes);
  }
}

const READ = new WeakMap<object, { flag: string; text: Promise<string> }>();

/** All of standard input, read once: many targets may share it, and nothing else. Throws UsageError. */
export function readStdin({ io }: Context, flag: string, most = MAX_BYTES): Promise<string> {
  if (io.inTty)
    throw new UsageError(`${flag} - reads standard input, which is a terminal`.trim(), {
      hint: 'pipe or redirect something into it',
    });
  const read = READ.get(io.stdin) ?? { flag, text: readAll(io, flag, most) };
  READ.set(io.stdin, read);
  if (read.flag !== flag)
    throw new UsageError(`standard input is either ${heldBy(read.flag)} or ${heldBy(flag)}`, {
      hint: 'put one of them into a file',
    });
  return read.text;
}

const heldBy = (flag: string): string =>
  flag === '' ? 'the targets (-)' : flag === '--rows' ? 'the rows (--rows -)' : `what ${flag} - reads`;

async function readAll(io: Context['io'], flag: string, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of io.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > most)
      throw new LocalIoError(`${flag && `${flag}: `}standard input is larger than ${most / MIB} MiB`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether this is JSON, whatever it says. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Reading {
  mostValues?: number | undefined;
  /** In place of how JSON is given to a flag. */
  hint?: string | undefined;
}

/** JSON that a person wrote to a value; says where it breaks, and which name is given twice. Throws UsageError. */
export function parseJson(text: string, flag: string, more?: Reading): unknown {
  // What is no flag is a file, or a part of one.
  const hint = flag.startsWith('--') ? undefined : 'correct the JSON, then run the same command again';
  const value = parseAnswer(text, flag, { hint, ...more });
  const twice = repeatedName(text);
  if (twice === undefined) return value;
  throw new UsageError(`${flag} has "${twice.name}" twice in one object (character ${twice.index + 1})`, {
    hint,
    details: { field: twice.name },
  });
}

/** The same of what a program wrote. */
export function parseAnswer(text: string, flag: string, { mostValues, hint: own }: Reading = {}): unknown {
  const hint = own ?? (flag.startsWith('--') ? `${flag} '{}', or ${flag} @file` : undefined);
  if (text.trim() === '') throw new UsageError(`${flag} is empty`, { hint });
  try {
    return boundedJson(text.replace(/^\uFEFF/, ''), mostValues);
  } catch (cause) {
    // The parser quotes the text it fails on, which may hold a secret: only the place is told.
    const excess = excessOf(text, mostValues);
    if (excess) throw new UsageError(`${flag} cannot be read: ${excess}`);
    const place = /position (\d+)/.exec(isError(cause) ? cause.message : '')?.[1];
    throw new UsageError(`${flag} is not JSON${place ? ` (character ${Number(place) + 1})` : ''}`, {
      ...{ cause, hint },
    });
  }
}

/** Takes the values of an operation's flags (by flag attribute); returns its input fields. */
export async function fieldsToInput(
  context: Context,
  fields: readonly Field[],
  values: Record<string, unknown>,
): Promise<Input> {
  let input: Input = {};
  for (const field of fields) {
    const value = await flagValue(context, field, values);
    if (value !== undefined) input = setPath(input, field.path, value);
  }
  return input;
}

async function flagValue(context: Context, field: Field, values: Record<string, unknown>): Promise<unknown> {
  const raw = values[attribute(field.flag)];
  if (field.nullable && values[attribute(`clear-${field.flag}`)] === true) {
    if (raw === undefined) return null;
    throw new UsageError(`--${field.flag} and --clear-${field.flag} cannot be used together`);
  }
  if (field.schema.format === 'date-time' && raw !== undefined)
    return (await import('./time-flags.ts')).parsePastTime(String(raw), `--${field.flag}`, context.now());
  if (field.kind !== 'json' || raw === undefined) return raw;
  const flag = `--${field.flag}`;
  // `(use --instructions-file for Markdown)`
  const other = /\((use --\S+ for Markdown)\)/.exec(field.description)?.[1];
  return parseJson(await readSource(context, String(raw), flag), flag, { hint: other });
}

/** Flags win over --data, field by field, also inside objects that both give. */
export function mergeInput(data: unknown, flags: Input, operation: Operation): Input {
  if (data === undefined) return flags;
  if (operation.body && operation.body.type !== 'object') return { ...flags, body: data };
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new UsageError('--data must be a JSON object', { hint: `--data '{"title": "Guides"}'` });
  }
  // Safe: a non-null object that is no array. Its prototype is plain, as JSON.parse makes it.
  return mergeFields(data as Input, flags);
}

/** Those of `over` win, field by field, also inside objects that both have. */
export function mergeFields(under: Input, over: Input): Input {
  const merged: Input = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isRecord(value) && isRecord(below) ? { ...below, ...value } : value;
  }
  return merged;
}

/** What people know a thing by. An unset variable in a script makes it empty. */
const TITLES = ['title', 'subject', 'label', 'name'];

function refuseEmptyTitle(input: Input, fields: readonly Field[], usage: string): void {
  const empty = TITLES.find((name) => typeof input[name] === 'string' && String(input[name]).trim() === '');
  if (empty === undefined) return;
  const field = fields.find(({ path }) => path.join('.') === empty);
  throw new ValidationError(`${field ? `--${field.flag}` : `"${empty}"`} must not be empty`, {
    hint: `${usage} --help`,
    details: { field: empty },
  });
}

const isField = ({ params, query, body }: Operation, key: string): boolean =>
  Object.hasOwn(params.properties, key) ||
  Object.hasOwn(query?.properties ?? {}, key) ||
  Object.hasOwn(body?.properties ?? { body: 0 }, key) ||
  (key === OTHER_FIELDS && body?.properties !== undefined);

/** A field that no request of the operation has: nothing would send it. */
export const strayField = (operation: Operation, input: Input): string | undefined =>
  Object.keys(input).find((key) => !isField(operation, key));

/** Throws ValidationError (exit 2) for the first of `inputErrors`. */
export async function checkInput(
  operation: Operation,
  input: Input,
  fields: readonly Field[],
  usage: string,
): Promise<void> {
  const [first] = await inputErrors(operation, input, fields, usage);
  if (first) throw first;
}

/**
 * Everything that breaks the operation's schema: each names the flag or field, the value and what is allowed. A body
 * given by --data may hold unknown keys, which are refused.
 */
export async function inputErrors(
  operation: Operation,
  input: Input,
  fields: readonly Field[],
  usage: string,
): Promise<ValidationError[]> {
  const hint = `${usage} --help`;
  const stray = strayField(operation, input);
  if (stray !== undefined)
    return [new ValidationError(`"${stray}" is not a field of this command`, { hint })];
  if (operation.method !== 'GET') refuseEmptyTitle(input, fields, usage);
  const { [OTHER_FIELDS]: other, ...known } = input;
  const isOther = (place: string) => Object.hasOwn(Object(other), place.split('.')[0] ?? '');
  const request = splitInput(operation, known);
  const needed = operation.query?.required?.length || Object.keys(request.query).length > 0 || operation.body;
  if (!needed) return [];
  const { checkRequest, NO_FIELD } = await import('../../api/check.ts');
  const problems = checkRequest(operation, { ...request, params: {} }).filter(({ path }) => !isOther(path));
  return problems.map(({ path: place, message, value, isBare }) => {
    // What is missing may be an object, the fields of which are flags.
    const field =
      fields.find(({ path }) => path.join('.') === place) ??
      fields.find(({ path, required }) => required && path[0] === place);
    const name = field ? `--${field.flag}` : `"${place || 'body'}"`;
    const found =
      value === undefined || message.startsWith(NO_FIELD) ? '' : `, not ${isBare ? value : `"${value}"`}`;
    return new ValidationError(`${name} ${message}${found}`, { hint, details: { field: place } });
  });
}
