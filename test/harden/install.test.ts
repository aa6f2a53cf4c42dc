import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../src/build/audit.ts';
import { NODE } from '../helpers/built.ts';
import { notRun } from '../helpers/needs.ts';
import { reached } from '../helpers/runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'docs-install-'));
const home = join(folder, 'home');
const modules = join(folder, 'prefix', 'lib', 'node_modules');
let failure: string | undefined;

beforeAll(() => {
  mkdirSync(home);
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(printed);
  const args = ['install', '--global', '--prefix', join(folder, 'prefix'), '--ignore-scripts', '--no-audit'];
  const installed = spawnSync('npm', [...args, '--prefer-offline', join(folder, filename)], {
    encoding: 'utf8',
  });
  if (installed.status === 0) return;
  failure = /npm error (?:code )?(\S+)/.exec(installed.stderr)?.[1] ?? `npm ended with ${installed.status}`;
  notRun(
    `the packed program is not installed: its packages are neither in npm's cache nor to be had (${failure})`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package, installed into an empty folder without scripts', () => {
  it('brings fewer than 30 packages', ({ skip }) => {
    skip(failure !== undefined, failure);
    const count = packagesIn(modules);
    expect(count).toBeGreaterThan(3);
    expect(count).toBeLessThan(30);
    reached('U3', 'installs', 1);
  });

  it('runs: version, sandbox, list, PDF', ({ skip }) => {
    skip(failure !== undefined, failure);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(docs('--version')).toEqual([0, `${version}\n`]);
    expect(docs('sandbox', 'init', '--demo')[0]).toBe(0);
    const [code, spaces] = docs('spaces', 'list', '-q');
    expect([code, spaces.split('\n').length > 3]).toEqual([0, true]);
    const pdf = join(home, 'change.pdf');
    expect(docs('cr', 'pdf', '4', '--space', 'Guides', '--save', pdf)[0]).toBe(0);
    expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

it('has no known flaw, or nobody could be asked', () => {
  const found = audit();
  if (found.word === 'not run') notRun(`npm audit: ${found.why}`);
  expect(found.word === 'flawed' ? found.flaws : []).toEqual([]);
});

function packagesIn(path: string): number {
  if (!existsSync(path)) return 0;
  return readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(path, name)).map((own) => `${name}/${own}`) : [name],
    )
    .reduce((sum, name) => sum + 1 + packagesIn(join(path, name, 'node_modules')), 0);
}

function docs(...args: string[]): [code: number | null, stdout: string] {
  const { status, stdout } = spawnSync(NODE, [join(folder, 'prefix/bin/docs'), ...args], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH },
    encoding: 'utf8',
  });
  return [status, stdout];
}
