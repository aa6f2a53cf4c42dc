// What a person has typed when a shell asks for names, and how that shell wants them.
import { shellWord } from '../../files/shell-word.ts';
import { safeLine } from '../../output/safe-text.ts';
import { readBashLine } from './bash-line.ts';
import type { Candidate } from './completion-words.ts';

/** Which shell asks. */
export type Asking = 'bash' | 'zsh' | 'fish' | 'powershell';

/** What is typed so far, and how an answer is printed. */
export interface Answering {
  words: string[];
  /** The line for a candidate; undefined where it does not fit what is typed. */
  line(item: Candidate): string | undefined;
}

/** Takes the words as that shell hands them over: a whole line from bash, quoted words from zsh and PowerShell. */
export function readTyped(shell: Asking | '', breaks: string, given: readonly string[]): Answering {
  if (shell === 'bash') {
    const { words, insertion } = readBashLine(given[0] ?? '', breaks);
    return { words: words.slice(1), line: ([value]) => insertion(value) };
  }
  if (shell === 'powershell') {
    const words = given.map((word, at) =>
      unquotedPowerShell(at === given.length - 1 ? word.slice(0, -1) : word),
    );
    const typed = words.at(-1) ?? '';
    const line = ([value, about]: Candidate) =>
      value.startsWith(typed) ? `${shellWord(value, 'win32')}\t${value}\t${safeLine(about)}` : undefined;
    return { words, line };
  }
  const words = shell === 'zsh' ? given.map(unquoted) : [...given];
  return { words, line: ([value, about]) => `${value}\t${safeLine(about)}` };
}

/** A word of a command line without its quotes and backslashes. */
const unquoted = (word: string): string =>
  word.replace(
    /'([^']*)'?|"((?:\\.|[^"\\])*)"?|\\(.)/g,
    (_, single, double, escaped) => single ?? escaped ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
  );

const unquotedPowerShell = (word: string): string =>
  /^['\u2018-\u201b]/.test(word)
    ? word
        .slice(1)
        .replace(/['\u2018-\u201b]$/, '')
        .replace(/(['\u2018-\u201b])\1/g, '$1')
    : word.replace(/^["\u201c-\u201e]|["\u201c-\u201e]$/g, '').replace(/`(.)/g, '$1');
