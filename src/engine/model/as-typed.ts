// Errors say the flags that were typed, not those that they stand for.
import { DocsError } from '../../errors.ts';
import type { Command } from './command.ts';
import { nameIn, ORG, ORGANIZATION } from './load.ts';

/** An error of a call, under the names of flags that were typed. A command in its hint keeps those that it knows. */
export function asTyped(error: unknown, command: Command | undefined, typed: readonly string[]): unknown {
  if (!(error instanceof DocsError)) return error;
  const given = new Set(typed.map(nameIn));
  for (const [name, known] of Object.entries({ ...command?.synonyms, [ORGANIZATION]: ORG })) {
    const named = new RegExp(`${known}(?![\\w-])`, 'g');
    if (!given.has(name) || given.has(known) || !named.test(error.message)) continue;
    error.message = error.message.replace(named, name);
    if (!error.hint?.startsWith('docs ')) error.hint = error.hint?.replace(named, name);
  }
  return error;
}
