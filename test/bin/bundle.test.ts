import { existsSync, readFileSync } from 'node:fs';
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
      'jq-wasm',
    ];
    const found = heavy.filter((name) => inputs.some((input) => input.includes(`node_modules/${name}/`)));
    expect(found).toEqual([]);
  });

  it('names the licence of every package in it', () => {
    expect(existsSync('dist/THIRD-PARTY-LICENSES')).toBe(true);
    expect(readFileSync('dist/THIRD-PARTY-LICENSES', 'utf8')).toMatch(/^commander \d/m);
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
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(String(version)),
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
