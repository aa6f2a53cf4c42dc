// Commands of a person's own: `docs foo` runs docs-foo of PATH, as git and gh do. Only for a word that is nothing else.
import type { Context, Env } from '../../context.ts';
import { LocalIoError } from '../../errors.ts';
import { openConfig, type SessionFlags } from '../run/session.ts';

/** A line by its first word, with the global flags before it. */
export interface Line {
  before: readonly string[];
  first: string;
  rest: readonly string[];
}

/** Flags of every command that say where docs acts, and what a session calls them. */
const PLACES: Readonly<Record<string, 'profile' | 'baseUrl' | 'org'>> = {
  '--profile': 'profile',
  '--base-url': 'baseUrl',
  '--org': 'org',
  '--organization': 'org',
};

/**
 * Whether there was such a program: then it has ended, and this process ends with its code. It gets all that follows its
 * name, and the flags before it but those that its variables say. Throws LocalIoError, and UsageError for a profile that
 * does not exist.
 */
export async function ranOwnProgram({ before, first, rest }: Line, context: Context): Promise<boolean> {
  const { runProgram, exitWith } = context;
  if (!runProgram || !exitWith) return false;
  const { places, others } = readPlaces(before);
  const { places: later } = readPlaces(rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined));
  const words = [`docs-${first}`, ...others, ...rest];
  try {
    exitWith(await runProgram(words, () => variablesOf(context, { ...places, ...later })));
  } catch (error) {
    if (error instanceof LocalIoError && error.code === 'NO_PROGRAM') return false;
    throw error;
  }
  context.signal.throwIfAborted();
  return true;
}

/** The flags that say where docs acts, and the words that are left. */
function readPlaces(words: readonly string[]): { places: SessionFlags; others: readonly string[] } {
  const places: SessionFlags = {};
  const others: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, flag = word, joined] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    const place = PLACES[flag];
    const value = place && (joined ?? words[at + 1]);
    if (place === undefined || value === undefined) others.push(word);
    else {
      places[place] = value;
      if (joined === undefined) at += 1;
    }
  }
  return { places, others };
}

/**
 * Where docs acts, so that docs within the program acts there, too; never the token, which `docs auth token` prints. What
 * a folder chose is not passed on as the choice of the person beside a token of the environment.
 */
function variablesOf(context: Context, places: SessionFlags): Env {
  const { profile, baseUrl, organization, tokenSource } = openConfig(context, places);
  const isOfFolder = profile?.source === 'project' && tokenSource()?.source === 'env';
  return {
    ...(profile && !isOfFolder && { DOCS_PROFILE: profile.value, DOCS_BASE_URL: baseUrl.value }),
    ...(organization && { DOCS_ORG: organization.value }),
    DOCS_TOKEN: undefined,
  };
}
