import { expect, it } from 'vitest';
import { sandboxedCli, servedCli } from '../../helpers/cli.ts';
import { untilEnd } from '../../helpers/lasting.ts';

it.each(['whatis', 'open --print'])(
  'an address where readers find it is found by docs %s where a sandbox is served',
  async (command) => {
    const served = untilEnd(await servedCli());
    const { stdout: site } = await served('sites get "Tarnpost Docs" --jq .urls.published');
    const { exitCode, stdout, stderr } = await served(`${command} ${site.trim()}guides/webhooks --json`);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/"url": ".*\/webhooks"/);
  },
);

it('a published site is opened without a question', async () => {
  const cli = untilEnd(await sandboxedCli());
  const opened: string[] = [];
  expect((await cli('open "Tarnpost Docs" --published', { opened })).exitCode).toBe(0);
  expect(opened).toEqual(['https://docs.tarnpost.example/']);
});
