// What a person sees of a host that misbehaves: one line, a documented exit code, no trace, no token.
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshCli } from '../../helpers/cli.ts';
import { listening, untilEnd } from '../../helpers/lasting.ts';
import { filesIn } from '../../helpers/org-world.ts';
import { lineCases } from '../../helpers/text-cases.ts';

const TOKEN = 'canary_5b1f0a7e9c';

/** A `docs` whose token is for this address, and what is printed by one call of it. */
async function run(line: string, address: string) {
  const cli = untilEnd(freshCli({ env: { DOCS_TOKEN: TOKEN, DOCS_BASE_URL: address } }));
  const { exitCode, stdout, stderr } = await cli(line);
  expect(stdout + stderr).not.toContain(TOKEN);
  expect(stdout + stderr).not.toMatch(/^\s+at /m);
  expect(stderr.split('\n').length).toBeLessThan(5);
  return {
    cli,
    exitCode,
    stderr,
    printed: [`exit ${exitCode}`, stdout, stderr.replace(/^waiting .*\n/gm, '').trimEnd()]
      .filter(Boolean)
      .join(' '),
  };
}

async function hostWith(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  untilEnd(server, () => {
    server.closeAllConnections();
    server.close();
  });
  return listening(server);
}

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

lineCases(join(import.meta.dirname, 'hosts'), {
  // A status of 0 is no answer at all: what is waited for then depends on how busy the machine is.
  answers: async (line: string, status: number, ...more: [string, Record<string, string>?]) => {
    const address = await hostWith(status === 0 ? () => {} : answer(status, ...more));
    const { exitCode, printed } = await run(line, address);
    if (status === 0) return `exit ${exitCode}`;
    return printed.replaceAll(address, 'HOST').replaceAll(new URL(address).host, 'HOST');
  },
  addresses: async (address: string) => (await run('spaces get x', address)).printed,
});

it('a host is asked once for a write that it may have done', async () => {
  let writes = 0;
  const organizations = answer(200, '{"items":[{"object":"organization","id":"o","title":"o"}]}');
  const address = await hostWith((request, response) => {
    if (request.method === 'GET') return organizations(request, response);
    writes += 1;
    request.socket.destroy();
  });
  const { exitCode, stderr } = await run('spaces create --org o --title x', address);
  expect([writes, exitCode]).toEqual([1, 1]);
  expect(stderr).toMatch(/not known|unknown/);
});

it.each(['x-request-id', 'request-id'])('a token that comes back as %s is kept nowhere', async (header) => {
  const space = { object: 'space', id: 'aaaaaaaaaaaaaaaaaaaa', title: 'A', urls: {} };
  const address = await hostWith((request, response) => {
    const value = request.url?.startsWith('/v1/spaces/') ? space : { items: [] };
    answer(200, JSON.stringify(value), { [header]: TOKEN })(request, response);
  });
  const { cli, exitCode, stderr } = await run(`spaces update ${space.id} --title B`, address);
  expect(exitCode, stderr).toBe(0);
  const kept = [...filesIn(cli.home).values()].join();
  expect(kept).toContain('spaces.update');
  expect(kept).not.toContain(TOKEN);
});
