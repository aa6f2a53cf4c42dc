// A host whose every answer has the shape that the operation describes, until a test changes it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Operation } from '../../src/api/operation.ts';
import { match } from '../../src/sandbox/match.ts';
import { hostile } from './hostile-server.ts';

export interface AnsweringServer {
  url: string;
  /** Makes what is sent from the value that would be. */
  change: (value: unknown, operation: Operation) => unknown;
  stop(): Promise<void>;
}

const MOST_ITEMS = 2;

export async function startAnsweringServer(): Promise<AnsweringServer> {
  const host: AnsweringServer = {
    url: '',
    change: (value) => value,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const found = match(request.method ?? '', (request.url ?? '').replace(/\?.*$/s, ''));
      const status = found ? (found.operation.success[0] ?? 200) : 404;
      const answer = (code: number, text?: string) =>
        response.writeHead(code, { 'content-type': 'application/json' }).end(text);
      if (!found?.operation.result || status >= 204) return answer(status);
      const whole = hostile(found.operation.result, { everywhere: false, at: 0, named: new Map() });
      const text = JSON.stringify(host.change(plain(whole), found.operation));
      // What a test leaves out altogether is an answer without a body.
      return text === undefined ? answer(204) : answer(status, text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}

/** Short lists and short, harmless texts in place of attacks. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(plain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [/^\w+$/.test(key) ? key : 'key', plain(one)]),
    );
  }
  return typeof value === 'string' && !/^[\w:.-]{1,30}$/.test(value) ? 'text' : value;
}
