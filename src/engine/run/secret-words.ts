// A command to repeat whose address held a password: the address comes from a variable, by standard input.
import { credentialsIn, maskAddress } from '../../files/mask-url.ts';
import { shellLine, withFlags } from '../../files/shell-word.ts';

/** The line to type again; where a word of it holds a password, `printf '{"url":"%s"}' "$GIT_URL" | docs git import ... --data -`. */
export const lineToRepeat = (words: readonly string[]): string => withoutSecrets(words) ?? shellLine(words);

const hasPassword = (text: string) => maskAddress(text) !== text && credentialsIn(text).length > 0;

/** Undefined where no word holds a password. */
function withoutSecrets(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => hasPassword(word.replace(/^--[\w-]+=/, '')));
  const word = words[at];
  if (word === undefined) return undefined;
  const joined = /^--([\w-]+)=/.exec(word)?.[1];
  const flag = joined ?? words[at - 1]?.replace(/^--/, '') ?? 'url';
  const field = flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const rest = words.filter((_, place) => place !== at && (joined !== undefined || place !== at - 1));
  return `printf '{"${field}":"%s"}' "$GIT_URL" | ${shellLine(withFlags(rest, ['--data', '-']))}`;
}
