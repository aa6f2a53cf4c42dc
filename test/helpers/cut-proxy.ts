// A host in front of a served sandbox: passes requests on, can refuse them, and can lose one of them, or its answer.
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CutProxy {
  url: string;
  /** The next request of this method whose path ends so is lost: before it arrives, or its answer on the way back. */
  loseNext(method: string, pathEnd: string, when: 'before' | 'after'): void;
  /** Whether it has happened. */
  hasLost(): boolean;
  /** Requests whose path matches are answered 403 from now on; without a pattern none is. */
  refuse(path: RegExp | undefined): void;
  stop(): Promise<void>;
}

const REFUSAL = JSON.stringify({ error: { code: 403, message: 'the right "view" is missing' } });

export async function startCutProxy(target: string): Promise<CutProxy> {
  let wanted: { method: string; pathEnd: string; when: 'before' | 'after' } | undefined;
  let hasLost = false;
  let refused: RegExp | undefined;
  const { hostname, port, host } = new URL(target);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    if (refused?.test(path)) {
      request.resume();
      response.writeHead(403, { 'content-type': 'application/json' }).end(REFUSAL);
      return;
    }
    const isWanted = wanted && request.method === wanted.method && path.endsWith(wanted.pathEnd);
    const cut = isWanted ? wanted?.when : undefined;
    if (cut) {
      wanted = undefined;
      hasLost = true;
    }
    if (cut === 'before') return request.socket.destroy();
    const { method, url, headers } = request;
    const passed = send({ hostname, port, method, path: url, headers: { ...headers, host } }, (answer) => {
      if (cut === 'after') {
        answer.resume().on('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => request.socket.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNext(method, pathEnd, when) {
      wanted = { method, pathEnd, when };
      hasLost = false;
    },
    hasLost: () => hasLost,
    refuse(path) {
      refused = path;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
