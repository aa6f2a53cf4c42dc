// A newcomer types the README from the top, with an empty HOME, in an empty folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDocs, NODE } from '../helpers/built.ts';
import { perFile, temporaryFolder } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { startServing } from '../helpers/served.ts';

const home = temporaryFolder();
const cwd = join(home, 'work');
const programs = join(home, 'programs');
const readme = readFileSync('README.md', 'utf8');
const blocks = readme
  .split(/^## /m)
  .map((section) => [section.split('\n')[0] ?? '', commandsOf(section)] as const);

let served: Awaited<ReturnType<typeof startServing>>;

const docs = perFile(demoDocs);
beforeAll(async () => {
  mkdirSync(cwd);
  mkdirSync(programs);
  symlinkSync(NODE, join(programs, 'node'));
  served = await startServing(docs, ['--until-eof']);
});
afterAll(async () => {
  served.child.stdin?.end();
  await served.ended;
});

/** The lines of a section that begin with `docs`, each with the exit code that its comment names. */
function commandsOf(section: string): { line: string; exit: number }[] {
  const code = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text = '']) => text).join('');
  return [...code.matchAll(/^(docs .+)$/gm)].map(([, line = '']) => ({
    line,
    exit: Number(/# exit (\d)/.exec(line)?.[1] ?? 0),
  }));
}

function type(line: string): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd,
    env: { HOME: home, PATH: [programs, process.env.PATH].join(delimiter), NO_COLOR: '1' },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** A person answers questions; here the same command reads the token from its input, for a host on this machine. */
async function asScript(line: string): Promise<string> {
  if (!line.startsWith('docs auth login')) return line;
  const token = await docs(['auth', 'token'], { env: { DOCS_PROFILE: 'sandbox-serve' } });
  writeFileSync(join(home, 'token.txt'), token.stdout, { mode: 0o600 });
  return `docs auth login --with-token --name work --base-url ${served.url} < ../token.txt && docs profiles use work`;
}

// One story: what is installed first is what the commands are typed with.
describe('a newcomer', { shuffle: false }, () => {
  it.skipIf(lacks('the program is linked', 'npm'))('puts docs on the PATH with npm link', () => {
    expect(readme).toContain('npm ci && npm run build && npm link');
    const { status, stderr } = spawnSync('npm', ['link', '--offline'], {
      env: { HOME: home, PATH: process.env.PATH, npm_config_prefix: join(home, 'prefix') },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    symlinkSync(join(home, 'prefix', 'bin', 'docs'), join(programs, 'docs'));
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(type('docs --version').stdout).toBe(`${version}\n`);
  });

  describe.skipIf(lacks('the README is typed', 'npm'))('every command of the README', () => {
    it.each(blocks.filter(([, commands]) => commands.length > 0))('%s', async (_, commands) => {
      for (const { line, exit } of commands) {
        const { code, stderr } = type(await asScript(line));
        expect([line, code], stderr).toEqual([line, exit]);
        expect(stderr).not.toMatch(/unexpected error|undefined/);
      }
    });

    it('did what the README says it does', () => {
      const merged = JSON.parse(
        type('docs cr list --space Guides --status all --json --profile sandbox').stdout,
      );
      const statusOf = (number: number) =>
        merged.find((cr: { number: number }) => cr.number === number).status;
      expect([statusOf(4), statusOf(2)]).toEqual(['merged', 'open']);
      expect(type('docs sites get "Partner portal" --profile sandbox').code).toBe(0);
      const { stderr } = type('docs spaces delete Guides --yes --profile sandbox');
      const undo = /docs spaces restore \w+/.exec(stderr)?.[0] ?? 'false';
      expect(type(`${undo} --profile sandbox`).code).toBe(0);
      expect(readFileSync(join(cwd, 'backup', 'Guides', 'SUMMARY.md'), 'utf8')).toContain('](');
    });
  });
});

it('shows a session of several commands as a picture', () => {
  const picture = readFileSync('.github/tour.svg', 'utf8');
  const lines = [...picture.matchAll(/font-weight="bold">(docs [^<]+)</g)].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(3);
});
