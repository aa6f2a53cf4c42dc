import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { describe, it } from 'vitest';
import { Secret } from '../../../src/config/credentials.ts';
import { pathsOf } from '../../../src/config/folders.ts';
import { saveProfile, useProfile } from '../../../src/config/profiles.ts';
import { allowProjectFile } from '../../../src/config/project-file.ts';
import { type Flags, resolveConfig } from '../../../src/config/resolve.ts';
import { AuthError, DocsError, UsageError } from '../../../src/errors.ts';
import { configHome, thrownBy } from '../../helpers/config-home.ts';
import { reached } from '../../helpers/runs.ts';
import { lineCases } from '../../helpers/text-cases.ts';

const STORED = 'stored-canary-1f4c';
const GIVEN = 'given-canary-9b2e';
const DEFAULT = 'https://api.gitbook.com';

interface Case {
  flags?: Flags;
  env?: Record<string, string>;
  project?: object;
}

/** Two profiles with tokens, `work` the default. */
async function setUp() {
  const { home, paths, config } = configHome();
  const names = { organization: 'profile-org', space: 'profile-space', site: 'profile-site' };
  await saveProfile(paths, {
    name: 'work',
    profile: { baseUrl: 'https://work.example.com/', ...names },
    token: new Secret(STORED),
  });
  await saveProfile(paths, {
    name: 'other',
    profile: { baseUrl: 'https://other.example.com', readOnly: true },
    token: new Secret(`${STORED}-other`),
  });
  const cwd = join(home, 'checkout', 'sub');
  mkdirSync(cwd, { recursive: true });
  const resolve = ({ flags = {}, env = {}, project }: Case = {}) => {
    if (project) writeFileSync(join(home, 'checkout', '.docsrc.json'), JSON.stringify(project));
    return resolveConfig({ flags, env, cwd, paths });
  };
  const projectPath = join(home, 'checkout', '.docsrc.json');
  /** Writes the project file and lets it choose its profile. */
  const allow = async (project: object) => {
    writeFileSync(projectPath, JSON.stringify(project));
    await allowProjectFile(paths, projectPath);
  };
  return { home, paths, config, cwd, resolve, allow, projectPath };
}

interface Given extends Case {
  /** The user lets the project file choose the profile. */
  allow?: boolean;
  /** The usual profile from here on. */
  use?: string;
}

/** What is resolved of what is given, each with its source. */
async function settingsOf({ allow: allows, use, ...given }: Given) {
  const { resolve, allow, home, paths } = await setUp();
  if (allows && given.project) await allow(given.project);
  if (use) await useProfile(paths, use);
  try {
    const { profile, baseUrl, kind, readOnly } = resolve(given);
    const told = Object.entries({ profile, baseUrl, readOnly }).map(
      ([key, found]) => `${key} ${found?.value} (${found?.source}, ${found?.where.replace(home, '~')})`,
    );
    return [...told, kind].join('; ');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return `${error.code}, exit ${error.exit}: ${error.message.replace(home, '~')} ${JSON.stringify(error.details)}`;
  }
}

/** Which token goes to which origin: one that is stored, of a variable, and of the file that one names. */
async function tokensOf({ allow: allows, ...given }: Given) {
  const { resolve, allow, home } = await setUp();
  if (allows && given.project) await allow(given.project);
  const file = join(home, 'token');
  writeFileSync(file, `${GIVEN}\n`);
  const ends = [{}, { DOCS_TOKEN: GIVEN }, { DOCS_TOKEN_FILE: file }].map((env) => {
    try {
      const resolved = resolve({ ...given, env: { ...given.env, ...env } });
      return `${resolved.origin} ${resolved.token().reveal()}`;
    } catch (error) {
      if (!(error instanceof DocsError) || /canary/.test(inspect(error))) throw error;
      return error.code;
    }
  });
  reached('S6', 'ways to name the address', 1);
  return ends.join(', ');
}

lineCases(join(import.meta.dirname, 'resolved'), { settings: settingsOf, tokens: tokensOf });

