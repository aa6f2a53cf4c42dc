// A host far away, in front of a served sandbox: each answer takes a round trip more, and too many a second are refused.
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { passOn } from './cut-proxy.ts';

export interface Seen {
  /** `GET /v1/spaces/...` with its query. */
  line: string;
  /** How many stand in a row up to this one, each of which began when the one before had ended. */
  depth: number;
}

export interface FarHost {
  url: string;
  /** The requests so far, which are forgotten; from now on each takes as long as it says. */
  seen(delayMs: number): Seen[];
  stop(): Promise<void>;
}

const LIMITED = JSON.stringify({ error: { code: 429, message: 'too many requests' } });

/** `perSecond`: more in one second are answered with 429. No answer is late before `seen` says so. */
export async function startFarHost(target: string, perSecond = Number.POSITIVE_INFINITY): Promise<FarHost> {
  const { hostname, port, host } = new URL(target);
  let delayMs = 0;
  let seen: Seen[] = [];
  let ended = 0;
  let recent: number[] = [];
  const isOver = () => {
    const now = performance.now();
    recent = recent.filter((at) => now - at < 1000);
    if (recent.length >= perSecond) return true;
    recent.push(now);
    return false;
  };
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const one = { line: `${method} ${url}`, depth: ended + 1 };
    seen.push(one);
    response.on('finish', () => {
      ended = Math.max(ended, one.depth);
    });
    if (isOver()) {
      request.resume();
      await wait(delayMs);
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' }).end(LIMITED);
      return;
    }
    const passed = send(
      { hostname, port, method, path: url, headers: { ...headers, host } },
      async (answer) => {
        await wait(delayMs);
        passOn(answer, response, { from: target, to: `http://${headers.host}` });
      },
    );
    passed.on('error', () => request.socket.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen(nextMs) {
      delayMs = nextMs;
      const all = seen;
      seen = [];
      ended = 0;
      return all;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
