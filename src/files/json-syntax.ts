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

/** The first name that an object of this JSON holds twice, and where it is again: a parser would keep the last silently. */
export function repeatedName(source: string): { name: string; index: number } | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] !== '"') {
      step(open, source[at]);
      continue;
    }
    const end = endOfText(source, at);
    const names = open.at(-1);
    const name = names && nameAt(source, at, end);
    if (name !== undefined && !isNew(name, names)) return { name, index: at };
    at = end;
  }
  return undefined;
}

function isNew(name: string, names: Set<string> | undefined): boolean {
  const before = names?.size;
  return names?.add(name).size !== before;
}

/** Names are those of the innermost object; a list has none. */
function step(open: (Set<string> | undefined)[], char: string | undefined): void {
  if (char === '{') open.push(new Set());
  else if (char === '[') open.push(undefined);
  else if (char === '}' || char === ']') open.pop();
}

/** The text of JSON between two quotes, where it is the name of a value. */
function nameAt(source: string, start: number, end: number): string | undefined {
  if (source[skipSpace(source, end + 1)] !== ':') return undefined;
  const name: unknown = JSON.parse(source.slice(start, end + 1));
  return String(name);
}

/** The index of the quote that ends the text which begins here. */
function endOfText(source: string, start: number): number {
  for (let at = source.indexOf('"', start + 1); at !== -1; at = source.indexOf('"', at + 1)) {
    let slashes = 0;
    while (source[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return source.length;
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
