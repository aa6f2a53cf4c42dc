// Hints of the server and of signing in, and those made of the line that was typed: each is run, and answers.
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnsweringServer } from '../helpers/answering-server.ts';
import { freshCli, type Outcome, sandboxedCli, splitWords } from '../helpers/cli.ts';
import { perTest, untilEnd } from '../helpers/lasting.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/hints-of-lines.txt');

/** Every command that an outcome leads on to; what a person fills in is left out. */
function offeredIn({ stderr }: Outcome): string[] {
  return stderr.split('\n').flatMap((line) => {
    const [, text = ''] =
      /^(?:hint|.*\bnext|undo|to [\w ]+|.*: choose one with|serving .*to use it): ?(docs .*)$/.exec(line) ??
      /choose one with (docs .*)$/.exec(line) ??
      [];
    const [command = ''] = text.split(/(?:, | or )(?=set|or |press|to )|; /);
    return command === '' ? [] : [command.replace(/ < [\w.]+$/, '')];
  });
}

const onlyOffer = (outcome: Outcome): string[] => {
  const [line, ...more] = offeredIn(outcome);
  expect([line, more], outcome.stderr).toEqual([expect.stringMatching(/^docs /), []]);
  return splitWords(line ?? '').slice(1);
};

const cli = perTest(() => sandboxedCli({ stdin: '' }));

describe('what sandbox serve offers', () => {
  /** Ends once there is a profile for the server, or once the command refuses; meanwhile something else may be done. */
  const serve = async (words: string | readonly string[], meanwhile = async () => {}): Promise<Outcome> => {
    const end = new AbortController();
    const serving = cli(words, { signal: end.signal });
    const isServed = async () => (await cli('profiles list -q')).stdout.includes('sandbox-serve');
    try {
      await Promise.race([serving, expect.poll(isServed, { timeout: 30_000 }).toBe(true)]);
      await meanwhile();
    } finally {
      end.abort();
    }
    return serving;
  };

  it('instead of a port that is taken', async () => {
    const other = untilEnd(createServer(), (it) => it.close());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;

    const refused = await cli(['sandbox', 'serve', '--port', String(port)]);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`port ${port} is in use`),
    ]);
    expect(await serve(onlyOffer(refused))).toMatchObject({ stdout: expect.stringMatching(/^http:/) });
  });

  it.each([
    ['--port 99999', 2],
    ['--host 203.0.113.77', 1],
    ['--now soon', 2],
    ['--allow-host "a b"', 2],
    ['--allow-origin nowhere', 2],
    ['--allow-origin http://localhost:3000/path', 2],
  ])('instead of %s', async (flags, exit) => {
    const refused = await cli(`sandbox serve ${flags}`);
    expect(refused.exitCode, refused.stderr).toBe(exit);
    const { stdout, stderr } = await serve(onlyOffer(refused));
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^http:/), expect.stringContaining('serving')]);
  });

  it('before a sandbox is made', async () => {
    const nobody = untilEnd(freshCli({ stdin: '' }));

    expect(await nobody(onlyOffer(await nobody('sandbox serve')))).toMatchObject({ exitCode: 0 });
    expect((await nobody('spaces list')).exitCode).toBe(0);
  });

  it('where its file is served and is to go', async () => {
    const { stderr } = await serve('sandbox serve', async () => {
      const refused = await cli('sandbox reset --yes');
      expect([refused.exitCode, refused.stderr]).toEqual([
        1,
        expect.stringContaining(
          `is being served by process ${process.pid}: stop it first\nhint: kill ${process.pid}\n`,
        ),
      ]);
      expect(await cli('spaces list -q --profile sandbox-serve')).toMatchObject({ exitCode: 0 });
    });
    // The profile went with the server.
    expect(offeredIn({ exitCode: 0, stdout: '', stderr })).toEqual([
      'docs spaces list --profile sandbox-serve',
    ]);
  });
});

describe('what signing in offers', () => {
  let host: Awaited<ReturnType<typeof startAnsweringServer>>;
  beforeAll(async () => {
    host = await startAnsweringServer();
  });
  afterAll(() => host.stop());

  const signIn = (more: readonly string[] = [], stdin = 'token-1') =>
    cli(['auth', 'login', '--with-token', '--base-url', host.url, '--name', 'work', ...more], { stdin });

  it('without a terminal', async () => {
    const { exitCode, stderr } = await cli(`auth login --base-url ${host.url}`);
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining('docs auth login --with-token < token.txt'),
    ]);
    const offered = ['auth', 'login', '--with-token', '--base-url', host.url];
    expect(await cli(offered, { stdin: 'token-1\n' })).toMatchObject({ exitCode: 0 });
  });

  it('once it is done, beside a default and without one', async () => {
    const first = await signIn();
    expect(offeredIn(first).length, first.stderr).toBeGreaterThan(0);
    const second = await cli(
      splitWords(
        `auth login --with-token --base-url http://localhost:${new URL(host.url).port} --name other`,
      ),
      { stdin: 'token-1' },
    );
    const lines = [...offeredIn(first), ...offeredIn(second)];
    expect(lines.some((line) => line.startsWith('docs profiles use'))).toBe(true);
    for (const line of lines) {
      const words = splitWords(line.replace('<org>', 'organization-1234')).slice(1);
      const { exitCode, stderr } = await cli(words);
      expect([0, 5], `${line}\n${stderr}`).toContain(exitCode);
    }
  });

  it.each([
    ['a blank token', [], ' \n'],
    ['a token of two lines', [], 'a\nb\n'],
    ['a name that is none', ['--name', 'a b'], 'token-1'],
    ['an address that is none', ['--base-url', 'ftp://x'], 'token-1'],
  ])('after %s', async (_, more, stdin) => {
    const refused = await signIn(more, stdin);
    expect([2, 4], refused.stderr).toContain(refused.exitCode);
    expect(refused.stderr).toMatch(/^hint: /m);
    for (const line of offeredIn(refused))
      expect((await cli(splitWords(line).slice(1))).exitCode).not.toBe(2);
  });
});

const LINES = table('a line without consent, and what is done before');

describe('a line that is to be typed again with consent', () => {
  it.each(LINES)('%s', async (line = '', setup) => {
    const stdin = line.endsWith(' -') ? 'Handbook\nGuides\n' : '';
    if (setup !== undefined) expect(await cli(setup)).toMatchObject({ exitCode: 0 });
    const refused = await cli(line, { stdin });
    expect(refused.exitCode, refused.stderr).toBe(3);
    const { exitCode, stderr } = await cli(onlyOffer(refused), { stdin });
    expect(exitCode, stderr).toBe(0);
  });
});
