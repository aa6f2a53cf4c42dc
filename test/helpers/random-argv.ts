// What people, scripts and attackers may type after `docs`.
import fc from 'fast-check';
import { entries } from '../../src/commands/index.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { ATTACKS } from './attacks.ts';
import { splitWords } from './cli.ts';
import { runnableExamples } from './example-lines.ts';

/** Would wait for what never comes, or leave the machine. */
const LEFT_OUT = /^(serve|preview|--wait|--watch|--base-url|--timeout|--wait-timeout)$/;
/** A file that the fuzzer names must not be one of the machine's. */
const stays = (word: string) => !/^[/~@]|\.\.|^https?:/.test(word) && !LEFT_OUT.test(word);

const commands = await allCommands(entries);
const paths = commands.map(({ path }) => path.split(' ').slice(1));
const flags = [
  ...new Set(
    commands.flatMap(({ command }) =>
      optionsOf(command).flatMap((option) => /--[\w-]+/.exec(option.flags)?.[0] ?? []),
    ),
  ),
];
const examples = commands.flatMap(({ command }) => runnableExamples(command));

const attack = fc.constantFrom(...ATTACKS);
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  attack,
  fc.constantFrom(
    '',
    '-',
    '--',
    '-1',
    '0',
    '1e400',
    '9007199254740993',
    'NaN',
    '__proto__',
    'constructor',
    '#4',
    'Guides#4',
  ),
);
const flag = fc.oneof(
  fc.constantFrom(...flags),
  fc.tuple(fc.constantFrom(...flags), text).map(([name, value]) => `${name}=${value}`),
  text.map((name) => `--${name}`),
);
const path = fc
  .constantFrom(...paths)
  .chain((words) => fc.integer({ min: 0, max: words.length }).map((end) => words.slice(0, end)));
const tail = fc.array(fc.oneof(text, flag), { maxLength: 5 });
const spoilt = fc.tuple(fc.constantFrom(...examples), fc.nat(), text).map(([line, at, word]) => {
  const words = splitWords(line).slice(1);
  return words.with(at % words.length, word);
});

/** Beginnings of commands with anything behind them, examples with one word replaced, and plain noise. */
export const randomArgv: fc.Arbitrary<string[]> = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(path, tail).map(([start, rest]) => [...start, ...rest]) },
    { weight: 4, arbitrary: spoilt },
    { weight: 1, arbitrary: fc.array(text, { maxLength: 6 }) },
  )
  .filter((words) => words.every((word) => stays(word) && stays(word.replace(/^--[\w-]+=/, ''))));
