// One question for many targets. Each is read before it, fresh; what is absent already needs no consent.
import { mapPool } from '../../client/pool.ts';
import { DocsError, InteractionError, NotFoundError, UsageError } from '../../errors.ts';
import { note } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { amountOf } from '../references/reference-kinds.ts';
import { canAsk } from '../run/can-ask.ts';
import { dangerOf, describe, hasTarget, place, readTarget, shellQuote } from '../run/confirm.ts';
import type { Job, Task } from './many-task.ts';

const MOST_LISTED = 20;

/**
 * Reads the targets, asks once for all that are dangerous, and leaves in the job what may be done. Throws
 * InteractionError (exit 3) when consent is missing or refused.
 */
export async function consentToMany(job: Job, concurrency: number): Promise<void> {
  if (hasTarget(job.run)) await readTargets(job, concurrency);
  const dangerous: Task[] = [];
  let isSevere = false;
  for (const task of job.tasks.filter(isOpen)) {
    const danger = await dangerOf(task.run);
    if (danger !== 'mild') dangerous.push(task);
    isSevere ||= danger === 'severe';
  }
  if (dangerous.length > 0) await ask(job, dangerous, isSevere);
}

const isOpen = ({ failure, result }: Task): boolean => failure === undefined && result === undefined;

async function readTargets({ tasks, run, bar }: Job, concurrency: number): Promise<void> {
  const { signal } = run.context;
  const read = async (task: Task) => {
    if (signal.aborted) throw signal.reason;
    if (await readTarget(task.run)) return;
    if (run.operation.method !== 'DELETE' || run.flags.mustExist)
      throw new NotFoundError(`${describe(task.run)} not found`);
    task.result = { target: task.target.text, id: null, ok: true, outcome: 'absent' };
  };
  const results = await mapPool(tasks.filter(isOpen), concurrency, async (task) => {
    await read(task);
    bar?.step(true);
  });
  for (const result of results) {
    if (result.ok) continue;
    if (!(result.error instanceof DocsError) || result.error.exit !== 5) throw result.error;
    result.item.failure = result.error;
  }
}

async function ask(job: Job, tasks: readonly Task[], isSevere: boolean): Promise<void> {
  const { run, field } = job;
  const amount = amountOf(tasks.length, field);
  const { yes, confirm } = run.flags;
  if (confirm === amount || (yes && !isSevere)) return;
  const flag = isSevere ? `--confirm "${amount}"` : '--yes';
  if (confirm !== undefined)
    throw new UsageError(`--confirm "${confirm}" is not "${amount}", which is what this would touch`, {
      code: 'CONFIRM_MISMATCH',
      exit: 3,
    });
  const verb = run.command.verb.replaceAll('-', ' ');
  if (!canAsk(run)) {
    throw new InteractionError(
      `refusing to ${verb} ${amount} without ${flag.split(' ')[0]}: ${listed(tasks)}`,
      {
        hint: ['docs', ...run.context.argv.map(shellQuote), flag].join(' '),
        details: { targets: tasks.map(({ run: { target, input } }) => target?.id ?? input[field]) },
      },
    );
  }
  job.bar?.stop();
  for (const task of tasks.slice(0, MOST_LISTED)) note(run.context.io, `  ${describe(task.run)}`);
  if (tasks.length > MOST_LISTED) note(run.context.io, `  and ${tasks.length - MOST_LISTED} more`);
  const question = safeLine(`${verb} these ${amount}${place(run)}`);
  const prompts = await run.context.prompts();
  const start = question.charAt(0).toUpperCase() + question.slice(1);
  if (!isSevere) {
    if (await prompts.confirm(`${start}?`)) return;
    throw new InteractionError('not done: you said no', { code: 'DECLINED' });
  }
  const typed = await prompts.input(`${start}. Type "${amount}" to go on:`);
  if (typed.trim() !== amount)
    throw new InteractionError('not done: that is not what was asked for', { code: 'DECLINED' });
}

function listed(tasks: readonly Task[]): string {
  const names = tasks.slice(0, 5).map((task) => describe(task.run));
  return tasks.length > 5 ? `${names.join(', ')} and ${tasks.length - 5} more` : names.join(', ');
}
