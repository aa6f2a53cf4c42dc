// Each package is unpacked into an empty root, without network and as another user, and runs the demo there; what is for
// arm64 is run by an emulator.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { tryContainer } from './container.ts';
import { bringArm, whyNoArm } from './other-machine.ts';

/** An emulated first start compiles everything. */
const MOST_MS = 600_000;
const STEPS: readonly (readonly string[])[] = [
  ['sandbox', 'init', '--demo'],
  ['spaces', 'list'],
];

/** Lines on what was run, what failed, and what could not be run here and why. */
export async function tryPackages(
  folder: string,
  made: { name: string; version: string },
): Promise<string[]> {
  const files = readdirSync(folder)
    .filter((file) => /\.(?:deb|tar\.xz|tgz)$/.test(file))
    .map((file) => resolve(folder, file));
  const lines = files.map((file) => timed(() => tryOne(file, files)));
  return [...lines, await tryContainer(folder, made)];
}

function timed(work: () => string): string {
  const from = performance.now();
  const line = work();
  return line.startsWith('run: ') ? `${line} (${Math.round((performance.now() - from) / 1000)} s)` : line;
}

const isForArm = (file: string): boolean => file.includes('arm64');

function tryOne(file: string, files: readonly string[]): string {
  const isNative = /\.tgz$/.test(file) || isForArm(file) === (process.arch === 'arm64');
  if (isNative) return inEmptyRoot(file, (root, program) => runNatively(root, program));
  const why = isForArm(file) ? whyNoArm() : 'it is for another machine';
  const name = file.replace(/^.*\//, '');
  if (why !== undefined) return `not run: ${name}: ${why}`;
  const archive = files.find((one) => isForArm(one) && one.endsWith('.tar.xz'));
  if (!archive) return `not run: ${name}: there is no Node for arm64 here`;
  return inEmptyRoot(file, (root, program) => runEmulated(root, program, archive));
}

/** What is started to run it, by the path of the program in the root. */
type Start = (root: string, program: string) => readonly string[];

/** Without network, as somebody who owns none of the files; who is not root here can only be root of a namespace. */
const AS_ANOTHER =
  process.getuid?.() === 0
    ? ['--net', 'chroot', '--userspec=65534:65534']
    : ['--user', '--map-root-user', '--net', 'chroot'];

function inEmptyRoot(file: string, prepare: Start): string {
  const root = mkdtempSync(join(tmpdir(), 'docs-root-'));
  const name = file.replace(/^.*\//, '');
  try {
    const program = unpack(file, root);
    if (program === undefined) return `not run: ${name}: nothing here unpacks it`;
    mkdirSync(join(root, 'tmp'));
    chmodSync(join(root, 'tmp'), 0o777);
    chmodSync(root, 0o755);
    const start = prepare(root, program);
    let last = '';
    for (const step of STEPS) {
      const { status, stdout, stderr } = spawnSync('unshare', [...AS_ANOTHER, root, ...start, ...step], {
        encoding: 'utf8',
        timeout: MOST_MS,
        env: { HOME: '/tmp', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      });
      last = stdout;
      if (status !== 0) return `failed: ${name}: ${step.join(' ')}: ${stderr || stdout}`;
    }
    return last.includes('Guides') ? `run: ${name}` : `failed: ${name}: ${last}`;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function runNatively(root: string, program: string): readonly string[] {
  for (const binary of ['/bin/sh', '/usr/bin/env', '/usr/bin/dirname', '/usr/bin/readlink'])
    bring(binary, root, binary);
  bring(process.execPath, root, '/usr/bin/node');
  return program.split(' ');
}

/** The emulator starts no other program: Node is called with the program, not by it. */
function runEmulated(root: string, program: string, archive: string): readonly string[] {
  bringArm(root);
  const top = (at: string) => readdirSync(at).find((name) => name.startsWith('docs-')) ?? '';
  if (program !== DEB) return ['/qemu', `/${top(root)}/node/node`, `/${top(root)}/bin/docs.js`];
  const beside = mkdtempSync(join(tmpdir(), 'docs-node-'));
  spawnSync('tar', ['-xJf', archive, '-C', beside, '--wildcards', '*/node/node']);
  cpSync(join(beside, top(beside), 'node/node'), join(root, 'node'));
  rmSync(beside, { recursive: true, force: true });
  return ['/qemu', '/node', '/usr/lib/docs-admin-cli/bin/docs.js'];
}

const DEB = '/usr/bin/docs';

/** Returns how the program is called there; undefined where it cannot be unpacked here. */
function unpack(file: string, root: string): string | undefined {
  const run = (command: string, args: readonly string[]) => spawnSync(command, args).status === 0;
  if (file.endsWith('.deb')) return run('dpkg-deb', ['-x', file, root]) ? DEB : undefined;
  if (file.endsWith('.tar.xz')) {
    if (!run('tar', ['-xJf', file, '-C', root])) return undefined;
    return `/${readdirSync(root).find((name) => name.startsWith('docs-'))}/command/docs`;
  }
  // As npm would: the package, and beside it what it needs.
  if (!run('tar', ['-xzf', file, '-C', root])) return undefined;
  const lock = join(root, 'package', 'npm-shrinkwrap.json');
  if (!existsSync(lock)) return undefined;
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'));
  for (const path of Object.keys(packages).filter((one) => one.startsWith('node_modules/')))
    if (existsSync(path)) cpSync(path, join(root, 'package', path), { recursive: true });
  return '/usr/bin/node /package/bin/docs.js';
}

/** A program and the libraries that it is linked to. */
function bring(binary: string, root: string, place: string): void {
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    cpSync(from, join(root, to), { dereference: true });
  };
  copy(binary, place);
  const { stdout } = spawnSync('ldd', [binary], { encoding: 'utf8' });
  for (const [, library = ''] of stdout.matchAll(/(?:=> )?(\/[^\s]+) \(0x/g)) copy(library, library);
}
