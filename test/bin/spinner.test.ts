import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { BIN, NODE } from '../helpers/built.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty } from '../helpers/pty.ts';

it.skipIf(lacks('a spinner on a real terminal', 'python3'))(
  'turns and says what is awaited while a host takes its time',
  async () => {
    let answer = () => {};
    const isSeen = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const server = createServer(async (_, response) => {
      await isSeen;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const env = {
      DOCS_BASE_URL: `http://127.0.0.1:${port}`,
      DOCS_TOKEN: 'token-1',
      DOCS_ORG: 'organizationOfDocs1',
    };
    const pty = openPty([NODE, BIN, 'spaces', 'list'], { env });
    try {
      // Two of its pictures: it turns.
      await pty.waitFor(/[⠋⠙⠹⠸].*(?:waiting|spaces)[\s\S]*[⠙⠹⠸⠼]/i);
      answer();
      expect(await pty.ended).toBe(0);
      expect(pty.output()).not.toMatch(/\[ora\]|unexpected/);
    } finally {
      pty.kill();
      server.closeAllConnections();
      server.close();
    }
  },
);
