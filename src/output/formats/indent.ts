// Breaks JSON text into lines for a person, with every digit and escape as it came.
const TOKENS = /"(?:\\.|[^"\\])*"?|[[\]{},:]|[^\s[\]{},:"]+/g;

const OPENS: ReadonlySet<string> = new Set(['{', '[']);
const CLOSES: ReadonlySet<string> = new Set(['}', ']']);

/** JSON with two spaces a level; any other text, and JSON that has lines already, as it is. */
export function indented(text: string): string {
  if (!/^\s*[[{]/.test(text) || text.trim().includes('\n') || !isJson(text)) return text;
  let level = 0;
  const lineFor = (token: string, before: string, after: string): string => {
    if (OPENS.has(token)) level += 1;
    if (CLOSES.has(after)) level -= 1;
    // Nothing stands between the brackets of what is empty.
    const breaks = token === ',' || (OPENS.has(token) && !CLOSES.has(after)) || CLOSES.has(after);
    const isEmpty = OPENS.has(token) && CLOSES.has(after);
    return breaks && !isEmpty ? `${before}\n${'  '.repeat(level)}` : before;
  };
  const tokens = text.match(TOKENS) ?? [];
  return tokens
    .map((token, at) => lineFor(token, token === ':' ? ': ' : token, tokens[at + 1] ?? ''))
    .join('');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
