// What is wrong with rows, gathered: all of it is reported at once, and then nothing is sent.
import type { Problem } from '../../api/check.ts';
import { DocsError, EXIT, UsageError } from '../../errors.ts';
import { say } from '../../output/note.ts';
import type { Run } from '../model/command-type.ts';
import { wantsJsonErrors } from '../run/output-flags.ts';

const MOST_LISTED = 20;

export interface Fault {
  /** `line 3`, `item 2`; absent: it is about all rows. */
  where?: string;
  /** The column as the file calls it. */
  column?: string;
  message: string;
  /** Of the one error that is thrown where nothing else is wrong. */
  hint?: string | undefined;
  code?: string;
  details?: Readonly<Record<string, unknown>> | undefined;
}

export interface Faults {
  /** `standard input`, `people.csv`. */
  readonly source: string;
  readonly all: Fault[];
}

/** `, not "red"` or `, not 12`, to follow the message: the value that was given. A key of a file with nothing after it has none. */
export function instead({ value = '', isBare }: Problem): string {
  if (value === '') return '';
  if (isBare && value === 'null') return ', and has no value';
  return `, not ${isBare ? value : JSON.stringify(value)}`;
}

/** What an error says of a row. Throws what is not about the input: a host that cannot be reached. */
export function faultOf(error: unknown, place: Pick<Fault, 'where' | 'column'>): Fault {
  if (!(error instanceof DocsError) || error.exit !== EXIT.usage) throw error;
  const { message, hint, code, details } = error;
  return { ...place, message, hint, code, details };
}

/** Throws UsageError (exit 2) with every fault: the first 20 are listed, all are counted. */
export function refuseFaults(run: Run, { source, all }: Faults): void {
  const [first] = all;
  if (!first) return;
  if (all.length === 1)
    throw new UsageError(textOf(first, source), {
      ...(first.code !== undefined && { code: first.code }),
      hint: first.hint,
      details: { ...first.details, ...placeOf(first) },
    });
  sayFaults(run, { source, all });
  throw new UsageError(`${all.length} problems in ${source}; nothing was sent`, factsOf(all));
}

/** What is wrong with a column is wrong once, however many rows there are. Throws UsageError. */
export function refuseColumns(
  run: Run,
  { source, header = [] }: { source: string; header?: readonly string[] | undefined },
  check: (column: string) => void,
): void {
  const all = header.flatMap((column): Fault[] => {
    try {
      check(column);
      return [];
    } catch (error) {
      return [faultOf(error, { where: 'line 1' })];
    }
  });
  refuseFaults(run, { source, all });
}

/** A line each for people; programs find them in the error. */
export function sayFaults(run: Run, { source, all }: Faults): void {
  const { argv, env, io } = run.context;
  if (wantsJsonErrors(argv, env)) return;
  for (const fault of all.slice(0, MOST_LISTED)) say(io, textOf(fault, source));
  if (all.length > MOST_LISTED) say(io, `and ${all.length - MOST_LISTED} more`);
}

export const factsOf = (all: readonly Fault[]) => ({
  code: 'INVALID_ROWS',
  hint: all[0]?.hint,
  details: {
    count: all.length,
    faults: all.slice(0, MOST_LISTED).map((fault) => ({ ...placeOf(fault), message: fault.message })),
  },
});

function textOf({ where, column, message }: Fault, source: string): string {
  const place = where === undefined ? source : `${where} of ${source}`;
  return column === undefined
    ? `${place}: ${message}`
    : `${place}, column "${column}": ${message.replace(/^it /, '')}`;
}

const placeOf = ({ where, column }: Fault) => ({
  ...(where !== undefined && { where }),
  ...(column !== undefined && { column }),
});
