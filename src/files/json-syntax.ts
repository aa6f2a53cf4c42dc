// Where a JSON text goes wrong. JSON.parse tells that only by quoting the text.

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  /([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

const VALUE = { '{': 'key or }', '[': 'value or ]', text: 'after', other: 'after' };
/** By what is expected: what may come, and what is expected then. */
const GRAMMAR: Record<string, Record<string, string>> = {
  value: VALUE,
  'value or ]': { ...VALUE, ']': 'after' },
  key: { text: ':' },
  'key or }': { text: ':', '}': 'after' },
  ':': { ':': 'value' },
  'after {': { ',': 'key', '}': 'after' },
  'after [': { ',': 'value', ']': 'after' },
};

/** The index in a text that is not JSON at which the first token that does not belong begins. */
export function syntaxErrorIndex(source: string): number {
  const open: string[] = [];
  let expected = 'value';
  for (let at = skipSpace(source, 0); ; at = skipSpace(source, TOKEN.lastIndex)) {
    const token = tokenAt(source, at);
    const next = GRAMMAR[expected]?.[token];
    if (next === undefined) return at;
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    expected = next === 'after' ? `after ${open.at(-1)}` : next;
  }
}

/** A bracket or sign itself, `text` or `other` for a value, and `none` for what is no token. */
function tokenAt(source: string, at: number): string {
  TOKEN.lastIndex = at;
  const match = TOKEN.exec(source);
  if (match === null) return 'none';
  return match[1] ?? (match[2] === undefined ? 'other' : 'text');
}

function skipSpace(source: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.exec(source);
  return SPACE.lastIndex;
}
