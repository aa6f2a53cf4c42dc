import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readJournal } from '../../../../src/config/journal.ts';
import { entriesOf } from '../../../../src/domain/journal/journal-entries.ts';
import { CancelledError } from '../../../../src/errors.ts';
import { type Cli, type CliOptions, freshCli, sandboxedCli } from '../../../helpers/cli.ts';
import { type ManyServer, startManyServer } from '../../../helpers/many-server.ts';
import { reached, runs } from '../../../helpers/runs.ts';

interface Result {
  target: string;
  id: string | null;
  ok: boolean;
  outcome: string;
  result?: { id: string; title: string };
  undo?: string;
  error?: { code: string; message: string };
}

const results = (stdout: string): Result[] =>
  stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** So many items, of which a random one is the first that is refused. */
const REVOKED_OF = runs('B8', 'items', 300);
/** Has no factor in common with any number up to 50. */
const STEP = 53;
/** Every k of n, in an order of which each part holds all sizes. */
const PAIRS = Array.from({ length: 49 }, (_, at) => at + 2)
  .flatMap((n) => Array.from({ length: n + 1 }, (_, k) => [k, n] as const))
  .map((pair, at, all) => all[(at * 521) % all.length] ?? pair);

describe('a command on several targets', () => {
  let cli: Cli;
  beforeEach(async () => {
    cli = await sandboxedCli();
  });
  afterEach(() => cli.cleanup());

  it('takes ids and titles, and gives a result for each', async () => {
    const { stdout, stderr, exitCode } = await cli('spaces update Guides Handbook --emoji 1f4d8 -o ndjson');
    expect([exitCode, stderr]).toEqual([0, 'updated 2 spaces\n']);
    expect(results(stdout).sort((a, b) => a.target.localeCompare(b.target))).toMatchObject([
      { target: 'Guides', ok: true, outcome: 'updated', result: { title: 'Guides' } },
      { target: 'Handbook', ok: true, outcome: 'updated', result: { title: 'Handbook' } },
    ]);
  });

  it('reads the list of names once', async () => {
    const { stderr } = await cli('spaces update Guides Handbook "Release notes" --emoji 1f4d8 --debug');
    expect(stderr.match(/GET \S+\/spaces\?limit/g)?.length).toBe(1);
    expect(stderr.match(/PATCH/g)?.length).toBe(3);
  });

  it('says which failed, and how to go on with the rest', async () => {
    const { stdout, stderr, exitCode } = await cli('spaces update Guides Nope Handbook --emoji 1f4d8 --json');
    expect(exitCode).toBe(7);
    const all: Result[] = JSON.parse(stdout);
    expect(all.map(({ target, ok }) => [target, ok])).toEqual([
      ['Guides', true],
      ['Nope', false],
      ['Handbook', true],
    ]);
    expect(all[1]?.error).toMatchObject({
      code: 'NOT_FOUND',
      message: `space "Nope" not found, or not visible to you`,
    });
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: {
        code: 'SOME_FAILED',
        message: '2 of 3 spaces done, 1 failed',
        next: 'docs spaces update Nope --emoji 1f4d8 --json',
        details: { done: 2, failed: 1, notStarted: 0 },
      },
    });
  });

  it('prints rows in the order given, ids alone, or chosen fields', async () => {
    const { stdout: rows } = await cli('spaces update Handbook Nope Guides --emoji 1f4d8');
    expect(rows.split('\n').map((row) => row.split('\t')[0])).toEqual(['Handbook', 'Nope', 'Guides', '']);
    const { stdout: ids } = await cli('spaces update Handbook Nope Guides --emoji 1f4d8 -q');
    expect(ids).toMatch(/^\w+\n\w+\n$/);
    const { stdout: csv } = await cli(
      'spaces update Handbook Guides --emoji 1f4d8 -o csv --fields ok,result.title',
    );
    expect(csv.trim().split(/\r?\n/)).toEqual(['ok,result.title', 'true,Handbook', 'true,Guides']);
    const { stdout: quiet } = await cli('spaces update Handbook Guides --emoji 1f4d8', { tty: true });
    expect(quiet).toBe('');
  });

  it('asks once, after reading each target, and names them', async () => {
    const refused = await cli('spaces delete Guides Handbook');
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
    expect(refused.stderr).toMatch(
      /add --yes to delete 2 spaces \[sandbox\b[^/]*\]: space "Guides" \(\w+\), space "Handbook"/,
    );
    expect(refused.stderr).toContain('hint: docs spaces delete Guides Handbook --yes');
    const declined = await cli('spaces delete Guides Handbook', { tty: true, answers: [false] });
    expect(declined.exitCode).toBe(3);
    const agreed = await cli('spaces delete Guides Handbook', { tty: true, answers: [true] });
    expect(agreed.exitCode, agreed.stderr).toBe(0);
    expect(agreed.stderr).toContain('Deleted 2 spaces');
    const again = await cli('spaces delete Guides gone --yes -o ndjson --if-exists');
    expect(again.exitCode, again.stderr).toBe(0);
  });

  it('wants the number typed for what is severe', async () => {
    const sites = ['Partner portal', 'Status and incidents'];
    const refused = await cli(['sites', 'delete', ...sites, '--yes']);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain("--confirm '2 sites'");
    expect((await cli(['sites', 'delete', ...sites, '--confirm', '3 sites'])).exitCode).toBe(3);
    expect(
      (await cli(['sites', 'delete', ...sites], { tty: true, answers: ['yes', '2', 'sites'] })).exitCode,
    ).toBe(3);
    const done = await cli(['sites', 'delete', ...sites, '--confirm', '2 sites']);
    expect(done.exitCode, done.stderr).toBe(0);
  });

  it('tells absent from deleted, and how to take a delete back', async () => {
    const { stdout, exitCode } = await cli('spaces delete Guides nothing --yes --json --if-exists');
    expect(exitCode).toBe(0);
    const [deleted, absent]: Result[] = JSON.parse(stdout);
    expect(deleted).toMatchObject({
      outcome: 'deleted',
      undo: expect.stringMatching(/^docs spaces restore \w+$/),
    });
    expect(absent).toEqual({ target: 'nothing', id: null, ok: true, outcome: 'absent' });
    expect((await cli('spaces delete nothing nope --yes')).exitCode).toBe(5);
    const some = await cli('spaces delete Handbok Handbook --yes');
    expect([some.exitCode, some.stderr]).toEqual([7, expect.stringContaining('did you mean "Handbook"?')]);
  });

  it('fails for a title that fits several things, and for that alone', async () => {
    await cli('spaces create --title Guides');
    const { stdout, exitCode } = await cli('spaces update Guides Handbook --emoji 1f4d8 --json');
    expect(exitCode).toBe(7);
    expect(JSON.parse(stdout)).toMatchObject([
      { target: 'Guides', ok: false, error: { code: 'AMBIGUOUS' } },
      { target: 'Handbook', ok: true },
    ]);
  });

  it('reads references, objects or an array from standard input', async () => {
    const list = await cli('spaces list -o ndjson --fields id,title');
    const inputs = [
      'Guides\n\nHandbook\n',
      list.stdout,
      (await cli('spaces list --json --fields id,urls')).stdout,
      '["Guides"]',
    ];
    const counts = [2, 4, 4, 1];
    for (const [at, stdin] of inputs.entries()) {
      const { exitCode, stdout, stderr } = await cli('spaces update - --emoji 1f4d8 -o ndjson', { stdin });
      expect([exitCode, results(stdout).length], stderr).toEqual([0, counts[at]]);
    }
    const none = await cli('spaces update - --emoji 1f4d8', { stdin: '' });
    expect(none).toMatchObject({ exitCode: 0, stdout: '', stderr: expect.stringContaining('nothing to do') });
  });

  it('takes from an object where it stands', async () => {
    const list = await cli('cr list --all-spaces -o ndjson');
    const { stdout, exitCode, stderr } = await cli('cr sync - -o ndjson', { stdin: list.stdout });
    expect(results(stdout).length, stderr).toBe(results(list.stdout).length);
    expect([0, 7]).toContain(exitCode);
    expect(results(stdout).some(({ ok }) => ok)).toBe(true);
  });

  it.each([
    ['spaces update - Guides --emoji x', 'a\n', 'do not name others'],
    ['spaces update - --data -', 'a\n', 'either the targets'],
    ['spaces update - --emoji x', '{"title":"x"}\n', 'it has no id'],
    ['spaces update - --emoji x', '{"id":\n', 'not JSON'],
    [
      'spaces update a b --concurrency 17 --emoji x',
      '',
      '--concurrency must be a whole number between 1 and 16',
    ],
    ['spaces update a b --max-errors 0 --emoji x', '', '--max-errors must be a whole number above 0'],
    ['spaces get a b', '', 'expected one argument'],
  ])('refuses %s', async (argv, stdin, message) => {
    const { exitCode, stderr } = await cli(argv, { stdin });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('does not wait for a terminal to be standard input', async () => {
    const { exitCode, stderr } = await cli('spaces update - --emoji x', { tty: true });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('which is a terminal')]);
  });

  it('checks all input before the first request is sent', async () => {
    const { exitCode, stderr } = await cli('spaces update Guides Handbook --edit-mode open --debug');
    expect([exitCode, stderr.match(/(GET|PATCH) /g)]).toEqual([2, null]);
  });

  it('shows every request with --dry-run, as one document', async () => {
    const { stdout: ids } = await cli('spaces list -q');
    const [guides, handbook] = ids.split('\n');
    const { stdout } = await cli('spaces update Guides Handbook --emoji 1f4d8 --dry-run --json');
    expect(JSON.parse(stdout)).toMatchObject([
      { method: 'PATCH', url: expect.stringMatching(new RegExp(`/${guides}$`)), body: { emoji: '1f4d8' } },
      { method: 'PATCH', url: expect.stringMatching(new RegExp(`/${handbook}$`)) },
    ]);
    const deletes = (await cli('spaces delete Guides Handbook --dry-run')).stdout;
    expect(deletes).toMatch(
      /^- space "Guides" .*\nit can be restored .*\npublished at .*\nundo: docs spaces restore /,
    );
    expect(deletes).toMatch(/\n- space "Handbook" .*\n.*undo: docs spaces restore /s);
    expect((await cli('spaces delete a b --dry-run')).exitCode).toBe(5);
    expect((await cli('spaces delete a Guides --dry-run')).exitCode).toBe(7);
  });

  it('shows in a dry run the present value of each target, as for one target', async () => {
    await cli('spaces update Guides --edit-mode live');
    const { stdout, stderr } = await cli('spaces update Guides Handbook --edit-mode locked --dry-run');
    expect(stdout).toMatch(/^~ space "Guides" \(\w+\) {2}editMode: live -> locked\n$/);
    expect(stderr).toContain('1 space to change, 1 already up to date');
    const json = await cli('spaces update Guides Handbook --edit-mode live --dry-run --json');
    expect(JSON.parse(json.stdout)).toMatchObject([
      { changes: [] },
      { changes: [{ field: 'editMode', from: 'locked', to: 'live' }] },
    ]);
    const rows = 'space,emoji\nGuides,1f4d8\nHandbook,1f680\n';
    const each = await cli('spaces update --rows - --dry-run -o ndjson', { stdin: rows });
    const said = each.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(said).toMatchObject([
      { line: 2, changes: [{ field: 'emoji', to: '1f4d8' }] },
      { line: 3, changes: [{ field: 'emoji', to: '1f680' }] },
    ]);
  });

  it('reads ten and more targets of a dry run from their list, page by page', async () => {
    const titles = Array.from({ length: 12 }, (_, at) => `Copy ${at}`);
    for (const title of titles) await cli(`spaces create --title "${title}"`);
    const { stdout, stderr } = await cli('spaces update - --emoji 1f4d8 --dry-run --debug', {
      stdin: titles.join('\n'),
    });
    expect(stdout.match(/^~ space .* emoji: /gm)).toHaveLength(12);
    expect(stderr.match(/GET \S+\/spaces\/\w+ /g)).toBeNull();
  });
});

