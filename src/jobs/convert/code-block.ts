// What a tool writes behind the language of a block of code, and into its text, for how the block is shown.

/** Words behind the language, and how the platform says the same, if it can. */
const CODE_WORDS: ReadonlyMap<string, readonly string[]> = new Map<string, string[]>([
  ['wrap', ['overflow="wrap"']],
  ['lines', ['lineNumbers="true"']],
  ['showLineNumbers', ['lineNumbers="true"']],
  ['expandable', ['expandable="true"']],
  ['twoslash', []],
  ['live', []],
  ['copy', []],
]);
const MARKED = /\{[\d,\s-]+\}|(?:hl_lines|highlight|focus)\s*=\s*(?:"[^"]*"|'[^']*'|\{[^{}]*\})/;
const TITLE = /\btitle\s*=\s*(?:"([^"]*)"|'([^']*)'|\{?["']?([^\s"'}]+))/;
/** Values, and what is in braces or brackets: all that is not a word by itself. */
const NO_WORD =
  /(?<![\w-])[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|\S+)|\{[^{}]*\}|\[[^[\]]*\]/g;
const HIGHLIGHT = /^[ \t]*(?:\/\/|#|<!--|\{?\/\*|--)\s*highlight-(?:next-line|start|end)\b[^\n]*\n?/gm;

export interface CodeInfo {
  language: string;
  /** Which lines are to be highlighted, as it is written. */
  marked: string | undefined;
  title: string | undefined;
  /** Words that are nothing else: with some tools the title. */
  bareTitle: string | undefined;
  /** Attributes of the platform. */
  shown: string[];
}

export function codeInfo(info: string): CodeInfo {
  const braces = /^\{\s*([^}]*)\}$/.exec(info)?.[1];
  const words = braces?.replace(/(?:^|\s)\.(?!\w*\s*=)/, ' ').trim() ?? info;
  const [language = ''] = /^[^\s{=,]+(?![^\s]*=)/.exec(words) ?? [];
  const rest = words
    .slice(language.length)
    .replace(/^,\S*/, '')
    .replace(/\[(\w+)\]/g, (whole, word: string) => (CODE_WORDS.has(word) ? word : whole));
  const [, double, single, plain] = TITLE.exec(rest) ?? [];
  const bareWords = rest
    .replace(NO_WORD, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  // The number of the first line is not kept.
  const numbered = /\blinenums\s*=\s*["']?[1-9]/.test(rest) ? ['lines'] : [];
  return {
    language,
    marked: MARKED.exec(rest)?.[0],
    title: double ?? single ?? plain,
    bareTitle: bareWords.filter((word) => !CODE_WORDS.has(word)).join(' ') || undefined,
    shown: [...new Set([...bareWords, ...numbered].flatMap((word) => CODE_WORDS.get(word) ?? []))].sort(),
  };
}

export const withoutHighlights = (text: string): string => text.replace(HIGHLIGHT, '');

/** Between as many backticks as the text needs. */
export function fenced(language: string, text: string): string {
  const most = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const mark = '`'.repeat(most + 1);
  return `${mark}${language}\n${text}${text === '' ? '' : '\n'}${mark}`;
}
