import { expect, it } from 'vitest';
import { freshCli } from '../../helpers/cli.ts';

it.each(['http', 'net', '*', 'HTTPS', 'tls,x', 'x, h*', 'child_process', 'undici'])(
  'NODE_DEBUG=%s is refused: it prints the token',
  async (value) => {
    const cli = freshCli({
      env: { NODE_DEBUG: value, DOCS_TOKEN: 'x', DOCS_BASE_URL: 'http://127.0.0.1:9' },
    });
    const { exitCode, stderr } = await cli('spaces get a');
    cli.cleanup();
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('docs: NODE_DEBUG would print the token'),
    ]);
  },
);

it.each(['', 'module', 'fs,timers', 'httpx', '('])('NODE_DEBUG="%s" is let be', async (value) => {
  const cli = freshCli({ env: { NODE_DEBUG: value } });
  const { exitCode } = await cli('profiles list');
  cli.cleanup();
  expect(exitCode).toBe(0);
});
