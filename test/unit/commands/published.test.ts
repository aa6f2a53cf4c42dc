import { describe, expect, it } from 'vitest';
import { sandboxedCli, servedCli } from '../../helpers/cli.ts';
import { perTest, untilEnd } from '../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

const SITE = 'https://docs.tarnpost.example';
const kinds = async (url: string) => {
  const { stdout } = await cli(['whatis', url, '--json', '--fields', 'kind,title,command']);
  return stdout === '' ? [] : JSON.parse(stdout);
};

describe('an address where readers find it', () => {
  it.each([
    [`${SITE}/guides/webhooks`, ['page', 'space', 'site']],
    [`${SITE}/guides/webhooks/?ask=1#retries`, ['page', 'space', 'site']],
    [`${SITE}/guides/webhooks.md`, ['page', 'space', 'site']],
    [`${SITE}/guides`, ['space', 'site']],
    [`${SITE}/guides/no-such-page`, ['space', 'site']],
    // Nothing is published there: the space that the site begins with is another thing.
    [`${SITE}/guidesome`, ['site']],
    [`${SITE}/`, ['space', 'site']],
    ['https://tarnpost.docs.example/nowhere/', []],
    ['https://docs.tarnpost.example.evil.test/guides/', []],
    [`${SITE}/%E0%A4%A/`, ['site']],
  ])('%s', async (url, expected) => {
    expect((await kinds(url)).map(({ kind }: { kind: string }) => kind)).toEqual(expected);
  });

  it('comes with commands that show it', async () => {
    const [page] = await kinds(`${SITE}/guides/webhooks`);
    const { stdout } = await cli(`${page.command.replace('docs ', '')} --json --fields title`);
    expect(JSON.parse(stdout)).toEqual({ title: 'Webhooks' });
  });

  it.each(['whatis', 'open --print'])('is found by docs %s where a sandbox is served', async (command) => {
    const served = untilEnd(await servedCli());

    const { stdout: site } = await served('sites get "Tarnpost Docs" --jq .urls.published');
    const { exitCode, stdout, stderr } = await served(`${command} ${site.trim()}guides/webhooks --json`);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/"url": ".*\/webhooks"/);
  });

  it('is asked for once, with three lists at most', async () => {
    const { stderr } = await cli(`pages get ${SITE}/guides/webhooks --debug -q`);
    const lists = stderr
      .split('\n')
      .filter((line) => /GET .*(\/sites|\/site-spaces|\/content\/pages)\b/.test(line));
    expect(lists.length).toBeLessThanOrEqual(3);
  });

  it('is opened without a question, where a site is published', async () => {
    const opened: string[] = [];
    expect((await cli('open "Tarnpost Docs" --published', { opened })).exitCode).toBe(0);
    expect(opened).toEqual([`${SITE}/`]);
  });

  it('is not taken for what is named by itself', async () => {
    const { stdout } = await cli(`pages list --space ${SITE}/api/ --json --fields title`);
    const named = await cli('pages list --space "API reference" --json --fields title');
    expect(stdout).toBe(named.stdout);
  });
});
