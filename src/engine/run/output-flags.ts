// How a call asks for its output: one format, how an error is to be shown, and whether a pager shows it.

import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { agentIn } from '../../output/io.ts';
import { FORMATS } from '../../output/view.ts';
import { type Command, lineWithout } from '../model/command.ts';
import type { RunFlags } from '../model/command-type.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Throws UsageError when the flags, or DOCS_OUTPUT, do not name one format. */
export function checkOutput(
  { output, json, jq, quiet }: { output?: unknown; json?: unknown; jq?: unknown; quiet?: unknown },
  { DOCS_OUTPUT }: Env,
  argv: readonly string[],
): void {
  // An expression sees JSON: with another format it would never be seen.
  const asked = [
    ...(jq === undefined ? [] : [{ flag: '--jq', format: 'json' }]),
    ...(typeof output === 'string' ? [{ flag: `-o ${output}`, format: output }] : []),
    ...(json === true ? [{ flag: '--json', format: 'json' }] : []),
    ...(quiet === true ? [{ flag: '-q', format: 'id' }] : []),
  ];
  const [first, ...others] = asked;
  const other = others.find(({ format }) => format !== first?.format);
  if (first && other)
    throw new UsageError(`${first.flag} and ${other.flag} cannot be used together`, {
      hint: lineWithout(argv, [other.flag.replace(/ .*/, '')]),
    });
  if (DOCS_OUTPUT !== undefined && DOCS_OUTPUT !== '' && !isFormat(DOCS_OUTPUT))
    throw new UsageError(`DOCS_OUTPUT must be one of ${FORMATS.join(', ')}, not "${DOCS_OUTPUT}"`, {
      hint: 'docs help output',
    });
}

const isFormat = (text: string): boolean => FORMATS.some((format) => format === text);

/** Whether an error is one JSON object: with the formats that are JSON themselves, and where a program runs it. */
export function wantsJsonErrors(argv: readonly string[], env: Env): boolean {
  const { DOCS_OUTPUT } = env;
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  if (words.some((word) => word === '--json' || word.startsWith('--json=') || /^--jq(=|$)/.test(word)))
    return true;
  const formats = words.flatMap((word, at) => {
    if (word === '-o' || word === '--output') return words[at + 1] ?? '';
    return /^(?:-o|--output=)(.+)$/.exec(word)?.[1] ?? [];
  });
  const chosen =
    formats.at(-1) ?? (words.some((word) => word === '-q' || word === '--quiet') ? '' : DOCS_OUTPUT);
  // A program that runs docs for somebody reads what is wrong, unless a format for people was asked for.
  if (chosen === undefined || chosen === '') return agentIn(env) !== undefined;
  return chosen === 'json' || chosen === 'ndjson';
}

// Whether the output of a command goes through a pager, and through which.

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
