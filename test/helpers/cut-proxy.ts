// A host in front of a served sandbox: passes requests on, can refuse them, and can lose one of them, or its answer.
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

type Decide = (
  request: IncomingMessage,
  response: ServerResponse,
) => 'before' | 'after' | 'answered' | undefined;

export interface CutProxy {
  url: string;
  /** The next request of this method whose path ends so is lost: before it arrives, or its answer on the way back. */
  loseNext(method: string, pathEnd: string, when: 'before' | 'after'): void;
  /** From this request on, counted from 1, nothing arrives; of it at most the answer is lost. Undefined: all arrive. */
  cutFrom(number: number | undefined, when: 'before' | 'after'): void;
  /** Decides over each request from now on; it may answer it by itself, and says so. */
  decide(over: Decide): void;
  /** So many of all requests from now on are lost, half of them before they arrive. */
  loseSome(share: number, random: () => number): void;
  /** `POST /v1/spaces/...` of each request since `cutFrom` was called. */
  seen(): readonly string[];
  /** Whether it has happened. */
  hasLost(): boolean;
  /** Requests whose path matches are answered 403 from now on; without a pattern none is. */
  refuse(path: RegExp | undefined): void;
  stop(): Promise<void>;
}

const REFUSAL = JSON.stringify({ error: { code: 403, message: 'the right "view" is missing' } });

/** Addresses of the host behind it become its own: what they give can be lost, too. */
export function passOn(
  answer: IncomingMessage,
  response: ServerResponse,
  { from, to, due }: { from: string; to: string; due?: Promise<unknown> },
): void {
  const { 'content-length': _, ...headers } = answer.headers;
  if (!/json/.test(headers['content-type'] ?? '')) {
    void Promise.resolve(due).then(() => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    return;
  }
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => void chunks.push(chunk));
  answer.on('end', async () => {
    // Byte by byte: a long answer is not decoded for the sake of its addresses.
    const text = Buffer.concat(chunks).toString('latin1').replaceAll(from.replace(/\/$/, ''), to);
    await due;
    response.writeHead(answer.statusCode ?? 502, headers).end(text, 'latin1');
  });
}

export async function startCutProxy(target: string): Promise<CutProxy> {
  let wanted: { method: string; pathEnd: string; when: 'before' | 'after' } | undefined;
  let hasLost = false;
  let end: { number: number; when: 'before' | 'after' } | undefined;
  let seen: string[] = [];
  let refused: RegExp | undefined;
  let decided: Decide = () => undefined;
  const { hostname, port, host } = new URL(target);
  const lostBy = (method: string | undefined, path: string) => {
    if (!wanted || method !== wanted.method || !path.endsWith(wanted.pathEnd)) return undefined;
    const { when } = wanted;
    wanted = undefined;
    hasLost = true;
    return when;
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    if (refused?.test(path)) {
      request.resume();
      response.writeHead(403, { 'content-type': 'application/json' }).end(REFUSAL);
      return;
    }
    seen.push(`${request.method} ${path}`);
    if (end && seen.length > end.number) return request.socket.destroy();
    const cut =
      end && seen.length === end.number
        ? end.when
        : (lostBy(request.method, path) ?? decided(request, response));
    if (cut === 'answered') return request.resume();
    if (cut === 'before') return request.socket.destroy();
    const { method, url, headers } = request;
    const passed = send({ hostname, port, method, path: url, headers: { ...headers, host } }, (answer) => {
      if (cut === 'after') {
        answer.resume().on('end', () => request.socket.destroy());
        return;
      }
      passOn(answer, response, { from: target, to: `http://${headers.host}` });
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
    cutFrom(number, when) {
      end = number === undefined ? undefined : { number, when };
      seen = [];
    },
    decide(over) {
      decided = over;
    },
    loseSome(share, random) {
      decided = () => (random() >= share ? undefined : random() < 0.5 ? 'before' : 'after');
    },
    seen: () => seen,
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
