// Reads rows: CSV, TSV, NDJSON or a JSON array, by the name of the file or by how it begins.
import { seeHelp, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import type { Run } from '../model/command-type.ts';
import { isStdin, parseJson, readStdin, readTextFile } from '../run/input.ts';
import { type Fault, faultOf } from './row-faults.ts';

/** One row: its cells in their order, by the name of the column. */
export interface RawRow {
  /** Line of the file, or number of the item of an array. */
  line: number;
  /** `line 3`, `item 2`. */
  where: string;
  cells: readonly (readonly [column: string, value: unknown])[];
}

export interface RawRows {
  /** `standard input`, `people.csv`. */
  source: string;
  /** Its columns, where all rows have the same ones. */
  header?: readonly string[];
  rows: readonly RawRow[];
  /** Rows that cannot be read. */
  faults: readonly Fault[];
}

const MOST_ROWS = 100_000;
const MOST_COLUMNS = 1000;
/** Characters after which the memory that reading takes is looked after. */
const LONG = 1_000_000;
/** Of a table, with its header and empty lines. */
const MOST_RECORDS = 2 * MOST_ROWS;
const EXTENSIONS: Readonly<Record<string, Format>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

type Format = 'csv' | 'tsv' | 'json' | 'ndjson';

/** All rows of what --rows names. Throws UsageError for what is not rows, LocalIoError for what cannot be read. */
export async function readRowsFile(run: Run): Promise<RawRows> {
  const { flags } = run;
  const name = String(flags.rows);
  if (name === '-' && isStdin(flags.data))
    throw new UsageError('standard input is either the rows (--rows -) or the body (--data -)', {
      hint: '--data @file',
    });
  return readRows(run, name, '--rows');
}

/** The same of the file that an argument or a flag names, `-` for standard input. */
export async function readRows(
  { context, path }: Pick<Run, 'context' | 'path'>,
  name: string,
  flag: string,
): Promise<RawRows> {
  const source = name === '-' ? 'standard input' : name;
  const read = name === '-' ? readStdin(context, flag) : readTextFile(context, name, flag);
  const text = (await read).replace(/^\uFEFF/, '');
  if (/[\0\uFFFD]/.test(text))
    throw new UsageError(`${source} is not UTF-8 text`, {
      hint: shell`iconv -f ${text.includes('\0') ? 'utf-16' : 'windows-1252'} -t utf-8`,
    });
  if (text.length > LONG) (await import('../../files/of-node.ts')).keepHeapSmallest();
  if (text.trim() === '') throw seeHelp(path, `${source} is empty`);
  if (/\.ya?ml$/i.test(name))
    throw seeHelp(path, `${source} is YAML, which is not read: expected CSV, TSV, JSON or NDJSON`);
  return parseRows(text, formatOf(name, text), source);
}

function formatOf(name: string, text: string): Format {
  const known = EXTENSIONS[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (known) return known;
  const start = text.trimStart();
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return 'ndjson';
  return (start.split(/[\r\n]/, 1)[0] ?? '').includes('\t') ? 'tsv' : 'csv';
}

async function parseRows(text: string, format: Format, source: string): Promise<RawRows> {
  if (format === 'csv') return parseTable(text, separatorOf(text), source);
  if (format === 'tsv') return parseTable(text, '\t', source);
  const faults: Fault[] = [];
  const rows = format === 'json' ? itemsOf(text, source, faults) : linesOf(text, source, faults);
  return { source, rows, faults };
}

/** Before more time goes into them. */
function refuseMany(count: number, most: number, what: 'rows' | 'lines' | 'columns', source: string): void {
  if (count > most)
    throw new UsageError(`${source} has more than ${most} ${what}`, { hint: 'docs help plans' });
}

/** Objects of a JSON array. */
function itemsOf(text: string, source: string, faults: Fault[]): RawRow[] {
  const items = parseJson(text, source);
  if (!Array.isArray(items)) throw new UsageError(`${source} is not an array of objects`);
  refuseMany(items.length, MOST_ROWS, 'rows', source);
  return items.flatMap((item: unknown, at) => rowOf(item, { line: at + 1, where: `item ${at + 1}` }, faults));
}

function linesOf(text: string, source: string, faults: Fault[]): RawRow[] {
  const lines = text.split(/\r?\n/);
  refuseMany(lines.filter((line) => line.trim() !== '').length, MOST_ROWS, 'rows', source);
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = { line: at + 1, where: `line ${at + 1}` };
    try {
      return rowOf(parseJson(line, 'the row'), place, faults);
    } catch (error) {
      faults.push(faultOf(error, { where: place.where }));
      return [];
    }
  });
}

