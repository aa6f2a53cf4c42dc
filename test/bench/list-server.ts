// A loopback host with many spaces in pages of 1,000, any of which can be read and changed. In a process of its own.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const PAGE = 1000;
/** What looks like no ID is taken for a title, and looked up in lists first. */
export const ORGANIZATION = 'org00000000000000001';
const SPACES = `/v1/orgs/${ORGANIZATION}/spaces`;
/** The ID of a space by its number. */
export const spaceId = (number: number): string => `sp${String(number).padStart(18, '0')}`;

const TIME = '2026-01-31T12:00:00.000Z';
const GIVEN = 'view access admin viewInviteLinks edit triggerGitSync comment merge review installIntegration';
const permissions = Object.fromEntries(GIVEN.split(' ').map((flag) => [flag, true]));

const space = (number: number) => ({
  ...{ object: 'space', id: spaceId(number), title: `Space ${number}`, visibility: 'public' },
  ...{ createdAt: TIME, updatedAt: TIME, editMode: 'live', mergeRules: { type: 'inherit' } },
  urls: {
    location: `https://api.example.com/v1/spaces/${spaceId(number)}`,
    app: `https://app.example.com/o/${ORGANIZATION}/s/${spaceId(number)}`,
  },
  ...{ organization: ORGANIZATION, revision: `rev${number}`, defaultLevel: 'inherit', comments: 3 },
  ...{ changeRequests: 5, changeRequestsOpen: 2, changeRequestsDraft: 1, permissions },
});

export interface Asked {
  method: string;
  path: string;
  body: string;
}

export interface ListServer {
  url: string;
  /** The requests since the last call of this. */
  requests(): Promise<Asked[]>;
}

/** Works with a server of so many spaces. */
export async function withListServer<T>(total: number, work: (server: ListServer) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['--import', 'tsx', SELF, String(total)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the list server ended with ${code}`)));
    child.stdout.once('data', (port) => resolve(`http://127.0.0.1:${String(port).trim()}`));
  });
  const requests = async () => (await (await fetch(`${url}/requests`)).json()) as Asked[];
  try {
    return await work({ url, requests });
  } finally {
    child.kill();
  }
}

const SELF = fileURLToPath(import.meta.url);
if (process.argv[1] === SELF) serve(Number(process.argv[2]));

function serve(total: number): void {
  const spaces = Array.from({ length: total }, (_, number) => space(number));
  const numbers = new Map(spaces.map(({ id }, number) => [id, number]));
  /** Of each page until one of its spaces changes. */
  const texts = new Map<number, Buffer>();
  const listed = (page: number) => {
    const items = spaces.slice(page * PAGE, (page + 1) * PAGE);
    const next = (page + 1) * PAGE < total ? { next: { page: String(page + 1) } } : {};
    const text = texts.get(page) ?? Buffer.from(JSON.stringify({ items, ...next, count: total }));
    texts.set(page, text);
    return text;
  };
  const one = (id: string, change: string) => {
    const number = numbers.get(id);
    const known = number === undefined ? undefined : spaces[number];
    if (number === undefined || known === undefined) return undefined;
    if (change !== '') {
      spaces[number] = { ...known, ...JSON.parse(change) };
      texts.delete(Math.floor(number / PAGE));
    }
    return spaces[number];
  };
  let asked: Asked[] = [];
  const organization = { object: 'organization', id: ORGANIZATION, title: 'Org', urls: {} };
  const answer = ({ pathname, searchParams }: URL, body: string): unknown => {
    const [, , kind, id = ''] = pathname.split('/');
    if (pathname === '/requests') return asked;
    if (pathname === SPACES) return listed(Number(searchParams.get('page') ?? 0));
    if (kind === 'spaces') return one(id, body);
    if (pathname === '/v1/orgs') return { items: [organization] };
    if (pathname === `/v1/orgs/${ORGANIZATION}`) return organization;
    return { object: 'user', id: 'user1', displayName: 'Bench', email: 'bench@example.com' };
  };
  const server = createServer((request, response) => {
    const { method = '', url: path = '/' } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const found = answer(new URL(path, 'http://localhost'), body);
      if (path === '/requests') asked = [];
      else asked.push({ method, path, body });
      const none = { error: { code: 404, message: 'not found' } };
      const text = Buffer.isBuffer(found) ? found : Buffer.from(JSON.stringify(found ?? none));
      response.writeHead(found === undefined ? 404 : 200, {
        'content-type': 'application/json',
        'content-length': text.length,
        // Who asks for the requests does not answer while a program runs.
        ...(path === '/requests' && { connection: 'close' }),
      });
      response.end(text);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
}
