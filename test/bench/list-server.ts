// A loopback host with 100,000 spaces in 100 pages, and one space to get. In a process of its own: run as a worker.
import { createServer } from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

const PAGE = 1000;

function space(number: number) {
  const id = `sp${String(number).padStart(18, '0')}`;
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
      app: `https://app.example.com/o/org/s/${id}`,
    },
    organization: 'org',
    revision: `rev${number}`,
    defaultLevel: 'inherit',
    comments: 3,
    changeRequests: 5,
    changeRequestsOpen: 2,
    changeRequestsDraft: 1,
    permissions: Object.fromEntries(flags.map((flag) => [flag, true])),
  };
}

export interface ListServer {
  url: string;
  stop(): Promise<number>;
}

/** Starts the server in a worker; `total` spaces. */
export function startListServer(total: number): Promise<ListServer> {
  const worker = new Worker(new URL(import.meta.url), { workerData: total, env: { TOTAL: String(total) } });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (port: number) => {
      resolve({ url: `http://127.0.0.1:${port}`, stop: () => worker.terminate() });
    });
  });
}

if (!isMainThread) serve(Number(process.env.TOTAL));

function serve(total: number): void {
  const pages = Array.from({ length: Math.ceil(total / PAGE) }, (_, page) => {
    const items = Array.from({ length: Math.min(PAGE, total - page * PAGE) }, (_, at) =>
      space(page * PAGE + at),
    );
    const next = (page + 1) * PAGE < total ? { next: { page: String(page + 1) } } : {};
    return Buffer.from(JSON.stringify({ items, ...next, count: total }));
  });
  const one = Buffer.from(JSON.stringify(space(1)));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = url.pathname.startsWith('/v1/spaces/')
      ? one
      : pages[Number(url.searchParams.get('page') ?? 0)];
    response.writeHead(body ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': body?.length ?? 0,
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address && typeof address === 'object') parentPort?.postMessage(address.port);
  });
}
