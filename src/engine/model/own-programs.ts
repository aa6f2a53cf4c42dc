// Commands of a person's own: `docs foo` runs docs-foo of PATH, as git and gh do. Only for a word that is nothing else.
import type { Context, Env } from '../../context.ts';
import { LocalIoError } from '../../errors.ts';
import { openConfig } from '../run/session.ts';

/** Whether there was such a program: then it has ended, and this process ends with its code. Throws LocalIoError. */
export async function ranOwnProgram(
  [word = '', ...args]: readonly string[],
  context: Context,
): Promise<boolean> {
  const { runProgram, exitWith } = context;
  if (!runProgram || !exitWith) return false;
  try {
    exitWith(await runProgram([`docs-${word}`, ...args], () => variablesOf(context)));
  } catch (error) {
    if (error instanceof LocalIoError && error.code === 'NO_PROGRAM') return false;
    throw error;
  }
  context.signal.throwIfAborted();
  return true;
}

/**
 * Where docs acts, so that docs within the program acts there, too; never the token, which `docs auth token` prints. What
 * a folder chose is not passed on as the choice of the person beside a token of the environment.
 */
function variablesOf(context: Context): Env {
  const { profile, baseUrl, organization, tokenSource } = openConfig(context, {});
  const isOfFolder = profile?.source === 'project' && tokenSource()?.source === 'env';
  return {
    ...(profile && !isOfFolder && { DOCS_PROFILE: profile.value, DOCS_BASE_URL: baseUrl.value }),
    ...(organization && { DOCS_ORG: organization.value }),
    DOCS_TOKEN: undefined,
  };
}
