// npm run package: everything people install from, in packages/, each built twice to the same bytes and run once.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Item, tar } from './package/archive.ts';
import { type Arch, filesOf, packagesFor } from './package/contents.ts';
import { deb, debName } from './package/debian.ts';
import { recipes } from './package/texts.ts';
import { tryPackages } from './package/try-packages.ts';

const OUT = 'packages';
/** What is inside the archives with Node in them. */
const NODE = '24.21.0';
const ARCHES: readonly Arch[] = ['x64', 'arm64'];
/** Blocks of one size are the same bytes, however many threads there are. */
const XZ = ['-1', '--threads=0', '--block-size=16MiB', '--stdout'];
/** A registry that hangs must not hold up the other packages. */
const MOST_MS = 180_000;

const { name, version, description } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Of everything in an archive: the day of the release, so that a second build has the same. */
const time = Number(process.env.SOURCE_DATE_EPOCH ?? 1_767_225_600);

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
const notMade: string[] = [];

const tgz = join(OUT, pack(OUT));
const again = mkdtempSync(join(tmpdir(), 'docs-pack-'));
same(readFileSync(tgz), readFileSync(join(again, packAgain(again))), 'the npm package');
const program = filesOf(readFileSync(tgz));
step('packed twice');

for (const arch of ARCHES) {
  const facts = { version, description, arch, time };
  const make = () => deb(program, packagesFor(arch), facts);
  const made = make();
  same(made, make(), debName(facts));
  writeFileSync(join(OUT, debName(facts)), made);
  withNode(arch);
}

for (const [file, text] of Object.entries(recipes({ name, version, description, sha256: hashOf(tgz) })))
  writeFileSync(join(OUT, file), text);
const sbom = spawnSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 1e9 });
if (sbom.status === 0) writeFileSync(join(OUT, 'sbom.cdx.json'), sbom.stdout);
else notMade.push('sbom.cdx.json: npm run sbom failed');
writeFileSync(join(OUT, 'THIRD-PARTY-LICENSES'), readFileSync('dist/THIRD-PARTY-LICENSES'));
rmSync(again, { recursive: true, force: true });

step('built');
const tried = await tryPackages(OUT, { name, version });
step('run');
const files = readdirSync(OUT).sort();
writeFileSync(join(OUT, 'SHA256SUMS'), files.map((file) => `${hashOf(join(OUT, file))}  ${file}\n`).join(''));
const counted = (word: string) => tried.filter((line) => line.startsWith(word)).length;
for (const line of [...tried, ...notMade.map((why) => `not made: ${why}`)]) console.log(line);
console.log(
  `${counted('run')} packages run, ${counted('failed')} failed, ${counted('not run')} not run here`,
);
process.exitCode = tried.some((line) => line.startsWith('failed')) ? 1 : 0;

/** What takes long is said. */
function step(what: string): void {
  console.log(`${what} after ${Math.round(performance.now() / 1000)} s`);
}

/** Returns the name of the file. */
function pack(folder: string, scripts = '--ignore-scripts=false'): string {
  const args = ['pack', scripts, '--silent', '--pack-destination', folder];
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Built anew: types were checked the first time, which takes longer than all else. */
function packAgain(folder: string): string {
  const build = (script: string, ...args: string[]) => {
    const { status, stderr } = spawnSync('npx', ['tsx', `src/build/${script}.ts`, ...args], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${script}: ${stderr}`);
  };
  build('bundle');
  build('shrinkwrap');
  try {
    return pack(folder, '--ignore-scripts=true');
  } finally {
    build('shrinkwrap', '--remove');
  }
}

/** The program with Node beside it, for a machine that has none. */
function withNode(arch: Arch): void {
  const folder = `docs-${version}-linux-${arch}`;
  const node = nodeFor(arch);
  const hasXz = spawnSync('xz', ['--version']).status === 0;
  if (!node || !hasXz) {
    notMade.push(`${folder}.tar.xz: ${node ? 'xz is missing' : `Node ${NODE} cannot be fetched`}`);
    return;
  }
  const start = `#!/bin/sh\nhere=$(dirname "$(readlink -f "$0")")\nexec "$here/../node/node" "$here/../bin/docs.js" "$@"\n`;
  const items: Item[] = [
    ...[...program, ...packagesFor(arch)],
    { path: 'node/node', data: node, executable: true },
    { path: 'command/docs', data: Buffer.from(start), executable: true },
  ].map((item) => ({ ...item, path: `${folder}/${item.path}` }));
  const bytes = tar(items, time);
  same(bytes, tar(items, time), folder);
  const packed = spawnSync('xz', XZ, { input: bytes, maxBuffer: 1e9 });
  if (packed.status !== 0) throw new Error(`xz failed: ${packed.stderr}`);
  writeFileSync(join(OUT, `${folder}.tar.xz`), packed.stdout);
}

/** The program `node`, from a package that holds nothing else; npm checks what it gets. */
function nodeFor(arch: Arch): Buffer | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'docs-node-'));
  const args = [
    'pack',
    `node-linux-${arch}@${NODE}`,
    '--silent',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ];
  const { status, stdout } = spawnSync('npm', args, { encoding: 'utf8', cwd: folder, timeout: MOST_MS });
  const file = join(folder, stdout.trim().split('\n').at(-1) ?? '');
  const found =
    status === 0 && existsSync(file)
      ? filesOf(readFileSync(file)).find(({ path }) => path === 'bin/node')?.data
      : undefined;
  rmSync(folder, { recursive: true, force: true });
  return found;
}

function same(one: Buffer, other: Buffer, what: string): void {
  if (!one.equals(other)) throw new Error(`${what}: two builds are not the same bytes`);
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
