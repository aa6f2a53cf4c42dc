import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const metafile = JSON.parse(readFileSync('dist/metafile.json', 'utf8'));
const inputs = Object.keys(metafile.inputs);

describe('the bundle', () => {
  it('keeps heavy packages out of the file that every command loads', () => {
    const heavy = [
      'undici',
      'conf',
      'ora',
      '@inquirer',
      'hono',
      'markdown-it',
      'yaml',
      'pdfkit',
      'ajv',
      'turndown',
      'jq-web',
    ];
    const found = heavy.filter((name) => inputs.some((input) => input.includes(`node_modules/${name}/`)));
    expect(found).toEqual([]);
  });

  it('holds no package that was replaced on purpose', () => {
    const texts = readdirSync('dist/lib')
      .filter((file) => file.endsWith('.cjs'))
      .map((file) => readFileSync(`dist/lib/${file}`, 'utf8'));
    expect(texts.filter((text) => text.includes('@colors/colors')).length).toBe(0);
  });

  it('names the licence of every package in it', () => {
    expect(existsSync('dist/THIRD-PARTY-LICENSES')).toBe(true);
    expect(readFileSync('dist/THIRD-PARTY-LICENSES', 'utf8')).toMatch(/^commander \d/m);
  });

  it('is packed with what it needs and nothing else', () => {
    const [{ files, size }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    const paths: string[] = files.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining(['bin/docs.js', 'dist/main.js', 'README.md', 'LICENSE']));
    expect(paths.filter((path) => /^(src|test|\.ci)\//.test(path))).toEqual([]);
    expect(size).toBeLessThan(3_000_000);
  });
});

describe('what is installed', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const packages = Object.entries<{
    version: string;
    integrity?: string;
    resolved?: string;
    dev?: boolean;
    hasInstallScript?: boolean;
  }>(lock.packages).filter(([path]) => path !== '');

  it('is pinned by hash and names no address', () => {
    expect(
      packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
    ).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('is pinned to exact versions', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)),
    );
    expect(loose).toEqual([]);
  });

  it('needs few packages, none of them with an install script but the one whose binaries are in its tarball', () => {
    const installed = packages.filter(([, { dev }]) => !dev);
    expect(installed.length).toBeLessThan(30);
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([
      'node_modules/@photostructure/sqlite',
    ]);
  });
});
