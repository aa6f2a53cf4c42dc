// A name that a JSON object holds twice: JSON.parse keeps the last one without a word.

const BEFORE_VALUE = /[ \t\n\r]*:/y;

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
  BEFORE_VALUE.lastIndex = end + 1;
  if (!BEFORE_VALUE.test(source)) return undefined;
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
