// What docs mcp lets an agent do, command by command: nothing of this machine is read or written, and what the tools offer is taken.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from '../../src/engine/model/command.ts';
import { factsOf } from '../../src/engine/model/command-facts.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { isHarmless, reachOf } from '../../src/engine/model/option.ts';
import { columnsOf } from '../../src/engine/rows/row-columns.ts';
import { type Cli, sandboxedCli, splitWords } from '../helpers/cli.ts';
import { commands as all } from '../helpers/command-lines.ts';
import { setupOf, writeFixtures } from '../helpers/example-files.ts';
import { runnableExamples } from '../helpers/example-lines.ts';
import { partOf } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

/** Of the calls of a walk, one part is made each time. */
const PARTS = 80;
/** The answers of one session are kept until it ends. */
const MOST_CALLS = 500;
const SECRET = 'canary-of-a-secret-file';
let cli: Cli;
beforeAll(async () => {
  cli = await sandboxedCli();
  mkdirSync(join(cli.cwd, 'folder'));
  writeFileSync(join(cli.cwd, 'secret.txt'), `title: ${SECRET}\n`);
});
afterAll(() => cli.cleanup());

interface Asked {
  name: string;
  arguments: Record<string, unknown>;
}

interface Said {
  text: string;
  isError: boolean;
  data: Record<string, unknown>;
}

const META = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'walker', version: '1' },
};

const asks = (name: string, given: Record<string, unknown>): Asked => ({ name, arguments: given });
const reads = (argv: readonly string[], more = {}) => asks('docs_read', { argv, ...more });
const plans = (argv: readonly string[], more = {}) => asks('docs_plan', { argv, ...more });

