import { beforeEach, describe, expect, it } from 'vitest';
import { type Cli, freshCli, sandboxedCli } from '../../../helpers/cli.ts';
import { untilEnd } from '../../../helpers/lasting.ts';
import { type TokenHost, tokenHost } from '../../../helpers/token-host.ts';

const TOKEN = 'token-1f4c9a';
let cli: Cli;
let hosts: TokenHost[] = [];
/** The tokens a host was sent, in order. */
let sent: string[] = [];

beforeEach(() => {
  cli = untilEnd(freshCli());
  [sent, hosts] = [[], []];
});

/** A host that knows one token; returns `127.0.0.1:port`. */
async function host(organizations = 1, refused = 401): Promise<string> {
  const made = untilEnd(await tokenHost(TOKEN, { sent, organizations, refused }));
  hosts.push(made);
  return new URL(made.url).host;
}

const profiles = async (): Promise<{ name: string; baseUrl: string; isDefault: boolean }[]> =>
  JSON.parse((await cli('profiles list --json')).stdout);
const piped = (argv: string, stdin = TOKEN) => cli(`auth login --with-token ${argv}`, { stdin });
const asked = (argv: string, ...answers: (string | boolean)[]) =>
  cli(`auth login ${argv}`, { tty: true, answers });

describe('the address of the host', () => {
  it('is taken with the version of the API, too', async () => {
    const { exitCode, stderr } = await asked('', `${await host()}/v1`, 'work', TOKEN);
    expect(exitCode, stderr).toBe(0);
    expect((await profiles())[0]?.baseUrl).not.toContain('/v1');
  });

  it('is that of the API where the web app was given, before any token is asked for', async () => {
    // No to the API asks for the host once more.
    const { stderr } = await asked('', 'https://app.gitbook.com/o/abc', false, await host(), 'work', TOKEN);
    expect(stderr).toContain('profile "work"');
    const refused = await piped('--base-url https://app.gitbook.com');
    expect(refused.stderr).toContain('is the web app, not the API: use https://api.gitbook.com');
    expect(refused.exitCode).toBe(2);
  });

  it('is tried before a token is typed, without one', async () => {
    const { exitCode, stderr } = await asked('--name work', '127.0.0.1:9', TOKEN);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('hint: check the network and the host, then run: docs auth login --name work');
    expect(stderr).not.toContain('Create a token');
    await asked('', await host(), 'work', TOKEN);
    expect(sent[0]).toBe('');
  });
});

describe('what was signed in to', () => {
  it('is used from then on when a sandbox was the default', async () => {
    cli = untilEnd(await sandboxedCli());
    const { exitCode, stderr } = await asked('', await host(), 'work', TOKEN);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('profile "work" is used by default');
    expect(stderr).toMatch(/next: docs spaces list$/m);
    expect((await profiles()).find(({ isDefault }) => isDefault)?.name).toBe('work');
  });

  it('leaves a sandbox the default where nobody is asked', async () => {
    cli = untilEnd(await sandboxedCli());
    const { stderr } = await piped(`--name ci --base-url ${await host()}`);
    expect(stderr).toContain('to use it by default: docs profiles use ci');
    expect((await profiles()).find(({ isDefault }) => isDefault)?.name).toBe('sandbox');
  });

  it('becomes the default where a person agrees, and stays beside it where nobody can', async () => {
    expect((await piped(`--name first --base-url ${await host()}`)).exitCode).toBe(0);
    const second = await host();
    const { stderr } = await piped(`--name second --base-url ${second}`);
    expect(stderr).toContain('to use it by default: docs profiles use second');
    expect(stderr).toContain('next: docs spaces list --profile second');
    await asked('--name second', second, TOKEN, false);
    expect((await profiles()).find(({ isDefault }) => isDefault)?.name).toBe('first');
    await asked('--name second', second, TOKEN, true);
    expect((await profiles()).find(({ isDefault }) => isDefault)?.name).toBe('second');
  });

  it('is named in the next command where a variable or a folder chooses another', async () => {
    await piped(`--name first --base-url ${await host()}`);
    await cli('use --profile first');
    const { stderr } = await asked('--name second', await host(), TOKEN, true);
    expect(stderr).toContain('next: docs spaces list --profile second');
  });

  it('is called after its host, and keeps the name it has', async () => {
    const address = await host();
    await piped(`--base-url ${address}`);
    expect((await profiles()).map(({ name }) => name)).toEqual([address.replace(':', '-')]);
    await cli(`profiles rename ${address.replace(':', '-')} work`);
    await piped(`--base-url http://${address}/`);
    expect((await profiles()).map(({ name }) => name)).toEqual(['work']);
  });

  it('keeps what the profile holds beside the token', async () => {
    const address = await host(2);
    await piped(`--name work --read-only --base-url ${address}`);
    await asked('--name work', '', TOKEN, 'Org 1');
    await piped('--name work');
    const [profile] = await profiles();
    expect(profile).toMatchObject({ organization: 'org1', readOnly: true, baseUrl: `http://${address}` });
    await piped('--name work --no-read-only');
    expect((await profiles())[0]).not.toMatchObject({ readOnly: true });
  });
});