function rowOf(item: unknown, place: Pick<RawRow, 'line' | 'where'>, faults: Fault[]): RawRow[] {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
    const cells = Object.entries(item);
    refuseMany(cells.length, MOST_COLUMNS, 'columns', place.where);
    return [{ ...place, cells }];
  }
  faults.push({ where: place.where, message: 'the row is not an object' });
  return [];
}

/** Spreadsheets write semicolons where the comma is the decimal sign. */
function separatorOf(text: string): string {
  const [header = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (sign: string) => header.split(sign).length;
  return count(';') > count(',') ? ';' : ',';
}

// How docs itself writes a cell that a spreadsheet would take for a formula.
const ESCAPED = /^'(?=[ \u00a0\u3000]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/;
const BREAK = /\r\n|\r|\n/g;

async function parseTable(text: string, delimiter: string, source: string): Promise<RawRows> {
  const records = await recordsOf(text, delimiter, source);
  // What comes behind was not read.
  refuseMany(records.length, MOST_RECORDS, 'lines', source);
  const faults: Fault[] = [];
  const rows: RawRow[] = [];
  let line = 1;
  let header: readonly string[] | undefined;
  for (const record of records) {
    const place = { line, where: `line ${line}` };
    line += record.reduce((breaks, cell) => breaks + (cell.match(BREAK)?.length ?? 0), 1);
    if (record.length === 1 && record[0]?.trim() === '') continue;
    if (!header) header = headerOf(record, source);
    else {
      const message = strangeRow(record, header);
      if (message === undefined) rows.push(new TableRow(place.line, record, header));
      else faults.push({ where: place.where, message });
    }
  }
  refuseMany(rows.length, MOST_ROWS, 'rows', source);
  return { source, header: (header ?? []).filter((name) => name !== ''), rows, faults };
}

/** Its cells are cut only when they are looked at: there may be 100,000 of them. */
class TableRow implements RawRow {
  readonly line: number;
  private readonly record: readonly string[];
  private readonly header: readonly string[];

  constructor(line: number, record: readonly string[], header: readonly string[]) {
    this.line = line;
    this.record = record;
    this.header = header;
  }

  get where(): string {
    return `line ${this.line}`;
  }

  get cells(): RawRow['cells'] {
    return cellsOf(this.record, this.header);
  }
}

async function recordsOf(text: string, delimiter: string, source: string): Promise<string[][]> {
  const { CsvError, parse } = await import('csv-parse/sync');
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      to: MOST_RECORDS + 1,
      relax_column_count: true,
      relax_quotes: delimiter === '\t',
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines);
    const why = error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is not closed' : 'a quote is out of place';
    throw new UsageError(`line ${line} of ${source}: ${why}`, {
      hint: 'put quotes around the whole cell, and double those within it: "a ""b"" c"',
    });
  }
}

function headerOf(record: readonly string[], source: string): string[] {
  refuseMany(record.length, MOST_COLUMNS, 'columns', source);
  const names = record.map((name) => name.trim());
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`${source} has two columns "${twice}"`);
  return names;
}

/** A column without a name is what spreadsheets leave behind, as long as it is empty. */
function strangeRow(record: readonly string[], header: readonly string[]): string | undefined {
  if (record.length !== header.length)
    return `the row has ${record.length} ${record.length === 1 ? 'cell' : 'cells'}, the header ${header.length}`;
  const nameless = record.findIndex((cell, at) => header[at] === '' && cell.trim() !== '');
  return nameless === -1 ? undefined : `the row has a cell in column ${nameless + 1}, which has no name`;
}

const cellsOf = (record: readonly string[], header: readonly string[]): RawRow['cells'] =>
  record.flatMap((cell, at) => {
    const name = header[at] ?? '';
    return name === '' ? [] : [[name, cell.replace(ESCAPED, '')] as const];
  });