describe('many requests', () => {
  let server: ManyServer;
  let cli: Cli;
  afterEach(async () => {
    cli.cleanup();
    await server.stop();
  });

  const start = async (options: Parameters<typeof startManyServer>[0], env: Record<string, string> = {}) => {
    server = await startManyServer(options);
    cli = freshCli({ env: { DOCS_TOKEN: 'token-1', DOCS_BASE_URL: server.url, ...env } });
  };
  const update = (ids: readonly string[], more: readonly string[] = [], options: CliOptions = {}) =>
    cli(['spaces', 'update', '-', '--title', 'T', '-o', 'ndjson', ...more], {
      stdin: `${ids.join('\n')}\n`,
      ...options,
    });
  const changes = () => server.requests.filter((line) => line.startsWith('PATCH')).length;
  const idAt = (at: number) => `sp${String(at).padStart(18, '0')}`;
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => idAt(at));

  it('go side by side, never more than was asked for', async () => {
    await start({ delayMs: 20 });
    const { exitCode } = await update(numbers(40));
    expect([exitCode, changes(), server.mostOpen()]).toEqual([0, 40, 8]);
    await server.stop();
    await start({ delayMs: 20 });
    await update(numbers(20), ['--concurrency', '3']);
    expect(server.mostOpen()).toBe(3);
  });

  it('exit 7 exactly when some fail, with a result for each', async () => {
    let failing = new Set<string>();
    await start({ status: (_, id) => (failing.has(id) ? 409 : 200) }, { DOCS_HISTORY: 'off' });
    const pairs = PAIRS.slice(0, runs('B1', 'failures of items', 25));
    for (const [k, n] of pairs) {
      // Any k of the n, spread over them by a step that meets each once.
      failing = new Set(Array.from({ length: k }, (_, at) => idAt((at * STEP + k) % n)));
      const { exitCode, stdout } = await update(numbers(n));
      const all = results(stdout);
      expect(all.map(({ target }) => target).sort()).toEqual(numbers(n).sort());
      const failed = all.filter(({ ok }) => !ok).map(({ target }) => target);
      expect([k, n, failed.sort(), exitCode]).toEqual([k, n, [...failing].sort(), k > 0 ? 7 : 0]);
    }
    reached('B1', 'failures of items', pairs.length);
  });

  it('begin no more after --max-errors failures', async () => {
    await start({ status: () => 409 });
    const { exitCode, stderr } = await update(numbers(100), ['--max-errors', '5', '--concurrency', '2']);
    expect(exitCode).toBe(7);
    expect(changes()).toBeLessThanOrEqual(7);
    expect(stderr).toMatch(/0 of 100 spaces done, [567] failed, 9[345] not started/);
  });

  it('stop when the platform asks for a pause of an hour, and say how long', async () => {
    await start({ status: () => 429, headers: { 'retry-after': '3600' } });
    const asked = await update(numbers(200), ['--concurrency', '4'], { stdin: numbers(200).join('\n') });
    expect(asked.exitCode).toBe(8);
    expect(asked.stderr).toContain('"retryAfterSeconds":3600');
    expect(asked.stderr).toContain('"hint":"wait 3600 s, then run it again"');
    expect(server.requests.length).toBeLessThanOrEqual(16);
    await server.stop();
    await start({
      status: (method) => (method === 'PATCH' && changes() > 20 ? 429 : 200),
      headers: { 'retry-after': '3600' },
    });
    const partly = await update(numbers(200), ['--concurrency', '4']);
    expect(partly.exitCode).toBe(7);
    expect(partly.stderr).toContain('"retryAfterSeconds":3600');
    expect(partly.stderr).toMatch(/1\d\d not started/);
  });

  it('stop when the token is refused in the middle, with exit 4, and go on with the next one', async () => {
    const rounds = runs('B8', 'revocations', 2);
    for (let round = 0; round < rounds; round += 1) {
      const n = REVOKED_OF;
      const goodOnes = Math.floor((Math.random() * 0.9 + 0.05) * n);
      let revoked = true;
      let answered = 0;
      await start({
        status: (method) => (method === 'PATCH' && ++answered > goodOnes && revoked ? 401 : 200),
      });
      const { exitCode, stdout, stderr } = await update(numbers(n));
      expect([goodOnes, exitCode], stderr.slice(0, 500)).toEqual([goodOnes, 4]);
      expect(changes() - goodOnes).toBeLessThanOrEqual(8);
      const done = results(stdout).filter(({ ok }) => ok).length;
      expect(stderr).toContain(`${done} of ${n} spaces done`);
      expect(stderr).toMatch(/\d+ not started/);
      revoked = false;
      const before = changes();
      // In another output, at another pace: the same work.
      const rest = await update(numbers(n), ['--resume', '--concurrency', '4', '--yes']);
      expect([rest.exitCode, changes() - before], rest.stderr.slice(0, 500)).toEqual([0, n - done]);
      cli.cleanup();
      await server.stop();
    }
    await start({});
    reached('B8', 'revocations', rounds);
    reached('B8', 'items', REVOKED_OF);
  });

  it('stop when rights are taken away in the middle', async () => {
    let answered = 0;
    await start({ status: (method) => (method === 'PATCH' && ++answered > 100 ? 403 : 200) });
    const { exitCode, stderr } = await update(numbers(500));
    // Seven good ones may still be on their way when the first refusal is known.
    expect([exitCode, changes() <= 100 + 7 + 25 + 8], stderr.slice(0, 300)).toEqual([7, true]);
  });

  it('stop when nothing is allowed', async () => {
    await start({ status: () => 403 });
    const { exitCode } = await update(numbers(500));
    expect(exitCode).toBe(4);
    expect(changes()).toBeLessThanOrEqual(3 + 16);
  });

  it('leave nothing in doubt after an interrupt: --resume does the rest, and repeats nothing', async () => {
    await start({ delayMs: 10 });
    const posts = () => server.requests.filter((line) => line.startsWith('POST ')).length;
    const controller = new AbortController();
    setMaxListeners(100, controller.signal);
    const watch = setInterval(() => {
      if (posts() >= 5) controller.abort(new CancelledError('interrupted by SIGTERM', { exit: 143 }));
    }, 2);
    const words = ['spaces', 'duplicate', ...numbers(60), '-o', 'ndjson'];
    const first = await cli(words, { signal: controller.signal });
    clearInterval(watch);
    expect(first.exitCode).toBe(143);
    const again = await cli([...words, '--resume']);
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('done before')]);
    expect(posts()).toBe(60);
    const whole = await cli([...words, '--resume']);
    expect([whole.exitCode, whole.stderr]).toEqual([
      0,
      expect.stringContaining('all of it was done before; without --resume it is done again'),
    ]);
    expect(posts()).toBe(60);
  });

  it('end what is in flight after an interrupt, and say what is done', async () => {
    await start({ delayMs: 30 });
    const controller = new AbortController();
    setMaxListeners(100, controller.signal);
    const watch = setInterval(() => {
      if (changes() >= 20) controller.abort(new CancelledError('interrupted by SIGINT', { exit: 130 }));
    }, 5);
    const { exitCode, stdout, stderr } = await update(numbers(400), [], { signal: controller.signal });
    clearInterval(watch);
    expect(exitCode).toBe(130);
    expect(changes()).toBeLessThan(60);
    expect(results(stdout).length, 'each that was begun has its result').toBe(changes());
    expect(results(stdout).every(({ ok }) => ok)).toBe(true);
    expect(stderr).toMatch(
      new RegExp(`interrupted: ${changes()} of 400 spaces done, 0 failed, \\d+ not started`),
    );
    // An interrupt may come between the history and the request, for as many as go side by side.
    const entries = entriesOf(readJournal(join(cli.home, '.local/share/docs/history')));
    expect(entries.filter(({ outcome }) => outcome === 'applied').length).toBe(changes());
    expect(entries.length - changes()).toBeLessThanOrEqual(8);
  });
});

describe('what --where picks', () => {
  it('is remembered as its list has just shown it, and undone', async () => {
    const cli = await sandboxedCli();
    const before = (await cli('spaces list --json --fields title,language')).stdout;
    const { exitCode, stderr } = await cli([
      ...['spaces', 'update', '--where', '.id != null', '--language', 'ja', '--yes'],
    ]);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('updated ')]);
    const entries = entriesOf(readJournal(join(cli.home, '.local/share/docs/history')));
    expect(entries.map(({ before: was }) => (was as { object: string }).object)).toEqual(
      entries.map(() => 'space'),
    );
    expect((await cli('undo --yes')).exitCode).toBe(0);
    expect((await cli('spaces list --json --fields title,language')).stdout).toBe(before);
    cli.cleanup();
  });
});
