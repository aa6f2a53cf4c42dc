// Signing in and out, in scripts as those of test/acceptance, with hosts that know one token.
//
//   host NAME {...}   such a host, whose 127.0.0.1:port is $NAME from here on, and $NAME_NAME what a profile of it is called
//   sent              the tokens that hosts were sent since the last look are what `stdout` looks at, a line each
//   forget            the hosts refuse every token from here on
import { join } from 'node:path';
import { freshCli } from '../../../helpers/cli.ts';
import { untilEnd } from '../../../helpers/lasting.ts';
import { playCases } from '../../../helpers/play.ts';
import { type TokenHost, tokenHost } from '../../../helpers/token-host.ts';

const hosts: TokenHost[] = [];
const sent: string[] = [];

playCases(
  join(import.meta.dirname, 'login'),
  () => {
    hosts.length = 0;
    sent.length = 0;
    return freshCli();
  },
  {
    host: async ({ variables }, [name = '', ...options]) => {
      const made = untilEnd(
        await tokenHost('token-1f4c9a', { sent, ...JSON.parse(options.join(' ') || '{}') }),
      );
      hosts.push(made);
      const { host } = new URL(made.url);
      variables.set(name, host).set(`${name}_NAME`, host.replace(':', '-'));
    },
    sent: (state) => {
      state.last = {
        ...state.last,
        stdout: sent
          .splice(0)
          .map((token) => `${token}\n`)
          .join(''),
      };
    },
    forget: () => {
      for (const { server } of hosts)
        server
          .removeAllListeners('request')
          .on('request', (_, response) => response.writeHead(401).end('{}'));
    },
  },
);
