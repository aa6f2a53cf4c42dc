// The web outside, for checks of external links: a server on this machine, and a reach that leads every public name to it.

import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Reach } from '../../src/files/private-address.ts';
import {
  askedUrl,
  judgeLinks,
  publicReach,
  readLinkCache,
  unknownLinks,
} from '../../src/jobs/links/judge.ts';
import { listening } from './lasting.ts';

export interface Outside {
  reach: Reach;
  /** `HEAD gone.example/x`, in the order in which they came. */
  asked: string[];
  headers: IncomingMessage['headers'][];
  close(): Promise<void>;
}

type Reply = (response: ServerResponse, request: IncomingMessage, path: string) => void;

const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(code, headers).end();
const onlyGet =
  (head: number): Reply =>
  (response, { method }) =>
    void response.writeHead(method === 'HEAD' ? head : 200).end();

/** What the first word of a host name does; any other answers 200. */
const REPLIES: Readonly<Record<string, Reply>> = {
  gone: status(410),
  missing: status(404),
  members: status(401),
  refusing: status(403),
  busy: status(429, { 'Retry-After': '3600' }),
  failing: status(500),
  'no-head': onlyGet(405),
  'wrong-head': onlyGet(404),
  moved: status(301, { Location: 'http://fine.example/new' }),
  'moved-away': status(302, { Location: 'http://missing.example/old' }),
  inward: status(302, { Location: 'http://169.254.169.254/latest/meta-data' }),
  loop: (response, request, path) =>
    void response.writeHead(302, { Location: `http://${request.headers.host}${path}x` }).end(),
  silent: () => {},
  cut: (_, { socket }) => void socket.destroy(),
  garbage: (_, { socket }) => void socket.end('this is no HTTP\r\n\r\n'),
  endless: (response) => {
    response.writeHead(200);
    const more = () => !response.destroyed && response.write('x'.repeat(65_536), () => setImmediate(more));
    more();
  },
  'not-for-robots': status(200),
};

const ROBOTS: Readonly<Record<string, Reply>> = {
  'not-for-robots': (response) =>
    void response.end('User-agent: *\nDisallow: /\nAllow: /open/\n\nUser-agent: other\nAllow: /\n'),
  'robots-fails': status(503),
};

/** Addresses that names have outside; any other name has a public one. */
const NAMES: Readonly<Record<string, string>> = {
  'intranet.example': '10.1.2.3',
  'loopback.example': '127.0.0.1',
  'mapped.example': '::ffff:127.0.0.1',
  'metadata.example': '169.254.169.254',
};

/** Names are judged as they are outside; only then the connection goes to the server here. `web` answers in place of the names above. */
export async function openOutside(web?: Reply): Promise<Outside> {
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const word = host.split('.')[0] ?? '';
    const path = request.url ?? '';
    asked.push(`${request.method} ${host}${path}`);
    headers.push(request.headers);
    const usual = path === '/robots.txt' ? (ROBOTS[word] ?? status(404)) : (REPLIES[word] ?? status(200));
    const reply = web ?? usual;
    reply(response, request, path);
  });
  const { port } = new URL(await listening(server));
  const fence = publicReach(((name: string, _: unknown, callback: (...all: unknown[]) => void) => {
    if (name.endsWith('.invalid')) return callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
    callback(null, [{ address: NAMES[name] ?? '203.0.113.7', family: NAMES[name]?.includes(':') ? 6 : 4 }]);
  }) as never);
  return {
    asked,
    headers,
    reach: (url) => {
      const { lookup } = fence(url);
      return {
        port: Number(port),
        lookup: (name, options, callback) =>
          lookup?.(name, { ...options, all: true }, (error) => {
            if (error) return callback(error, []);
            if (options.all) return callback(null, [{ address: '127.0.0.1', family: 4 }]);
            callback(null, '127.0.0.1', 4);
          }),
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const linkCacheAt = (time: string, text?: string) =>
  readLinkCache(text, { name: 'links.json', days: 14, now: () => new Date(time) });

/** What the cache knows of each link once all were judged; no time is spent on manners. */
export async function judged(
  links: readonly string[],
  {
    reach,
    cache = linkCacheAt('2026-11-23T10:00:00Z'),
    timeoutMs = 5000,
    waits = [] as number[],
  }: {
    reach: Reach;
    cache?: ReturnType<typeof linkCacheAt>;
    timeoutMs?: number;
    waits?: number[];
  },
) {
  let clock = 0;
  const { signal } = new AbortController();
  setMaxListeners(100, signal);
  const urls = links.map((link) => askedUrl(link) ?? '');
  await judgeLinks(unknownLinks(urls, cache), {
    ...{ reach, cache, signal, timeoutMs, userAgent: 'docs-links-check/0', ticks: () => clock },
    rate: { requests: 1, perMs: 1000 },
    pause: async (ms) => {
      clock += ms;
      waits.push(ms);
    },
  });
  return { cache, verdicts: urls.map((url) => cache.get(url)) };
}