describe('a profile that a project file names', () => {
  const usual = { value: 'work', source: 'default' };
  const isRefused = {
    code: 'PROJECT_PROFILE',
    exit: 1,
    hint: 'docs use --allow, or name the profile with --profile',
  };

  it('is not chosen before the user allows it, nor after the file changed', async ({ expect }) => {
    const { resolve, allow, projectPath } = await setUp();
    const project = { profile: 'other', space: 'named' };
    const before = resolve({ project });
    expect(before).toMatchObject({ profile: usual, space: { value: 'named', source: 'project' } });
    expect(before.refused).toMatchObject({ profile: 'other', path: projectPath });
    expect(thrownBy(() => before.token())).toMatchObject(isRefused);
    await allow(project);
    expect(resolve()).toMatchObject({ profile: { value: 'other', source: 'project' }, refused: undefined });
    expect(resolve({ project: { ...project, space: 'changed' } }).profile).toMatchObject(usual);
    expect(thrownBy(() => resolve().token())).toMatchObject(isRefused);
    expect(
      resolve({ flags: { profile: 'other' } })
        .token()
        .reveal(),
    ).toBe(`${STORED}-other`);
  });

  it('is no matter where it is the usual one', async ({ expect }) => {
    const { resolve } = await setUp();
    expect(
      resolve({ project: { profile: 'work' } })
        .token()
        .reveal(),
    ).toBe(STORED);
  });

  it('is never chosen by a file or a folder of another user', async ({ expect, skip }) => {
    skip(process.geteuid?.() !== 0, 'only root can give a file away');
    const { resolve, allow, projectPath } = await setUp();
    const project = { profile: 'other' };
    const refusals: [string, object][] = [
      [
        projectPath,
        {
          code: 'PROJECT_FILE',
          message: `"${projectPath}" belongs to another user, who could choose where your commands act`,
          hint: 'make the file yours with chown, or work in another folder',
        },
      ],
      [
        dirname(projectPath),
        {
          code: 'PROJECT_PROFILE',
          message: expect.stringContaining('belongs to another user (uid 65534)'),
          hint: 'name the profile with --profile',
        },
      ],
    ];
    for (const [foreign, refusal] of refusals) {
      await allow(project);
      chownSync(foreign, 65_534, 65_534);
      expect(thrownBy(() => resolve().token())).toMatchObject(refusal);
      chownSync(foreign, 0, 0);
      reached('C9', 'project files', 1);
    }
  });
});

describe('precedence', () => {
  it.for(['organization', 'space', 'site'] as const)(
    'of %s is flag, environment, project file, profile',
    async (key, { expect }) => {
      const { resolve, projectPath } = await setUp();
      const flag = key === 'organization' ? 'org' : key;
      const variable = `DOCS_${flag.toUpperCase()}`;
      const sources = [
        { source: 'flag', where: `--${flag}`, value: 'by-flag' },
        { source: 'env', where: variable, value: 'by-env' },
        { source: 'project', where: projectPath, value: 'by-project' },
        { source: 'profile', where: 'profile work', value: `profile-${flag}` },
      ];
      // All 8 ways to give the first three; the profile is always there.
      for (let given = 0; given < 8; given++) {
        const has = (bit: number) => (given & bit) !== 0;
        const winner = sources.find((_, at) => at === 3 || has(1 << at));
        const resolved = resolve({
          flags: has(1) ? { [flag]: 'by-flag' } : {},
          env: has(2) ? { [variable]: 'by-env' } : { [variable]: '' },
          project: has(4) ? { [key]: 'by-project' } : {},
        });
        expect(resolved[key]).toEqual(winner);
      }
    },
  );

  it('of the base URL is built in where there is no profile', async ({ expect }) => {
    const { paths, home } = configHome();
    expect(resolveConfig({ flags: {}, env: {}, cwd: home, paths }).baseUrl).toEqual({
      value: DEFAULT,
      source: 'default',
      where: 'built in',
    });
  });
});

