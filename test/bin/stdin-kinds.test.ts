// Whatever stands on standard input: no command waits for an answer, takes a piped byte for one, or asks on stdout.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import type { Command } from '../../src/engine/model/command.ts';
import { argsOf } from '../../src/engine/model/flags.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { type Built, demoDocs } from '../helpers/built.ts';
import { splitWords } from '../helpers/cli.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { runnableExamples } from '../helpers/example-lines.ts';
import { lacks } from '../helpers/needs.ts';
import { reached, runs } from '../helpers/runs.ts';
import {
  type Ended,
  openSilentTerminal,
  type Place,
  STDIN_KINDS,
  type StdinKind,
  withStdin,
} from '../helpers/stdin-kinds.ts';

interface Call {
  words: readonly string[];
  /** Keep everything as it is, and where it refuses also say so by exit 3; or just come to an end. */
  must: 'refuse' | 'keep' | 'end';
}

/** What the help shows of these needs a shell, shows the help only, or names what the demo does not have. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'docs auth login': 'docs auth login --with-token --name ci',
  'docs auth token': 'docs auth token',
  'docs comments delete': 'docs comments delete QwqaPup4VYCqfmRTLjkH --space Guides',
  'docs comments replies delete':
    'docs comments replies delete QwqaPup4VYCqfmRTLjkH ClqDW1Uh1nKqvjyVKkEx --space Guides',
  'docs translations delete': 'docs translations delete TRANSLATION',
};
/** Serves until a signal ends it, whatever its input. */
const SERVES = 'docs sandbox serve';
/** Told to read standard input: it may wait for the end of an open pipe. */
const readsInput = (words: readonly string[]) =>
  words.some((word) => word === '-' || word === '--with-token');

/** The words of an example, without what would answer a question or keep one from being asked. */
function unanswered(line: string): string[] {
  const words = splitWords(line).slice(1);
  return words.filter((word, at) => !/^--(yes|confirm|dry-run)$/.test(word) && words[at - 1] !== '--confirm');
}

const commands = (await allCommands(entries)).filter(({ path }) => path !== SERVES);

/** Their examples name what is not there yet: a plan, a snapshot. */
const NEEDS_MORE = ['docs apply', 'docs sandbox snapshot restore'];

/** A job asks where one of its changes is dangerous: what is not may be made. */
function mustOf(path: string, { danger, isJob = false }: Command): Call['must'] {
  if (NEEDS_MORE.includes(path)) return 'keep';
  return danger === 'mild' || isJob ? 'end' : 'refuse';
}

function callOf(path: string, command: Command): Call {
  const line = OTHERWISE[path] ?? runnableExamples(command)[0] ?? path;
  return { words: unanswered(line), must: mustOf(path, command) };
}

const dangerous = commands.filter(({ command }) => command.danger !== 'mild');
const calls: Call[] = [
  ...commands.map(({ path, command }) => callOf(path, command)),
  // Targets that come by standard input are no consent to touch them.
  ...dangerous
    .filter(({ command }) => argsOf(command).some(({ variadic }) => variadic === true))
    .map(({ path }): Call => ({ words: [...path.split(' ').slice(1), '-'], must: 'keep' })),
  { words: ['auth', 'login'], must: 'refuse' },
  { words: ['sites', 'setup'], must: 'refuse' },
  // What is missing is asked for on a terminal only.
  ...commands
    .filter(({ command }) => command.args.some(({ required }) => required))
    .map(({ path }): Call => ({ words: path.split(' ').slice(1), must: 'keep' })),
];

const every = calls.flatMap((call) =>
  STDIN_KINDS.filter((kind) => !(kind === 'open pipe' && readsInput(call.words))).map((kind) => ({
    ...call,
    kind,
  })),
);

/** Each n-th, with n prime to the number of kinds: each kind has its turn. */
function sample<T>(all: readonly T[], count: number): T[] {
  let step = Math.max(1, Math.ceil(all.length / count));
  while (gcd(step, STDIN_KINDS.length) !== 1) step += 1;
  return all.filter((_, at) => at % step === 0);
}
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** A demo sandbox that is as new before each run. */
interface Home {
  docs: Built;
  place: Place;
  /** Its ids are drawn, those of the demo are not. */
  translation: string;
  renew(): void;
  database(): Buffer;
}