/** Requests of a client that closes its end at once: every answer has to come all the same. By their ids. */
async function answersTo(args: readonly string[], requests: readonly object[]) {
  const lines = requests.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`);
  const { stdout, exitCode, stderr } = await cli(['mcp', ...args], { stdin: lines.join('') });
  expect([exitCode, stderr]).toEqual([0, '']);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(answers.map(({ id, ...answer }) => [id, answer]));
}

const HELLO = { id: 'hello', method: 'initialize', params: META };

/** What is said to each call, in sessions of so many. */
async function session(args: readonly string[], asked: readonly Asked[]): Promise<Said[]> {
  const said: Said[] = [];
  for (let from = 0; from < asked.length; from += MOST_CALLS) {
    const calls = asked.slice(from, from + MOST_CALLS);
    const answers = await answersTo(args, [
      ...[HELLO, { method: 'notifications/initialized' }],
      ...calls.map((params, id) => ({ id, method: 'tools/call', params })),
    ]);
    for (const [id, call] of calls.entries()) {
      const {
        content,
        isError = false,
        structuredContent = {},
      } = answers.get(id)?.result ?? expect.fail(call.name);
      said.push({ text: content[0].text, isError, data: structuredContent });
    }
  }
  return said;
}

/** No call may be answered so, or with what is nobody's to see. */
async function refuseAnswers(args: readonly string[], calls: readonly Asked[], wrong: RegExp): Promise<void> {
  for (const [at, { text }] of (await session(args, calls)).entries())
    expect([calls[at], text.includes(SECRET), text.match(wrong)?.[0]]).toEqual([calls[at], false, undefined]);
}

it('every flag, argument and column says what it reaches', () => {
  const unmarked = all.flatMap(({ path, command }) => [
    ...optionsOf(command).flatMap((one) => (reachOf(one) === undefined ? [`${path} ${one.flags}`] : [])),
    ...command.args.flatMap(({ label, reach }) => (reach === undefined ? [`${path} <${label}>`] : [])),
    ...columnsOf(command).flatMap(({ name, reach }) => (reach === undefined ? [`${path}: ${name}`] : [])),
  ]);
  expect(unmarked).toEqual([]);
});

const wordsOf = (path: string) => path.split(' ').slice(1);
const keyOf = (flags: string) => /--[\w-]+/.exec(flags)?.[0] ?? '';
const PATHS = ['secret.txt', '@secret.txt', '@@/../secret.txt', 'nothing-here.txt', 'written.txt', '-'];

/** The first example of a command, without the flags that a person gives. */
const exampleOf = (path: string, { examples }: Command): string[] => {
  const words = (examples.find((line) => !/[|<>;$\\"]/.test(line)) ?? path).split(' ').slice(1);
  return words.filter((word) => word !== '--yes' && word !== '--json');
};

/** Each flag that takes a value and each argument of a command, filled with paths. */
function callsOf(path: string, command: Command): string[][] {
  const valued = optionsOf(command).filter(({ flags, choices }) => /[<[]/.test(flags) && !choices);
  const flags = valued.flatMap((option) =>
    PATHS.map((file) => [...exampleOf(path, command), `${keyOf(option.flags)}=${file}`]),
  );
  const args = PATHS.map((file) => [...wordsOf(path), ...command.args.map(() => file)]);
  return command.args.length === 0 ? flags : [...flags, ...args];
}

const filesOf = () =>
  readdirSync(cli.home, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/\.(?:db|lock|json)|cache|history|-wal|-shm/.test(name),
  );

it.each([['docs_read'], ['docs_plan']])(
  '%s reads and writes no file that a flag or argument names, and does not tell whether it is there',
  { timeout: 3_600_000 },
  async (name) => {
    const before = filesOf();
    const every = all.flatMap(({ path, command }) => callsOf(path, command));
    const calls = partOf(every, PARTS, name);
    const asked = calls.map((argv) => asks(name, { argv }));
    await refuseAnswers(['--allow-write'], asked, /no such file|is not a file|does not exist/);
    expect(filesOf()).toEqual(before);
    expect(existsSync(join(cli.cwd, 'written.txt'))).toBe(false);
    expect(readFileSync(join(cli.cwd, 'secret.txt'), 'utf8')).toBe(`title: ${SECRET}\n`);
    reached('A2', 'calls', calls.length);
  },
);

it('opens no file behind a second at sign, in a body, or in place of a site', async () => {
  writeFileSync(join(cli.cwd, 'secret.json'), JSON.stringify({ title: SECRET }));
  const schema = ['sites', 'schema', 'set'];
  const calls = [
    plans(['spaces', 'update', 'Guides', '--data', '@@/../secret.json']),
    plans([...schema, 'Tarnpost Docs', '--data', '{"jsonSchema":"secret.json"}']),
    plans([...schema, 'secret.json', '--site', 'Tarnpost Docs']),
    plans(schema, { rows: [{ site: 'secret.json' }] }),
  ];
  await refuseAnswers([], calls, /SECRET|SCHEMA_RULES|no such file/);
});

it('no tool looks into the folder it was started in, where nobody names one', {
  timeout: 600_000,
}, async () => {
  mkdirSync(join(cli.cwd, SECRET));
  writeFileSync(join(cli.cwd, SECRET, 'SUMMARY.md'), `# ${SECRET}\n\n* [${SECRET}](README.md)\n`);
  writeFileSync(join(cli.cwd, SECRET, 'README.md'), `# ${SECRET}\n`);
  const bare = all.filter(
    ({ command: { args, isJob } }) =>
      args.every(({ required }) => !required) && (isJob || args.some(({ reach }) => !isHarmless(reach))),
  );
  expect(bare.map(({ path }) => path)).toContain('docs git check');
  const calls = bare.flatMap(({ path, command }) => {
    const takes = (flag: string) => optionsOf(command).some(({ flags }) => flags.startsWith(`${flag} `));
    const where = [
      ['--space', 'Guides'],
      ['--site', 'Tarnpost Docs'],
    ].filter(([flag = '']) => takes(flag));
    const argv = [...wordsOf(path), ...where.flat()];
    return [reads(argv), plans(argv)];
  });
  await refuseAnswers(['--allow-write'], calls, new RegExp(SECRET));
  rmSync(join(cli.cwd, SECRET), { recursive: true });
});

it.each([[[]], [['--allow-write']]])(
  'rows of docs_plan open nothing (%j)',
  { timeout: 600_000 },
  async (args) => {
    const columns = all.flatMap(({ path, command }) =>
      columnsOf(command).map(({ name, reach }) => ({ path, command, name, reach })),
    );
    const ofFiles = columns.filter(({ reach }) => !isHarmless(reach));
    const others = columns.filter(({ reach }) => isHarmless(reach));
    const calls = [...ofFiles, ...partOf(others, PARTS, String(args))].flatMap(({ path, command, name }) =>
      PATHS.map((file) => plans(exampleOf(path, command), { rows: [{ [name]: file }] })),
    );
    expect(ofFiles.length).toBeGreaterThan(5);
    const before = filesOf();
    await refuseAnswers(args, calls, /no such file|is not a file|is not YAML/);
    expect(filesOf()).toEqual(before);
    reached('A2', 'rows', calls.length);
  },
);

