// Makes a command that is a job: several changes, worked out from what is there.
import type { Operation } from '../../api/operation.ts';
import { type Arg, type Command, linesOf, type Option, toArg } from '../model/command.ts';
import type { Examples, FlagsOf, Run } from '../model/command-type.ts';
import { CONTEXT_FLAGS, JOB_FLAGS } from '../model/globals.ts';
import type { Ahead, Wishes } from './job-wishes.ts';

/** A job: it reads what is there and says what it wants changed, as rows of one plan. */
interface WrittenJob<Own>
  extends Partial<
    Omit<Command<Operation, Own>, 'verb' | 'args' | 'options' | 'run' | 'examples' | 'comments' | 'uses'>
  > {
  summary: string;
  /** Every operation that it may send, reads included: they decide who may run it, and which hosts can. */
  uses: readonly Operation[];
  examples: Examples;
  /** Given by position: parameters of what it is about, and `arg('file')`. */
  args?: readonly (string | Arg<Own>)[];
  /** `run.input` holds the IDs of what it is about. */
  wishes: (run: Run<Own>) => Promise<Wishes>;
  ahead?: Ahead;
}

const nameOf = ({ flags }: Option): string | undefined => /--[\w-]+/.exec(flags)?.[0];

/**
 * A command that works out several changes and makes them. `about` reads what it is about: its parameters come from the
 * arguments, from flags and from the context. The engine shows the plan, writes it with --plan-out, or asks once and
 * applies it, as docs apply does.
 */
export function job<const Options extends readonly Option[] = readonly []>(
  verb: string,
  about: Operation,
  {
    options,
    args = [],
    wishes,
    ahead,
    ...spec
  }: WrittenJob<FlagsOf<NoInfer<Options>>> & {
    options?: Options;
  },
): Command {
  const given = args.map((one) => (typeof one === 'string' ? toArg(one) : one));
  const params = Object.keys(about.params.properties).filter(
    (name) => !given.some(({ field }) => field === name),
  );
  return {
    aliases: [],
    columns: ['target', 'id', 'outcome', 'error.message'],
    fields: ['target', 'id', 'ok', 'outcome', 'result', 'error'],
    danger: 'moderate',
    done: 'applied',
    check: '--dry-run',
    hidden: [],
    ...spec,
    ...linesOf(spec.examples),
    verb,
    isJob: true,
    // Safe: its functions are only ever given runs of this very command.
    args: given as never,
    exits: [5, 6, 7, ...(spec.exits ?? [])],
    options: [
      ...(options ?? []),
      ...params.flatMap((name) => CONTEXT_FLAGS[name] ?? []),
      ...JOB_FLAGS.filter((flag) => !options?.some((own) => nameOf(own) === nameOf(flag))),
    ],
    run: async (run: Run) => (await import('./job-plan.ts')).runJob(run, about, wishes as never, ahead),
  } as unknown as Command;
}
