// Resolving conflicts when requests are lost, when the host sees a conflict that docs does not, and when nobody agrees.
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Cli, servedCli } from '../../helpers/cli.ts';

interface Host {
  cli: Cli;
  /** Writes that the host got since the last look. */
  writes: string[];
  /** The write of this number, from 1, is lost: before it arrives, or its answer; or it is answered with conflicts. */
  plan(at: number, what: 'before' | 'after' | 'conflicts'): void;
}

let host: Host | undefined;
afterEach(() => host?.cli.cleanup());

function answerConflicts(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ revision: 'x', result: 'conflicts' }));
}

async function hosted(): Promise<Host> {
  const planned = new Map<number, string>();
  const writes: string[] = [];
  const cli = await servedCli({ stdin: '' }, async (target) => {
    const { hostname, port, host: name } = new URL(target);
    const server = createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      if (method !== 'GET') writes.push(`${method} ${url.split('/').at(-1)}`);
      const what = method === 'GET' ? undefined : planned.get(writes.length);
      planned.delete(writes.length);
      if (what === 'before') return request.socket.destroy();
      if (what === 'conflicts') return answerConflicts(request, response);
      const passed = send(
        { hostname, port, method, path: url, headers: { ...headers, host: name } },
        (answer) => {
          if (what === 'after') return answer.resume().on('end', () => request.socket.destroy());
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          return answer.pipe(response);
        },
      );
      passed.on('error', () => request.socket.destroy());
      return request.pipe(passed);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      stop: async () => void server.close(),
    };
  });
  const made: Host = {
    cli,
    writes,
    plan(at, what) {
      writes.length = 0;
      planned.set(at, what);
    },
  };
  return made;
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
      host = await hosted();
      const { cli, plan } = host;
      plan(at, when);
      expect((await cli(OURS)).exitCode).not.toBe(0);
      const again = await cli(OURS);
      expect(again.exitCode, again.stderr).toBe(0);
      await isDone(cli);
    },
  );

  it('lets go of what can be joined, where the host finds conflicts all the same', async () => {
    host = await hosted();
    const { cli, plan, writes } = host;
    plan(2, 'conflicts');
    const first = await cli(OURS);
    expect(first.exitCode).toBe(7);
    const again = await cli(OURS);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(writes).toContain('POST update');
    await isDone(cli);
  });

  it('forgets what nobody agreed to: edits made since are kept', async () => {
    host = await hosted();
    const { cli } = host;
    expect((await cli('cr resolve 2 rate-limits --space Guides --ours')).exitCode).toBe(3);
    expect((await cli('cr edit 2 --space Guides --page rate-limits --title Limits')).exitCode).toBe(0);
    expect((await cli(OURS)).exitCode).toBe(0);
    const { stdout } = await cli('pages get rate-limits --space Guides --cr 2 --jq .title');
    expect(stdout.trim()).toBe('Limits');
    await isDone(cli);
  });

  it('asks for few requests', async () => {
    host = await hosted();
    const { cli, plan, writes } = host;
    plan(99, 'before');
    expect((await cli(OURS)).exitCode).toBe(0);
    expect(writes).toEqual(['POST content', 'POST update', 'POST content']);
  });
});
