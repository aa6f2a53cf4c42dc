// The fields that --fields, --sort and --where may name, as they are typed: after a comma and a minus, or after a dot.
import { pickedFrom } from '../many/many-arg.ts';
import { type Command, NO_OPERATION } from '../model/command.ts';
import { fieldNames } from '../run/view.ts';
import type { Candidate } from './completion-words.ts';

type SelectingFlag = '--fields' | '--sort' | '--where';

/** `typed`: the value of the flag so far. */
export async function selectedFields(
  command: Command,
  flag: SelectingFlag,
  typed: string,
): Promise<Candidate[]> {
  const names = await namesFor(command, flag);
  if (flag === '--where') return /^$|^\.[\w.]*$/.test(typed) ? names.map((name) => [`.${name}`, '']) : [];
  const [before = ''] = /^(?:.*,)?[-+]?/.exec(typed) ?? [];
  return names.map((name) => [`${before}${name}`, '']);
}

/** Of a command that changes something --sort and --where mean those of the list that its targets are picked from. */
async function namesFor(command: Command, flag: SelectingFlag): Promise<string[]> {
  const { operation = NO_OPERATION } = command;
  const kind = flag === '--fields' ? undefined : pickedFrom(command);
  if (!kind) return fieldNames({ command, operation });
  const { fields: _, rows: __, ...rest } = command;
  return fieldNames({
    command: { ...rest, ...(kind.rows !== undefined && { rows: kind.rows }) },
    operation: await kind.list(false),
  });
}
