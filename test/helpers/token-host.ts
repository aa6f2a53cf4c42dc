// A host that knows one token, and tells who it is of and in which organizations they are; and what scripts say of it:
//
//   host NAME {...}   such a host, whose 127.0.0.1:port is $NAME from here on, and $NAME_NAME what a profile of it is called
//   sent              the tokens that hosts were sent since the last look are what `stdout` looks at, a line each
//   forget            the hosts refuse every token from here on
import { createServer, type Server } from 'node:http';
import { listening, untilEnd } from './lasting.ts';
import type { State } from './play.ts';

export interface TokenHost {
  server: Server;
  url: string;
  cleanup(): void;
}

/** `sent` gets each token that it is asked with. */
export async function tokenHost(
  known: string | readonly string[],
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
    response.statusCode = [known].flat().includes(token) ? 200 : refused;
    response.end(JSON.stringify(request.url?.includes('/user') ? user : { items }));
  });
  return { server, url: await listening(server), cleanup: () => server.close() };
}

/** Words of scripts: hosts that know the tokens, until the test ends. */
export function hostWords(...known: string[]): State['more'] {
  const hosts: TokenHost[] = [];
  const sent: string[] = [];
  const end = (host: TokenHost) => {
    host.cleanup();
    hosts.length = 0;
    sent.length = 0;
  };
  return {
    host: async ({ variables }, [name = '', ...options]) => {
      const made = await tokenHost(known, { sent, ...JSON.parse(options.join(' ') || '{}') });
      hosts.push(untilEnd(made, end));
      const { host } = new URL(made.url);
      variables.set(name, host).set(`${name}_NAME`, host.replace(':', '-'));
    },
    sent: (state) => {
      const lines = sent.splice(0).map((one) => `${one}\n`);
      state.last.stdout = lines.join('');
    },
    forget: () => {
      for (const { server } of hosts)
        server
          .removeAllListeners('request')
          .on('request', (_, response) => response.writeHead(401).end('{}'));
    },
  };
}
