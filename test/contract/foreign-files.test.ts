// Wherever a command may write or remove a file, something of somebody else is there first: nothing of it may be lost.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { reached, runs } from '../helpers/runs.ts';

const cli = perFile(sandboxedCli);

/** What may be in the way, by how it is made. */
const KINDS: Record<string, (path: string) => void> = {
  'a file': (path) => writeFileSync(path, 'of somebody else\n'),
  'a link to a file': (path) => {
    writeFileSync(`${path}-target`, 'of somebody else\n');
    symlinkSync(`${path}-target`, path);
  },
  'a link to nothing': (path) => symlinkSync(`${path}-nowhere`, path),
  'a folder': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'notes.txt'), 'of somebody else\n');
  },
  'a pipe': (path) => execFileSync('mkfifo', [path]),
};

/** Each way to a file, with the name of what is planted beside `T`, a path that is new for each run. */
const WAYS: readonly (readonly [args: string[], planted?: string])[] = [
  [['cr', 'pdf', '1', '--space', 'Guides', '--save', 'T']],
  [['files', 'list', '--space', 'Guides', '--download', 'T']],
  [['export', '--space', 'Guides', '--to', 'T']],
  [['spaces', 'list', '--debug-har', 'T']],
  [['restore', 'backup', '--space', 'Guides', '--as', 'Guides again', '--map', 'T', '--yes']],
  [['preview', 'backup/Guides', '--pdf', 'T']],
  [['spaces', 'update', 'Guides', '--title', 'x', '--plan-out', 'T']],
  [['plan', 'split', 'T.json', '--by', 'danger'], '-1.json'],
  [['sites', 'pull', 'Tarnpost Docs', '--to', 'T']],
  [['sandbox', 'init', '--file', 'T', '--name', 'other']],
  [['sandbox', 'reset', '--file', 'T', '--yes']],
  ...['-wal', '-shm', '-journal', '-whole', '.clones', '.git', '.lock'].flatMap(
    (suffix): [string[], string][] => [
      [['sandbox', 'init', '--file', 'T', '--name', 'other'], suffix],
      [['sandbox', 'reset', '--file', 'T', '--yes'], suffix],
    ],
  ),
];

describe.skipIf(lacks('pipes in the way of files', 'mkfifo'))('something of somebody else', () => {
  const wanted = runs('F11', 'places', WAYS.length * Object.keys(KINDS).length);

  it('is as it was after every command that may write there', async () => {
    const lost: string[] = [];
    expect(await cli('spaces update Guides --language fr --plan-out whole.json')).toMatchObject({
      exitCode: 0,
    });
    expect(await cli('export --space Guides --to backup')).toMatchObject({ exitCode: 0 });
    let places = 0;
    for (const [args, suffix = ''] of WAYS) {
      for (const [kind, plant] of Object.entries(KINDS)) {
        const target = join(cli.cwd, `t${places}`);
        plant(`${target}${suffix}`);
        const before = pictureOf(cli.cwd, `t${places}`);
        copyFileSync(join(cli.cwd, 'whole.json'), `${target}.json`);
        await cli(args.map((arg) => arg.replace(/^T(?=$|\.)/, target)));
        const after = pictureOf(cli.cwd, `t${places}`);
        const gone = Object.keys(before).filter((path) => before[path] !== after[path]);
        if (gone.length > 0) lost.push(`${args.join(' ')} over ${kind} T${suffix}: ${gone}`);
        rmSync(target, { recursive: true, force: true });
        rmSync(`${target}.json`);
        places += 1;
      }
    }
    expect(lost).toEqual([]);
    expect(places).toBe(wanted);
    reached('F11', 'places', places);
  });
});

/** Kind and content of everything whose name begins so, by path. */
function pictureOf(folder: string, start: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.startsWith(start),
  );
  return Object.fromEntries(paths.map((path) => [path, describeFile(join(folder, path))]));
}

function describeFile(path: string): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? readFileSync(path, 'latin1').slice(0, 40) : 'pipe';
}
