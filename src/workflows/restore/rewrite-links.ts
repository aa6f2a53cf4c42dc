// Links in Markdown, to other IDs: text, code and everything else stay as they are.

export interface Names {
  /** What stands for an ID now; undefined for one that stays. */
  id(old: string): string | undefined;
  /** Where a file leads that a link names without its ID; undefined for one that is not known. */
  file(name: string): string | undefined;
}

/** Fenced blocks and code in a line, which no link is in. */
const CODE =
  /(^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n(?:[\s\S]*?\n)?? {0,3}\2[`~]*[ \t]*$|(?<!`)(`+)(?!`)(?:(?!\n\n)[\s\S])*?[^`]\3(?!`))/gm;
/** Where a link or an image leads: in brackets, behind a label, in an attribute, as an address by itself. */
const TARGET =
  /(\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:\s*<?|\b(?:href|src|url|data-url)=["']|<(?=https?:))([^\s)>"']+)/gm;

/** The Markdown with every link led to where its target is now. */
export const rewriteLinks = (markdown: string, names: Names): string =>
  rewriteTargets(markdown, (target) => rewriteTarget(target, names));

/** The Markdown with every target of a link or image as `change` makes it. */
export function rewriteTargets(markdown: string, change: (target: string) => string): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of markdown.matchAll(CODE)) {
    parts.push(rewritten(markdown.slice(end, match.index), change), match[0]);
    end = match.index + match[0].length;
  }
  return [...parts, rewritten(markdown.slice(end), change)].join('');
}

const rewritten = (text: string, change: (target: string) => string): string =>
  text.replace(TARGET, (_, before: string, target: string) => `${before}${change(target)}`);

/** One target: each part of it that is an ID, else the file that it names. */
export function rewriteTarget(target: string, { id, file }: Names): string {
  const swapped = target.replace(/[A-Za-z0-9_-]{12,}/g, (word) => id(word) ?? word);
  if (swapped !== target || /^[a-z][a-z0-9+.-]*:/i.test(target)) return swapped;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  const name = /^(?:.*\.gitbook\/assets\/|_files\/)?([^/]+)$/.exec(path)?.[1];
  const found = name === undefined ? undefined : file(decoded(name));
  return found === undefined ? target : `${found}${rest}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
