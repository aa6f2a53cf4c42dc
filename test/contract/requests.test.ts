// How many requests the commands of scripts send: so many at once, and so many a space, however many there are.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../src/sandbox/app.ts';
import { fillLarge } from '../../src/sandbox/demo/large.ts';
import { type Cli, sandboxedCli } from '../helpers/cli.ts';

const FEW = 5;
const MANY = 15;
const PAGES = 2;

interface Row {
  /** ID stands for that of the first space. */
  line: string;
  /** Requests that are sent once, and for each of the spaces. */
  once: number;
  each?: number;
  stdin?: (ids: readonly string[]) => readonly string[];
  exit?: number;
}

const all = (ids: readonly string[]) => ids;
const absent = (ids: readonly string[]) => ids.map((_, at) => `gone${at}`);
const absentTitles = (ids: readonly string[]) => ids.map((_, at) => `Gone since ${at}`);
const READY = 'cr merge --all-ready --unreviewed --all-spaces';

/** In this order: some change what the next ones find. */
const ROWS: Row[] = [
  { line: 'spaces list --json', once: 2 },
  { line: 'spaces list --jq length', once: 2 },
  { line: 'members list --json', once: 2 },
  { line: 'spaces get "Space 3"', once: 2 },
  { line: 'spaces get ID', once: 1 },
  { line: 'spaces update ID --language it', once: 2 },
  { line: 'spaces update "Space 3" --language es', once: 3 },
  { line: 'spaces delete ID --yes', once: 2 },
  { line: 'spaces restore ID', once: 2 },
  // Of a member who has a role, the spaces come in one list.
  { line: 'access of member2@large.example', once: 14 },
  { line: 'cr list --all-spaces', once: 2 },
  // The reviews of each that is one's own.
  { line: 'cr inbox', once: 10, each: 1 },
  { line: 'git status --all-spaces', once: 3 },
  { line: 'orgs search text', once: 2 },
  { line: 'whatis "Space 4"', once: 12 },
  { line: 'links check --all-spaces', once: 10, each: 1 },
  { line: 'audit --only links', once: 10, each: 1 },
  { line: 'audit', once: 43, each: 1 },
  // Of members from outside with a role only each space says what was given to them by name.
  { line: 'audit --also access', once: 46, each: 2 },
  { line: 'links check --space "Space 2" --cr 1', once: 14 },
  { line: `${READY} --dry-run`, once: 8, each: 1 },
  { line: `${READY} --no-broken-links --dry-run`, once: 20, each: 3 + PAGES },
  { line: 'spaces update - --language fr', once: 0, each: 2, stdin: all },
  // Few are read one by one, more from their list.
  { line: 'undo --yes', once: 8, each: 1 },
  { line: 'spaces update - --language nl --plan-out plan.json', once: 8, stdin: all },
  { line: 'plan check plan.json', once: 5 },
  { line: 'apply plan.json --yes', once: 5, each: 2 },
  { line: 'apply plan.json --yes', once: 5 },
  { line: 'undo --plan plan.json --yes', once: 8, each: 1 },
  { line: "spaces update --where '.id != null' --language nl --plan-out plan.json", once: 5 },
  // What the list has just shown is the state before the change.
  { line: 'spaces update --where \'.title[:6] == "Space "\' --language ja --yes', once: 2, each: 1 },
  { line: 'undo --yes', once: 8, each: 1 },
  { line: 'spaces update --where \'.title[:6] == "Space "\' --edit-mode live --yes', once: 2, each: 1 },
  { line: 'undo --yes', once: 8, each: 1 },
  { line: 'spaces move - --parent Archive --yes', once: 5, each: 2, stdin: all },
  { line: 'undo --yes', once: 4, each: 2 },
  { line: 'spaces update - --language de', once: 2, stdin: absent, exit: 5 },
  { line: 'spaces move - --parent Archive --yes', once: 3, stdin: absent, exit: 5 },
  { line: 'spaces delete - --yes', once: 2, stdin: absent, exit: 5 },
  { line: 'spaces delete - --yes --if-exists', once: 2, stdin: absentTitles },
  { line: 'members remove - --yes', once: 2, stdin: absent, exit: 5 },
  { line: 'members update - --role read --yes', once: 2, stdin: absentTitles, exit: 5 },
  { line: `${READY} --yes`, once: 8, each: 3 },
  { line: 'export --all-spaces --to out', once: 40, each: 5 + PAGES },
  { line: 'export --all-spaces --to out', once: 3 },
  { line: 'spaces delete - --yes', once: 2, each: 2, stdin: all },
  { line: 'undo --yes', once: 2, each: 2 },
];

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

async function requestsOf({ cli, ids }: Large, { line, stdin, exit = 0 }: Row): Promise<number> {
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
    const { once, each = 0 } = row;
    const ofFew = await requestsOf(few, row);
    const ofMany = await requestsOf(many, row);
    expect(
      [ofFew <= once + each * FEW, ofMany - ofFew <= each * (MANY - FEW)],
      `${ofFew}, ${ofMany}`,
    ).toEqual([true, true]);
  });
});
