// One question for many targets. Each is read before it, or was just listed; what is not there needs no consent.

import { mapPool } from '../../client/pool.ts';
import { DocsError, EXIT, type InteractionError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import { canAsk } from '../../output/io.ts';
import { note, say } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import {
  askName,
  askYes,
  dangerOf,
  isAgreed,
  otherConsent,
  place,
  stakesOf,
  unconfirmed,
} from '../ask/confirm.ts';
import { lineWith } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { isAbsent } from '../references/look-up.ts';
import { amountOf, nounOf } from '../references/reference-kinds.ts';
import { settleTarget } from '../references/resolve-names.ts';
import { describe } from '../run/target.ts';
import {
  explained,
  type Job,
  lineOf,
  openReport,
  type Picked,
  type Result,
  type Task,
} from './many-report.ts';

const MOST_LISTED = 20;
const MOST_NAMED = 5;
const MOST_FOLLOWS = 3;

/** Asks once for all targets that are dangerous. Throws InteractionError (exit 3) when consent is missing or refused. */
export async function consentToMany(job: Job): Promise<void> {
  const { flags } = job.run;
  if (flags.confirm === undefined && isAgreed(job.run)) return;
  const { dangerous, isSevere } = await stakesOfMany(job.tasks);
  const tasks = dangerous.length > 0 ? dangerous : job.tasks.filter(isOpen);
  refuseOtherAmount(job, amountOf(tasks.length, job.field));
  if (dangerous.length > 0 && flags.confirm === undefined) await ask(job, dangerous, isSevere);
}

/** Throws UsageError `CONFIRM_MISMATCH` (exit 3), also with --yes and where nothing is asked. */
function refuseOtherAmount({ run }: Job, amount: string): void {
  const { confirm } = run.flags;
  if (confirm !== undefined && confirm !== amount)
    throw otherConsent(run, amount, 'the number of targets that are there');
}

/** What gives consent without a terminal, as a dry run says it: `--confirm '9 members'`. Undefined: none is needed. */
export function consentFlag(
  { field }: Job,
  { dangerous, isSevere }: { dangerous: number; isSevere: boolean },
): string | undefined {
  if (dangerous === 0) return undefined;
  return shellLine(isSevere ? ['--confirm', amountOf(dangerous, field)] : ['--yes']);
}

/** Those of them that are dangerous. */
export async function stakesOfMany(
  tasks: readonly Task[],
): Promise<{ dangerous: Task[]; isSevere: boolean }> {
  const dangerous: Task[] = [];
  let isSevere = false;
  for (const task of tasks.filter(isOpen)) {
    const danger = await dangerOf(task.run);
    // Nobody has seen what a predicate picks.
    if (danger !== 'mild' || task.run.flags.where !== undefined) dangerous.push(task);
    isSevere ||= danger === 'severe';
  }
  return { dangerous, isSevere };
}

/** Something of it is left to be done. */
export const isOpen = ({ failure, result }: Task): boolean => failure === undefined && result === undefined;

/** Leaves a failure, or with --if-exists a result, in the task of what is not there. */
export async function readTargets({ tasks, run, bar }: Job, concurrency: number): Promise<void> {
  const { signal } = run.context;
  const settle = async (task: Task) => {
    if (signal.aborted) throw signal.reason;
    await settleTarget(task.run);
    bar?.step(true);
  };
  const results = await mapPool(tasks.filter(isOpen), concurrency, settle, {
    stop: (result) => !result.ok && !isMissing(result.error),
  });
  for (const result of results) {
    if (result.ok) continue;
    if (!isMissing(result.error)) throw result.error;
    result.item.failure = explained(result.item, result.error);
  }
  for (const task of tasks.filter(isOpen)) {
    const already = await run.command.already?.(task.run);
    if (already) task.result = resultOf(task, already.outcome);
  }
  if (run.flags.ifExists !== true) return;
  for (const task of tasks) if (isAbsent(task.failure)) passOver(task);
}

const resultOf = (task: Task, outcome: string): Result => ({
  target: task.target.text,
  id: typeof task.run.target?.id === 'string' ? task.run.target.id : null,
  ok: true,
  outcome,
  ...lineOf(task),
});

function passOver(task: Task): void {
  delete task.failure;
  task.result = { target: task.target.text, id: null, ok: true, outcome: 'absent', ...lineOf(task) };
}

const isMissing = (error: unknown): error is DocsError =>
  error instanceof DocsError && error.exit === EXIT.notFound;

async function ask(job: Job, tasks: readonly Task[], isSevere: boolean): Promise<void> {
  const { run, field } = job;
  const amount = amountOf(tasks.length, field);
  if (run.flags.yes && !isSevere) return;
  const flag = isSevere ? ['--confirm', amount] : ['--yes'];
  const verb = run.command.verb.replaceAll('-', ' ');
  const listed = await listedOf(job, tasks.slice(0, MOST_LISTED));
  const follows = commonFollows(listed);
  const where = await place(tasks[0]?.run ?? run);
  if (!canAsk(run)) throw refusal(job, tasks, { act: `${verb} ${amount}${where}`, flag, listed, follows });
  job.bar?.stop();
  for (const { name } of listed) say(run.context.io, `  ${safeLine(name)}`);
  if (tasks.length > MOST_LISTED) say(run.context.io, `  and ${tasks.length - MOST_LISTED} more`);
  const asked = { act: `${verb} these ${amount}${where}`, follows };
  if (isSevere) await askName(run, asked, { name: amount, isRight: (typed) => typed === amount });
  else await askYes(run, asked);
}

async function listedOf(job: Job, tasks: readonly Task[]): Promise<Listed[]> {
  const names = await namesOfPicked(job, tasks);
  const listed: Listed[] = [];
  for (const { run: one } of tasks) {
    const title = names?.get(String(one.input[job.field]));
    const called = title === undefined ? describe(one) : `${nounOf(job.field)} "${title}"`;
    // What is at stake is said where the command is dangerous by itself.
    const isMild = (await dangerOf(one)) === 'mild';
    const { what = called, change, follows } = isMild ? {} : await stakesOf(one);
    listed.push({ name: change === undefined ? what : `${what} ${change}`, follows });
  }
  return listed;
}

/** What a predicate picked is an ID, and a mild command does not read it first. */
async function namesOfPicked({ run, field }: Job, tasks: readonly Task[]) {
  if (run.flags.where === undefined) return undefined;
  const { knownNames } = await import('../references/known-names.ts');
  return knownNames(run, field, new Set(tasks.map((task) => String(task.run.input[field]))));
}

interface Listed {
  name: string;
  follows: string | undefined;
}

/** What follows for each of them is said once; what differs is said for the first ones. */
function commonFollows(listed: readonly Listed[]): string | undefined {
  const all = [...new Set(listed.flatMap(({ follows }) => follows ?? []))];
  const text = all.slice(0, MOST_FOLLOWS).join('; ');
  // Each is worded for one thing.
  if (listed.length > 1 && /\bits?\b/.test(text)) return `for each of them: ${text}`;
  return text === '' ? undefined : text;
}

function refusal(
  { run, field }: Job,
  tasks: readonly Task[],
  {
    act,
    flag,
    listed,
    follows,
  }: { act: string; flag: readonly string[]; listed: readonly Listed[]; follows: string | undefined },
): InteractionError {
  const names = listed.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = tasks.length > MOST_NAMED ? ` and ${tasks.length - MOST_NAMED} more` : '';
  const why = follows === undefined ? '' : ` (${follows})`;
  return unconfirmed(
    flag[0] ?? '--yes',
    { act, follows: `${names.join(', ')}${more}${why}` },
    {
      hint: lineWith(run.context.argv, ...flag),
      yes: run.flags.yes,
      details: {
        ...(flag[1] !== undefined && { confirm: flag[1] }),
        targets: tasks.map(({ run: { target, input } }) => target?.id ?? input[field]),
      },
    },
  );
}

// A command on several targets that sends nothing reads them from lists.

/**
 * A plan, and a dry run, read their targets from the list of these; what is sent at once does where --where has just
 * read it. `expect` is to be called once they are known by their IDs.
 */
export async function fromLists(
  run: Run,
  field: string,
  picked: Picked | undefined,
): Promise<{ run: Run; expect: (tasks: readonly Task[]) => Promise<void> }> {
  const isSent = run.flags.planOut === undefined && run.flags.dryRun !== true;
  if (isSent && !picked) return { run, expect: async () => {} };
  const { listedReads } = await import('../plan/find-created.ts');
  // What is not sent needs no state before it.
  const lists = await listedReads(isSent ? run : { ...run, noteRead: () => {} });
  return {
    run: { ...run, client: async () => lists.client },
    async expect(tasks) {
      for (const task of tasks) if (!task.failure) await lists.expect(field, task.run.input, picked);
    },
  };
}

/** Says why there is nothing to do; a plan of it is written all the same, and an empty list: what comes next reads it. */
export async function nothingToDo(run: Run, why: string): Promise<void> {
  note(run.context.io, `nothing to do: ${why}`);
  if (run.flags.planOut !== undefined) return (await import('../plan/make-plan.ts')).makePlan(run, []);
  await (await openReport({ run })).end();
}
