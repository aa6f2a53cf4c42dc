// A home of its own for a test of settings and credentials; removed when the test ends.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Paths, pathsOf } from '../../src/config/folders.ts';

export interface ConfigHome {
  home: string;
  paths: Paths;
  /** The folder of config.json and credentials.json; made by the first write. */
  config: string;
}

export function configHome(): ConfigHome {
  const home = mkdtempSync(join(tmpdir(), 'docs-config-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const paths = pathsOf({ env: { HOME: home }, platform: 'linux', cwd: home });
  return { home, paths, config: join(home, '.config', 'docs') };
}

/** What a function throws, for a test that looks at code, message and hint. */
export function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** What a promise rejects with. */
export async function rejectionOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
