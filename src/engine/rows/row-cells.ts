// A cell becomes what the flag or argument of its column would have been; what it may hold is checked with the request.

import { UsageError } from '../../errors.ts';
import { itemsByComma } from '../../files/texts.ts';
import { attribute, type Field } from '../model/fields.ts';
import { setPath } from '../references/names.ts';
import { type Input, parseJson } from '../run/input.ts';
import type { Column } from './row-columns.ts';

/** What one row gives: flags and input of the command, beside those of its command line. */
export interface Given {
  args: Record<string, string>;
  flags: Record<string, unknown>;
  input: Input;
  /** All of it by the names of the input: two rows of one target must not differ in them. */
  fields: Input;
}

/** Text of a table, or a value of JSON. `clear`: the cell says that the field is to be cleared. */
export interface Cell {
  value: unknown;
  clear: boolean;
}

/** Adds a cell to what its row gives. Throws UsageError where it cannot be that. */
export function takeCell(given: Given, column: Column, cell: Cell): void {
  if (cell.clear && column.kind !== 'field') throw new UsageError('it cannot be cleared');
  if (column.kind === 'argument') takeArgument(given, column, cell.value);
  else if (column.kind === 'place') takePlace(given, column.param, textOf(cell.value));
  else if (column.kind === 'field') takeField(given, column.field, cell);
  else if (column.kind === 'object') takeInput(given, [column.field], jsonOf(cell.value));
  else if (column.kind === 'clear') takeFlag(given, column.flag, switchOf(cell.value));
  else takeFlag(given, column.attribute, optionOf(column, cell.value));
}

function takeArgument(given: Given, { arg }: Column & { kind: 'argument' }, value: unknown): void {
  const text = Array.isArray(value) ? value.map(textOf).join(',') : textOf(value);
  if (text === '-') throw new UsageError('"-" cannot be given in a row');
  given.args[arg.label] = text;
  given.input[arg.field] = arg.variadic ? itemsByComma(text) : text;
}

function takePlace(given: Given, param: string, text: string): void {
  if (text.trim() === '') throw new UsageError('it must not be empty');
  if (param === 'changeRequestId') given.flags.cr = text;
  else given.input[param] = text;
}

function takeField(given: Given, field: Field, { value, clear }: Cell): void {
  const { path, flag, kind, nullable } = field;
  if (clear || (value === null && nullable)) {
    if (!nullable) throw new UsageError('it cannot be cleared');
    takeFlag(given, attribute(`clear-${flag}`), true);
    given.flags[attribute(flag)] = undefined;
    return;
  }
  // What is asked for by a row is not cleared by a flag beside it.
  if (nullable) given.flags[attribute(`clear-${flag}`)] = false;
  const isJson = kind === 'json' || kind === 'texts';
  const converted = isJson ? jsonOf(value) : converter(field)(value);
  if (isJson || !isPlain(converted)) given.input = setPath(given.input, path, converted);
  else given.flags[attribute(flag)] = converted;
  given.fields = setPath(given.fields, path, converted);
}

const takeInput = (given: Given, path: readonly string[], value: unknown): void => {
  given.input = setPath(given.input, path, value);
  given.fields = setPath(given.fields, path, value);
};

const takeFlag = (given: Given, name: string, value: unknown): void => {
  given.flags[name] = value;
  given.fields[`--${name}`] = value;
};

const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** Text of another form stays text: the check of the request says what it must be. */
function converter({ kind, values }: Field): (value: unknown) => unknown {
  if (kind === 'integer') return (value) => numberOf(value, /^-?\d{1,15}$/);
  if (kind === 'number') return (value) => numberOf(value, /^-?\d{1,15}(\.\d+)?$/);
  if (kind === 'boolean' || (kind === 'choice' && values?.includes('true'))) return booleanOf;
  if (kind === 'list') return (value) => (typeof value === 'string' ? itemsByComma(value) : value);
  return (value) => value;
}

const numberOf = (value: unknown, form: RegExp): unknown =>
  typeof value === 'string' && form.test(value.trim()) ? Number(value) : value;

/** Spreadsheets write TRUE. */
function booleanOf(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return text === 'true' ? true : text === 'false' ? false : value;
}

const jsonOf = (value: unknown): unknown => (typeof value === 'string' ? parseJson(value, 'it') : value);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new UsageError('it must be text');
}

function switchOf(value: unknown): boolean {
  const found = booleanOf(value);
  if (typeof found === 'boolean') return found;
  throw new UsageError(`it must be true or false, not "${String(value)}"`);
}

function optionOf({ option }: Column & { kind: 'option' }, value: unknown): unknown {
  const { flags, choices } = option;
  if (!/[<[]/.test(flags)) return switchOf(value);
  const text = Array.isArray(value) ? value.map(textOf).join(',') : textOf(value);
  if (text === '-') throw new UsageError('"-" cannot be given in a row');
  if (choices && !choices.includes(text))
    throw new UsageError(`it must be one of ${choices.join(', ')}, not "${text}"`);
  // Text of a row is text, also where it begins as the name of a file would.
  if (flags.includes('<markdown>') && text.startsWith('@')) return `@${text}`;
  return flags.includes('...') ? itemsByComma(text) : text;
}
