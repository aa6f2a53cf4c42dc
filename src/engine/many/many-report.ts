// One target of many, what became of it, and the summary of all on standard error.

import {
  AmbiguousError,
  AuthError,
  asksForLongWait,
  CancelledError,
  DocsError,
  type ErrorFacts,
  EXIT,
  ForbiddenError,
  LocalIoError,
  NotFoundError,
  type Outcome,
  PartialError,
  RateLimitError,
  UnsupportedError,
} from '../../errors.ts';
import { done, note, say } from '../../output/note.ts';
import type { Bar } from '../../output/progress-bar.ts';
import { type ListWriter, listWriter } from '../../output/render.ts';
import { lineWith, lineWithout, operationOf } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { absent, changed, isAbsent } from '../references/look-up.ts';
import { meant } from '../references/names.ts';
import { amountOf, nounOf } from '../references/reference-kinds.ts';
import type { Target } from '../rows/row-targets.ts';
import type { Input } from '../run/input.ts';
import { OUTCOME_COLUMNS, pastOf, whereOf } from '../run/outcome.ts';
import { asOne } from '../run/partial-failure.ts';
import { chosenFormat, ownView } from '../run/view.ts';

const MOST_LISTED = 20;

/** NDJSON comes as it happens; every other format in the order of the targets, each as soon as those before it are done. */
export async function openReport({ run }: Pick<Job, 'run'>): Promise<ListWriter> {
  const chosen = chosenFormat(run);
  const isQuiet = chosen === undefined && run.context.io.outTty;
  if (isQuiet) return { page: async () => {}, end: async () => {} };
  const { fields } = run.flags;
  const columns = typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : undefined;
  const usual = run.flags.rows === undefined ? OUTCOME_COLUMNS : [...OUTCOME_COLUMNS, 'line'];
  const view = ownView(run, columns ?? usual);
  const writer = await listWriter(run.context.io, columns ? { ...view, fields: columns } : view);
  if (chosen === 'ndjson') return writer;
  const kept = new Map<number, unknown>();
  let next = 0;
  const write = (items: readonly unknown[]) => writer.page(chosen === 'id' ? items.filter(isDone) : items);
  return {
    async page(items) {
      for (const item of items) kept.set(orderOf(item), item);
      const ready: unknown[] = [];
      for (; kept.has(next); next += 1) {
        ready.push(kept.get(next));
        kept.delete(next);
      }
      await write(ready);
    },
    async end() {
      await write([...kept].sort(([a], [b]) => a - b).map(([, item]) => item));
      await writer.end();
    },
  };
}

const POSITION = new WeakMap<object, number>();
const orderOf = (item: unknown): number => (typeof item === 'object' && item ? (POSITION.get(item) ?? 0) : 0);
const isDone = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'ok' in item && item.ok === true;

/** Remembers at which place of the input a result belongs. */
export function placeResult(result: Result, at: number): Result {
  POSITION.set(result, at);
  return result;
}

/** The result of a task that ended in an error. */
export function failedResult(task: Task, field: string, error: DocsError): Result {
  const { target, run } = task;
  const given = run.input[field];
  // What was not found is typed, and may be a name.
  const isTyped =
    given === target.text && (error instanceof NotFoundError || error instanceof AmbiguousError);
  const id = run.target?.id ?? (isTyped ? null : given);
  const status = error.http?.status;
  return {
    target: shownAs(target),
    id: typeof id === 'string' ? id : null,
    ok: false,
    outcome: error.outcome,
    ...lineOf(task),
    error: {
      code: error.code,
      message: error.message,
      ...(status !== undefined && { status }),
      ...(error.hint !== undefined && { hint: error.hint }),
      retryable: error.retryable,
    },
  };
}

/** Nothing was sent for such a target. */
const IDLE = /^(already |done before|skipped)/;

/** Says what was done and what was not. Throws PartialError (exit 7), or what ended the work early. */
export async function summarize(job: Job): Promise<void> {
  const { run, tasks, field } = job;
  const { io, signal } = run.context;
  const results = tasks.flatMap(({ result }) => result ?? []);
  const good = results.filter(({ ok }) => ok);
  const absent = good.filter(({ outcome }) => outcome === 'absent').length;
  const bad = tasks.filter(({ result }) => result?.ok === false);
  const left = tasks.length - results.length;
  const idle = good.filter(({ outcome }) => IDLE.test(outcome));
  await sayDone(job, good.length - absent - idle.length, absent);
  for (const outcome of new Set(idle.map((result) => result.outcome)))
    note(io, `${amountOf(idle.filter((result) => result.outcome === outcome).length, field)} ${outcome}`);
  const isOne = run.command.isJob === true && tasks.length === 1;
  if (!isOne) listFailures(job, bad);
  if (bad.length === 0 && left === 0) return;
  // What is one change to whoever typed it fails as one.
  const [only] = bad;
  if (isOne && only?.failure) throw asOne(run, only.failure);
  const counted = countedOf(job, good.length, bad, left);
  const facts = factsOf(job, bad, good.length, left);
  if (signal.aborted) {
    const { exit } = signal.reason instanceof DocsError ? signal.reason : { exit: 130 };
    throw new CancelledError(`interrupted: ${counted}`, { exit, ...facts });
  }
  throw endingOf(bad, { counted, facts, finished: good.length, left });
}

