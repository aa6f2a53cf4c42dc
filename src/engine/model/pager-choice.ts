// Whether the output of a command goes through a pager, and through which.
import type { Context } from '../../context.ts';
import type { Command } from './command.ts';
import type { RunFlags } from './run-type.ts';

export const pagerOf = (env: Context['env']): string | undefined => env.DOCS_PAGER ?? env.PAGER;

/** Whether long output for a person is to be expected. */
export function wantsPager({ env, io }: Context, command: Command, flags: RunFlags): boolean {
  const chosen = pagerOf(env);
  // Without a kind of terminal the usual pager complains; who chose one knows better.
  const isOff = chosen === undefined ? !env.TERM : chosen === '' || chosen === 'cat';
  const reads = command.paged === true || command.operation?.method === 'GET';
  if (isOff || !reads || env.TERM === 'dumb') return false;
  const forPeople =
    !flags.quiet && !flags.json && !flags.web && (flags.output ?? (env.DOCS_OUTPUT || 'table')) === 'table';
  return forPeople && io.outTty && !io.inCi && !io.accessible;
}
