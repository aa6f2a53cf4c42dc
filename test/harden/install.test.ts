import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../src/build/audit.ts';
import { shrinkwrapText } from '../../src/build/shrinkwrap.ts';
import { NODE } from '../helpers/built.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { notRun } from '../helpers/needs.ts';
import { pack } from '../helpers/packed.ts';
import { reached } from '../helpers/runs.ts';

/** As somebody does who has just cloned it: packing builds the program. Undefined where there is no clone to be had. */
function packClone(to: string): string | undefined {
  const clone = join(to, 'clone');
  const cloned = spawnSync('git', ['clone', '--quiet', '--depth=1', `file://${resolve('.')}`, clone]);
  if (cloned.status !== 0) {
    notRun('a clean clone is not packed: this is not a git repository');
    return undefined;
  }
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  const args = ['pack', '--json', '--ignore-scripts=false', '--pack-destination', to];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: clone, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  // The scripts of packing print before it.
  const [packed] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1));
  return packed.filename;
}

const folder = temporaryFolder();
const home = join(folder, 'home');
const modules = join(folder, 'prefix', 'lib', 'node_modules');
let failure: string | undefined;
let isClone = false;

beforeAll(() => {
  mkdirSync(home);
  const cloned = packClone(folder);
  isClone = cloned !== undefined;
  const filename = cloned ?? pack(folder).filename;
  const args = ['install', '--global', '--prefix', join(folder, 'prefix'), '--ignore-scripts', '--no-audit'];
  const installed = spawnSync('npm', [...args, '--prefer-offline', join(folder, filename)], {
    encoding: 'utf8',
  });
  if (installed.status === 0) return;
  failure = /npm error (?:code )?(\S+)/.exec(installed.stderr)?.[1] ?? `npm ended with ${installed.status}`;
  notRun(
    `the packed program is not installed: its packages are neither in npm's cache nor to be had (${failure})`,
  );
}, 600_000);

describe('the package, installed into an empty folder without scripts', () => {
  beforeEach(({ skip }) => skip(failure !== undefined, failure));

  it('brings fewer than 30 packages', () => {
    const count = treeOf(join(modules, '..')).length;
    expect(count).toBeGreaterThan(3);
    expect(count).toBeLessThan(30);
    reached('U3', 'installs', 1);
  });

  it('brings the locked version of each package, and nothing else', () => {
    const { packages } = JSON.parse(shrinkwrapText());
    const locked = Object.entries<{ version: string }>(packages).flatMap(([path, { version }]) =>
      path === '' ? [] : [`${path} ${version}`],
    );
    expect(treeOf(join(modules, 'docs-admin-cli')).sort()).toEqual(locked.sort());
    reached('U9', 'installs', 1);
  });

  it('brings its manual to where man looks', () => {
    const page = join(folder, 'prefix', 'share', 'man', 'man1', 'docs.1');
    expect(readFileSync(page, 'utf8')).toContain('administer documentation');
  });

  it('runs: version, sandbox, list, PDF', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(docs('--version')).toEqual([0, `${version}\n`]);
    expect(docs('sandbox', 'init', '--demo')[0]).toBe(0);
    const [code, spaces] = docs('spaces', 'list', '-q');
    expect([code, spaces.split('\n').length > 3]).toEqual([0, true]);
    const pdf = join(home, 'change.pdf');
    expect(docs('cr', 'pdf', '4', '--space', 'Guides', '--save', pdf)[0]).toBe(0);
    expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-');
    if (isClone) reached('U10', 'clean clones', 1);
  });
});

it('has no known flaw, or nobody could be asked', () => {
  const found = audit();
  if (found.word === 'not run') notRun(`npm audit: ${found.why}`);
  expect(found.word === 'flawed' ? found.flaws : []).toEqual([]);
});

/** `node_modules/linebreak/node_modules/base64-js 0.0.8` for every package below a folder. */
function treeOf(folder: string, path = ''): string[] {
  const modulesHere = join(folder, path, 'node_modules');
  if (!existsSync(modulesHere)) return [];
  const names = readdirSync(modulesHere)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modulesHere, name)).map((own) => `${name}/${own}`) : [name],
    );
  return names.flatMap((name) => {
    const here = join(path, 'node_modules', name);
    const { version } = JSON.parse(readFileSync(join(folder, here, 'package.json'), 'utf8'));
    return [`${here} ${version}`, ...treeOf(folder, here)];
  });
}

function docs(...args: string[]): [code: number | null, stdout: string] {
  const { status, stdout } = spawnSync(NODE, [join(folder, 'prefix/bin/docs'), ...args], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH },
    encoding: 'utf8',
  });
  return [status, stdout];
}