/** `2 of 9 spaces done, 1 failed, 1 unknown, 5 not started`. */
function countedOf({ tasks, field }: Job, good: number, bad: readonly Task[], left: number): string {
  const unknown = bad.filter(({ failure }) => failure?.outcome === 'unknown').length;
  const more = [...(unknown > 0 ? [`${unknown} unknown`] : []), ...(left > 0 ? [`${left} not started`] : [])];
  return [`${good} of ${amountOf(tasks.length, field)} done`, `${bad.length - unknown} failed`, ...more].join(
    ', ',
  );
}

/** A failure that all share ends it with its own code; any other mix is exit 7. */
function endingOf(
  bad: readonly Task[],
  { counted, facts, finished, left }: { counted: string; facts: ErrorFacts; finished: number; left: number },
): DocsError {
  const refused = bad.find(({ failure }) => failure instanceof AuthError)?.failure;
  if (refused)
    return new AuthError(`${refused.message} (${counted})`, {
      ...facts,
      hint: thenRest(refused, facts, finished),
    });
  const pause = bad.find(({ failure }) => asksForLongWait(failure))?.failure;
  if (pause) return paused(pause, counted, facts, finished);
  const [first, ...others] = bad.map(({ failure }) => failure);
  const isForbidden = finished === 0 && others.every((failure) => failure instanceof ForbiddenError);
  if (isForbidden && first instanceof ForbiddenError)
    return new ForbiddenError(`${first.message} (${counted})`, { ...facts, hint: first.hint });
  if (finished === 0 && left === 0 && areMissing(bad))
    return bad.every(({ failure }) => failure instanceof UnsupportedError)
      ? new UnsupportedError(counted, { ...facts, code: 'UNSUPPORTED' })
      : new NotFoundError(counted, { ...facts, code: 'NOT_FOUND' });
  return new PartialError(counted, facts);
}

/** What lets the command run again, and where some of it is done, the line for the others: the same would do all of it. */
const thenRest = ({ hint }: DocsError, rest: ErrorFacts, finished: number): string | undefined =>
  hint !== undefined && finished > 0 && rest.hint?.startsWith('docs ') ? `${hint}, then ${rest.hint}` : hint;

/** The platform wants a long pause: exit 8 where nothing is done yet. */
function paused(failure: DocsError, counted: string, facts: ErrorFacts, finished: number): DocsError {
  const details = { ...facts.details, ...failure.details };
  if (finished > 0) return new PartialError(counted, { ...facts, details });
  const { code, hint } = failure;
  return new RateLimitError(`${failure.message} (${counted})`, {
    ...facts,
    code,
    hint,
    details,
    retryable: true,
  });
}

/** The results cannot be written: what was done by then all the same. */
export function unwritten({ tasks, field }: Job, error: LocalIoError): LocalIoError {
  const finished = tasks.filter(({ result }) => result?.ok).length;
  const failed = tasks.filter(({ result }) => result?.ok === false).length;
  const counted = `${finished} of ${amountOf(tasks.length, field)} done`;
  return new LocalIoError(`${counted}, but ${error.message}`, {
    outcome: finished > 0 ? 'applied' : 'not-sent',
    hint: error.hint,
    details: { done: finished, failed, notStarted: tasks.length - finished - failed },
    cause: error,
  });
}

/** `removed 2 members from team "Writers"`: the place of all is the place of the first one. */
async function sayDone({ run, tasks, field }: Job, count: number, absent: number): Promise<void> {
  const { io } = run.context;
  if (count > 0) {
    const first = tasks.find(({ result }) => result?.ok);
    const where = await whereOf(first?.run ?? run);
    // A row of a plan is named with its kind.
    const only = tasks.length === 1 && run.plan !== undefined ? `: ${first?.target.text}` : '';
    done(io, `${pastOf(run.command)} ${amountOf(count, field)}${where}${only}`);
  }
  if (absent > 0) note(io, `${amountOf(absent, field)} ${absent === 1 ? 'does' : 'do'} not exist`);
}

/** Before anything is sent: says which of the targets cannot be done. Throws as `reportBad`. */
export const reportMissing = (job: Job): void =>
  reportBad(job, ofAll(job.tasks.filter(({ result }) => !result)), { planned: 0 }, 'cannot be changed');

