// How deep a JSON text nests and how many values it holds, found out before anything is made of it.

const MOST_DEPTH = 200;
const MOST_VALUES = 2_000_000;
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
        if (depth > MOST_DEPTH) return `JSON nested deeper than ${MOST_DEPTH} levels`;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
  return undefined;
}

/** The value of a text that others wrote. Throws SyntaxError, also for what would take more levels than a program has. */
export function boundedJson(text: string, mostValues?: number): unknown {
  const excess = excessOf(text, mostValues);
  if (excess !== undefined) throw new SyntaxError(excess);
  return JSON.parse(text);
}

/** What is wrong with a text that `boundedJson` refused. */
export const jsonProblem = (text: string): string => {
  const excess = excessOf(text);
  return excess === undefined ? 'is not JSON' : `cannot be read: ${excess}`;
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
