// Which files some texts name, in any of the ways that files are named: by ID, by path in a repository, by name, by URL.
import type { File } from '../../api/content/content.ts';
import { normalized } from '../../files/plain-forms.ts';

export interface Mentions {
  /** Files that no text has named so far. */
  readonly left: ReadonlySet<File>;
  /** Takes a text: Markdown, JSON, YAML. */
  read(text: string): void;
}

/** A name that is part of a longer one is another: `label.png` in `sample-label.png`. */
const PART_OF_NAME = /[\p{L}\p{N}_-]/u;

/** What may be a mention counts as one: a file is left only where no text can mean it. */
export function mentionsOf(files: readonly File[]): Mentions {
  const left = new Set(files);
  const words = new Map(files.map((file) => [file, wordsOf(file)]));
  return {
    left,
    read(text) {
      if (left.size === 0 || text === '') return;
      const plain = plainOf(text);
      for (const file of left) if (words.get(file)?.some((word) => holds(plain, word))) left.delete(file);
    },
  };
}

/** A file of a repository is found by its name there, which is the only one in its folder. */
const wordsOf = ({ id, name, git }: File): string[] =>
  [id, git?.path.split('/').at(-1) ?? name].flatMap((word) => (word === '' ? [] : [plainOf(word)]));

function holds(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!PART_OF_NAME.test(text[at - 1] ?? ' ') && !PART_OF_NAME.test(text[at + word.length] ?? ' '))
      return true;
  return false;
}

/** In small letters, as it reads without the escapes of Markdown, HTML, JSON and URLs. */
function plainOf(text: string): string {
  const written = text
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&')
    .replace(/(?:%[\da-f]{2})+/gi, decoded);
  // The address of a picture may be part of the query of another one, and then it is encoded twice.
  const plain = written.includes('%') ? written.replace(/(?:%[\da-f]{2})+/gi, decoded) : written;
  return normalized(plain, 'NFC').toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
