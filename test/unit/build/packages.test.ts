import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  version: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
}
interface Manifest {
  license?: string | { type?: string };
  licenses?: { type: string }[];
  scripts?: Record<string, string>;
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

function lockedIn(folder: string): [path: string, entry: Locked][] {
  const { packages }: { packages: Record<string, Locked> } = readJson(`${folder}/package-lock.json`);
  return Object.entries(packages).filter(([path]) => path !== '');
}

/** What is installed of the lock: packages for other systems are not. */
const installed = lockedIn('.').flatMap(([path, { dev = false }]) =>
  existsSync(`${path}/package.json`)
    ? [{ path, dev, manifest: readJson(`${path}/package.json`) as Manifest }]
    : [],
);

/** What may be passed on with the program, whatever else it says of its own; pictures with their author's name. */
const FREE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'CC-BY-4.0'];
/** Asks that changes of its own files be published: used to build and test, never passed on. */
const FOR_TOOLS = ['MPL-2.0', 'PSF-2.0'];
/** Packages that say in words what their manifest does not say by a name of the list. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  // Bitstream Vera licence: fonts may be used and passed on with any program.
  'node_modules/dejavu-fonts-ttf': 'SEE LICENSE IN README.md AND LICENSE',
  // A font that may be used and passed on with any program; who installs takes it from its author.
  'node_modules/@fontsource-variable/inter': 'OFL-1.1',
  // MIT, in its LICENSE file.
  'node_modules/png-js': '',
};

/** Name no licence: names and types of their specification are read to generate and to check; nothing of them is passed on. */
const ONLY_READ = ['node_modules/@gitbook/api', 'node_modules/@gitbook/api-0.146'];

function licenseOf({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? '';
}

/** `(MIT OR X)` may be taken as MIT; `MIT AND X` is both. */
function isAllowed(license: string, allowed: readonly string[]): boolean {
  const bare = license.replace(/^\((.*)\)$/, '$1');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));
}

describe('the licence of every package', () => {
  it('allows it to be passed on with the program, or to build and test it', () => {
    expect(installed.length).toBeGreaterThan(150);
    const odd = installed.flatMap(({ path, dev, manifest }) => {
      const license = licenseOf(manifest);
      if (READ_BY_HAND[path] === license || (dev && ONLY_READ.includes(path))) return [];
      return isAllowed(license, dev ? [...FREE, ...FOR_TOOLS] : FREE) ? [] : [`${path}: ${license}`];
    });
    expect(odd).toEqual([]);
  });

  it('is told by its own file where the manifest has no name for it', () => {
    for (const path of Object.keys(READ_BY_HAND)) expect(existsSync(`${path}/LICENSE`), path).toBe(true);
    expect(readFileSync('node_modules/png-js/LICENSE', 'utf8')).toContain('MIT License');
  });
});

describe('an install', () => {
  const HOOKS = ['preinstall', 'install', 'postinstall'];

  it('runs no script but one that finds its binary in the tarball and does nothing', () => {
    const scripts = installed
      .filter(({ dev }) => !dev)
      .flatMap(({ path, manifest: { scripts = {} } }) =>
        HOOKS.filter((hook) => scripts[hook]).map((hook) => `${path}: ${scripts[hook]}`),
      );
    expect(scripts).toEqual(['node_modules/@photostructure/sqlite: node-gyp-build']);
  });

  it('adds no script of our own', () => {
    const { scripts } = readJson('package.json');
    const ours = [...HOOKS, 'prepare', 'prepublish', 'prepublishOnly'];
    expect(ours.filter((hook) => hook in scripts)).toEqual([]);
  });
});

const folder = 'test/harden/mutants';

it('the tools of mutation testing, installed apart, are pinned like everything else', () => {
  const { devDependencies } = readJson(`${folder}/package.json`);
  for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const packages = lockedIn(folder);
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
