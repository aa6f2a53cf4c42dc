// A directory in a file: a table with a column email, and perhaps one for the role and one for teams.
import { ROLES } from '../../api/roles.ts';
import { UsageError } from '../../errors.ts';
import { type Listed, roleIn } from '../../workflows/access/directory.ts';
import type { Run } from '../run/run.ts';
import { type Fault, refuseFaults } from './row-faults.ts';
import { type RawRows, readRows } from './rows-file.ts';

const EMAIL = ['email', 'e-mail', 'mail'];

export interface DirectoryFile {
  file: string;
  /** The column of team titles. */
  teams: string | undefined;
  /** IDs of teams by title in small letters; undefined where several have it. */
  ids: ReadonlyMap<string, string | undefined>;
}

/** Throws UsageError (exit 2) with every line that cannot be read: nothing is compared with half a directory. */
export async function readDirectory(run: Run, { file, teams, ids }: DirectoryFile): Promise<Listed[]> {
  const raw = await readRows(run.context, file, '--from');
  const columns = columnsOf(run, raw, teams);
  const faults: Fault[] = [...raw.faults];
  const found = new Map<string, Listed>();
  for (const { where, cells } of raw.rows) {
    const cell = (column: string | undefined) =>
      String(cells.find(([name]) => name === column)?.[1] ?? '').trim();
    const report = (message: string) => faults.push({ where, message });
    const email = cell(columns.email).toLowerCase();
    const role = cell(columns.role);
    const before = found.get(email);
    if (!/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(email)) report(`"${email}" is not an email`);
    else if (before) report(`"${email}" is in ${before.where}, too`);
    if (role !== '' && roleIn(role) === undefined)
      report(`"${role}" is not a role: use ${[...ROLES, 'guest'].join(', ')}`);
    found.set(email, {
      email,
      role: role === '' ? undefined : roleIn(role),
      teams: teams === undefined ? undefined : teamsIn(cell(teams), ids, report),
      where,
    });
  }
  refuseFaults(run, { source: raw.source, all: faults });
  return [...found.values()];
}

function columnsOf(run: Run, raw: RawRows, teams: string | undefined) {
  const names = namesIn(raw).join(', ');
  const email = columnOf(raw, EMAIL);
  const hasRows = raw.rows.length > 0;
  if (hasRows && email === undefined)
    throw new UsageError(`${raw.source} has no column email: it has ${names}`, {
      hint: 'call one of them email',
    });
  if (hasRows && teams !== undefined && !namesIn(raw).includes(teams))
    throw new UsageError(`${raw.source} has no column "${teams}": it has ${names}`, {
      hint: `${run.path} --help`,
    });
  return { email, role: columnOf(raw, ['role']), teams };
}

const namesIn = ({ header, rows }: RawRows): readonly string[] =>
  header ?? [...new Set(rows.flatMap(({ cells }) => cells.map(([name]) => name)))];

const columnOf = (raw: RawRows, known: readonly string[]): string | undefined =>
  known.map((one) => namesIn(raw).find((name) => name.toLowerCase() === one)).find(Boolean);

/** Titles with semicolons between them, as directories export groups. */
function teamsIn(text: string, ids: DirectoryFile['ids'], report: (message: string) => void): string[] {
  const titles = text
    .split(';')
    .map((title) => title.trim())
    .filter(Boolean);
  return titles.flatMap((title) => {
    const id = ids.get(title.toLowerCase());
    if (id === undefined)
      report(
        ids.has(title.toLowerCase()) ? `several teams are called "${title}"` : `there is no team "${title}"`,
      );
    return id === undefined ? [] : [id];
  });
}
