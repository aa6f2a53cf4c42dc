import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/output/width.ts';
import { BIN, builtDocs, NODE } from '../helpers/built.ts';
import { perTest } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty } from '../helpers/pty.ts';

/** What other people's tests load holds all that it needs, with the names of its functions in place of a map; the second is the bundler's. */
const NOT_OURS = ['testing.js', 'rolldown-runtime.js'];
const ours = readdirSync('dist').filter((name) => name.endsWith('.js') && !NOT_OURS.includes(name));

describe('the bundle', () => {
  it('is plain files with maps to their sources, each of which is in one of them', () => {
    expect(ours.length).toBeLessThanOrEqual(100);
    const sources = ours
      .flatMap((name) => JSON.parse(readFileSync(`dist/${name}.map`, 'utf8')).sources as string[])
      .filter((source) => source.startsWith('../src/'));
    expect(sources.length).toBeGreaterThan(400);
    expect(sources.filter((source, at) => sources.indexOf(source) !== at)).toEqual([]);
  });

  it('names the licence of every package in it, once', () => {
    expect(existsSync('dist/THIRD-PARTY-LICENSES')).toBe(true);
    const notices = readFileSync('dist/THIRD-PARTY-LICENSES', 'utf8');
    const packages: string[] = notices.match(/^\S+ \d+\.\d+\.\d+$/gm) ?? [];
    expect(packages).toContainEqual(expect.stringMatching(/^commander \d/));
    expect(packages.filter((one, at) => packages.indexOf(one) !== at)).toEqual([]);
    // What is compiled into the file of jq.
    for (const holder of ['Stephen Dolan', 'K.Kosako', 'International Business Machines', 'Lucent'])
      expect(notices).toContain(holder);
  });
});

describe('a stack trace', () => {
  const docs = perTest(builtDocs);

  it('names file and line of the source under --debug', async () => {
    const { code, stderr } = await docs(['spaces', 'list', '--debug']);
    expect(code).toBe(4);
    const [, file = '', line] = /^ +at .*[/\\](src[/\\][\w/\\.-]+\.ts):(\d+):\d+\)$/m.exec(stderr) ?? [];
    expect(file, stderr).not.toBe('');
    const text = readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? '';
    expect(text).toMatch(/\bnew \w*Error\(/);
    expect(stderr).not.toMatch(/dist[/\\](?!main)[\w-]+\.js:/);
  });
});

describe('a table', () => {
  const docs = perTest(builtDocs);

  it.skipIf(lacks('a table on a terminal', 'python3'))('stands in line whatever it holds', async () => {
    await docs(['sandbox', 'init', '--demo']);
    const [space = ''] = (await docs(['spaces', 'list', '-q'])).stdout.split('\n');
    await docs(['spaces', 'update', space, '--title', '📘 日本語 é 👨‍👩‍👧']);
    const list = [NODE, BIN, 'spaces', 'list', '--fields', 'title,visibility'];
    const pty = openPty(list, { env: { HOME: docs.home, NO_COLOR: '1', TERM: 'dumb' } });
    expect(await pty.ended).toBe(0);
    const [head = '', ...rows] = pty
      .output()
      .split(/\r?\n/)
      .filter((line) => /\S {2,}\S/.test(line));
    expect(rows.join('\n')).toContain('👨‍👩‍👧');
    for (const row of rows)
      expect(displayWidth(row.replace(/\S+$/, '')), row).toBe(head.indexOf('VISIBILITY'));
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
      // A second version of a package has a name of its own here.
      ([, version]) => !/^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(String(version)),
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
