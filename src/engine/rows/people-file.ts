// People in a file: one a line, or a table with a column for them. Each becomes the ID of a member.
import { DocsError, EXIT, UsageError } from '../../errors.ts';
import { settleOne } from '../references/resolve-names.ts';
import type { Run } from '../run/run.ts';
import { type Fault, refuseFaults } from './row-faults.ts';
import { type RawRows, readRows } from './rows-file.ts';

/** What a column of people may be called, the surest first. */
const COLUMNS = ['id', 'userid', 'user', 'email', 'e-mail', 'mail', 'member', 'name'];

interface Person {
  text: string;
  where: string;
}

/**
 * The members that a file names: how the file calls each, by ID. `flag` names the file in errors. Throws UsageError
 * (exit 2) with every line that fits no member.
 */
export async function readMembers(run: Run, file: string, flag: string): Promise<Map<string, string>> {
  const raw = await readRows(run.context, file, flag);
  const faults: Fault[] = [...raw.faults];
  const found = new Map<string, string>();
  for (const { text, where } of peopleIn(raw)) {
    try {
      found.set(await settleOne(run, 'userId', text), text);
    } catch (error) {
      if (!(error instanceof DocsError) || (error.exit !== EXIT.usage && error.exit !== EXIT.notFound))
        throw error;
      const { message, hint, code } = error;
      faults.push({ where, message, hint, code });
    }
  }
  refuseFaults(run, { source: raw.source, all: faults });
  return found;
}

/** A table of one column that is called like no column of people is a list: its first line is one of them. */
function peopleIn({ source, header, rows }: RawRows): Person[] {
  const names = header ?? rows[0]?.cells.map(([name]) => name) ?? [];
  const column = COLUMNS.map((known) => names.find((name) => name.toLowerCase() === known)).find(Boolean);
  const [only, ...others] = names;
  if (column === undefined && (only === undefined || others.length > 0))
    throw new UsageError(`${source} has no column of people: it has ${names.join(', ')}`, {
      hint: 'call one of them email',
    });
  const cell = (cells: RawRows['rows'][number]['cells']) =>
    String(cells.find(([name]) => name === (column ?? only))?.[1] ?? '').trim();
  const people = rows.map(({ where, cells }) => ({ where, text: cell(cells) }));
  if (column === undefined && only !== undefined) people.unshift({ where: 'line 1', text: only });
  return people.filter(({ text }) => text !== '' && !text.startsWith('#'));
}
