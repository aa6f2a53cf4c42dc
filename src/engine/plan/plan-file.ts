// Plan files: written as private files, and read without trust, since somebody else may have edited them.
import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import { isRecord } from '../../files/texts.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { safeJson } from '../../output/safe-text.ts';
import { parseJson, textsOf } from '../run/input.ts';
import { LONGEST_PLAN, LONGEST_PLAN_MS } from '../run/time-flags.ts';
import { PackedRows, type Plan, type PlanRow, rowsNamedIn } from './plan.ts';
import { PLAN_KEYS } from './plan-schema.ts';

// How deep a value from a file is nested, found without recursion: every walk that follows would run out of stack.

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether objects and lists within `value` are nested more than `most` levels deep. */
function isDeeper(value: unknown, most: number): boolean {
  let level = [value].filter(isNode);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((one) => Object.values(one).filter(isNode));
  }
  return false;
}

const MOST_ROWS = 100_000;
/** A row of a rename takes 0.4 KiB and 25 values: as many rows as there may be are read again. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_VALUES = 6_000_000;
/** Deeper than any request: what follows goes down into values by recursion. */
const MOST_LEVELS = 500;
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]{1,20}(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Throws LocalIoError, and UsageError for what could not be read again. */
export function writePlan({ cwd }: Context, path: string, plan: Plan): void {
  writeFileDurably(resolve(cwd, path), fittingPieces(plan));
}

/** Throws UsageError for what could not be read again. */
export const textOfPlan = (plan: Plan): string => [...fittingPieces(plan)].join('');

/** The text of a plan that can be read again. Throws UsageError before the first piece. */
export function fittingPieces(plan: Plan): Iterable<string> {
  const { length } = plan.rows;
  const parts = 'make several plans, each of a part of the rows';
  if (length > MOST_ROWS)
    throw new UsageError(`a plan has at most ${MOST_ROWS} rows, and this one would have ${length}`, {
      hint: parts,
    });
  let bytes = 0;
  for (const piece of piecesOf(plan)) bytes += Buffer.byteLength(piece);
  if (bytes > MOST_BYTES)
    throw new UsageError(`a plan has at most ${MOST_BYTES / 1024 / 1024} MiB, and this one would have more`, {
      hint: parts,
    });
  return piecesOf(plan);
}

/** Takes a path, or `-` for standard input. Throws UsageError `INVALID_PLAN` with the place, LocalIoError. */
export async function readPlan(context: Context, path: string): Promise<Plan> {
  const name = path === '-' ? 'standard input' : path;
  const rows = new PackedRows();
  // What is wrong with the whole is said before what is wrong with a row.
  let fault: unknown;
  const row = (value: unknown, number: number) => {
    if (fault !== undefined || number > MOST_ROWS) {
      fault ??= invalid(name, `it has more than ${MOST_ROWS} rows`);
      return;
    }
    try {
      checkRow(value, number, name);
      rows.push(value);
    } catch (error) {
      fault = error;
    }
  };
  const reader = new PlanReader({ name, mostValues: MOST_VALUES, row });
  for await (const text of textsOf(context, path, 'plan', MOST_BYTES)) reader.add(text);
  const head = checkPlan(reader.end(), name);
  if (fault !== undefined) throw fault;
  const plan: Plan = { ...head, rows: rows.length > 0 ? rows : head.rows };
  refuseEndless(plan, context.now(), name);
  return plan;
}

/** No plan that docs makes is good for longer: somebody wrote another time into it. */
function refuseEndless({ guards: { expires } }: Plan, now: Date, name: string): void {
  if (Date.parse(expires) <= now.getTime() + LONGEST_PLAN_MS) return;
  throw invalid(name, `guards.expires is later than --plan-expires allows (${LONGEST_PLAN})`);
}

/** Throws UsageError `INVALID_PLAN`. */
export function checkPlan(value: unknown, name: string): Plan<readonly PlanRow[]> {
  requirePlan(value, name);
  return value;
}

/** Checks every key that is read later. */
function requirePlan(value: unknown, name: string): asserts value is Plan<readonly PlanRow[]> {
  const plan = objectAt(value, name, 'a plan');
  if (plan.version !== 1) {
    const isNewer = typeof plan.version === 'number' && plan.version > 1;
    throw invalid(
      name,
      isNewer
        ? `it has format ${plan.version}, and this version of docs reads format 1`
        : 'it is not a plan: "version" is missing',
    );
  }
  refuseUnknown(plan, PLAN_KEYS.plan, name, '');
  if (isDeeper(value, MOST_LEVELS)) throw invalid(name, `it is nested more than ${MOST_LEVELS} levels deep`);
  checkHead(plan, name);
  if (!Array.isArray(plan.rows)) throw invalid(name, '"rows" must be a list');
  if (plan.rows.length > MOST_ROWS) throw invalid(name, `it has more than ${MOST_ROWS} rows`);
  for (const [at, row] of plan.rows.entries()) checkRow(row, at + 1, name);
}

/** All but the rows. */
function checkHead(plan: Json, name: string): void {
  const origin = textAt(plan, 'origin', name);
  if (!URL.canParse(origin) || new URL(origin).username + new URL(origin).password !== '')
    throw invalid(name, '"origin" must be a URL without a password');
  if (plan.organization !== null) {
    const organization = objectAt(plan.organization, name, 'organization', PLAN_KEYS.organization);
    textAt(organization, 'id', name, 'organization.');
    optionalText(organization, ['title'], name, 'organization.');
  }
  const made = objectAt(plan.made, name, 'made', PLAN_KEYS.made);
  for (const key of ['command', 'docs']) textAt(made, key, name, 'made.');
  timeAt(made, 'at', name, 'made.');
  if (made.by !== null && made.by !== undefined)
    optionalText(objectAt(made.by, name, 'made.by', PLAN_KEYS.by), ['id', 'email'], name, 'made.by.');
  const guards = objectAt(plan.guards, name, 'guards', PLAN_KEYS.guards);
  timeAt(guards, 'expires', name, 'guards.');
  optionalText(guards, ['maxChanges'], name, 'guards.');
  if (guards.maxChanges !== undefined && !/^\d{1,9}(?:\.\d+%|%)?$/.test(String(guards.maxChanges)))
    throw invalid(name, 'guards."maxChanges" must be a whole number or a percentage');
  if (!isCount(plan.unchanged)) throw invalid(name, '"unchanged" must be a number');
}

function checkRow(value: unknown, number: number, name: string): asserts value is PlanRow {
  const place = `row ${number}`;
  const row = objectAt(value, name, place, PLAN_KEYS.row);
  textAt(row, 'operation', name, `${place}: `);
  objectAt(row.input, name, `${place}: input`);
  for (const key of ['before', 'after'])
    if (row[key] !== null && row[key] !== undefined) objectAt(row[key], name, `${place}: ${key}`);
  const target = objectAt(row.target, name, `${place}: target`, PLAN_KEYS.target);
  textAt(target, 'kind', name, `${place}: target.`);
  optionalText(target, ['id', 'title', 'where'], name, `${place}: target.`);
  optionalText(row, ['follows', 'file'], name, `${place}: `);
  if (row.line !== undefined && !isCount(row.line)) throw invalid(name, `${place}: "line" must be a number`);
  if (typeof row.danger !== 'string' || !['mild', 'moderate', 'severe'].includes(row.danger))
    throw invalid(name, `${place}: "danger" must be mild, moderate or severe`);
  const { needs = [] } = row;
  const areEarlier =
    Array.isArray(needs) && needs.every((need) => Number.isInteger(need) && need > 0 && need < number);
  if (!areEarlier) throw invalid(name, `${place}: "needs" must be numbers of earlier rows`);
  const known = new Set<unknown>(areEarlier ? needs : []);
  const missing = rowsNamedIn(row.input).find((need) => !known.has(need));
  if (missing !== undefined)
    throw invalid(name, `${place}: it refers to row ${missing}, which is not in "needs"`);
}

type Json = Record<string, unknown>;

function objectAt(value: unknown, name: string, place: string, keys?: readonly string[]): Json {
  if (!isRecord(value)) throw invalid(name, `${place} must be an object`);
  if (keys) refuseUnknown(value, keys, name, `${place}: `);
  return value;
}

function textAt(object: Json, key: string, name: string, place = ''): string {
  const value = object[key];
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(name, `${place}"${key}" must be a text`);
}

function optionalText(object: Json, keys: readonly string[], name: string, place: string): void {
  const odd = keys.find((key) => object[key] !== undefined && typeof object[key] !== 'string');
  if (odd !== undefined) throw invalid(name, `${place}"${odd}" must be a text`);
}

/** JavaScript takes a text with anything in parentheses for a time, too. */
function timeAt(object: Json, key: string, name: string, place: string): void {
  const text = textAt(object, key, name, place);
  if (!TIME.test(text) || Number.isNaN(Date.parse(text))) throw invalid(name, `${place}${key} is not a time`);
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

function refuseUnknown(object: Json, known: readonly string[], name: string, place: string): void {
  const odd = Object.keys(object).find((key) => !known.includes(key));
  if (odd !== undefined) throw invalid(name, `${place}unknown key "${odd}"`);
}

const invalid = (name: string, why: string): UsageError =>
  new UsageError(`${name}: ${why}`, { code: 'INVALID_PLAN', hint: 'docs help plans' });

/** Input with `{row 3}.id` filled in by what that row created. Throws UsageError where it did not, unless `areAll` is false. */
export function fillIn(
  input: PlanRow['input'],
  made: ReadonlyMap<number, unknown>,
  areAll = true,
): Record<string, unknown> {
  const fill = (_: string, value: unknown): unknown => {
    if (isJoined(value)) return value.joined.join('');
    const [, row, field = ''] = (typeof value === 'string' && WHOLE_REFERENCE.exec(value)) || [];
    if (row === undefined) return value;
    const found = field.split('.').reduce<unknown>((at, key) => Object(at)[key], made.get(Number(row)));
    if (typeof found === 'string') return found;
    if (!areAll) return value;
    throw new UsageError(`row ${row} created nothing with ${field}`, {
      hint: shellLine(['docs', 'plan', 'show']),
    });
  };
  // Parts before what they are parts of.
  return JSON.parse(JSON.stringify(input), fill);
}

const WHOLE_REFERENCE =
  /^\{row (\d+)\}\.(id|siteSpaces\.0\.id|insertedFiles\.\d+\.id|changes\.\d+\.page\.id)$/;

/** A text in parts. */
export const isJoined = (value: unknown): value is { joined: string[] } =>
  isRecord(value) &&
  Object.keys(value).length === 1 &&
  Array.isArray(value.joined) &&
  value.joined.every((part) => typeof part === 'string');

// The text of a plan, row by row: as long as a plan may be, it is never in memory as a whole.

/** The pieces of the file, in their order. Signs that turn the direction of text are escaped: plans are reviewed. */
export function* piecesOf({ rows, ...head }: Plan): Generator<string> {
  const { version, origin, organization, made, unchanged, guards } = head;
  const before = JSON.stringify({ version, origin, organization, made }, null, 2).slice(0, -2);
  const after = JSON.stringify({ unchanged, guards }, null, 2).slice(2);
  yield safeJson(`${before},\n  "rows": [`);
  let between = '\n    ';
  for (const row of rows) {
    yield safeJson(between + JSON.stringify(row, null, 2).replaceAll('\n', '\n    '));
    between = ',\n    ';
  }
  yield safeJson(`${rows.length > 0 ? '\n  ' : ''}],\n${after}\n`);
}

const [QUOTE, BACKSLASH, COMMA, COLON, LIST, OBJECT, LIST_END, OBJECT_END] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b, 0x5d, 0x7d,
];

interface Reading {
  /** As errors call it. */
  name: string;
  mostValues: number;
  /** Takes each row as it is met, with its number from 1. */
  row: (row: unknown, number: number) => void;
}

/** A piece of the text: nothing up to `from` is left to be taken, and `at` is what is looked at. */
interface Piece {
  text: string;
  from: number;
  at: number;
}

/** For a file that is none: rows of a table, for one. */
const MAKE_ONE = 'make a plan with --plan-out: docs help plans';

/** Reads a plan that comes in pieces. */
export class PlanReader {
  private readonly reading: Reading;
  private depth = 0;
  private values = 1;
  private inString = false;
  private isEscaped = false;
  private inRows = false;
  /** The text around the rows. */
  private head = '';
  /** The text of the row in hand, and how many came before it. */
  private row = '';
  private count = 0;
  /** How many characters of the whole come before the piece, and before the row in hand. */
  private before = 0;
  private rowFrom = 0;
  /** Where the rows were taken out of the head, and how long they were. */
  private gap = { from: 0, size: 0 };

  constructor(reading: Reading) {
    this.reading = reading;
  }

  /** Throws UsageError for a row that is not JSON, with its place, and for too many values. */
  add(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.inString) this.stepInString(code);
      else from = this.step(code, { text, from, at });
    }
    if (this.inRows) this.row += text.slice(from);
    else this.head += text.slice(from);
    this.before += text.length;
  }

  private stepInString(code: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === BACKSLASH) this.isEscaped = true;
    else if (code === QUOTE) this.inString = false;
  }

  /** Returns where the text begins that nobody has taken yet. */
  private step(code: number, piece: Piece): number {
    if (code === QUOTE) this.inString = true;
    else if (code === LIST || code === OBJECT) return this.open(code, piece);
    else if (code === LIST_END || code === OBJECT_END) return this.close(piece);
    else if (code === COMMA || code === COLON) {
      this.countValue();
      if (code === COMMA && this.inRows && this.depth === 2) return this.endRow(piece) + 1;
    }
    return piece.from;
  }

  private open(code: number, { text, from, at }: Piece): number {
    this.depth += 1;
    if (code !== LIST || this.depth !== 2) return from;
    if (!/[{,]\s*"rows"\s*:\s*$/.test(this.head + text.slice(from, at))) return from;
    this.head += text.slice(from, at + 1);
    this.inRows = true;
    this.rowFrom = this.before + at + 1;
    this.gap = { from: this.head.length, size: this.rowFrom };
    return at + 1;
  }

  private close(piece: Piece): number {
    this.depth -= 1;
    if (!this.inRows || this.depth !== 1) return piece.from;
    const { text, from, at } = piece;
    if (this.count > 0 || (this.row + text.slice(from, at)).trim() !== '') this.endRow(piece);
    this.row = '';
    this.inRows = false;
    this.gap.size = this.before + at - this.gap.size;
    return at;
  }

  /** The plan with an empty list in place of its rows. Throws UsageError for what is not JSON. */
  end(): unknown {
    const { from, size } = this.gap;
    return this.parse(this.head, (place) => (place > from ? place + size : place));
  }

  private endRow({ text: piece, from, at }: Piece): number {
    const text = this.row + piece.slice(from, at);
    const start = this.rowFrom;
    const until = this.before + at + 1;
    this.row = '';
    this.rowFrom = until;
    this.count += 1;
    if (text.trim() === '') throw this.misfit(`is not JSON (character ${until})`);
    this.reading.row(
      this.parse(text, (place) => start + place),
      this.count,
    );
    return at;
  }

  /** `placeOf` makes a place in the text one in the whole. */
  private parse(text: string, placeOf: (place: number) => number): unknown {
    if (text.trim() === '') throw invalid(this.reading.name, 'the file is empty');
    try {
      return parseJson(text, this.reading.name, { ...this.reading, hint: MAKE_ONE });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const { message, details, hint = MAKE_ONE } = error;
      const told = message.replace(/\(character (\d+)\)$/, (_, at) => `(character ${placeOf(Number(at))})`);
      throw new UsageError(told, { hint, ...(details && { details }) });
    }
  }

  private countValue(): void {
    this.values += 1;
    const { mostValues } = this.reading;
    if (this.values > mostValues) throw this.misfit(`cannot be read: more than ${mostValues} values`);
  }

  private misfit(why: string): UsageError {
    return new UsageError(`${this.reading.name} ${why}`, { hint: MAKE_ONE });
  }
}
