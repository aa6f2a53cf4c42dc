// What a clone knows of itself: which host it is of, when it was filled, whose names were replaced, and the tokens it made.
import { createHash } from 'node:crypto';
import { ConfigError } from '../../errors.ts';
import type { Database } from '../db/database.ts';
import { metaStore } from '../db/meta.ts';

export interface Facts {
  origin: string;
  filledAt?: string;
  /** Present where people were replaced: marks of what was. */
  learned?: readonly string[];
}

/** A clone keeps only the hash of its host: whoever is given the file cannot read where it came from. */
export const hashOf = (origin: string) => createHash('sha256').update(origin).digest('hex');

/** Undefined: the file is not a clone. */
export const factsOf = (db: Database): Facts | undefined => {
  const text = metaStore(db).get('clone');
  // Written by openClone only.
  return text === undefined ? undefined : (JSON.parse(text) as Facts);
};

const TOKENS = 'clone tokens';

/** Remembers a token that filling it has made. */
export const addToken = (db: Database, token: string): void =>
  metaStore(db).set(TOKENS, JSON.stringify([...tokensIn(db), hashOf(token)]));

/** Removes those that were made before the last one. */
export function endEarlierTokens(db: Database): void {
  const made = tokensIn(db);
  for (const hash of made.slice(0, -1)) db.run('DELETE FROM tokens WHERE hash = ?', hash);
  metaStore(db).set(TOKENS, JSON.stringify(made.slice(-1)));
}

/** Hashes, oldest first. */
const tokensIn = (db: Database): string[] => {
  const text = metaStore(db).get(TOKENS);
  // Written by this file only.
  return text === undefined ? [] : (JSON.parse(text) as string[]);
};

/** Throws ConfigError `SANDBOX_EXISTS` for a file that is not a clone of the same, made in the same way. */
export function refuseOther(
  file: string,
  before: Facts | undefined,
  { origin, learned, organization, here }: Facts & { organization: string; here: string | undefined },
): void {
  const isOther = before?.origin !== origin || organization !== here;
  const why = !before
    ? 'a sandbox that is not a clone'
    : isOther
      ? 'a clone of something else'
      : learned && !before.learned
        ? 'a clone that names people'
        : !learned && before.learned
          ? 'an anonymised clone'
          : undefined;
  if (why === undefined) return;
  const isNameless = why === 'an anonymised clone';
  throw new ConfigError(`${file} is ${why}`, {
    code: 'SANDBOX_EXISTS',
    hint: `${isNameless ? 'add --anonymise, or ' : ''}choose another file: --file <file>`,
  });
}
