// npm run quickstart: the main job on a fresh sandbox, each command echoed with its output.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const bin = resolve('bin/docs.js');
const home = mkdtempSync(join(tmpdir(), 'docs-quickstart-'));
const folders = { DOCS_CONFIG_DIR: join(home, 'config'), DOCS_DATA_DIR: join(home, 'data') };
// Nothing of your own settings is read or written.
const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('DOCS_'));
const env = { ...Object.fromEntries(inherited), ...folders, DOCS_CACHE_DIR: join(home, 'cache') };

/** Shows a command and runs it with the built program, on this very terminal. */
function docs(...args: string[]): void {
  console.log(`\n$ docs ${args.map(quote).join(' ')}`);
  const { status } = spawnSync(process.execPath, [bin, ...args], {
    cwd: home,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`exit ${status}: docs ${args.join(' ')}`);
}

/** The same without showing: for ids that the next command needs. */
const quietly = (...args: string[]): string =>
  spawnSync(process.execPath, [bin, ...args], { cwd: home, env, encoding: 'utf8' }).stdout.trim();

const quote = (word: string) => (/^[\w./:@#%+=,-]+$/.test(word) ? word : `"${word}"`);
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

step('A local platform with a demo organization');
docs('sandbox', 'init', '--demo');
docs('spaces', 'list');

step('Delete a space, and restore it');
const first = quietly('spaces', 'list', '-q').split('\n')[0] ?? '';
docs('spaces', 'delete', first, '--yes');
docs('spaces', 'restore', first);

step('Look at a change request, and merge it');
docs('cr', 'list', '--all-spaces');
const [open] = JSON.parse(quietly('cr', 'list', '--all-spaces', '--json')).filter(
  ({ subject }: { subject: string }) => subject.startsWith('Explain label formats'),
);
docs('cr', 'get', String(open.number), '--space', open.space);
docs('cr', 'merge', String(open.number), '--space', open.space, '--yes');

step('Import a git repository into a new space');
const repository = makeRepository();
docs('spaces', 'create', '--title', 'Team handbook');
const [{ id: space }] = JSON.parse(quietly('spaces', 'list', '--json')).filter(
  ({ title }: { title: string }) => title === 'Team handbook',
);
docs(
  'git',
  'import',
  '--space',
  'Team handbook',
  '--url',
  repository,
  '--ref',
  'refs/heads/main',
  '--yes',
  '--wait',
);
docs('pages', 'list', '--space', 'Team handbook');

step('Publish it as a site');
docs('sites', 'create', 'Handbook', '--visibility', 'unlisted', '--spaces', space);
docs('sites', 'publish', 'Handbook', '--yes');

step('The same list, for a script');
docs('spaces', 'list', '--json', '--fields', 'id,title,visibility');

console.log(`

Done. All of this ran against a sandbox in ${home}
To continue with it in this shell:

  npm link
  export ${Object.entries(folders)
    .map(([name, folder]) => `${name}=${quote(folder)}`)
    .join(' ')}
  docs spaces list
  docs sandbox serve

Or open a new shell and make a sandbox that stays: docs sandbox init --demo
`);
