// Resolving conflicts when requests are lost, when the host sees a conflict that docs does not, and when nobody agrees.
import { describe, expect, it } from 'vitest';
import { type Cli, servedCli } from '../../helpers/cli.ts';
import { startCutProxy } from '../../helpers/cut-proxy.ts';
import { untilEnd } from '../../helpers/lasting.ts';

const CONFLICTS = JSON.stringify({ revision: 'x', result: 'conflicts' });

/** The write of this number, from 1, is lost: before it arrives, or its answer; or it is answered with conflicts. */
async function hosted(
  at = 0,
  what?: 'before' | 'after' | 'conflicts',
): Promise<{ cli: Cli; writes: string[] }> {
  const writes: string[] = [];
  const cli = await servedCli({ stdin: '' }, async (target) => {
    const proxy = await startCutProxy(target);
    proxy.decide(({ method = '', url = '' }, response) => {
      if (method === 'GET' || writes.push(`${method} ${url.split('/').at(-1)}`) !== at) return undefined;
      if (what !== 'conflicts') return what;
      response.writeHead(200, { 'content-type': 'application/json' }).end(CONFLICTS);
      return 'answered';
    });
    return proxy;
  });
  return { cli: untilEnd(cli), writes };
}

const OURS = 'cr resolve 2 rate-limits --space Guides --ours --yes';
const textOf = async (cli: Cli) =>
  (await cli('pages get rate-limits --space Guides --cr 2 --format markdown')).stdout;
const isDone = async (cli: Cli) => {
  expect(await textOf(cli)).toContain('| Growth | 25 | 150 |');
  expect((await cli('cr conflicts 2 --space Guides --exit-code')).exitCode).toBe(0);
  expect((await cli('cr merge 2 --space Guides --yes')).exitCode).toBe(0);
  expect((await cli('pages get rate-limits --space Guides --format markdown')).stdout).toContain('| 150 |');
};

describe('docs cr resolve', () => {
  it.each([1, 2, 3].flatMap((at) => (['before', 'after'] as const).map((when) => [at, when] as const)))(
    'finishes what was cut at write %i, %s it',
    async (at, when) => {
      const { cli } = await hosted(at, when);
      expect((await cli(OURS)).exitCode).not.toBe(0);
      const again = await cli(OURS);
      expect(again.exitCode, again.stderr).toBe(0);
      await isDone(cli);
    },
  );

  it('lets go of what can be joined, where the host finds conflicts all the same', async () => {
    const { cli, writes } = await hosted(2, 'conflicts');
    const first = await cli(OURS);
    expect(first.exitCode).toBe(7);
    const again = await cli(OURS);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(writes).toContain('POST update');
    await isDone(cli);
  });

  it('forgets what nobody agreed to: edits made since are kept', async () => {
    const { cli } = await hosted();
    expect((await cli('cr resolve 2 rate-limits --space Guides --ours')).exitCode).toBe(3);
    expect((await cli('cr edit 2 --space Guides --page rate-limits --title Limits')).exitCode).toBe(0);
    expect((await cli(OURS)).exitCode).toBe(0);
    const { stdout } = await cli('pages get rate-limits --space Guides --cr 2 --jq .title');
    expect(stdout.trim()).toBe('Limits');
    await isDone(cli);
  });

  it('asks for few requests', async () => {
    const { cli, writes } = await hosted();
    expect((await cli(OURS)).exitCode).toBe(0);
    expect(writes).toEqual(['POST content', 'POST update', 'POST content']);
  });
});
