// A sandbox on loopback, in a process of its own, that adds some milliseconds to each answer, as a network would.
// One space of many pages with a change request of five, and any number of small spaces.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createSpace } from '../../src/api/content/spaces.ts';
import { type InputOf, type Operation, type ResultOf, splitInput } from '../../src/api/operation.ts';
import { createChangeRequest } from '../../src/api/review/change-requests.ts';
import { dispatch, openSandbox } from '../../src/sandbox/app.ts';
import { emptyTree, type PageNode } from '../../src/sandbox/content/model.ts';
import { contentStore } from '../../src/sandbox/db/content/content.ts';
import { routes } from '../../src/sandbox/http/routes.ts';
import { initSandbox } from '../../src/sandbox/init.ts';
import { commitTree } from '../../src/sandbox/resources/content/content-target.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export interface SlowHost {
  url: string;
  token: string;
  /** Paths of the requests since the last call of this. */
  requests(): Promise<string[]>;
  stop(): void;
}

interface Wanted {
  /** Small spaces, beside the large one called "Large". */
  spaces: number;
  /** Pages of the large one; 0: there is none. */
  pages: number;
  delayMs: number;
}

const SELF = fileURLToPath(import.meta.url);
const PAGES_A_SPACE = 5;
const CHANGED = 5;

export function startSlowHost(wanted: Wanted): Promise<SlowHost> {
  const child = spawn(process.execPath, ['--import', 'tsx', SELF, JSON.stringify(wanted)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the slow host ended with ${code}`)));
    child.stdout.once('data', (text) => {
      const { url, token } = JSON.parse(String(text));
      const requests = async () => (await (await fetch(`${url}/requests`)).json()) as string[];
      resolve({ url, token, requests, stop: () => child.kill() });
    });
  });
}

if (process.argv[1] === SELF) await serve(JSON.parse(process.argv[2] ?? '{}'));

async function serve({ spaces, pages, delayMs }: Wanted): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-bench-host-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.on('SIGTERM', () => process.exit());
  const options = { file: join(folder, 'sandbox.db'), env: {}, now: () => new Date() };
  const { adminToken, organizationId } = await initSandbox({ ...options, demo: false });
  const sandbox = openSandbox(options);
  await fill(sandbox, { adminToken, organizationId }, { spaces, pages });
  let seen: string[] = [];
  const app = routes(sandbox, {});
  const answer = getRequestListener(
    async (request) => {
      const response = await app.fetch(request);
      await wait(delayMs);
      return response;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/requests') {
      response.end(JSON.stringify(seen));
      seen = [];
      return;
    }
    seen.push(request.url ?? '');
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = address && typeof address === 'object' ? address.port : 0;
    process.stdout.write(JSON.stringify({ url: `http://127.0.0.1:${port}`, token: adminToken }));
  });
}

async function fill(
  sandbox: Sandbox,
  { adminToken, organizationId }: { adminToken: string; organizationId: string },
  { spaces, pages }: Pick<Wanted, 'spaces' | 'pages'>,
): Promise<void> {
  const call = async <O extends Operation>(operation: O, input: InputOf<O>): Promise<ResultOf<O>> => {
    const request = splitInput(operation, Object(input));
    const { body } = await dispatch(sandbox, operation, {
      ...request,
      headers: { authorization: `Bearer ${adminToken}` },
    });
    return body as ResultOf<O>;
  };
  const put = contentStore(sandbox.db).put;
  const page = (n: number, text: string): PageNode => ({
    id: `page${n}`,
    type: 'document',
    title: `Page ${n}`,
    slug: `page-${n}`,
    markdown: put(text),
    pages: [],
  });
  // One link in each space leads nowhere.
  const text = (n: number) =>
    `See [it](${n === 0 ? 'gone' : `page-${n - 1}`}.md).\n\n${'More words. '.repeat(100)}\n`;
  const tree = (count: number) => ({
    ...emptyTree(),
    pages: Array.from({ length: count }, (_, n) => page(n, text(n))),
  });
  const small = tree(PAGES_A_SPACE);
  for (let n = 0; n < spaces; n += 1) {
    const { id } = await call(createSpace, { organizationId, title: `Space ${n}`, empty: true });
    commitTree(sandbox, { spaceId: id, tree: small });
  }
  if (pages === 0) return;
  const { id: spaceId } = await call(createSpace, { organizationId, title: 'Large', empty: true });
  const large = tree(pages);
  commitTree(sandbox, { spaceId, tree: large });
  const { id: changeRequestId } = await call(createChangeRequest, { spaceId, subject: 'Five pages' });
  const every = Math.floor(pages / CHANGED);
  const edited = large.pages.map((one, n) =>
    n % every === 3 ? page(n, `${text(n)}\nOne more line.\n`) : one,
  );
  commitTree(sandbox, { spaceId, changeRequestId, tree: { ...large, pages: edited } });
}
