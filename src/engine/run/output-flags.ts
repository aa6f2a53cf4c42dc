// How a call asks for its output, before anything else is done: one format, and how an error is to be shown.

import { UsageError } from '../../errors.ts';
import { agentIn } from '../../output/io.ts';
import { FORMATS } from '../../output/view.ts';
import { lineWithout } from '../model/command.ts';

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
