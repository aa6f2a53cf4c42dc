// The Dockerfile, built for real: on a base of Debian and Node that is made here under the name which it asks for, with a
// registry of this machine in place of the one it will be published to. Then it runs the demo, as its user, without network.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PROGRAMS = ['buildah', 'debootstrap', 'npm', 'tar'];
const MOST_MS = 600_000;

interface Made {
  name: string;
  version: string;
}

/** A line on whether it ran, failed, or why it could not be run here. */
export async function tryContainer(folder: string, made: Made): Promise<string> {
  const missing = PROGRAMS.filter((one) => spawnSync('sh', ['-c', `command -v ${one}`]).status !== 0);
  if (missing.length > 0) return `not run: Dockerfile: missing ${missing.join(', ')}`;
  if (process.getuid?.() !== 0) return 'not run: Dockerfile: only root can make its base here';
  const work = mkdtempSync(join(tmpdir(), 'docs-container-'));
  const registry = await openRegistry(folder, made);
  try {
    const from = performance.now();
    await buildAndRun({ folder, work, registry: registry.url });
    return `run: Dockerfile (${Math.round((performance.now() - from) / 1000)} s)`;
  } catch (error) {
    return `failed: Dockerfile: ${error instanceof Error ? error.message : error}`;
  } finally {
    registry.close();
    // What is mounted there keeps it: it goes with the containers.
    spawnSync('buildah', [...storeIn(work), 'rm', '--all']);
    rmSync(work, { recursive: true, force: true });
  }
}

const storeIn = (work: string): string[] => [
  ...['--root', join(work, 'store'), '--runroot', join(work, 'run')],
  ...['--storage-driver', 'vfs'],
];

async function buildAndRun({ folder, work, registry }: { folder: string; work: string; registry: string }) {
  const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');
  const base = /^FROM (\S+)/m.exec(dockerfile)?.[1] ?? '';
  const buildah = (...args: string[]) => run('buildah', [...storeIn(work), ...args]);
  await buildah('from', '--name', 'base', 'scratch');
  const root = await buildah('mount', 'base');
  await run('debootstrap', ['--variant=minbase', '--include=libstdc++6', 'bookworm', root]);
  await addNode(folder, root);
  await buildah(
    'config',
    '--env',
    `npm_config_registry=${registry}`,
    '--env',
    'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    'base',
  );
  await buildah('commit', '-q', 'base', `docker.io/library/${base}`);
  await buildah(
    'bud',
    '-q',
    '--isolation',
    'chroot',
    '--pull-never',
    '-t',
    'docs',
    '-f',
    join(folder, 'Dockerfile'),
    work,
  );
  await buildah('from', '--name', 'docs', '--pull-never', 'docs');
  const user = await buildah('inspect', '--format', '{{.OCIv1.Config.User}}', 'docs');
  const made = await buildah('mount', 'docs');
  const ids = /^docs:x:(\d+):(\d+):/m.exec(readFileSync(join(made, 'etc/passwd'), 'utf8'));
  if (user !== 'docs' || !ids || ids[1] === '0') throw new Error(`it runs as "${user}"`);
  const inside = [
    '--net',
    'chroot',
    `--userspec=${ids[1]}:${ids[2]}`,
    made,
    'env',
    '-i',
    'HOME=/home/docs',
    'PATH=/usr/local/bin:/usr/bin:/bin',
  ];
  const shown = await run('unshare', [...inside, 'sh', '-c', 'docs sandbox init --demo && docs spaces list']);
  if (!shown.includes('Guides')) throw new Error(shown);
}

/** Node of the archive, and the npm of this machine. */
async function addNode(folder: string, root: string): Promise<void> {
  const archive = readdirSync(folder).find((name) => name.endsWith('-linux-x64.tar.xz'));
  if (archive === undefined) throw new Error('there is no archive with Node for x64');
  const place = join(root, 'usr/local');
  await run('tar', [
    '-xJf',
    join(folder, archive),
    '-C',
    join(place, 'bin'),
    '--strip-components=3',
    '--wildcards',
    '*/node/node',
  ]);
  const npm = join((await run('npm', ['root', '--global'])).trim(), 'npm');
  cpSync(npm, join(place, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(place, 'bin/npm'));
}

/** Resolves with what it prints. Not synchronous: the registry answers meanwhile. */
function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: MOST_MS });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(out.trim());
      else
        reject(
          new Error(
            `${program} ${args.find((one) => /^[a-z]+$/.test(one)) ?? ''}: ${(errors || out).trim().slice(-500)}`,
          ),
        );
    });
  });
}

/** Has the package that was just made, and fetches all others from the usual registry: a base without certificates cannot. */
async function openRegistry(folder: string, { name, version }: Made) {
  const file = join(folder, `${name}-${version}.tgz`);
  const tgz = readFileSync(file);
  const text = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' }).stdout;
  const usual = text('npm', 'config', 'get', 'registry').trim();
  const manifest = JSON.parse(text('tar', '-xzOf', file, 'package/package.json'));
  const server = createServer(async ({ url = '', headers: { accept = '*/*' } }, response) => {
    const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (url === `/${name}/-/${basename(file)}`) return response.end(tgz);
    if (url === `/${name}`) {
      const one = { ...manifest, dist: { tarball: `${here}/${name}/-/${basename(file)}` } };
      return response.end(
        JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: one } }),
      );
    }
    try {
      const answer = await fetch(new URL(url.slice(1), usual), { headers: { accept } });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      response.writeHead(502).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
}
