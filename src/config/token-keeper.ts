// A token that a program keeps, a password manager or the keychain of the system: asked for once a process, kept nowhere else.
import { AuthError, messageOf } from '../errors.ts';
import { shell } from '../files/shell-word.ts';
import { parseToken, type Secret, type TokenKeeper } from './credentials.ts';
import type { Programs, ReadProgram } from './keychain.ts';

/** What was printed, by what was asked: one process has one `readProgram`, in however many runs. */
const printed = new WeakMap<ReadProgram, Map<string, Promise<Secret>>>();

/** The token of a profile. Throws AuthError `TOKEN_COMMAND` or `KEYCHAIN`, which name the profile and quote nothing that was printed. */
export async function keptToken(programs: Programs, keeper: TokenKeeper, profile: string): Promise<Secret> {
  const { readProgram, runtime, signal } = programs;
  if (!readProgram) throw failed(keeper, profile, 'no program may be started here');
  const known = printed.get(readProgram) ?? new Map<string, Promise<Secret>>();
  printed.set(readProgram, known);
  const key = keeper.command ?? `keychain ${keeper.keychain}`;
  const asked = known.get(key) ?? ask(readProgram, runtime.platform, keeper);
  known.set(key, asked);
  try {
    return await asked;
  } catch (error) {
    // A password manager that was locked may be open the next time.
    known.delete(key);
    if (signal.aborted) throw error;
    throw failed(keeper, profile, messageOf(error), error);
  }
}

async function ask(readProgram: ReadProgram, platform: string, keeper: TokenKeeper): Promise<Secret> {
  if (keeper.command !== undefined) return parseToken(await readProgram(keeper.command));
  const { keychainOf } = await import('./keychain.ts');
  const { words, input } = keychainOf(platform).find(keeper.keychain);
  return parseToken(await readProgram(words, input));
}

function failed({ command }: TokenKeeper, profile: string, why: string, cause?: unknown): AuthError {
  if (command === undefined)
    return new AuthError(`the token of profile "${profile}" could not be read from the keychain: ${why}`, {
      code: 'KEYCHAIN',
      hint: `unlock the keychain, or sign in again: ${shell`docs auth login --profile ${profile}`}`,
      cause,
    });
  return new AuthError(`the command that prints the token of profile "${profile}" failed: ${why}`, {
    code: 'TOKEN_COMMAND',
    hint: `run it yourself to see why: ${command}`,
    cause,
  });
}
