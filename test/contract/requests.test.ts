// How many requests the commands of scripts send: so many at once, and so many a space, however many there are.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../src/sandbox/app.ts';
import { fillLarge } from '../../src/sandbox/demo/large.ts';
import { type Cli, sandboxedCli } from '../helpers/cli.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/requests.txt');

const FEW = 5;
const MANY = 15;
const PAGES = 2;

interface Row {
  /** ID stands for that of the first space. */
  line: string;
  /** Requests that are sent once, and for each of the spaces. */
  once: number;
  each: number;
  stdin: ((ids: readonly string[]) => readonly string[]) | undefined;
  exit: number;
}

const TARGETS: Readonly<Record<string, Row['stdin']>> = {
  all: (ids) => ids,
  absent: (ids) => ids.map((_, at) => `gone${at}`),
  'absent titles': (ids) => ids.map((_, at) => `Gone since ${at}`),
};

/** In this order: some change what the next ones find. */
const ROWS: Row[] = table(
  'how many requests once, and for each of the spaces; which targets are on standard input; the exit code',
).map(([once, each, line = '', stdin = '', exit = 'exit 0']) => ({
  ...{ line, once: Number(once), each: Number(each), exit: Number(exit.slice('exit '.length)) },
  stdin: TARGETS[stdin],
}));

interface Large {
  cli: Cli;
  ids: string[];
}

let few: Large;
let many: Large;
beforeAll(async () => {
  few = await largeOf(FEW);
  many = await largeOf(MANY);
});
afterAll(() => {
  few.cli.cleanup();
  many.cli.cleanup();
});

async function largeOf(spaces: number): Promise<Large> {
  const cli = await sandboxedCli();
  const sandbox = openSandbox({ file: join(cli.home, '.local/share/docs/sandbox.db'), env: {} });
  const size = { spaces, pages: PAGES * spaces, members: 2 * spaces, changeRequests: spaces };
  await fillLarge(sandbox, size);
  sandbox.db.close();
  const { stdout } = await cli('spaces list --json --fields id,title');
  const listed: { id: string; title: string }[] = JSON.parse(stdout);
  return { cli, ids: listed.filter(({ title }) => title.startsWith('Space ')).map(({ id }) => id) };
}

async function requestsOf({ cli, ids }: Large, { line, stdin, exit }: Row): Promise<number> {
  const given = stdin?.(ids).join('\n');
  const ran = await cli(`${line.replace('ID', ids[0] ?? '')} --debug`, {
    // No name is known of an earlier command.
    env: { DOCS_CACHE_DIR: join(cli.home, `cache${Math.random()}`) },
    ...(given !== undefined && { stdin: `${given}\n` }),
  });
  expect([0, 6, exit], `${line}\n${ran.stderr.slice(-2000)}`).toContain(ran.exitCode);
  return ran.stderr.split('\n').filter((text) => /^[A-Z]+ sandbox:\//.test(text)).length;
}

describe('many spaces', { shuffle: false }, () => {
  it.each(ROWS)('as many requests as promised: $line', async (row) => {
    const { once, each } = row;
    const ofFew = await requestsOf(few, row);
    const ofMany = await requestsOf(many, row);
    expect(
      [ofFew <= once + each * FEW, ofMany - ofFew <= each * (MANY - FEW)],
      `${ofFew}, ${ofMany}`,
    ).toEqual([true, true]);
  });
});
