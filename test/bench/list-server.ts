// A loopback host with many spaces in pages of 1,000, any of which can be read and changed. In a process of its own.

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const PAGE = 1000;
/** What looks like no ID is taken for a title, and looked up in lists first. */
export const ORGANIZATION = 'org00000000000000001';
const SPACES = `/v1/orgs/${ORGANIZATION}/spaces`;
/** The ID of a space by its number. */
export const spaceId = (number: number): string => `sp${String(number).padStart(18, '0')}`;

function space(number: number) {
  const id = spaceId(number);
  const time = '2026-01-31T12:00:00.000Z';
  const flags = [
    'view',
    'access',
    'admin',
    'viewInviteLinks',
    'edit',
    'triggerGitSync',
    'comment',
    'merge',
    'review',
    'installIntegration',
  ];
  return {
    object: 'space',
    id,
    title: `Space ${number}`,
    visibility: 'public',
    createdAt: time,
    updatedAt: time,
    editMode: 'locked',
    mergeRules: { type: 'inherit' },
    urls: {
      location: `https://api.example.com/v1/spaces/${id}`,
      app: `https://app.example.com/o/${ORGANIZATION}/s/${id}`,
    },
    organization: ORGANIZATION,
    revision: `rev${number}`,
    defaultLevel: 'inherit',
    comments: 3,
    changeRequests: 5,
    changeRequestsOpen: 2,
    changeRequestsDraft: 1,
    permissions: Object.fromEntries(flags.map((flag) => [flag, true])),
  };
}

export interface Asked {
  method: string;
  path: string;
  body: string;
}

export interface ListServer {
  url: string;
  /** The requests since the last call of this. */
  requests(): Promise<Asked[]>;
  stop(): void;
}

/** Starts the server in a process of its own; `total` spaces. */
export function startListServer(total: number): Promise<ListServer> {
  const child = spawn(process.execPath, ['--import', 'tsx', SELF, String(total)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the list server ended with ${code}`)));
    child.stdout.once('data', (port) => {
      const url = `http://127.0.0.1:${String(port).trim()}`;
      const requests = async () => (await (await fetch(`${url}/requests`)).json()) as Asked[];
      resolve({ url, requests, stop: () => child.kill() });
    });
  });
}

const SELF = fileURLToPath(import.meta.url);
if (process.argv[1] === SELF) serve(Number(process.argv[2]));

function serve(total: number): void {
  const pages = Array.from({ length: Math.ceil(total / PAGE) }, (_, page) => {
    const items = Array.from({ length: Math.min(PAGE, total - page * PAGE) }, (_, at) =>
      space(page * PAGE + at),
    );
    const next = (page + 1) * PAGE < total ? { next: { page: String(page + 1) } } : {};
    return Buffer.from(JSON.stringify({ items, ...next, count: total }));
  });
  const one = Buffer.from(JSON.stringify(space(1)));
  const asked: Asked[] = [];
  const answer = (path: string, page: string | null) => {
    if (path === '/requests') return Buffer.from(JSON.stringify(asked.splice(0)));
    if (path.startsWith('/v1/spaces/')) return one;
    return path === SPACES ? pages[Number(page ?? 0)] : undefined;
  };
  const server = createServer((request, response) => {
    const { method = '', url: path = '/' } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      if (pathname !== '/requests') asked.push({ method, path, body: Buffer.concat(chunks).toString() });
      const body = answer(pathname, searchParams.get('page'));
      response.writeHead(body ? 200 : 404, {
        'content-type': 'application/json',
        'content-length': body?.length ?? 0,
      });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
  });
}
