// Names of people in a text: however they are spaced or joined, as in "Jane Doe", "jane-doe" and "Jane%20Doe".
import { normalized } from '../../../files/plain-forms.ts';

interface Known {
  name: string;
  words: readonly string[];
  invented: string;
}

interface Word {
  text: string;
  start: number;
  end: number;
}

const WORD = /%20|[\p{L}\p{N}\p{M}]+/gu;
const GAP = /^(?:%20|[\s\-_.+'’"“”`´,*()[\]\\/&]){0,4}$/;
/** Written without spaces between words: such names are looked for as they are. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

const folded = (text: string): string => normalized(text, 'NFC').toLowerCase();
const wordsIn = (text: string): Word[] =>
  [...text.matchAll(WORD)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));

/** What takes the place of what was found. */
export type Replace = (found: string, invented: string) => string;

export class Names {
  /** By their first two words: many people have the same first one. */
  readonly #byStart = new Map<string, Known[]>();
  readonly #asTheyAre = new Map<string, string>();

  /** A name of one sign says nothing. */
  learn(name: string, invented: string): void {
    const words = wordsIn(name).map(({ text }) => folded(text));
    const [first] = words;
    if (first === undefined || UNSPACED.test(name)) {
      if (name.trim().length > 1) this.#asTheyAre.set(name.trim(), invented);
      return;
    }
    if (words.length === 1 && first.length < 2) return;
    const start = words.slice(0, 2).join(' ');
    const known = [...(this.#byStart.get(start) ?? []), { name: name.trim(), words, invented }];
    // The longest first: "Jane Doe Smith" is not "Jane Doe".
    this.#byStart.set(
      start,
      known.sort((a, b) => b.words.length - a.words.length),
    );
  }

  /** The text with every name replaced. A name of one word counts as it is written; others in any case. */
  replaced(text: string, replace: Replace): string {
    let result = text;
    for (const [name, invented] of this.#asTheyAre)
      if (result.includes(name)) result = result.replaceAll(name, () => replace(name, invented));
    return this.#byStart.size === 0 ? result : this.#replacedWords(result, replace);
  }

  #replacedWords(text: string, replace: Replace): string {
    const words = wordsIn(text);
    let result = '';
    let done = 0;
    for (let at = 0; at < words.length; at += 1) {
      const found = this.#at(text, words, at);
      if (!found) continue;
      const start = words[at]?.start ?? 0;
      const end = words[found.last]?.end ?? 0;
      result += text.slice(done, start) + replace(text.slice(start, end), found.invented);
      done = end;
      at = found.last;
    }
    return done === 0 ? text : result + text.slice(done);
  }

  #at(text: string, words: readonly Word[], at: number): { last: number; invented: string } | undefined {
    const first = folded(words[at]?.text ?? '');
    const next = words[words[at + 1]?.text === '%20' ? at + 2 : at + 1];
    for (const known of this.#byStart.get(`${first} ${folded(next?.text ?? '')}`) ?? []) {
      const last = lastOf(known, text, words, at);
      if (last !== undefined) return { last, invented: known.invented };
    }
    const alone = this.#byStart.get(first)?.find(({ name }) => wordsIn(name)[0]?.text === words[at]?.text);
    return alone && { last: at, invented: alone.invented };
  }
}

/** Where the name ends that may begin here; undefined where it is another one. */
function lastOf({ words }: Known, text: string, found: readonly Word[], from: number): number | undefined {
  let at = from;
  for (const word of words.slice(1)) {
    const end = found[at]?.end ?? 0;
    do at += 1;
    while (found[at]?.text === '%20');
    const next = found[at];
    if (!next || folded(next.text) !== word || !GAP.test(text.slice(end, next.start))) return undefined;
  }
  return at;
}

/** The invented name as the other one was written: "ada-b-field" for "jane-doe". */
export function writtenAs(found: string, invented: string): string {
  const joint = /%20|[^\p{L}\p{N}\p{M}]/u.exec(found)?.[0] ?? ' ';
  const spaced = joint === ' ' ? invented : invented.replace('.', '').replaceAll(' ', joint);
  return found === found.toLowerCase() && found !== found.toUpperCase() ? spaced.toLowerCase() : spaced;
}
