// People in a file: one a line, or a table with a column for them. Each becomes the ID of a member.
import { DocsError, EXIT, NotFoundError, UsageError } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import { settleOne } from '../references/resolve-names.ts';
import { type Fault, refuseFaults } from './row-faults.ts';
import { type RawRows, readRows } from './rows-file.ts';

/** What a column of people may be called, the surest first. */
const COLUMNS = ['id', 'userid', 'user', 'email', 'e-mail', 'mail', 'member', 'name'];

interface Person {
  text: string;
  line: number;
  where: string;
  /** Who else the row names, in a column that was asked for. */
  other: string;
}

/** One row of a file of people, as members. */
export interface MemberRow {
  id: string;
  /** How the file calls them. */
  text: string;
  line: number;
  where: string;
  /** ID of the other member that the row names. */
  other: string | undefined;
}

interface PeopleFile {
  file: string;
  /** The flag that names the file, for errors. */
  flag: string;
  /** Names of a second column of people. */
  others?: readonly string[];
  /** Whoever is not a member and counts as gone is left out; else it is a fault. */
  isGone?: (text: string) => boolean;
}

/** The ID of a member; undefined for one who is gone. Throws NotFoundError. */
export async function memberNamed(
  run: Run,
  text: string,
  isGone?: PeopleFile['isGone'],
): Promise<string | undefined> {
  try {
    return await settleOne(run, 'userId', text);
  } catch (error) {
    if (error instanceof NotFoundError && isGone?.(text)) return undefined;
    throw error;
  }
}

/** The members that a file names, row by row. Throws UsageError (exit 2) with every line that fits no member. */
export async function readMemberRows(
  run: Run,
  { file, flag, others = [], isGone }: PeopleFile,
): Promise<MemberRow[]> {
  const raw = await readRows(run, file, flag);
  const faults: Fault[] = [...raw.faults];
  const found: MemberRow[] = [];
  for (const { text, other, ...place } of peopleIn(raw, others)) {
    try {
      const id = await memberNamed(run, text, isGone);
      if (id === undefined) continue;
      const otherId = other === '' ? undefined : await settleOne(run, 'userId', other);
      found.push({ id, text, other: otherId, ...place });
    } catch (error) {
      if (!(error instanceof DocsError) || (error.exit !== EXIT.usage && error.exit !== EXIT.notFound))
        throw error;
      const { message, hint, code } = error;
      faults.push({ where: place.where, message, hint, code });
    }
  }
  refuseFaults(run, { source: raw.source, all: faults });
  return found;
}

/** How a file calls each member that it names, by ID. Throws as `readMemberRows` does. */
export const readMembers = async (run: Run, file: string, flag: string): Promise<Map<string, string>> =>
  new Map((await readMemberRows(run, { file, flag })).map(({ id, text }) => [id, text]));

/** A table of one column that is called like no column of people is a list: its first line is one of them. */
function peopleIn({ source, header, rows }: RawRows, others: readonly string[]): Person[] {
  const names = header ?? rows[0]?.cells.map(([name]) => name) ?? [];
  const column = COLUMNS.map((known) => names.find((name) => name.toLowerCase() === known)).find(Boolean);
  const [only, ...rest] = names;
  if (column === undefined && (only === undefined || rest.length > 0))
    throw new UsageError(`${source} has no column of people: it has ${names.join(', ')}`, {
      hint: 'call one of them email',
    });
  const second = names.find((name) => others.includes(name.toLowerCase()));
  const cell = (cells: RawRows['rows'][number]['cells'], wanted: string | undefined) =>
    String(cells.find(([name]) => name === wanted)?.[1] ?? '').trim();
  const people = rows.map(({ line, where, cells }) => ({
    line,
    where,
    text: cell(cells, column ?? only),
    other: cell(cells, second),
  }));
  if (column === undefined && only !== undefined)
    people.unshift({ line: 1, where: 'line 1', text: only, other: '' });
  return people.filter(({ text }) => text !== '' && !text.startsWith('#'));
}
