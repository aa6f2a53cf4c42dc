// npm run quickstart: the main job on a fresh sandbox, each command echoed with its output.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const bin = resolve('bin/docs.js');
const home = mkdtempSync(join(tmpdir(), 'docs-quickstart-'));
const { DOCS_TOKEN, DOCS_PROFILE, DOCS_BASE_URL, ...inherited } = process.env;
const env = {
  ...inherited,
  HOME: home,
  XDG_CONFIG_HOME: '',
  XDG_DATA_HOME: '',
  DOCS_CONFIG_DIR: '',
  DOCS_DATA_DIR: '',
};

/** Shows a command, runs it with the built program, shows what it printed. Returns its standard output. */
function docs(...args: string[]): string {
  console.log(`\n$ docs ${args.map(quote).join(' ')}`);
  return runShown(process.execPath, [bin, ...args]);
}

/** The same without showing: for ids that the next command needs. */
function quietly(...args: string[]): string {
  return spawnSync(process.execPath, [bin, ...args], { cwd: home, env, encoding: 'utf8' }).stdout.trim();
}

function runShown(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: home, env, encoding: 'utf8' });
  process.stdout.write(stdout);
  process.stdout.write(stderr);
  if (status !== 0) throw new Error(`exit ${status}: ${[command, ...args].join(' ')}`);
  return stdout.trim();
}

const quote = (word: string) => (/^[\w./:@#%+=-]+$/.test(word) ? word : `"${word}"`);
const step = (title: string) => console.log(`\n\n=== ${title}`);

function makeRepository(): string {
  const folder = join(home, 'handbook');
  mkdirSync(join(folder, 'guides'), { recursive: true });
  writeFileSync(
    join(folder, 'README.md'),
    '# Handbook\n\nHow we work. Start with [On call](guides/on-call.md).\n',
  );
  writeFileSync(join(folder, 'guides', 'README.md'), '# Guides\n\nWhat to do when.\n');
  writeFileSync(
    join(folder, 'guides', 'on-call.md'),
    '# On call\n\n1. Take the pager.\n2. Read the runbook.\n',
  );
  writeFileSync(
    join(folder, 'SUMMARY.md'),
    '# Summary\n\n* [Handbook](README.md)\n* [Guides](guides/README.md)\n  * [On call](guides/on-call.md)\n',
  );
  const git = (...args: string[]) =>
    runQuiet('git', ['-c', 'user.name=Docs', '-c', 'user.email=docs@example.com', ...args], folder);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Write the handbook');
  return folder;
}

function runQuiet(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

step('A platform of your own, with a demo organization');
docs('sandbox', 'init', '--demo');
docs('spaces', 'list');

step('Delete a space, and take it back');
const first = quietly('spaces', 'list', '-q').split('\n')[0] ?? '';
docs('spaces', 'delete', first, '--yes');
docs('spaces', 'restore', first);

step('Look at a change request, and merge it');
docs('cr', 'list', '--all-spaces');
const [open] = JSON.parse(quietly('cr', 'list', '--all-spaces', '--json')).filter(
  ({ outdated }: { outdated: boolean }) => !outdated,
);
docs('cr', 'get', String(open.number), '--space', open.space);
docs('cr', 'merge', String(open.number), '--space', open.space, '--yes');

step('Import a git repository into a new space');
const repository = makeRepository();
docs('spaces', 'create', '--title', 'Handbook');
docs(
  'git',
  'import',
  '--space',
  'Handbook',
  '--url',
  repository,
  '--ref',
  'refs/heads/main',
  '--yes',
  '--wait',
);
docs('pages', 'list', '--space', 'Handbook');

step('Publish a site');
const [site] = JSON.parse(quietly('sites', 'list', '--json')).filter(
  ({ published }: { published: boolean }) => !published,
);
docs('sites', 'publish', site.title, '--yes');

step('The same list, for a script');
docs('spaces', 'list', '--json', '--fields', 'id,title,visibility');

const short = 'docs';
console.log(`

Done. Everything above happened on a real sandbox in ${home}
Go on by hand:

  export HOME=${home}; alias ${short}="node ${bin}"
  ${short} --help
  ${short} spaces list
  ${short} sandbox serve
`);
