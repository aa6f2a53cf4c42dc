// What is printed to be pasted is pasted: nothing of it runs, whatever the platform calls its things.
import { beforeAll, expect, it } from 'vitest';
import { shellLine, wordsOfCommand } from '../../src/files/shell-word.ts';
import { freshCli, type Outcome } from '../helpers/cli.ts';
import { hostCommands as calls } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { type Hostility, startHostileServer } from '../helpers/hostile-server.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { kindOf, rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';
import { SHELL_ATTACKS } from '../helpers/shell-attacks.ts';
import { paste, SHELLS, type Shell } from '../helpers/shells.ts';

type Words = readonly string[];
interface Way {
  everywhere: boolean;
  lineOf(words: Words, at: number): Words;
}
const AS_IT_IS: Way = { everywhere: true, lineOf: (words) => words };
const WAYS: readonly Way[] = [
  AS_IT_IS,
  { everywhere: false, lineOf: withoutConsent },
  { everywhere: false, lineOf: withNames },
];
const tried = [
  ...rotated(calls, WAYS, ([, , command]) => kindOf(command)),
  // Its commands are made of what was found, by nothing else.
  ...calls.filter(([path]) => path === 'docs whatis').map((call) => [call, AS_IT_IS] as const),
];

/** A person cannot name a thing by these. */
const NAMES = SHELL_ATTACKS.filter((text) => text.trim() !== '' && !text.startsWith('-'));

/** Each line once, with the call that printed it. */
const printed = new Map<string, string>();
const server = perFile(startHostileServer, (it) => it.stop());
const cli = perFile(freshCli);
beforeAll(async () => {
  writeFixtures(cli.cwd);
  const texts = SHELL_ATTACKS;
  for (const way of WAYS) {
    const lines = tried.flatMap(([call, one]) =>
      one === way ? [way.lineOf(call[1], calls.indexOf(call))] : [],
    );
    await collect(lines, { everywhere: way.everywhere, texts });
  }
});

function withoutConsent(words: Words): Words {
  return words.filter((word, at) => !/^--(yes|confirm)$/.test(word) && words[at - 1] !== '--confirm');
}

/** The same call with other names of things, which a person has copied from somewhere. */
function withNames(words: Words, at: number): Words {
  const path = words.findIndex((word) => !/^[a-z-]+$/.test(word) || word.startsWith('-'));
  return withoutConsent(words).map((word, index) =>
    path === -1 || index < path || word.startsWith('-')
      ? word
      : (NAMES[(at * 7 + index) % NAMES.length] ?? word),
  );
}

async function collect(lines: readonly Words[], how: Hostility): Promise<void> {
  server.use(how);
  const env = {
    DOCS_TOKEN: 'token-1',
    DOCS_BASE_URL: server.url,
    DOCS_ORG: 'org',
    DOCS_SPACE: 'space',
    DOCS_SITE: 'site',
  };
  for (const words of lines) note(words, await cli(words, { env }));
}

function note(words: Words, outcome: Outcome): void {
  for (const line of offered(outcome)) printed.set(line, words.join(' '));
}

/** From `docs` to the end of the line, as it is copied; of a table the cell. */
function offered({ stdout, stderr }: Outcome): string[] {
  const told = stderr
    .split('\n')
    .map((line) => /(?:^|[:,;(] (?:(?:then|or) )?)(docs [a-z].*)$/.exec(line)?.[1]);
  const cells = stdout.split(/[\t\n]/).map((cell) => /^((?:# )?docs [a-z].*)$/.exec(cell)?.[1]);
  return [...told, ...cells].filter((line) => line !== undefined);
}

/** Those of one command and nothing else. */
const isPlain = (line: string) => shellLine(wordsOfCommand(line)) === line;

it.each(SHELLS)('nothing runs in %s, and each word is what it was', (shell) => {
  if (lacks(`commands of every command pasted into ${shell}`, shell)) return;
  const lines = [...printed.keys()];
  const marked = lines.flatMap((line, at) => [line, `docs mark ${at}`]);
  const { calls: ran, made } = paste(shell, marked);
  expect(made.length === 0 ? [] : culprits(shell, lines)).toEqual([]);
  const wrong = lines.filter((line, at) => {
    const mark = ran.findIndex(([first, second]) => first === 'mark' && second === String(at));
    const got = mark < 1 ? undefined : ran[mark - 1];
    return isPlain(line) && line.startsWith('docs ')
      ? JSON.stringify(got) !== JSON.stringify(wordsOfCommand(line).slice(1))
      : mark === -1;
  });
  expect(wrong.map((line) => `${line} of ${printed.get(line)}`)).toEqual([]);
  reached('T10', 'lines of commands', lines.length);
});

/** Found out one by one, where something ran. */
const culprits = (shell: Shell, lines: readonly string[]): string[] =>
  lines
    .filter((line) => paste(shell, [line]).made.length > 0)
    .map((line) => `${line} of ${printed.get(line)}`);
