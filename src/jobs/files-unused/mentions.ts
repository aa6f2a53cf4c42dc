// Which files some texts name, in any of the ways that files are named: by ID, by path in a repository, by name, by URL.
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import { normalized } from '../../files/plain-forms.ts';

export interface Mentions {
  /** Files that nothing has named so far. */
  readonly left: ReadonlySet<File>;
  /** How many things name each file, where they are counted. */
  readonly uses: ReadonlyMap<File, number>;
  /** Everything is read, whatever was found before. */
  readonly counts: boolean;
  /** Nothing more can be learned. */
  isDone(): boolean;
  /** Takes one thing, which uses a file once: Markdown, JSON, YAML. */
  read(thing: unknown): void;
}

/** A name that is part of a longer one is another: `label.png` in `sample-label.png`. */
const PART_OF_NAME = /[\p{L}\p{N}_-]/u;

/** What may be a mention counts as one: a file is left only where no text can mean it. */
export function mentionsOf(files: readonly File[], { counts = false } = {}): Mentions {
  const left = new Set(files);
  const uses = new Map(files.map((file) => [file, 0]));
  const words = new Map(files.map((file) => [file, wordsOf(file)]));
  return {
    ...{ left, uses, counts },
    isDone: () => files.length === 0 || (!counts && left.size === 0),
    read(thing) {
      const open = new Set(counts ? files : left);
      for (const text of textsIn(thing)) {
        if (open.size === 0) return;
        const plain = plainOf(text);
        for (const file of open) {
          if (!words.get(file)?.some((word) => holds(plain, word))) continue;
          open.delete(file);
          left.delete(file);
          uses.set(file, (uses.get(file) ?? 0) + 1);
        }
      }
    },
  };
}

/** Every text in a value by itself: in JSON, a name would follow the `n` of a line break. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && value !== '') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      yield key;
      yield* textsIn(inner);
    }
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
