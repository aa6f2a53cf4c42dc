// A loopback host with spaces that can be listed, read and changed, and counts what it is asked. In a process of its own.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ORGANIZATION, spaceId } from './list-server.ts';

const PAGE = 1000;

export interface Counted {
  /** GET of a page of a list. */
  pages: number;
  /** GET of one space. */
  reads: number;
  writes: number;
  /** Everything else: who calls, in which organization. */
  others: number;
}

export interface PlanServer {
  url: string;
  /** Since the last call of this. */
  counted(): Promise<Counted>;
  stop(): void;
}

/** Starts the server in a process of its own; `total` spaces. */
export function startPlanServer(total: number): Promise<PlanServer> {
  const child = spawn(process.execPath, ['--import', 'tsx', SELF, String(total)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the server of plans ended with ${code}`)));
    child.stdout.once('data', (port) => {
      const url = `http://127.0.0.1:${String(port).trim()}`;
      const counted = async () => (await (await fetch(`${url}/counted`)).json()) as Counted;
      resolve({ url, counted, stop: () => child.kill() });
    });
  });
}

const SELF = fileURLToPath(import.meta.url);
if (process.argv[1] === SELF) serve(Number(process.argv[2]));

function space(number: number) {
  const time = '2026-01-31T12:00:00.000Z';
  return {
    object: 'space',
    id: spaceId(number),
    title: `Space ${number}`,
    visibility: 'public',
    createdAt: time,
    updatedAt: time,
    editMode: 'live',
    mergeRules: { type: 'inherit' },
    urls: {
      location: `https://api.example.com/v1/spaces/${spaceId(number)}`,
      app: `https://app.example.com/o/${ORGANIZATION}/s/${spaceId(number)}`,
    },
    organization: ORGANIZATION,
    revision: `rev${number}`,
    defaultLevel: 'inherit',
    comments: 3,
    changeRequests: 5,
    changeRequestsOpen: 2,
    changeRequestsDraft: 1,
    permissions: { view: true, access: true, admin: true, edit: true },
  };
}

function serve(total: number): void {
  const spaces = new Map<string, object>(
    Array.from({ length: total }, (_, number) => [spaceId(number), space(number)]),
  );
  const none = (): Counted => ({ pages: 0, reads: 0, writes: 0, others: 0 });
  let counted = none();
  const listed = (page: number) => {
    counted.pages += 1;
    const items = [...spaces.values()].slice(page * PAGE, (page + 1) * PAGE);
    return { items, count: total, ...((page + 1) * PAGE < total && { next: { page: String(page + 1) } }) };
  };
  const one = (id: string, change: string) => {
    const known = spaces.get(id);
    if (change === '' || known === undefined) {
      counted.reads += 1;
      return known;
    }
    counted.writes += 1;
    const changed = { ...known, ...JSON.parse(change) };
    spaces.set(id, changed);
    return changed;
  };
  const other = (path: string) => {
    counted.others += 1;
    const organization = { object: 'organization', id: ORGANIZATION, title: 'Org', urls: {} };
    if (path === '/v1/orgs') return { items: [organization] };
    if (path === `/v1/orgs/${ORGANIZATION}`) return organization;
    return { object: 'user', id: 'user1', displayName: 'Bench', email: 'bench@example.com' };
  };
  const answer = ({ pathname, searchParams }: URL, body: string): unknown => {
    const [, , kind, id = ''] = pathname.split('/');
    if (pathname === '/counted') {
      const told = counted;
      counted = none();
      return told;
    }
    if (pathname.endsWith('/spaces')) return listed(Number(searchParams.get('page') ?? 0));
    return kind === 'spaces' ? one(id, body) : other(pathname);
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const found = answer(new URL(request.url ?? '/', 'http://localhost'), body);
      const text = JSON.stringify(found ?? { error: { code: 404, message: 'not found' } });
      response.writeHead(found ? 200 : 404, {
        'content-type': 'application/json',
        // Who asks for the counts does not answer while a program runs.
        ...(request.url === '/counted' && { connection: 'close' }),
      });
      response.end(text);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
  });
}