describe('a token', () => {
  it('goes to the host of the profile that is named, and to no other', async () => {
    const address = await host();
    await piped(`--name exp --base-url ${address}`);
    for (const argv of ['--name exp', '--profile exp']) {
      expect((await piped(argv)).exitCode).toBe(0);
      expect((await asked(argv, '', TOKEN)).exitCode).toBe(0);
    }
    expect(
      (await cli('auth login --with-token', { stdin: TOKEN, env: { DOCS_PROFILE: 'exp' } })).exitCode,
    ).toBe(0);
    expect((await profiles()).map(({ baseUrl }) => baseUrl)).toEqual([`http://${address}`]);
  });

  it('replaces that of another host after a question only', async () => {
    await piped(`--name exp --base-url ${await host()}`);
    const other = await host();
    sent = [];
    const refused = await asked('', other, 'exp', false);
    expect([refused.exitCode, sent]).toEqual([3, []]);
    expect((await asked('', other, 'exp', true, TOKEN)).exitCode).toBe(0);
    expect((await profiles()).map(({ baseUrl }) => baseUrl)).toEqual([`http://${other}`]);
  });

  it('may be typed three times', async () => {
    const address = await host();
    const { exitCode, stderr } = await asked('', address, 'x', 'wrong', 'with a space', ` "${TOKEN}" `);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('refused the token of profile "x" (401)');
    expect(stderr).toContain('contains a space or a line break');
    const given = await asked('--name y', address, 'wrong', 'wrong', 'wrong');
    expect([given.exitCode, sent.filter((token) => token === 'wrong').length]).toEqual([4, 4]);
    expect(given.stderr).toMatch(/hint: Create a token in your account settings on 127\.0\.0\.1/);
    expect((await profiles()).map(({ name }) => name)).toEqual(['x']);
  });

  it('is not asked for again when something else fails', async () => {
    const { exitCode, stderr } = await asked('', await host(1, 503), 'x', 'wrong');
    expect(exitCode, stderr).toBe(1);
  });

  it('is read once without a terminal', async () => {
    const { exitCode, stderr } = await piped(`--base-url ${await host()}`, 'wrong');
    expect([exitCode, sent]).toEqual([4, ['wrong']]);
    expect(stderr).toContain('hint: Create a token');
  });

  it('comes from a place that is named before the question', async () => {
    const { stderr } = await asked('', await host(), 'x', TOKEN);
    expect(stderr.indexOf('Create a token in your account settings on 127.0.0.1')).toBe(0);
    expect((await cli('auth login --help')).stdout).toContain('https://app.gitbook.com/account/developer');
  });

  it('of a variable is said to win', async () => {
    const { stderr } = await cli(`auth login --with-token --base-url ${await host()}`, {
      stdin: TOKEN,
      env: { DOCS_TOKEN: 'another-token' },
    });
    expect(stderr).toContain('DOCS_TOKEN is set and replaces the token of every profile');
  });
});

it('a refused token leads back to the profile it belongs to', async () => {
  const address = await host();
  await piped(`--name exp --base-url ${address}`);
  await piped(`--name other --base-url ${await host()}`);
  for (const { server } of hosts)
    server.removeAllListeners('request').on('request', (_, response) => {
      response.statusCode = 401;
      response.end('{}');
    });
  const { exitCode, stderr } = await cli('spaces list --profile exp');
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining('hint: docs auth login --profile exp\n')]);
});

it('signing out asks which of several, and says what went', async () => {
  await piped(`--name first --base-url ${await host()}`);
  await piped(`--name second --base-url ${await host()}`);
  const [first, second] = await profiles();
  const chosen = await cli('auth logout', { tty: true, answers: ['second'] });
  expect(chosen.stderr).toContain(`Removed the token of profile "second" for ${second?.baseUrl}`);
  const { stderr, exitCode } = await cli('auth logout');
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringContaining(`removed the token of the default profile "first" for ${first?.baseUrl}`),
  ]);
  expect((await cli('auth logout nobody')).stderr).toContain('hint: docs profiles list');
});
