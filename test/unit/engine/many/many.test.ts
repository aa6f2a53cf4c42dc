import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readJournal } from '../../../../src/config/journal.ts';
import { entriesOf } from '../../../../src/domain/journal/journal-entries.ts';
import { CancelledError } from '../../../../src/errors.ts';
import { type Cli, type CliOptions, freshCli, sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';
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
  const cli = perTest(sandboxedCli);

  it('takes from an object where it stands', async () => {
    const list = await cli('cr list --all-spaces -o ndjson');
    const { stdout, exitCode, stderr } = await cli('cr sync - -o ndjson', { stdin: list.stdout });
    expect(results(stdout).length, stderr).toBe(results(list.stdout).length);
    expect([0, 7]).toContain(exitCode);
    expect(results(stdout).some(({ ok }) => ok)).toBe(true);
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
      // What is done is not done again: the line leads past the sign-in to the rest.
      if (done > 0) expect(stderr).toMatch(/"hint":"[^"]*, then docs spaces update [^"]*--resume/);
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
