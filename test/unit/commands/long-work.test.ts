// Long work that is ended by Ctrl-C says how far it came, and which command goes on.
import { expect, it } from 'vitest';
import { CancelledError } from '../../../src/errors.ts';
import { sandboxedCli, servedCli, serveFor } from '../../helpers/cli.ts';
import { startCutProxy } from '../../helpers/cut-proxy.ts';
import { untilEnd } from '../../helpers/lasting.ts';

const BACKUP = 'export --all-spaces --to backup';

/** A line, what is done before it, and after how many of its requests Ctrl-C comes. */
const ROWS: readonly (readonly [line: string, setup: readonly string[], requests: number])[] = [
  ['audit', [], 30],
  ['links check --all-spaces', [], 6],
  ['pages lint --all-spaces', [], 12],
  ['access matrix', [], 10],
  [BACKUP, [], 20],
  ['export --space Guides --to guides', [], 12],
  ['restore ./backup --space Guides --as Again --yes', [BACKUP], 8],
  ['sandbox clone --file ./copy.db', [], 90],
  ['migrate --from sandbox --to sandbox --to-org Tarnpost --spaces Guides,Handbook --yes', [], 15],
  ["spaces update --where '.id != null' --language fr --yes --concurrency 1", [], 4],
];

interface Asked {
  method: string;
  path: string;
}

/** A `docs` on a host, what is told of each request, and what interrupts a command that is given the signal. */
async function interruptible(told: (request: Asked, interrupt: () => void) => void) {
  const control = new AbortController();
  const interrupt = () => control.abort(new CancelledError('interrupted by SIGINT', { exit: 130 }));
  const cli = untilEnd(await sandboxedCli());
  await serveFor(cli, undefined, { log: (request) => told(request, interrupt) });
  return { cli, cut: (line: string) => cli(line, { signal: control.signal }) };
}

/** Of the requests from when `begin` is called. */
async function interruptedAfter(requests: number) {
  let left = Number.POSITIVE_INFINITY;
  const made = await interruptible((_, interrupt) => {
    left -= 1;
    if (left === 0) interrupt();
  });
  const cut = (line: string) => {
    left = requests;
    return made.cut(line);
  };
  return { cli: made.cli, cut };
}

it.each(ROWS)('%s', async (line, setup, requests) => {
  const { cli, cut } = await interruptedAfter(requests);
  for (const one of setup) expect((await cli(one)).stderr).not.toMatch(/^docs:/m);
  const { exitCode, stderr } = await cut(line);
  expect(exitCode, stderr).toBe(130);
  expect(stderr).toMatch(/^docs: interrupted: \d+ of \d+ /m);
  expect(stderr).toMatch(/^hint: docs /m);
});

it('calls nothing failed that an interruption kept from being sent', async () => {
  let pages = 12;
  const { cut } = await interruptible(({ path }, interrupt) => {
    if (path.includes('/content/page/')) pages -= 1;
    // While the change request waits for its turn, and its pages wait for it.
    if (pages === 0) setTimeout(interrupt, 70);
  });
  const { exitCode, stderr } = await cut('pages replace parcel package --spaces Guides --yes --rate 10/s');
  expect(exitCode).toBe(130);
  expect(stderr).not.toMatch(/[1-9]\d* failed|must be done first/);
});

it('names the command that clears away what a restore of pages has left', async () => {
  const { cli, cut } = await interruptible(({ method, path }, interrupt) => {
    if (method === 'POST' && path.endsWith('/change-requests')) interrupt();
  });
  await cli(BACKUP);
  const { exitCode, stderr } = await cut(
    'restore ./backup --space Guides --page webhooks --into Guides --yes',
  );
  expect(exitCode, stderr).toBe(130);
  const [, clear = ''] =
    /^not finished: .* is left open; before you try again: docs (.*)$/m.exec(stderr) ?? [];
  expect(await cli(clear)).toMatchObject({ exitCode: 0 });
});

it.each([6, 12, 15, 20, 26])('goes on after %d requests of a migration as it says', async (requests) => {
  const { cli, cut } = await interruptedAfter(requests);
  expect((await cli('orgs create Elsewhere')).exitCode).toBe(0);
  const line = 'migrate --from sandbox --to sandbox --from-org Tarnpost --to-org Elsewhere --spaces Guides';
  const { exitCode, stderr } = await cut(line);
  expect(exitCode, stderr).toBe(130);
  const hint = /^hint: docs (.*)$/m.exec(stderr)?.[1] ?? '';
  const rest = await cli(hint);
  expect(rest.exitCode, rest.stderr).toBe(0);
  const { stdout } = await cli('spaces list --org Elsewhere --jq .[].title');
  expect(stdout.match(/Guides/g)).toHaveLength(1);
});

it('waits for what the host shows only a moment after it was created', async () => {
  let hidden = 2;
  const cli = untilEnd(
    await servedCli({}, async (target) => {
      const proxy = await startCutProxy(target);
      proxy.decide(({ method, url = '' }, response) => {
        if (method !== 'GET' || !/\/translations\/\w+$/.test(url) || hidden === 0) return undefined;
        hidden -= 1;
        const answer = JSON.stringify({ error: { code: 404, message: 'Translation not found' } });
        response.writeHead(404, { 'content-type': 'application/json' }).end(answer);
        return 'answered';
      });
      return proxy;
    }),
  );
  const create = 'translations create --source-space Guides --source-language en --language fr --wait';
  const { exitCode, stderr } = await cli(create);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('translated ')]);
  const missing = await cli('translations run nothing --wait --yes');
  expect([missing.exitCode, missing.stderr]).toEqual([5, expect.stringContaining('not found')]);
});
