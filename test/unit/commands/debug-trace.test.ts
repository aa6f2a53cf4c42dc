import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { freshCli } from '../../helpers/cli.ts';
import { listening, untilEnd } from '../../helpers/lasting.ts';

it('the debug trace shows no control character of an answer', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': '\u009b31mred' });
    response.end('{}');
  });
  untilEnd(server, () => server.close());
  const env = { DOCS_TOKEN: 'token-1', DOCS_BASE_URL: await listening(server) };
  const { stderr } = await untilEnd(freshCli())('spaces get aaaaaaaaaaaaaaaaaaaa --debug', { env });
  expect(stderr).toContain('GET http://127.0.0.1');
  expect(stderr).not.toMatch(/[\u0080-\u009f]/);
});
