// A host on loopback with one space for every id, slow and failing as a test wants it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ManyServer {
  url: string;
  /** Methods and paths, in the order they came. */
  requests: string[];
  /** Most requests that were open at the same time. */
  mostOpen(): number;
  stop(): Promise<void>;
}

export interface ManyServerOptions {
  /** The status of a request; 200 by default. */
  status?: (method: string, id: string, count: number) => number;
  delayMs?: number;
  /** Headers of every refusal. */
  headers?: Record<string, string>;
}

const space = (id: string) => ({ object: 'space', id, title: `Space ${id}`, urls: {} });

/** Answers `/v1/spaces/{id}` with a space, its list with `a` to `c`, and one organization. */
export async function startManyServer({
  status = () => 200,
  delayMs = 0,
  headers = {},
}: ManyServerOptions = {}): Promise<ManyServer> {
  const requests: string[] = [];
  let open = 0;
  let most = 0;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    requests.push(`${request.method} ${path}`);
    const send = (code: number, body?: unknown) => {
      open -= 1;
      response.writeHead(code, { 'content-type': 'application/json', ...(code >= 400 && headers) });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (path === '/v1/orgs')
      return send(200, { items: [{ object: 'organization', id: 'org', title: 'Org' }] });
    if (path.endsWith('/spaces')) return send(200, { items: ['a', 'b', 'c'].map(space) });
    const id = decodeURIComponent(path.split('/')[3] ?? '');
    const code = status(request.method ?? '', id, requests.length);
    if (code >= 400) return send(code, { error: { code, message: `refused ${id}` } });
    return request.method === 'DELETE' ? send(205) : send(200, space(id));
  };
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    request.resume().on('end', () => setTimeout(() => answer(request, response), delayMs));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    mostOpen: () => most,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
