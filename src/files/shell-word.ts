// Commands that are printed to be pasted: every value in them is one word of bash, zsh and fish, or of PowerShell and, where it can, cmd.exe.

type Platform = NodeJS.Platform;

/** Nothing here means anything to a shell; `%self` of fish, `=ls` of zsh, `@name` of PowerShell begin a word. */
const PLAIN = /^(?:--?|--?[a-z][\w-]*(?:=[\w./:@+,-][\w./:@%+,-]*)?|[\w./:@+][\w./:@%+,-]*)$/i;
/** A comma makes an array there, and a dot after a dash two words. */
const PLAIN_POWERSHELL = /^(?:--?[a-z][\w-]*|[\w./:+\\][\w./:@%+\\-]*)$/i;
/** What stays as it is between double quotes in PowerShell and in cmd.exe, which knows no others. */
const PLAIN_IN_QUOTES = /^(?:\\*[^"$`%\\\u201c-\u201e\r\n])*$/;
/** PowerShell takes each of these for an apostrophe. */
const APOSTROPHES = /['\u2018-\u201b]/g;

/** The text as one word of a command line; a text of plain characters stays as it is. */
export function shellWord(text: string | number, platform: Platform = process.platform): string {
  const word = String(text);
  if (platform === 'win32') {
    if (PLAIN_POWERSHELL.test(word)) return word;
    return PLAIN_IN_QUOTES.test(word) ? `"${word}"` : `'${word.replace(APOSTROPHES, '$&$&')}'`;
  }
  if (word === '') return "''";
  if (PLAIN.test(word)) return word;
  // A backslash within quotes escapes in fish and not in the others; outside of them it does in all.
  return word.replace(/[^'\\]+|['\\]/g, (part) => (/^['\\]$/.test(part) ? `\\${part}` : `'${part}'`));
}

/** Words of a command line, each quoted where it must be. */
export const shellLine = (words: readonly (string | number)[]): string =>
  words.map((word) => shellWord(word)).join(' ');

/** A command to be printed, by its parts. */
interface Typed {
  path: readonly string[];
  /** What it works on. */
  names: readonly string[];
  flags: readonly string[];
}

/** Its words. A name that begins with a hyphen is no flag behind `--`. */
export const wordsOf = ({ path, names, flags }: Typed): string[] =>
  names.some((name) => name.startsWith('-'))
    ? [...path, ...flags, '--', ...names]
    : [...path, ...names, ...flags];

/** A flag with its value: joined where the value would be taken for the next flag. */
export const flagWith = (flag: string, value: string): string[] =>
  value.startsWith('-') ? [`${flag}=${value}`] : [flag, value];

/** These words with flags added: before a `--`, behind which there are none. */
export function withFlags(words: readonly string[], flags: readonly string[]): string[] {
  const end = words.indexOf('--');
  const at = end < 0 ? words.length : end;
  return [...words.slice(0, at), ...flags, ...words.slice(at)];
}

/** A value becomes one word, a list several words, and an empty list none. */
type Value = string | number | readonly string[];

/** Tag of a command that is printed: `docs spaces restore ${id}` with the id quoted where it must be. */
export function shell(texts: TemplateStringsArray, ...values: readonly Value[]): string {
  let line = texts[0] ?? '';
  values.forEach((value, at) => {
    if (typeof value !== 'object') line += shellWord(value);
    else if (value.length > 0) line += shellLine(value);
    else line = line.replace(/ $/, '');
    line += texts[at + 1] ?? '';
  });
  return line;
}

/** The words of such a line as they were before they were quoted; only what `shellWord` writes is understood. */
export function wordsOfCommand(line: string, platform: Platform = process.platform): string[] {
  if (platform === 'win32') {
    const words = line.match(/"[^"]*"|(?:'[^']*'|[^\s'])+/g) ?? [];
    return words.map((word) => {
      if (word.startsWith('"')) return word.slice(1, -1);
      return word.startsWith("'") ? word.slice(1, -1).replace(/(['\u2018-\u201b])\1/g, '$1') : word;
    });
  }
  const words = line.match(/(?:'[^']*'|\\[\s\S]|[^\s'\\])+/g) ?? [];
  return words.map((word) =>
    word.replace(/'([^']*)'|\\([\s\S])/g, (_, quoted, escaped) => quoted ?? escaped),
  );
}
