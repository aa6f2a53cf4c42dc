// What a person sees of a host that misbehaves: one line, a documented exit code, no trace, no token.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freshCli } from '../../helpers/cli.ts';

const TOKEN = 'canary_5b1f0a7e9c';
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function run(argv: string, listener: RequestListener, tokens = TOKEN) {
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const cli = freshCli({ env: { DOCS_TOKEN: tokens, DOCS_BASE_URL: `http://127.0.0.1:${port}` } });
  const result = await cli(argv);
  cli.cleanup();
  const printed = result.stdout + result.stderr;
  expect(printed).not.toContain(TOKEN);
  expect(printed).not.toMatch(/^\s+at /m);
  expect(result.stderr.split('\n').length).toBeLessThan(5);
  return result;
}

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

describe('a host that answers', () => {
  it.each([
    ['refuses the token', 401, '{"error":{"code":401,"message":"bad token"}}', 4, /token/],
    ['refuses the right', 403, '{"error":{"code":403,"message":"no"}}', 4, /no/],
    ['does not know it', 404, '{"error":{"code":404,"message":"space not found"}}', 5, /not found/],
    ['is in conflict', 409, '{"error":{"code":409,"message":"busy"}}', 1, /busy/],
    ['finds the call wrong', 400, '{"error":{"code":400,"message":"bad title"}}', 2, /bad title/],
    ['speaks HTML', 200, '<html><body>Hello</body></html>', 1, /JSON|HTML/],
    ['says nothing', 200, '', 1, /nothing in it/],
    ['breaks off', 200, '{"object":"spa', 1, /JSON/],
    ['sends elsewhere', 302, '', 1, /redirect|302/],
  ])('%s', async (_, status, body, exitCode, message) => {
    const result = await run(
      'spaces get x --org o',
      answer(status, body, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}),
    );
    expect(result.exitCode, result.stderr).toBe(exitCode);
    expect(result.stderr).toMatch(message);
  });

  it('names host and profile when the token is refused', async () => {
    const { stderr } = await run('spaces get x', answer(401, '{}'));
    expect(stderr).toMatch(/127\.0\.0\.1:\d+/);
    expect(stderr).toMatch(/hint: /);
  });

  it('is asked once for a write that it may have done', async () => {
    let writes = 0;
    const organizations = answer(200, '{"items":[{"object":"organization","id":"o","title":"o"}]}');
    const result = await run('spaces create --org o --title x', (request, response) => {
      if (request.method === 'GET') return organizations(request, response);
      writes += 1;
      request.socket.destroy();
    });
    expect(writes).toBe(1);
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toMatch(/not known|unknown/);
  });

  it('keeps us no longer than --timeout', async () => {
    const result = await run('spaces get x --timeout 0.5', () => {});
    expect(result.exitCode).toBe(8);
  });

  it('tells its error to a script as one object', async () => {
    const { stderr, stdout } = await run(
      'spaces get x --json',
      answer(403, '{"error":{"code":403,"message":"no"}}'),
    );
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toMatchObject({
      error: { exit: 4, status: 403, outcome: 'rejected', retryable: false },
    });
  });
});

describe('a host that is not there', () => {
  it('is named, with the network error', async () => {
    const cli = freshCli({ env: { DOCS_TOKEN: TOKEN, DOCS_BASE_URL: 'http://127.0.0.1:1' } });
    const { exitCode, stderr } = await cli('spaces get x --timeout 2');
    cli.cleanup();
    expect([1, 8]).toContain(exitCode);
    expect(stderr).toMatch(/127\.0\.0\.1:1/);
  });

  it('may not be plain http', async () => {
    const cli = freshCli({ env: { DOCS_TOKEN: TOKEN, DOCS_BASE_URL: 'http://docs.example.com' } });
    const { exitCode, stderr } = await cli('spaces get x');
    cli.cleanup();
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/https/);
  });
});

it.each(['x-request-id', 'request-id'])('a token that comes back as %s is kept nowhere', async (header) => {
  server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'application/json', [header]: TOKEN });
    const space = { object: 'space', id: 'aaaaaaaaaaaaaaaaaaaa', title: 'A', urls: {} };
    response.end(JSON.stringify(url.startsWith('/v1/spaces/') ? space : { items: [] }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const cli = freshCli({ env: { DOCS_TOKEN: TOKEN, DOCS_BASE_URL: `http://127.0.0.1:${port}` } });
  const { exitCode, stderr } = await cli('spaces update aaaaaaaaaaaaaaaaaaaa --title B');
  expect(exitCode, stderr).toBe(0);
  const files = readdirSync(cli.home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const kept = files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
  cli.cleanup();
  expect(kept.join()).toContain('spaces.update');
  expect(kept.join()).not.toContain(TOKEN);
});
