// Checks every row before a name is looked up or a request is sent, and drops those that say the same again.
import { ValidationError } from '../../errors.ts';
import { placeOf, type Task } from '../many/many-report.ts';
import type { Run } from '../model/command-type.ts';
import { flagFields, kebab } from '../model/fields.ts';
import { manyArg } from '../model/flags.ts';
import { inputErrors } from '../run/input.ts';
import { readInput } from '../run/run.ts';
import { fillContext } from '../run/scope.ts';
import { type Fault, type Faults, faultOf } from './row-faults.ts';
import { differs, type Target, type Targets } from './row-targets.ts';

/** Reads the input of every task; of rows the faults are gathered. Throws the first error of what came without fields. */
export async function checkRows(tasks: readonly Task[], faults: Faults): Promise<void> {
  for (const task of tasks) {
    try {
      await readInput(task.run);
      await fillContext(task.run);
    } catch (error) {
      if (task.target.fields === undefined) throw error;
      const found = (await allErrors(task, error)).map((one) => faultIn(task, one));
      faults.all.push(...found.filter((fault) => !isToldAlready(fault, faults.all)));
    }
  }
}

function faultIn({ target: { where = '', headers } }: Task, error: unknown): Fault {
  const field = error instanceof ValidationError ? error.details?.field : undefined;
  const column = typeof field === 'string' ? headerOf(headers, field) : undefined;
  return faultOf(error, { where, ...(column !== undefined && { column }) });
}

/** A cell that could not be read is missing as well. */
const isToldAlready = ({ where, column, message }: Fault, told: readonly Fault[]): boolean =>
  told.some(
    (one) =>
      one.where === where &&
      ((column !== undefined && column === one.column && / is required$/.test(message)) ||
        message === `--${kebab(one.column ?? '')} is required` ||
        (message.startsWith('no ') &&
          one.message === message.replace(/^no (.+) given: .*$/, '$1 is missing'))),
  );

/** The first error of a request hides the others. */
async function allErrors({ run }: Task, error: unknown): Promise<readonly unknown[]> {
  if (!(error instanceof ValidationError)) return [error];
  const { operation, input, command, path } = run;
  const all = await inputErrors(operation, input, flagFields(command, operation), path).catch(() => []);
  return all[0]?.message === error.message ? all : [error];
}

/** `members.0` is in the column of `members`. */
function headerOf(headers: ReadonlyMap<string, string> | undefined, field: string): string | undefined {
  const found = headers?.get(field);
  return found === undefined && field.includes('.')
    ? headerOf(headers, field.replace(/\.[^.]*$/, ''))
    : found;
}

/**
 * What names one thing twice is one target. Without a target each row is a run; of what is made in a place only the very
 * same row counts once. Two rows that want different things of one target are a fault. `from`: the place of the first of
 * the tasks among all targets.
 */
export function onlyOnce(run: Run, targets: Targets, faults: Faults) {
  const seen = new Map<string, number>();
  const makes = run.operation.method === 'POST';
  const isMany = manyArg(run.command) !== undefined;
  return (tasks: readonly Task[], from: number): Task[] =>
    tasks.filter((task, at) => {
      if (!isMany || task.failure) return true;
      const { target } = task;
      const key = makes ? JSON.stringify([placeOf(task), task.run.input, target.fields]) : placeOf(task);
      const earlier = targets.at(seen.get(key) ?? targets.length);
      if (!earlier) seen.set(key, from + at);
      else if (differs(earlier, target)) faults.all.push(namedAgain(target, earlier));
      return !earlier;
    });
}

const namedAgain = (target: Target, earlier: Target): Fault => ({
  where: target.where ?? '',
  message: `it names "${target.text}" again, with other fields than ${earlier.where}`,
  hint: 'name each target once',
});
