import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { freshCli } from '../../helpers/cli.ts';

it('the debug trace shows no control character of an answer', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': '\u009b31mred' });
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cli = freshCli();
  try {
    const { stderr } = await cli('spaces get aaaaaaaaaaaaaaaaaaaa --debug', {
      env: {
        DOCS_TOKEN: 'token-1',
        DOCS_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      },
    });
    expect(stderr).toContain('GET http://127.0.0.1');
    expect(stderr).not.toMatch(/[\u0080-\u009f]/);
  } finally {
    cli.cleanup();
    server.closeAllConnections();
    server.close();
  }
});