async function makeHome(terminal: string): Promise<Home> {
  const docs = await demoDocs();
  // What the examples name and the demo does not have, and something to take back.
  const make = async (line: string) => {
    const { code, stdout, stderr } = await docs(splitWords(line));
    expect(code, stderr).toBe(0);
    return stdout.trim();
  };
  await make('release cut v1.0 --site "Tarnpost Docs" --from guides --yes');
  const translation = await make(
    'translations create --source-space Guides --source-language en --language fr -q',
  );
  await make('spaces update Handbook --emoji 1f4d8');
  const cwd = join(docs.home, 'work');
  writeFixtures(cwd);
  const kept = `${docs.home}-kept`;
  cpSync(docs.home, kept, { recursive: true });
  mkdirSync(`${docs.home}-files`);
  const file = join(`${docs.home}-files`, 'answers');
  writeFileSync(file, 'y\nyes\nGuides\nTarnpost Docs\n'.repeat(25));
  return {
    docs,
    translation,
    place: { env: { ...docs.env, CI: '' }, cwd, file, terminal },
    renew() {
      rmSync(docs.home, { recursive: true });
      cpSync(kept, docs.home, { recursive: true });
    },
    database: () => readFileSync(join(docs.home, '.local/share/docs/sandbox.db')),
  };
}

/** A line that asks, however it is drawn; and everything that moves a cursor. */
const PROMPT = /^\? |\(y\/N\)|to continue:|yes or no|[\u0007\u001b]/m;

/** What is wrong with how a run went; undefined: nothing. */
function wrongWith(call: Call, ended: Ended, touched: boolean): string | undefined {
  const { code, stdout, stderr, hung } = ended;
  if (hung) return 'hangs';
  if (PROMPT.test(stdout)) return `asks on stdout: ${stdout.slice(0, 200)}`;
  if (PROMPT.test(stderr)) return `asks: ${stderr.slice(0, 200)}`;
  if (/^\s+at /m.test(stderr)) return `leaves a trace: ${stderr.slice(0, 300)}`;
  if (call.must === 'end') return undefined;
  if (touched) return 'changes the platform';
  return code === 3 || call.must === 'keep' ? undefined : `exits ${code}: ${stderr.slice(0, 200)}`;
}

describe.skipIf(lacks('commands with a terminal on their input', 'python3'))(
  'whatever stands on stdin',
  () => {
    const homes: Home[] = [];
    let terminal: { path: string; close: () => void };
    beforeAll(async () => {
      terminal = await openSilentTerminal();
      homes.push(await makeHome(terminal.path), await makeHome(terminal.path));
    });
    afterAll(() => {
      terminal.close();
      for (const { docs } of homes) {
        docs.cleanup();
        for (const suffix of ['-kept', '-files'])
          rmSync(docs.home + suffix, { recursive: true, force: true });
      }
    });

    async function tellOf(home: Home, call: Call & { kind: StdinKind }): Promise<string[]> {
      home.renew();
      const before = home.database();
      const words = call.words.map((word) => (word === 'TRANSLATION' ? home.translation : word));
      const ended = await withStdin(call.kind, words, home.place);
      const wrong = wrongWith(call, ended, !home.database().equals(before));
      return wrong === undefined ? [] : [`docs ${call.words.join(' ')} with ${call.kind}: ${wrong}`];
    }

    it('no command hangs, asks, or takes a byte for consent', async () => {
      const count = runs('P1', 'runs', 16);
      const few = count < every.length && !process.env.DOCS_HARDEN;
      const chosen = few ? sample(every, count) : [...every];
      const done = chosen.length;
      const wrong: string[] = [];
      await Promise.all(
        homes.map(async (home) => {
          for (let call = chosen.pop(); call; call = chosen.pop()) wrong.push(...(await tellOf(home, call)));
        }),
      );
      expect(wrong).toEqual([]);
      reached('P1', 'runs', done);
    }, 3_600_000);
  },
);
