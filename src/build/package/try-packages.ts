// Each package is unpacked into an empty root, without network and as another user, and runs the demo there.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Lines on what was tried, what failed, and what could not be tried here. */
export function tryPackages(folder: string): string[] {
  const here = process.arch === 'arm64' ? 'arm64' : 'x64';
  const deb = here === 'x64' ? 'amd64' : 'arm64';
  return readdirSync(folder)
    .filter((file) => /\.(?:deb|tar\.xz|tgz)$/.test(file))
    .map((file) => {
      if (/arm64|x64|amd64/.test(file) && !file.includes(here) && !file.includes(deb))
        return `not tried: ${file} is for another machine`;
      return inEmptyRoot(resolve(folder, file));
    });
}

/** Without network, as somebody who owns none of the files; who is not root here can only be root of a namespace. */
const AS_ANOTHER =
  process.getuid?.() === 0
    ? ['--net', 'chroot', '--userspec=65534:65534']
    : ['--user', '--map-root-user', '--net', 'chroot'];

function inEmptyRoot(file: string): string {
  const root = mkdtempSync(join(tmpdir(), 'docs-root-'));
  const name = file.replace(/^.*\//, '');
  try {
    const program = unpack(file, root);
    if (program === undefined) return `not tried: nothing here unpacks ${name}`;
    for (const binary of [
      '/bin/sh',
      '/usr/bin/env',
      '/usr/bin/dirname',
      '/usr/bin/readlink',
      process.execPath,
    ])
      bring(binary, root, binary === process.execPath ? '/usr/bin/node' : binary);
    mkdirSync(join(root, 'tmp'));
    chmodSync(join(root, 'tmp'), 0o777);
    chmodSync(root, 0o755);
    const line = `export HOME=/tmp PATH=/usr/bin:/bin; ${program} sandbox init --demo && ${program} spaces list`;
    const { status, stdout, stderr } = spawnSync('unshare', [...AS_ANOTHER, root, '/bin/sh', '-c', line], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    if (status === 0 && stdout.includes('Guides')) return `tried: ${name}`;
    return `failed: ${name}: ${stderr || stdout}`;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Returns how the program is called there; undefined where it cannot be unpacked here. */
function unpack(file: string, root: string): string | undefined {
  const run = (command: string, args: readonly string[]) => spawnSync(command, args).status === 0;
  if (file.endsWith('.deb')) return run('dpkg-deb', ['-x', file, root]) ? '/usr/bin/docs' : undefined;
  if (file.endsWith('.tar.xz')) {
    if (!run('tar', ['-xJf', file, '-C', root])) return undefined;
    return `/${readdirSync(root).find((name) => name.startsWith('docs-'))}/command/docs`;
  }
  // As npm would: the package, and beside it what it needs.
  if (!run('tar', ['-xzf', file, '-C', root])) return undefined;
  const lock = join(root, 'package', 'npm-shrinkwrap.json');
  if (!existsSync(lock)) return undefined;
  const { packages } = JSON.parse(String(spawnSync('cat', [lock]).stdout));
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
