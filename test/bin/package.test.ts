import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSbom } from '../../src/build/sbom.ts';
import { NODE } from '../helpers/built.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { type Packed, pack } from '../helpers/packed.ts';
import { reached } from '../helpers/runs.ts';

const ALLOWED = [
  /^package\.json$/,
  /^npm-shrinkwrap\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
  /^skills\/docs\/SKILL\.md$/,
  /^bin\/(docs\.js|package\.json|sandbox\.(js|d\.ts))$/,
  /^completions\/docs\.(bash|zsh|fish|ps1)$/,
  /^dist\/[\w-]+\.js(\.map)?$/,
  /^dist\/package\.json$/,
  /^dist\/THIRD-PARTY-LICENSES$/,
  /^dist\/man\/docs(-[\w-]+)?\.1$/,
  /^dist\/lib\/[\w-]+\.cjs$/,
  /^dist\/lib\/build\/jq\.wasm$/,
  /^dist\/lib\/schemas\/(README\.md|v\d\.\d\/schema\.json)$/,
];

const folder = temporaryFolder();
const home = join(folder, 'home');
const installed = join(folder, 'package');
let packed: Packed;

beforeAll(() => {
  mkdirSync(home);
  packed = pack(folder);
});

describe('the package', () => {
  it('holds what is on the list and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !ALLOWED.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(ALLOWED.filter((pattern) => !paths.some((path) => pattern.test(path)))).toEqual([]);
  });

  it('has the same bytes when it is packed again', () => {
    const again = join(folder, 'again');
    mkdirSync(again);
    const { filename } = pack(again);
    expect(readFileSync(join(again, filename)).equals(readFileSync(join(folder, filename)))).toBe(true);
  });

  it('is small', () => {
    expect(packed.size).toBeLessThan(3_000_000);
  });

  it('holds none of the packages that were replaced or cut off', () => {
    const notices = readFileSync('dist/THIRD-PARTY-LICENSES', 'utf8');
    expect(notices).toMatch(/^undici \d/m);
    const chunks = readdirSync('dist/lib').filter((file) => file.endsWith('.cjs'));
    expect(
      chunks.filter((file) => readFileSync(`dist/lib/${file}`, 'utf8').includes('@colors/colors')),
    ).toEqual([]);
    expect(notices.match(/^(@colors\/colors|colors|iconv-lite|chardet) \d.*/gm)).toBe(null);
  });

  it.skipIf(lacks('the packed program runs', 'tar'))('runs as it is packed', () => {
    execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
    linkWhatItInstalls();
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(docs('--version')).toEqual([0, `${version}\n`]);
    expect(docs('sandbox', 'init', '--demo')[0]).toBe(0);
    const [code, spaces] = docs('spaces', 'list', '-q');
    expect([code, spaces.split('\n').length > 3]).toEqual([0, true]);
    expect(docs('spaces', 'list', '--json', '--jq', '.[0].title')[0]).toBe(0);
    expect(docs('completion', 'bash')[0]).toBe(0);
  });
});

// A build costs as long as all other tests of the package.
it.runIf(process.env.DOCS_HARDEN)('comes out the same in another folder, byte by byte', () => {
  const elsewhere = join(folder, 'elsewhere', 'project');
  mkdirSync(elsewhere, { recursive: true });
  for (const name of ['src', 'bin', 'package.json', 'tsconfig.json', 'README.md']) {
    cpSync(name, join(elsewhere, name), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(elsewhere, 'node_modules'));
  const built = spawnSync('npx', ['tsx', 'src/build/bundle.ts'], { cwd: elsewhere, encoding: 'utf8' });
  expect(built.status, built.stderr).toBe(0);
  const here = hashes('dist');
  expect(here.size).toBeGreaterThan(60);
  expect([...hashes(join(elsewhere, 'dist'))]).toEqual([...here]);
  reached('U5', 'builds', 2);
});

it('comes with a list of all that is in it', () => {
  const { components, metadata } = makeSbom();
  expect(metadata.component.name).toBe('docs-admin-cli');
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['pdfkit', '@photostructure/sqlite', 'undici', 'commander']));
  expect(components.find(({ name }) => name === 'jq')).toMatchObject({
    version: '1.8.2',
    cpe: 'cpe:2.3:a:jqlang:jq:1.8.2:*:*:*:*:*:*:*',
  });
  expect(names.filter((name) => /^(vitest|typescript|esbuild|@biomejs)/.test(name))).toEqual([]);
});

/** The three packages it depends on, and all of theirs, from where they are installed already. */
function linkWhatItInstalls(): void {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}

function docs(...args: string[]): [code: number | null, stdout: string] {
  const { status, stdout } = spawnSync(NODE, [join(installed, 'bin/docs.js'), ...args], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH },
    encoding: 'utf8',
  });
  return [status, stdout];
}

function hashes(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(
    paths
      .map((path) => [relative(root, path), path] as const)
      .filter(([name]) => name !== 'bench.json')
      .map(([name, path]) => [name, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}
