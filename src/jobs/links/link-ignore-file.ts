// The ignore file of a check: the one that was named, or the usual one (.docslinks) where the command is run.

import { readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { LocalIoError } from '../../errors.ts';
import type { Ignores } from './link-ignores.ts';

const USUAL = '.docslinks';

/** Undefined when there is none. Throws LocalIoError when the one that was named cannot be read, UsageError. */
export async function readIgnoreFile(
  { context, flags }: Run<{ ignoreFile?: unknown }>,
  usual = USUAL,
): Promise<Ignores | undefined> {
  const named = flags.ignoreFile;
  const name = typeof named === 'string' ? named : usual;
  const text = await readTextFile(context, name, '--ignore-file').catch((error: unknown) => {
    if (named === undefined && isMissing(error)) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { readIgnores } = await import('./link-ignores.ts');
  return readIgnores(text, { name, now: context.now() });
}

const isMissing = (error: unknown): boolean =>
  error instanceof LocalIoError && error.details?.errno === 'ENOENT';
