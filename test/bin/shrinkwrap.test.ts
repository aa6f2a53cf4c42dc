// What an installation gets: the versions that were tested, each with its hash, and a jq whose flaws are known by its version.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeSbom } from '../../src/build/sbom.ts';
import { shrinkwrapOf, shrinkwrapText } from '../../src/build/shrinkwrap.ts';
import { runJq } from '../../src/output/jq.ts';
import { memoryIo } from '../helpers/memory-io.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

describe('the lock that comes with the package', () => {
  const { packages } = JSON.parse(shrinkwrapText()) as {
    packages: Record<string, { version?: string; integrity?: string; dev?: boolean; dependencies?: object }>;
  };

  it('is made when npm packs, and removed again', () => {
    expect(manifest.scripts.prepack).toMatch(/tsx src\/build\/shrinkwrap\.ts$/);
    expect(manifest.scripts.postpack).toBe('tsx src/build/shrinkwrap.ts --remove');
  });

  it('has each package in one version, with its hash, and none that only builds or tests', () => {
    const installed = Object.entries(packages).filter(([path]) => path !== '');
    expect(installed.length).toBeGreaterThan(3);
    for (const [path, { version, integrity, dev }] of installed)
      expect([path, version, integrity, dev]).toEqual([
        path,
        expect.stringMatching(/^\d+\.\d+\.\d+/),
        expect.stringMatching(/^sha512-/),
        undefined,
      ]);
    expect(packages['']?.dependencies).toEqual(manifest.dependencies);
    expect(packages['']).not.toHaveProperty('devDependencies');
  });
});

it('is published with provenance', () => {
  expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
});

describe('jq', () => {
  const isAtLeast = (version: string) => version.localeCompare('1.7.1', 'en', { numeric: true }) >= 0;

  it('is listed by its own version, 1.7.1 or newer, so that its advisories are found', () => {
    const jq = makeSbom().components.find(({ name }) => name === 'jq');
    expect(jq?.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(isAtLeast(jq?.version ?? '')).toBe(true);
    expect(jq?.cpe).toBe(`cpe:2.3:a:jqlang:jq:${jq?.version}:*:*:*:*:*:*:*`);
  });

  it('is what its version says: it knows what came with 1.7 and 1.8', async () => {
    const program =
      '[("YQ=="|@base64d), ("xax"|trimstr("x")), ({a:1,b:2}|pick(.a).a), (-1|abs), have_decnum]';
    expect(JSON.parse(await runJq(memoryIo(), 'null', program)).slice(0, 4)).toEqual(['a', 'a', 1, 1]);
    const wasm = readFileSync('node_modules/jq-wasm/dist/build/jq.wasm', 'latin1');
    expect(wasm).toContain(makeSbom().components.find(({ name }) => name === 'jq')?.version);
  });
});

it('keeps what is installed, where npm puts it once the development packages are gone', () => {
  const { packages } = shrinkwrapOf({
    packages: {
      '': { version: '1.0.0' },
      'node_modules/@noble/hashes': { version: '2.0.0', dev: true },
      'node_modules/base64-js': { version: '1.5.1' },
      'node_modules/linebreak': { version: '1.1.0' },
      'node_modules/linebreak/node_modules/base64-js': { version: '0.0.8' },
      'node_modules/pdfkit': { version: '0.20.2' },
      'node_modules/pdfkit/node_modules/@noble/hashes': { version: '1.8.0' },
    },
  });
  expect(Object.entries(packages).map(([path, { version }]) => `${path} ${version}`)).toEqual([
    ' 1.0.0',
    'node_modules/@noble/hashes 1.8.0',
    'node_modules/base64-js 1.5.1',
    'node_modules/linebreak 1.1.0',
    'node_modules/linebreak/node_modules/base64-js 0.0.8',
    'node_modules/pdfkit 0.20.2',
  ]);
});
