// How deep a JSON text nests and how many values it holds, found out before anything is made of it.

const MOST_DEPTH = 200;
const MOST_VALUES = 2_000_000;
const TOO_DEEP = `JSON nested deeper than ${MOST_DEPTH} levels`;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];

/** In words what is too much of a JSON text; undefined when nothing is. What is not JSON is for the parser to say. */
export function excessOf(text: string, mostValues = MOST_VALUES): string | undefined {
  let [depth, values] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at + 1);
        break;
      case COMMA:
      case COLON:
        values += 1;
        if (values > mostValues) return `more than ${mostValues} values`;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > MOST_DEPTH) return TOO_DEEP;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
  return undefined;
}

/** Whether it nests in more levels than `levels`. A walk by keys is several times faster than one by `Object.values`. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // Safe: an array has its items under its keys, too.
  const within = value as Readonly<Record<string, unknown>>;
  for (const key in within) if (isDeeper(within[key], levels - 1)) return true;
  return false;
}

/**
 * The value of a text that others wrote. Throws SyntaxError, also for what would take more levels than a program has.
 * A value takes two characters at least, so that a short text need not be counted before it is parsed; and the parser
 * uses no stack for a level.
 */
export function boundedJson(text: string, mostValues = MOST_VALUES): unknown {
  const excess = text.length > 2 * mostValues && excessOf(text, mostValues);
  if (excess) throw new SyntaxError(excess);
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, MOST_DEPTH)) throw new SyntaxError(TOO_DEEP);
  return value;
}

/** What is wrong with a text that `boundedJson` refused. */
export const jsonProblem = (text: string): string => {
  const excess = excessOf(text);
  return excess ? `cannot be read: ${excess}` : 'is not JSON';
};

/** Where the quote that ends a string is; the end of the text when there is none. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
