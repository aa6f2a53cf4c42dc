// Whether the output of a command goes through a pager, and through which.
import type { Context } from '../../context.ts';
import type { Command } from './command.ts';
import type { RunFlags } from './command-type.ts';

export const pagerOf = (env: Context['env']): string | undefined => env.DOCS_PAGER ?? env.PAGER;

/** Whether long output for a person is to be expected. */
export function wantsPager({ env, io }: Context, command: Command, flags: RunFlags): boolean {
  const reads = command.paged === true || command.operation?.method === 'GET';
  const forPeople =
    !flags.quiet &&
    !flags.json &&
    !flags.web &&
    !flags.watch &&
    (flags.output ?? (env.DOCS_OUTPUT || 'table')) === 'table';
  return reads && forPeople && hasPager({ env, io });
}

/** Whether there is a person at a terminal who has not turned the pager off. */
function hasPager({ env, io }: Pick<Context, 'env' | 'io'>): boolean {
  const chosen = pagerOf(env);
  // Without a kind of terminal the usual pager complains; who chose one knows better.
  const isOff = chosen === undefined ? !env.TERM : chosen === '' || chosen === 'cat';
  return !isOff && io.outTty && !io.inCi && !io.accessible;
}

/** Prints help, through the pager where it is longer than the terminal. */
export async function printPaged(context: Context, text: string): Promise<void> {
  if (!hasPager(context)) return context.io.out(text);
  const { pageOutput } = await import('../../output/pager.ts');
  const paged = pageOutput(context.io, () => context.openPager(pagerOf(context.env)));
  await paged.io.out(text);
  await paged.end();
}