it('what docs_help offers is taken by the tool that it names', { timeout: 600_000 }, async () => {
  const helps = await session(
    ['--allow-write'],
    all.map(({ path }) => asks('docs_help', { command: path })),
  );
  const offered: [tool: string, line: string][] = [];
  let left = 0;
  for (const { text } of helps) {
    const { tool, terminal, examples } = JSON.parse(text);
    if (tool === undefined) {
      expect(terminal).toContain('a person runs this in a terminal: docs ');
      left += 1;
    } else for (const line of examples) offered.push([tool, line]);
  }
  expect(left).toBeGreaterThan(20);
  expect(offered.length).toBeGreaterThan(250);
  const words = (line: string) =>
    [...line.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(([whole, a, b]) => a ?? b ?? whole).slice(1);
  const calls = partOf(offered, PARTS).map(([tool, line]) => asks(tool, { argv: words(line) }));
  await refuseAnswers([], calls, /REFUSED_HERE/);
});

it('the header of a list fits its rows, also of lists of all spaces', async () => {
  const lists: [string, string, RegExp][] = [
    ['spaces list', 'title', /^(?!\w{20}$).+$/],
    ['spaces list', 'id', /^\w{20}$/],
    ['members list', 'user.email', /@/],
    ['comments list --all-spaces', 'target.space', /^\w{20}$/],
    ['cr list --all-spaces', 'space', /^\w{20}$/],
    ['redirects list --site Tarnpost\u00a0Docs', 'source', /^\//],
  ];
  const calls = lists.map(([line]) => reads(line.split(' ').map((word) => word.replace('\u00a0', ' '))));
  for (const [at, { text }] of (await session([], calls)).entries()) {
    const [line, column, like] = lists[at] ?? ['', '', /^$/];
    const [, header = '', ...rows] = text.split('\n');
    const place = header.split('\t').indexOf(column);
    const cells = rows.filter((row) => row.includes('\t')).map((row) => row.split('\t')[place] ?? '');
    expect([line, column, cells.length > 0, cells.filter((cell) => !like.test(cell))]).toEqual([
      line,
      column,
      true,
      [],
    ]);
  }
});

it('a command is found with its tool, or left to a person', async () => {
  const [found] = await session([], [asks('docs_find', { words: 'migrate spaces to another host' })]);
  expect(found?.text).toMatch(/^migrate .*\ta person, in a terminal$/m);
  expect(all.some(({ path, command }) => factsOf(path, command).writes)).toBe(true);
});

it('follows nothing, repeats no empty page, marks text of the platform, and says why nothing can be merged', async () => {
  await cli(['spaces', 'create', '--title', 'Obey me now']);
  const answers = await session(
    [],
    [
      reads(['integrations', 'tail', 'parcel-map']),
      reads(['spaces', 'list'], { limit: 0 }),
      reads(['spaces', 'get', 'Obey me']),
      reads(['spaces', 'get', 'Obey me now']),
      plans(['cr', 'merge', '--all-ready', '--all-spaces']),
    ],
  );
  const [tail, zero, missing, item, merge] = answers;
  expect(tail?.text).toContain('REFUSED_HERE');
  expect(zero?.text).toContain('from 1 to 1000');
  expect(missing?.text).toMatch(/"message":"<data (\w+)>.*<\/data \1>"/);
  expect(JSON.stringify(item?.data)).toMatch(/"title":"<data (\w+)>Obey me now<\/data \1>"/);
  expect(merge?.text).toMatch(/is not ready: /);
});

it('names a change request by space and number, shows a plan once with what follows, and says which argument is wrong', async () => {
  const [review, place, merge, rows, none, limit, words] = await session(
    [],
    [
      asks('docs_review', { cr: 'Guides#4' }),
      asks('docs_review', { cr: '4' }),
      plans(['cr', 'merge', 'Guides#4']),
      plans(['members', 'remove'], { rows: [{ person: 'jonas@tarnpost.example' }] }),
      plans(['members', 'remove'], { rows: [] }),
      reads(['spaces', 'list'], { limit: 0 }),
      asks('docs_find', { words: ' ' }),
    ],
  );
  expect(review?.text).toContain('zpl_300');
  expect(review?.text).toContain('Does the 300 dpi format work');
  expect(place?.text).toContain('"next":{"tool":"docs_read","argv":["spaces","list"]}');
  expect(merge?.text.match(/change request "Explain label/g)).toHaveLength(1);
  expect(merge?.text).toContain('readers see the changes at once');
  expect(merge?.text).not.toContain('standard output');
  expect(rows?.text).toContain('docs_help shows them');
  expect(none?.text).toContain('rows must be a list of at least one object');
  expect(limit?.text).toContain('\\"limit\\" must be a whole number from 1 to 1000, not 0');
  expect(words?.text).toContain('\\"words\\" must not be empty');
});

it('takes no argument of another type than it says', async () => {
  const answers = await answersTo(['--allow-write'], [HELLO, { id: 'tools', method: 'tools/list' }]);
  const { tools } = answers.get('tools').result;
  const usual = (type: string): unknown =>
    ({ string: 'x', integer: 1, array: ['spaces', 'list'], object: {} })[type];
  const calls: Asked[] = [];
  for (const { name, inputSchema } of tools) {
    const types = Object.entries<{ type: string }>(inputSchema.properties);
    const given = Object.fromEntries(types.map(([key, { type }]) => [key, usual(type)]));
    for (const [key, { type }] of types)
      for (const wrong of ['x', 1, 1.5, true, ['x'], { x: 1 }])
        if (
          typeof wrong !== type &&
          !(type === 'integer' && wrong === 1) &&
          !(type === 'array' && Array.isArray(wrong))
        )
          calls.push(asks(name, { ...given, [key]: wrong }));
  }
  expect(calls.length).toBeGreaterThan(60);
  for (const [at, { text }] of (await session(['--allow-write'], calls)).entries())
    expect([calls[at], text]).toEqual([calls[at], expect.stringMatching(/must be (?:a |an |text)/)]);
});

it('offers a call as it is made, with a title that the agent typed', async () => {
  await cli(['spaces', 'create', '--title', 'Two words']);
  const [said] = await session([], [reads(['spaces', 'delete', 'Two words'])]);
  expect(said?.isError).toBe(true);
  const { next, hint } = JSON.parse(said?.text ?? '').error;
  expect(JSON.stringify(next ?? hint)).not.toContain('<data');
});

const UNSEEN = ['\u200b', '\u3164', '\u{e0041}'];

it('shows characters that nobody sees, in tables, dry runs, reads and plans', async () => {
  for (const char of UNSEEN) {
    const title = `Sup${char}port`;
    expect((await cli(['spaces', 'create', '--title', title])).exitCode).toBe(0);
    const calls = [reads(['spaces', 'list'], { limit: 1000 }), plans(['spaces', 'delete', title])];
    const said = await session(['--allow-write'], calls);
    const shown = [
      ...said.map(({ text, data }) => text + JSON.stringify(data)),
      (await cli(['spaces', 'list'])).stdout,
      (await cli(['spaces', 'list'], { tty: true })).stdout,
      Object.values(await cli(['spaces', 'delete', title, '--dry-run'])).join(),
      (await cli(['spaces', 'delete', title, '--plan-out', '-'])).stdout,
    ];
    for (const text of shown) expect([text.includes(char), /Sup\\+u/.test(text)]).toEqual([false, true]);
  }
});

it('plans nothing for what is not a command', async () => {
  for (const line of ['--version', '--help', 'spaces', 'spaces --help', 'spaces update --help']) {
    const [said] = await session([], [plans(line.split(' '))]);
    expect([line, said?.text]).toEqual([line, expect.stringMatching(/"code":"(?:USAGE|REFUSED_HERE)"/)]);
  }
});

it('answers what is no JSON as such', async () => {
  const { stdout } = await cli(['mcp'], { stdin: 'this is no JSON\n' });
  expect(JSON.parse(stdout)).toMatchObject({ id: null, error: { code: -32700 } });
});

it('answers nothing before it is begun, but what says everything by itself', async () => {
  const list = { id: 1, method: 'tools/list' };
  const early = await answersTo([], [{ ...list, params: {} }]);
  expect(early.get(1)).toMatchObject({ error: { code: -32600 } });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'walker', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const whole = await answersTo([], [{ ...list, params: { _meta } }]);
  expect(whole.get(1).result.tools.length).toBeGreaterThan(5);
});

const CONSENT = new Set(['--yes', '--confirm']);
const CONSENTS = /\s(?:--yes|--confirm|-[a-z]*y)(?=[\s=]|$)/;
const errorIn = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;

/** The line as a command that is read to its end: nothing is carried out. */
const parses = async (line: string) =>
  line.startsWith('docs ') && (await cli([...splitWords(line).slice(1), '--help'])).exitCode === 0;

it('no error hands a program the consent of a person', { timeout: 600_000 }, async () => {
  const writing = partOf(
    all.filter(({ path, command }) => !command.local && factsOf(path, command).writes),
    2,
  );
  let asked = 0;
  for (const { command } of writing) {
    const cli = await sandboxedCli({ stdin: '', env: { CLAUDECODE: '1' } });
    try {
      writeFixtures(cli.cwd);
      for (const line of runnableExamples(command)) {
        for (const setup of setupOf(line)) await cli(setup);
        const words = splitWords(line)
          .slice(1)
          .filter((word) => word !== '--dry-run');
        const argv = words.filter((word, at) => !CONSENT.has(word) && words[at - 1] !== '--confirm');
        const { stderr, exitCode } = await cli(argv);
        if (exitCode === 0) continue;
        const { code, next = code === 'CONFIRMATION_NEEDED' ? 'left out' : null } = errorIn(stderr);
        expect([argv, CONSENTS.test(String(next))]).toEqual([argv, false]);
        expect([argv, next === null || (await parses(next))]).toEqual([argv, true]);
        asked += Number(exitCode === 3);
      }
    } finally {
      cli.cleanup();
    }
  }
  expect(asked).toBeGreaterThan(30);
});
