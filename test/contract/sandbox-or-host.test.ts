import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseToken } from '../../src/config/credentials.ts';
import { pathsOf } from '../../src/config/folders.ts';
import { saveProfile } from '../../src/config/profiles.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached } from '../helpers/runs.ts';

const PROD = 'prod-token-0123456789abcdef';
const LOCAL = 'served-token-0123456789abcdef';

interface Listener {
  server: Server;
  url: string;
  /** Everything it was sent. */
  got: string[];
}

/** Stands for a host, and for a served sandbox: it only listens. */
async function listen(): Promise<Listener> {
  const got: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    got.push(request.rawHeaders.join(' '));
    response.setHeader('content-type', 'application/json');
    response.end('{"items":[],"id":"x","object":"user"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

let host: Listener;
let served: Listener;
const cli = perFile(sandboxedCli);
beforeAll(async () => {
  [host, served] = await Promise.all([listen(), listen()]);
  const paths = pathsOf({ env: { HOME: cli.home }, platform: 'linux', cwd: cli.cwd });
  const save = (name: string, baseUrl: string, kind: 'host' | 'sandbox', token: string) =>
    saveProfile(paths, { name, profile: { baseUrl, kind }, token: parseToken(token) });
  await save('prod', host.url, 'host', PROD);
  await save('sandbox-serve', served.url, 'sandbox', LOCAL);
});
afterAll(() => {
  host.server.close();
  served.server.close();
});

it('no stored token goes to the other side, whatever profile and address are named', async () => {
  const sandbox = `sandbox:${join(cli.home, '.local/share/docs/sandbox.db')}`;
  let cases = 0;
  for (const profile of ['prod', 'sandbox-serve', 'sandbox', undefined]) {
    for (const address of [undefined, host.url, served.url, sandbox]) {
      for (const line of ['orgs list', 'spaces create --title X --org o', 'api GET /v1/orgs']) {
        const env = { ...(profile && { DOCS_PROFILE: profile }), ...(address && { DOCS_BASE_URL: address }) };
        const { exitCode, stderr } = await cli(line, { env });
        expect(stderr, JSON.stringify(env)).not.toMatch(/unexpected|^\s+at /m);
        const isCrossed =
          address !== undefined && profile !== undefined && address !== ownAddress(profile, sandbox);
        if (isCrossed) expect([profile, address, line, exitCode]).not.toEqual([profile, address, line, 0]);
        cases += 1;
      }
    }
  }
  expect(host.got.some((text) => text.includes(PROD))).toBe(true);
  expect(served.got.some((text) => text.includes(LOCAL))).toBe(true);
  expect(host.got.filter((text) => text.includes(LOCAL))).toEqual([]);
  expect(served.got.filter((text) => text.includes(PROD))).toEqual([]);
  reached('L7', 'combinations', cases);
});

const ownAddress = (profile: string, sandbox: string) =>
  ({ prod: host.url, 'sandbox-serve': served.url })[profile] ?? sandbox;
