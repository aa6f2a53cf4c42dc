// Versions of the contract on the registry that npm is set up to use.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contract, readContract } from './specification.ts';

const PACKAGE = '@gitbook/api';

/** The newest version that is published. Throws what npm says where it cannot be asked. */
export const newestVersion = (): string => npm(['view', PACKAGE, 'version']).trim();

/** Reads a published version without installing it. */
export function publishedContract(version: string): Contract {
  const folder = mkdtempSync(join(tmpdir(), 'docs-contract-'));
  try {
    const name = npm(['pack', `${PACKAGE}@${version}`, '--silent', '--pack-destination', folder]).trim();
    execFileSync('tar', ['xzf', join(folder, name), '-C', folder]);
    return readContract(JSON.parse(readFileSync(join(folder, 'package/spec/openapi.json'), 'utf8')), version);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a version the one that is pinned in package.json. */
export const pinVersion = (version: string): string =>
  npm(['install', '--save-dev', '--save-exact', `${PACKAGE}@${version}`]);

const npm = (args: string[]): string =>
  execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
