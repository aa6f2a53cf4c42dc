// One target of many, and what became of it.
import { type DocsError, type LocalIoError, NotFoundError, type Outcome } from '../../errors.ts';
import type { Bar } from '../../output/progress-bar.ts';
import { operationOf } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { meant } from '../references/names.ts';
import { absent, changed, isAbsent } from '../references/not-found.ts';
import type { Target } from '../rows/row-targets.ts';
import type { Input } from '../run/input.ts';

export interface Task {
  target: Target;
  /** A run of its own, for this target alone. */
  run: Run;
  failure?: DocsError;
  /** Names that come near, where no list showed the target. */
  near?: () => readonly string[];
  /** Without the answer, once that is written. */
  result?: Result;
  /** Lets go of what can be made anew. */
  rest?(): void;
}

export interface Job {
  run: Run;
  /** The input field the targets fill. */
  field: string;
  tasks: readonly Task[];
  /** What is drawn while it works. */
  bar?: Bar;
  /** The command that does the rest, where that is not the one that was typed. */
  again?: string;
  /** What is done is not written down: --resume would do it again. */
  isUnrecorded?: boolean;
  /** Why the results cannot be written. */
  unwritten?: LocalIoError;
}

/** What is printed of a target: a line of NDJSON. */
export interface Result {
  target: string;
  id: string | null;
  ok: boolean;
  /** `deleted`, `absent`, `updated` and so on; of a failure what became of the request. */
  outcome: string | Outcome;
  /** Line of the rows file. */
  line?: number;
  result?: unknown;
  /** The command that undoes it. */
  undo?: string;
  error?: { code: string; message: string; status?: number; hint?: string; retryable: boolean };
}

/** A run for one target of a command: the same client and settings, flags and an input of its own. */
export function taskRun(run: Run, target: Target, label: string | undefined, io: Run['context']['io']): Run {
  const { text, input, args, flags } = target;
  const own = flags && { ...run.flags, ...flags };
  return {
    ...run,
    context: { ...run.context, io },
    args: { ...run.args, ...(args ?? (label !== undefined && { [label]: text })) },
    input: { ...run.input, ...input } satisfies Input,
    // Nobody is asked once for each row.
    ...(own && { flags: { ...own, input: false }, operation: operationOf(run.command, own) }),
  };
}

/** What tells a target from the others: where it is, and its id, which may be in the body. */
export const placeOf = ({ run }: Task): string => {
  const names = new Set(Object.keys(run.operation.params.properties));
  const last = run.command.args.at(-1)?.field;
  if (last !== undefined) names.add(last);
  return JSON.stringify([...names].map((name) => run.input[name] ?? null));
};

/** The line of the rows that a task came from, where it came from one. */
export const lineOf = ({ target: { line } }: Pick<Task, 'target'>): { line?: number } =>
  line === undefined ? {} : { line };

/** What a result calls it. */
export const shownAs = ({ title, text }: Target): string => title ?? text;

/** What a list showed of the targets, by ID. */
export type Picked = ReadonlyMap<unknown, Readonly<Record<string, unknown>>>;

/** The same error with the names that come near. */
export function explained({ near }: Task, error: DocsError): DocsError {
  const names = error instanceof NotFoundError ? (near?.() ?? []) : [];
  if (!(error instanceof NotFoundError) || names.length === 0) return error;
  const said = changed(error, { message: `${error.message}${meant(names)}` });
  return isAbsent(error) ? absent(said) : said;
}
