// A command line as bash has it while somebody types: its words, the quote that is open, and what a completion replaces.

export interface TypedLine {
  /** The words without their quotes, the last one as far as it is typed. */
  words: string[];
  /** What goes into the line for a value of the last word; undefined where the value does not begin as that word does. */
  insertion(value: string): string | undefined;
}

interface Word {
  /** Without quotes. */
  text: string;
  /** How much of the text stands before the place from which bash replaces. */
  kept: number;
  /** The quote that is still open. */
  quote: string;
}

/** Within quotes, behind a backslash, between words, or one character of a word. */
const PIECE = /(')([^']*)('?)|(")((?:\\[\s\S]|[^"\\])*\\?)("?)|\\([\s\S]?)|(\s+)|[\s\S]/g;

/** Reads the line up to the cursor; `breaks` are the characters after which bash begins to replace anew. */
export function readBashLine(line: string, breaks: string): TypedLine {
  const words: Word[] = [];
  let word: Word = { text: '', kept: 0, quote: '' };
  for (const piece of line.trimStart().matchAll(PIECE)) {
    if (piece[8] === undefined) word = grown(word, piece, breaks);
    else {
      words.push(word);
      word = { text: '', kept: 0, quote: '' };
    }
  }
  const { text, kept, quote } = word;
  return {
    words: [...words, word].map((one) => one.text),
    insertion: (value) => (value.startsWith(text) ? quoted(value.slice(kept), quote) : undefined),
  };
}

function grown({ text, kept }: Word, piece: RegExpExecArray, breaks: string): Word {
  const [whole, single, inSingle, endSingle, double, inDouble, endDouble, escaped] = piece;
  const quote = single ?? double;
  if (quote !== undefined) {
    const inside = inSingle ?? (inDouble ?? '').replace(/\\(["\\$`])/g, '$1');
    const all = text + inside;
    const isOpen = (endSingle ?? endDouble) === '';
    return { text: all, kept: isOpen ? text.length : all.length, quote: isOpen ? quote : '' };
  }
  const all = text + (escaped ?? whole);
  return { text: all, kept: escaped === undefined && breaks.includes(whole) ? all.length : kept, quote: '' };
}

/** The text where this quote is open already; readline closes it, but not behind another quote of its kind. */
function quoted(text: string, quote: string): string {
  const inside = quote === '' ? text.replace(/[^\w./:@%+,=\u0080-\uffff-]/g, '\\$&') : within(text, quote);
  return quote !== '' && inside.endsWith(quote) ? inside + quote : inside;
}

const within = (text: string, quote: string): string =>
  quote === "'"
    ? text.replaceAll("'", `'\\''`)
    : // A `!` means history within double quotes, whatever stands before it.
      text.replace(/["\\$`]/g, '\\$&').replace(/!+/g, `"'$&'"`);
