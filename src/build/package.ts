// npm run package: what people install from, in packages/: the package for npm, packed twice to the same bytes, and an
// archive for each kind of Linux machine that holds Node, too, so that nothing needs to be installed for it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const OUT = 'packages';
/** What is inside the archives with Node in them. */
const NODE = '24.21.0';
const ARCHES = ['x64', 'arm64'];
/** Blocks of one size are the same bytes, however many threads there are. */
const XZ = 'xz -1 --threads=0 --block-size=16MiB';
/** It is called by a link, too. */
const START = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../node_modules/docs-admin-cli/bin/docs.js" "$@"
`;

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Of everything in an archive: the day of the release, so that a second build has the same. */
const time = process.env.SOURCE_DATE_EPOCH ?? '1767225600';
const work = mkdtempSync(join(tmpdir(), 'docs-package-'));

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
// Two words with a slash between would be a repository to npm.
const tgz = resolve(OUT, pack(OUT));
if (hashOf(tgz) !== hashOf(packAgain()))
  throw new Error('the npm package: two builds are not the same bytes');
const lines = ARCHES.map(withNode);
writeFileSync(join(OUT, 'sbom.cdx.json'), run('npm', ['run', '--silent', 'sbom']));
copyFileSync('dist/THIRD-PARTY-LICENSES', join(OUT, 'THIRD-PARTY-LICENSES'));
const sums = readdirSync(OUT).map((file) => `${hashOf(join(OUT, file))}  ${file}\n`);
writeFileSync(join(OUT, 'SHA256SUMS'), sums.sort().join(''));
rmSync(work, { recursive: true, force: true });
for (const line of [`packed twice: ${tgz.slice(resolve().length + 1)}`, ...lines]) console.log(line);

/** Returns the name of the file. */
function pack(folder: string, what: readonly string[] = ['--ignore-scripts=false']): string {
  return (
    run('npm', ['pack', ...what, '--silent', '--pack-destination', folder])
      .trim()
      .split('\n')
      .at(-1) ?? ''
  );
}

/** Built anew: types were checked the first time, which takes longer than all else. */
function packAgain(): string {
  const build = (script: string, ...args: string[]) => run('npx', ['tsx', `src/build/${script}.ts`, ...args]);
  build('bundle');
  build('shrinkwrap');
  try {
    return join(work, pack(work, ['--ignore-scripts=true']));
  } finally {
    build('shrinkwrap', '--remove');
  }
}

/** The program with Node beside it, packed and, where this machine can, run with nothing else on the PATH. */
function withNode(arch: string): string {
  const name = `docs-${version}-linux-${arch}`;
  const folder = join(work, name);
  mkdirSync(join(folder, 'command'), { recursive: true });
  run('npm', ['install', tgz, '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]);
  dropOtherMachines(folder, arch);
  const node = pack(work, [`node-linux-${arch}@${NODE}`, '--ignore-scripts']);
  run('tar', [
    '-xzf',
    join(work, node),
    '-C',
    join(folder, 'command'),
    '--strip-components=2',
    'package/bin/node',
  ]);
  writeFileSync(join(folder, 'command/docs'), START);
  chmodSync(join(folder, 'command/docs'), 0o755);
  const sameBytes = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  run('tar', [
    ...sameBytes,
    `--use-compress-program=${XZ}`,
    '-cf',
    join(OUT, `${name}.tar.xz`),
    '-C',
    work,
    name,
  ]);
  if (arch !== process.arch) return `packed, not run: ${name}.tar.xz is for another machine`;
  for (const args of [
    ['sandbox', 'init', '--demo'],
    ['spaces', 'list'],
  ])
    run(join(folder, 'command/docs'), args, { HOME: work, PATH: '/usr/bin:/bin' });
  return `packed and run: ${name}.tar.xz`;
}

/** Native code of packages is there for many machines. */
function dropOtherMachines(folder: string, arch: string): void {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const machines = all.filter((path) => /\/prebuilds\/[^/]+$/.test(path));
  if (machines.length === 0) throw new Error(`${folder} has no prebuilds any more`);
  for (const path of machines.filter((one) => !one.endsWith(`/linux-${arch}`)))
    rmSync(join(folder, path), { recursive: true });
}

function run(program: string, args: readonly string[], env?: Record<string, string>): string {
  const options = { encoding: 'utf8', maxBuffer: 1e9, ...(env && { env }) } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout;
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
