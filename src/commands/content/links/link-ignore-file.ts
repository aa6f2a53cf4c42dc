// The ignore file of docs links check: the one that was named, or .docslinks where the command is run.

import { readTextFile } from '../../../engine/run/input.ts';
import { LocalIoError } from '../../../errors.ts';
import type { Ignores } from '../../../workflows/link-ignores.ts';
import type { CheckRun } from './links-check.ts';

const USUAL = '.docslinks';

/** Undefined when there is none. Throws LocalIoError when the one that was named cannot be read, UsageError. */
export async function readIgnoreFile({ context, flags }: CheckRun): Promise<Ignores | undefined> {
  const named = flags.ignoreFile;
  const name = typeof named === 'string' ? named : USUAL;
  const text = await readTextFile(context, name, '--ignore-file').catch((error: unknown) => {
    if (named === undefined && isMissing(error)) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { readIgnores } = await import('../../../workflows/link-ignores.ts');
  return readIgnores(text, { name, now: context.now() });
}

const isMissing = (error: unknown): boolean =>
  error instanceof LocalIoError && error.details?.errno === 'ENOENT';