/** After reading: says which could not be read. Throws as `reportBad`. */
export const reportUnread = (job: Job, read: number): void =>
  reportBad(job, ofAll(job.tasks), { read }, 'could not be read');

const ofAll = (tasks: readonly Task[]) => ({
  bad: tasks.filter(({ failure }) => failure !== undefined),
  total: tasks.length,
});

/** Says which targets failed. Throws NotFoundError (exit 5) or PartialError (exit 7) where there are any. */
export function reportBad(
  { run, field }: Pick<Job, 'run' | 'field'>,
  { bad, total }: { bad: readonly Task[]; total: number },
  good: Record<string, number>,
  what: string,
): void {
  if (bad.length === 0) return;
  listFailures({ run, field }, bad);
  const message = `${bad.length} of ${amountOf(total, field)} ${what}`;
  const details = { ...good, failed: bad.length };
  const hint = bad[0]?.failure?.hint;
  throw Object.values(good).every((count) => count === 0) && areMissing(bad)
    ? new NotFoundError(message, { details, hint })
    : new PartialError(message, { code: 'SOME_FAILED', details, outcome: 'not-sent', hint });
}

const areMissing = (tasks: readonly Task[]): boolean =>
  tasks.every(({ failure }) => failure?.exit === EXIT.notFound);

function listFailures({ run, field }: Pick<Job, 'run' | 'field'>, bad: readonly Task[]): void {
  const { io } = run.context;
  for (const { target, result, failure } of bad.slice(0, MOST_LISTED)) {
    const { text, title, line, where = '' } = target;
    const place = line === undefined || text === where ? '' : `${where}: `;
    const message = failure?.message ?? result?.error?.message ?? '';
    // A row of a plan is named with its kind.
    const called = title === undefined ? `"${text}"` : `"${title}" (${text})`;
    const name = run.plan === undefined ? `${nounOf(field)} ${called}` : text;
    say(io, `failed: ${place}${namesIt(message, text) ? '' : `${name}: `}${message}`);
  }
  if (bad.length > MOST_LISTED) say(io, `and ${bad.length - MOST_LISTED} more`);
}

/** Whether a message says already what it is about, as `space "Guides" not found` does. */
const namesIt = (message: string, text: string): boolean => message.includes(`"${text}"`);

function factsOf(job: Job, bad: readonly Task[], finished: number, left: number) {
  const again = job.tasks.filter(({ result }) => result === undefined || !result.ok);
  const uncertain = bad.find(({ failure }) => failure?.outcome === 'unknown')?.failure;
  const shared = finished === 0 && left === 0 && wouldFailAgain(again) ? bad[0]?.failure?.hint : undefined;
  return {
    code: 'SOME_FAILED',
    outcome: outcomeOf(finished, uncertain),
    hint: shared ?? retryHint(job, again, uncertain),
    details: { done: finished, failed: bad.length, notStarted: left },
  };
}

const outcomeOf = (finished: number, uncertain: DocsError | undefined) => {
  if (finished > 0) return 'applied' as const;
  return uncertain ? ('unknown' as const) : ('rejected' as const);
};

/** The same command is no way out where every target was refused for what it is. */
const wouldFailAgain = (rest: readonly Task[]): boolean =>
  rest.every(({ failure }) => failure !== undefined && failure.exit === EXIT.notFound) ||
  rest.every(({ failure }) => failure?.code === 'CONFLICT');

/** A short rest is ready to be typed, with the flags of this time; for a long one the same targets are given again. */
function retryHint(
  { run, tasks, again, isUnrecorded }: Job,
  rest: readonly Task[],
  uncertain?: DocsError,
): string {
  if (again !== undefined) return again;
  const { argv, env } = run.context;
  // --resume has looked already, and would find as little again.
  const areUnknown = rest.every(({ failure }) => failure?.outcome === 'unknown');
  if (run.flags.resume === true && areUnknown && uncertain?.hint !== undefined) return uncertain.hint;
  if (rest.length > 5 || argv.includes('-') || run.flags.rows !== undefined) {
    if (env.DOCS_HISTORY === 'off' || isUnrecorded) return '-o ndjson gives a result for each target';
    const words = argv.filter((word) => word !== '--resume');
    return lineWith(words, '--resume');
  }
  // What must not be sent twice is looked at first; --resume does not send it again.
  if (run.operation.retry === 'never' && uncertain?.hint !== undefined) return uncertain.hint;
  const finished = new Set(tasks.flatMap(({ target, result }) => (result?.ok ? [target.text] : [])));
  // Consent was to a number of targets, and these are fewer.
  return lineWithout(
    argv.filter((word) => !finished.has(word)),
    ['--confirm'],
  );
}

// One target of many, and what became of it.

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
