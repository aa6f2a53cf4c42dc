import { afterEach, describe, expect, it } from 'vitest';
import { getSpace } from '../../../../src/api/content/spaces.ts';
import { entries } from '../../../../src/commands/index.ts';
import type { Context } from '../../../../src/context.ts';
import { command } from '../../../../src/engine/model/command.ts';
import { startRun } from '../../../../src/engine/run/run.ts';
import { openThing } from '../../../../src/engine/run/web.ts';
import { ATTACKS } from '../../../helpers/attacks.ts';
import { type Cli, freshCli, sandboxedCli } from '../../../helpers/cli.ts';
import { memoryIo } from '../../../helpers/memory-io.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { readAsTerminal } from '../../../helpers/vt.ts';

const get = command('get', getSpace, { args: ['spaceId'], examples: ['docs spaces get Guides'] });

interface Tried {
  opened: string[];
  stdout: string;
  error: unknown;
}

/** Opens what a platform names as the app of a space. */
async function tryOpen(
  app: unknown,
  { tty = false, answers = [] as boolean[], yes = false } = {},
): Promise<Tried> {
  const opened: string[] = [];
  const io = memoryIo({ tty });
  const context: Context = {
    io,
    env: { DOCS_TOKEN: 'token-1', DOCS_BASE_URL: 'https://api.example.com' },
    cwd: '/',
    argv: [],
    version: '0',
    runtime: { node: '20.0.0', platform: 'linux' },
    signal: new AbortController().signal,
    secrets: new Set(),
    answers: new Map(),
    now: () => new Date(0),
    paths: () => ({ config: undefined, data: undefined, cache: undefined }),
    prompts: async () => ({
      confirm: async () => answers.shift() ?? expect.fail('asked'),
      input: () => expect.fail('asked'),
      password: () => expect.fail('asked'),
      select: () => expect.fail('asked'),
      ask: () => expect.fail('asked'),
    }),
    openUrl: async (url) => {
      opened.push(url);
    },
    openPager: () => expect.fail('paged'),
    settleWith: () => {},
  };
  const run = startRun(context, get, {
    catalog: entries,
    path: 'docs spaces get',
    args: ['x'],
    flags: { yes },
  });
  const error = await openThing(run, { id: 'x', urls: { app } }).catch((thrown) => thrown);
  return { opened, stdout: io.stdout(), error };
}

const HOSTILE = [
  'http://app.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '-flag',
  '--new-window',
  '&calc',
  '|calc',
  ';calc',
  '$(calc)',
  '`calc`',
  'https://ann:pw@app.example.com/',
  'https://app.example.com\\@evil.test/',
  'https://app.example.com/"&calc',
  'https://app.example.com/ --flag',
  'https://app.example.com/\n-flag',
  'HTTPS://APP.EXAMPLE.COM/',
  'ssh://app.example.com',
  'smb://evil.test/x',
  '//app.example.com/',
  '/etc/passwd',
  'sandbox:/o/x',
  '',
  null,
  7,
  {},
];

describe('opening a thing in the browser', () => {
  it('opens what stands on a host of the profile, after its address was shown', async () => {
    const url = 'https://app.example.com/o/1/s/2';
    expect(await tryOpen(url)).toEqual({ opened: [url], stdout: `${url}\n`, error: undefined });
  });

  it('opens nothing else than https addresses, whatever the platform says and the person agrees to', async () => {
    const tried = [...HOSTILE, ...ATTACKS.map((text) => `https://app.example.com/${text}`), ...ATTACKS];
    expect(tried.length).toBeGreaterThan(runs('T3', 'urls', 200));
    for (const url of tried) {
      const { opened, stdout, error } = await tryOpen(url, { tty: true, yes: true });
      const harmless =
        typeof url === 'string' && /^https:\/\/app\.example\.com\/[\w.:/?#[\]@!$&()*+,;=%-]*$/.test(url);
      expect([url, opened], String(error)).toEqual([url, harmless ? [url] : []]);
      expect(readAsTerminal(stdout).controls).toEqual([]);
    }
    reached('T3', 'urls', tried.length);
  });

  it('asks about other hosts, and refuses where nobody can answer', async () => {
    const url = 'https://docs.acme.example/';
    expect(await tryOpen(url)).toMatchObject({ opened: [], stdout: `${url}\n`, error: { exit: 3 } });
    expect(await tryOpen(url, { tty: true, answers: [false] })).toMatchObject({
      opened: [],
      error: { exit: 3 },
    });
    expect(await tryOpen(url, { tty: true, answers: [true] })).toMatchObject({
      opened: [url],
      error: undefined,
    });
    expect(await tryOpen(url, { yes: true })).toMatchObject({ opened: [url], error: undefined });
  });
});

describe('--web', () => {
  let cli: Cli;
  afterEach(() => cli.cleanup());

  it('stands with every get of what has a page in the app, and with nothing else', async () => {
    cli = freshCli();
    const { stdout } = await cli(
      'commands --jq \'.[] | select(any(.flags[]; .name == "--web")) | .command\'',
    );
    expect(stdout.trim().split('\n').sort()).toEqual(
      expect.arrayContaining(['docs spaces get', 'docs sites get', 'docs orgs get', 'docs cr get']),
    );
    expect(stdout).not.toMatch(/ list$/m);
  });

  it('shows the address in place of the result', async () => {
    cli = await sandboxedCli();
    const { stdout, stderr } = await cli('spaces get Guides --web');
    expect(stdout).toMatch(/^sandbox:\/o\/\w+\/s\/\w+\n$/);
    expect(stderr).toContain('the sandbox has an API and no app');
  });
});
