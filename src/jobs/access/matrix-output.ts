// A matrix in the format asked for: on standard output, or in a file that appears only when it is whole.
import { extname, resolve } from 'node:path';
import { getOrganization } from '../../api/people/organizations.ts';
import { called } from '../../engine/run/outcome.ts';
import { chosenFormat, viewOf } from '../../engine/run/view.ts';
import { LocalIoError, UsageError } from '../../errors.ts';
import { statsAt } from '../../files/io-error.ts';
import { plural } from '../../output/format.ts';
import type { Io } from '../../output/io.ts';
import { done, note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { ciSafe } from '../../output/safe-text.ts';
import type { Format, View } from '../../output/view.ts';
import { displayWidth } from '../../output/width.ts';
import type { Matrix } from './matrix.ts';
import {
  CELL_COLUMNS,
  cellRows,
  isSomebody,
  type MatrixRun,
  personCells,
  personRows,
  WAY_COLUMNS,
  wayRows,
} from './matrix-rows.ts';

type Kind = Format | 'markdown' | 'html';

export interface Output {
  format: Kind;
  /** Path of the file to save. */
  file: string | undefined;
}

const BY_ENDING: Readonly<Record<string, Kind>> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.md': 'markdown',
  '.html': 'html',
  '.htm': 'html',
};

/** Before anything is read. Throws UsageError for a file whose format nobody names, LocalIoError for one that is there. */
export function outputOf(run: MatrixRun): Output {
  const { save } = run.flags;
  // Its own --output takes two formats more. For a file -q only means silence.
  const asked: Kind | undefined = chosenFormat(
    save === undefined ? run : { ...run, flags: { ...run.flags, quiet: false } },
  );
  if (save === undefined) return { format: asked ?? 'table', file: undefined };
  const format = asked ?? BY_ENDING[extname(save).toLowerCase()];
  if (format === undefined)
    throw new UsageError(`--save: the ending of "${save}" does not name a format`, {
      hint: `${run.path} --save access.csv`,
    });
  const file = resolve(run.context.cwd, save);
  if (run.flags.overwrite !== true && statsAt(file, { to: 'write', shown: save }))
    throw new LocalIoError(`${save} already exists`, {
      code: 'FILE_EXISTS',
      hint: 'choose another name, or add --overwrite to replace the file',
    });
  return { format, file };
}

export async function printMatrix(run: MatrixRun, { format, file }: Output, matrix: Matrix): Promise<void> {
  const { io } = run.context;
  const { people, spaces } = matrix;
  const size = `${plural(people.filter(isSomebody).length, 'person', 'people')}, ${plural(spaces.length, 'space')}`;
  if (file === undefined) {
    await write(run, io, format, matrix);
    return note(io, size);
  }
  const { writeWhole } = await import('../../files/safe-write.ts');
  const encoder = new TextEncoder();
  const source = async (fill: (bytes: Uint8Array) => Promise<unknown>) => {
    // A file is no terminal: nothing is cut to a width there.
    const filling: Io = Object.create(io, {
      out: { value: async (text: string) => void (await fill(encoder.encode(text))) },
      outTty: { value: false },
    });
    await write(run, filling, format, matrix);
  };
  await writeWhole(file, source, { replace: run.flags.overwrite === true, shown: String(run.flags.save) });
  done(io, `saved ${run.flags.save}: ${size}`, { outcome: 'saved', file: run.flags.save });
}

async function write(run: MatrixRun, io: Io, format: Kind, matrix: Matrix): Promise<void> {
  if (format === 'html') return writePage(run, io, matrix);
  if (format === 'markdown') return writeMarkdown(io, matrix);
  const isLong = matrix.origin !== undefined;
  if (isLong) return writeRows(io, { ...viewOf(run, WAY_COLUMNS), format }, wayRows(matrix));
  const view: View = { ...viewOf(run, CELL_COLUMNS), format };
  const isCells = ['csv', 'tsv', 'table'].includes(format) && view.fields === undefined;
  if (!isCells) return writeRows(io, view, personRows(matrix));
  if (format === 'table' && io.outTty) return drawTable(io, view, matrix);
  const { columns, headings, rows } = cellRows(matrix);
  await writeRows(io, { ...view, columns, headings }, rows());
}

/** As many spaces as a line has room for. */
async function drawTable(io: Io, view: View, matrix: Matrix): Promise<void> {
  const spaces = matrix.spaces.slice(0, fittingSpaces(matrix, io.columns));
  const table = ['name', 'role', 'status', ...spaces.map(({ id }) => id)];
  const labels = Object.fromEntries(spaces.map(({ id, title }) => [id, title]));
  const rows = matrix.people.map((person) => ({
    ...personCells(person),
    ...Object.fromEntries(spaces.map((space) => [space.id, matrix.level(person, space)])),
  }));
  await writeRows(io, { ...view, table, labels: { ...view.labels, ...labels } }, [rows]);
  const left = matrix.spaces.length - spaces.length;
  if (left > 0)
    note(io, `${plural(left, 'space')} left out for lack of room; see all with -o csv or --save access.html`);
}

/** Person by person: nothing is kept. A table on a terminal is one page, so that its columns are as wide from top to end. */
async function writeRows(io: Io, view: View, rows: Iterable<readonly unknown[]>): Promise<void> {
  const writer = await listWriter(io, view);
  const pages = view.format === 'table' && io.outTty ? [[...rows].flat()] : rows;
  for (const page of pages) {
    if (io.outClosed) return;
    await writer.page(page);
  }
  await writer.end();
}

/** How many titles a line has room for, beside who it is about. */
function fittingSpaces({ people, spaces }: Matrix, room: number): number {
  const names = Math.max(4, ...people.map(({ name }) => displayWidth(name)));
  let used = names + '  COMMENT  NOT A MEMBER'.length;
  let count = 0;
  for (const { title } of spaces) {
    used += Math.max(displayWidth(title), 'comment'.length) + 2;
    if (used > room) break;
    count += 1;
  }
  return count;
}

async function writePage(run: MatrixRun, io: Io, matrix: Matrix): Promise<void> {
  const { pageParts } = await import('./html/page.ts');
  const { version, now } = run.context;
  const where = await called(run, 'organizationId', getOrganization);
  await writeParts(io, pageParts(matrix, { where, at: now().toISOString(), version }));
}

async function writeMarkdown(io: Io, matrix: Matrix): Promise<void> {
  const { markdownLines } = await import('../../output/reports/markdown.ts');
  const isLong = matrix.origin !== undefined;
  const spaces = isLong ? ['Space', 'Level', 'Gives', 'Origin'] : matrix.spaces.map(({ title }) => title);
  const rows = isLong ? longRows(matrix) : levelRows(matrix);
  const lines = markdownLines(['Person', 'Role', 'Status', ...spaces], rows);
  await writeParts(io, lines, (line) => ciSafe(io, line));
}

function* longRows(matrix: Matrix): Generator<(string | undefined)[]> {
  for (const rows of wayRows(matrix))
    for (const { email, name, role, status, space, level, gives, origin } of rows)
      yield [email ?? name, role, status, space.title, level, gives, origin];
}

function* levelRows({ people, spaces, level }: Matrix): Generator<(string | undefined)[]> {
  for (const person of people) {
    const { email, name, role, status } = personCells(person);
    yield [email ?? name, role, status, ...spaces.map((space) => level(person, space))];
  }
}

async function writeParts(io: Io, parts: Iterable<string>, safe = (part: string) => part): Promise<void> {
  for (const part of parts) {
    if (io.outClosed) return;
    await io.out(safe(part));
  }
}
