import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { openGit } from '../../src/folder/git-binary.ts';
import { baseSource } from '../../src/folder/git-source.ts';
import { baselineHistory } from '../../src/jobs/audit/page.ts';
import { openPager, openUrl, runOwnGit } from '../../src/terminal/child-programs.ts';
import { git } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { reached } from '../helpers/runs.ts';

/** The build is ours alone and runs on no machine of a user. */
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('build'),
);
const read = (name: string) => readFileSync(join('src', name), 'utf8');

it('no file starts a program by a shell, or by anything but its path', () => {
  const starters = files.filter((name) => read(name).includes('node:child_process'));
  expect(starters.sort()).toEqual(['folder/git-binary.ts', 'terminal/child-programs.ts']);
  for (const name of starters) {
    const [, imported = ''] = /import \{([^}]*)\} from 'node:child_process'/.exec(read(name)) ?? [];
    expect([name, imported.replace(/type \w+,?/g, '').trim()]).toEqual([name, 'spawn']);
    expect([name, /\bshell\b *:/.test(read(name))]).toEqual([name, false]);
    const started = [...read(name).matchAll(/\bspawn\((\w+)/g)].map(([, first]) => first);
    expect([name, new Set(started)]).toEqual([name, new Set(['program'])]);
  }
  reached('P7', 'files', files.length);
});

const folder = temporaryFolder();
const before = process.cwd();
beforeAll(() => {
  for (const name of ['git', 'less', 'xdg-open', 'firefox']) {
    writeFileSync(join(folder, name), `#!/bin/sh\ntouch '${folder}/was-run'\n`);
    chmodSync(join(folder, name), 0o755);
  }
});
// Tests run in any order, and another one reads files of the project.
afterEach(() => process.chdir(before));

it('nothing of the working folder is started, whatever PATH says', async () => {
  process.chdir(folder);
  const env = { PATH: ['', '.', './', '../'.repeat(2)].join(delimiter), BROWSER: 'firefox' };
  await expect(openPager('less -R', env)).rejects.toThrow('not in PATH');
  await expect(openPager('./less', env)).rejects.toThrow('not in PATH');
  await expect(openUrl('https://docs.example.com', env)).rejects.toThrow('not in PATH');
  expect(() => openGit({ env, home: folder })).toThrow('git is not installed');
  const { signal } = new AbortController();
  expect(() => runOwnGit(['--version'], { cwd: folder, env, signal, asks: false })).toThrow(
    'git is not installed',
  );
  expect(existsSync(join(folder, 'was-run'))).toBe(false);
  reached('P7', 'programs', 5);
});

const SIGNED = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';

it('nothing is started that the settings of a repository name', async () => {
  const place = join(folder, 'repository');
  mkdirSync(place);
  git(place, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(join(place, 'known.json'), '{"version":1,"findings":[]}');
  writeFileSync(join(place, '.gitattributes'), '* diff=own filter=own\n');
  git(place, 'add', '--all');
  git(place, 'commit', '--quiet', '-m', 'Know nothing');
  const commit = git(place, 'cat-file', 'commit', 'HEAD').replace('\n\n', `\n${SIGNED}\n\n`);
  writeFileSync(join(place, 'commit'), `${commit}\n`);
  git(place, 'update-ref', 'HEAD', git(place, 'hash-object', '-t', 'commit', '-w', 'commit'));
  const program = join(folder, 'firefox');
  for (const key of ['gpg.program', 'core.fsmonitor', 'core.pager', 'diff.external', 'diff.own.textconv'])
    git(place, 'config', key, program);
  git(place, 'config', 'filter.own.smudge', program);
  git(place, 'config', 'log.showSignature', 'true');
  const { PATH } = process.env;
  const known = await baselineHistory(join(place, 'known.json'), { env: { PATH } });
  const { files } = await baseSource({ folder: place, ref: 'main', env: { PATH } });
  expect([known.map((one) => one.known), files.has('known.json')]).toEqual([[[]], true]);
  expect(existsSync(join(folder, 'was-run'))).toBe(false);
});
