// A host that knows one token, and tells who it is of and in which organizations they are.
import { createServer, type Server } from 'node:http';
import { listening } from './lasting.ts';

export interface TokenHost {
  server: Server;
  url: string;
  cleanup(): void;
}

/** `sent` gets each token that it is asked with. */
export async function tokenHost(
  known: string,
  {
    sent = [],
    organizations = 1,
    refused = 401,
  }: { sent?: string[]; organizations?: number; refused?: number } = {},
): Promise<TokenHost> {
  const items = Array.from({ length: organizations }, (_, at) => ({ id: `org${at}`, title: `Org ${at}` }));
  const user = { object: 'user', id: 'u1', displayName: 'Ines Okafor' };
  const server = createServer((request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    sent.push(token);
    response.setHeader('content-type', 'application/json');
    response.statusCode = token === known ? 200 : refused;
    response.end(JSON.stringify(request.url?.includes('/user') ? user : { items }));
  });
  return { server, url: await listening(server), cleanup: () => server.close() };
}
