// A matrix in the format asked for: on standard output, or in a file that appears only when it is whole.

import { lstatSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { getOrganization } from '../../../api/people/organizations.ts';
import { called } from '../../../engine/run/display-name.ts';
import { chosenFormat, viewOf } from '../../../engine/run/view.ts';
import { LocalIoError, UsageError } from '../../../errors.ts';
import { plural } from '../../../output/format.ts';
import type { Io } from '../../../output/io.ts';
import { done, note } from '../../../output/note.ts';
import { listWriter } from '../../../output/render.ts';
import { ciSafe } from '../../../output/safe-text.ts';
import type { Format, View } from '../../../output/view.ts';
import { displayWidth } from '../../../output/width.ts';
import type { Matrix } from '../../../workflows/access/matrix.ts';
import {
  CELL_COLUMNS,
  cellRows,
  isSomebody,
  personRows,
  WAY_COLUMNS,
  wayRows,
} from '../../../workflows/access/matrix-rows.ts';
import type { MatrixRun } from './matrix.ts';

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
  // Its own --output takes two formats more.
  const asked: Kind | undefined = chosenFormat(run);
  if (save === undefined) return { format: asked ?? 'table', file: undefined };
  const format = asked ?? BY_ENDING[extname(save).toLowerCase()];
  if (format === undefined)
    throw new UsageError(`--save: the ending of "${save}" does not name a format`, {
      hint: `${run.path} --save access.csv`,
    });
  const file = resolve(run.context.cwd, save);
  if (run.flags.overwrite !== true && lstatSync(file, { throwIfNoEntry: false }))
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
  const { writeWhole } = await import('../../../files/safe-write.ts');
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
  done(io, `saved ${run.flags.save}: ${size}`);
}

async function write(run: MatrixRun, io: Io, format: Kind, matrix: Matrix): Promise<void> {
  if (format === 'html') return io.out(await pageText(run, matrix));
  if (format === 'markdown') return io.out(ciSafe(io, await markdownText(matrix)));
  const isLong = matrix.origin !== undefined;
  if (isLong) return writeRows(io, { ...viewOf(run, WAY_COLUMNS), format }, wayRows(matrix));
  const view: View = { ...viewOf(run, CELL_COLUMNS), format };
  const isCells = ['csv', 'tsv', 'table'].includes(format) && view.fields === undefined;
  if (!isCells) return writeRows(io, view, personRows(matrix));
  const { columns, headings, rows } = cellRows(matrix);
  if (format !== 'table' || !io.outTty) return writeRows(io, { ...view, columns, headings }, rows());
  const fitting = fittingSpaces(matrix, io.columns);
  const table = ['name', 'role', 'status', ...columns.slice(CELL_COLUMNS.length).slice(0, fitting)];
  const labels = Object.fromEntries(
    matrix.spaces.map(({ title }, at) => [columns[at + CELL_COLUMNS.length] ?? '', title]),
  );
  await writeRows(io, { ...view, table, labels: { ...view.labels, ...labels } }, rows());
  const left = matrix.spaces.length - fitting;
  if (left > 0)
    note(io, `${plural(left, 'space')} left out for lack of room; see all with -o csv or --save access.html`);
}

/** Person by person: nothing is kept. A table on a terminal is one page, so that its columns are as wide from top to end. */
async function writeRows(io: Io, view: View, rows: Iterable<readonly unknown[]>): Promise<void> {
  const writer = await listWriter(io, view);
  const pages = view.format === 'table' && io.outTty ? [[...rows].flat()] : rows;
  for (const page of pages) await writer.page(page);
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

async function pageText(run: MatrixRun, matrix: Matrix): Promise<string> {
  const { pageOf } = await import('../../../workflows/access/html/page.ts');
  const { version, now } = run.context;
  return pageOf(matrix, {
    where: await called(run, 'organizationId', getOrganization),
    at: now().toISOString(),
    version,
  });
}

async function markdownText(matrix: Matrix): Promise<string> {
  const { markdownTable } = await import('../../../output/reports/markdown-table.ts');
  if (matrix.origin)
    return markdownTable(
      ['Person', 'Role', 'Status', 'Space', 'Level', 'Gives', 'Origin'],
      [...wayRows(matrix)]
        .flat()
        .map(({ email, name, role, status, space, level, gives, origin }) => [
          email ?? name,
          role,
          status,
          space.title,
          level,
          gives,
          origin,
        ]),
    );
  const { people, spaces, level } = matrix;
  return markdownTable(
    ['Person', 'Role', 'Status', ...spaces.map(({ title }) => title)],
    people.map((person) => [
      person.email ?? person.name,
      person.role ?? 'guest',
      person.status,
      ...spaces.map((space) => level(person, space)),
    ]),
  );
}