describe('a token', () => {
  const url = 'https://elsewhere.example.com';
  it('of the environment stays with the host of an unchosen profile out of reach of a project file', async ({
    expect,
  }) => {
    const { resolve, allow } = await setUp();
    await allow({ profile: 'other' });
    const given = { project: { profile: 'other' }, env: { DOCS_TOKEN: GIVEN } };
    const error = thrownBy(() => resolve(given).token());
    expect(error).toMatchObject({ code: 'ORIGIN_CHANGED', hint: 'if you want that, add --profile other' });
    expect(
      resolve({ ...given, flags: { profile: 'other' } })
        .token()
        .reveal(),
    ).toBe(GIVEN);
    expect(
      resolve({ ...given, env: { ...given.env, DOCS_BASE_URL: url } })
        .token()
        .reveal(),
    ).toBe(GIVEN);
  });

  it('is told by its source, and printed by nothing', async ({ expect }) => {
    const { resolve, config } = await setUp();
    const stored = resolve();
    expect(stored.tokenSource()).toEqual({ source: 'profile', where: join(config, 'credentials.json') });
    const given = resolve({ env: { DOCS_TOKEN: GIVEN, DOCS_TOKEN_FILE: '/nonexistent' } });
    expect(given.tokenSource()).toEqual({ source: 'env', where: 'DOCS_TOKEN' });
    for (const resolved of [stored, given]) {
      expect(resolved.token()).toBe(resolved.token());
      expect(inspect([resolved, resolved.token()], { depth: 9 }) + JSON.stringify(resolved)).not.toMatch(
        /canary/,
      );
    }
  });

  it('missing is a matter of signing in', async ({ expect }) => {
    const { paths, home } = configHome();
    const empty = () => resolveConfig({ flags: {}, env: {}, cwd: home, paths });
    const error = thrownBy(() => empty().token());
    expect(error).toBeInstanceOf(AuthError);
    expect(error).toMatchObject({ code: 'NO_PROFILE', exit: 4, message: 'not signed in' });
    expect(error).toMatchObject({ hint: expect.stringMatching(/docs auth login.*docs sandbox init --demo/) });
    for (const [env, message] of [
      [{ CI: 'true' }, 'not signed in'],
      [{ DOCS_TOKEN: '' }, 'not signed in: DOCS_TOKEN is empty'],
    ] as const)
      expect(thrownBy(() => resolveConfig({ flags: {}, env, cwd: home, paths }).token())).toMatchObject({
        ...{ message, exit: 4, hint: 'set DOCS_TOKEN to an API token: docs help environment' },
      });
    expect(empty().tokenSource()).toBeUndefined();
    await saveProfile(paths, { name: 'work', profile: { baseUrl: DEFAULT } });
    expect(thrownBy(() => empty().token())).toMatchObject({
      code: 'NO_TOKEN',
      exit: 4,
      hint: 'docs auth login --profile work',
    });
  });

  it('file must be a small regular file, and may be a link to one', async ({ expect }) => {
    const { resolve, home } = await setUp();
    const token = (file: string) => resolve({ env: { DOCS_TOKEN_FILE: file } }).token();
    writeFileSync(join(home, 'real'), GIVEN);
    symlinkSync(join(home, 'real'), join(home, 'link'));
    expect(token(join(home, 'link')).reveal()).toBe(GIVEN);
    for (const file of [home, '/dev/zero', '/dev/null']) {
      expect(thrownBy(() => token(file))).toMatchObject({ code: 'BAD_TOKEN' });
    }
    expect(thrownBy(() => token('/nonexistent'))).toMatchObject({
      code: 'LOCAL_IO',
      message: 'cannot read "/nonexistent": no such file or folder',
      hint: 'DOCS_TOKEN_FILE names it',
    });
  });
});

describe('without a disk to read', () => {
  it.for<[string, Record<string, string>]>([
    ['no home', {}],
    ['a home that is not there', { HOME: '/nonexistent' }],
    ['a home that is a device', { HOME: '/dev/null' }],
    ['a home below /proc', { HOME: '/proc/self/nothing' }],
    ['a config folder that is a file', { DOCS_CONFIG_DIR: '/etc/hostname' }],
  ])('works from the environment alone: %s', ([, env], { expect }) => {
    const paths = pathsOf({ env, platform: 'linux', cwd: '/' });
    const resolve = (given: Record<string, string>) =>
      resolveConfig({ flags: {}, env: given, cwd: '/nonexistent', paths });
    const both = resolve({ DOCS_TOKEN: GIVEN, DOCS_BASE_URL: 'https://h.example.com' });
    expect([both.token().reveal(), both.origin]).toEqual([GIVEN, 'https://h.example.com']);
    const alone = resolve({ DOCS_TOKEN: GIVEN });
    expect([alone.token().reveal(), alone.baseUrl.value]).toEqual([GIVEN, DEFAULT]);
    expect(thrownBy(() => resolve({}).token())).toMatchObject({ code: 'NO_PROFILE', exit: 4 });
    expect(thrownBy(() => resolve({ DOCS_PROFILE: 'work' }))).toMatchObject({
      code: paths.config === undefined ? 'NO_HOME' : 'UNKNOWN_PROFILE',
    });
  });

  it('does not open broken settings when token and address are given, and does not guess when they are not', async ({
    expect,
  }) => {
    const { resolve, config } = await setUp();
    writeFileSync(join(config, 'config.json'), '{');
    const env = { DOCS_TOKEN: GIVEN, DOCS_BASE_URL: 'https://h.example.com' };
    expect(resolve({ env }).token().reveal()).toBe(GIVEN);
    expect(thrownBy(() => resolve({ env: { DOCS_TOKEN: GIVEN } }))).toMatchObject({ code: 'CONFIG_CORRUPT' });
  });

  it('refuses a profile whose base URL was damaged, naming the file', async ({ expect }) => {
    const { resolve, config } = await setUp();
    const path = join(config, 'config.json');
    const profile = { baseUrl: 'https://u:canary1f4c@host' };
    writeFileSync(path, JSON.stringify({ version: 1, defaultProfile: 'w', profiles: { w: profile } }));
    chmodSync(path, 0o600);
    const error = thrownBy(() => resolve());
    expect(error).toMatchObject({ code: 'CONFIG_CORRUPT', details: { path } });
    expect(inspect(error)).not.toContain('canary');
  });
});
