// The Markdown of a page as one visitor gets it: reusable content in its place, and of conditions what holds for them.

/** A line that holds one of these tags alone. */
const TAG = /^ {0,3}\{% *(include|if|else|elif|endif)\b((?:[^%]|%(?!\}))*)%\}[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Reusable content within reusable content. */
const DEEPEST = 5;

export interface Reader {
  /** The text of reusable content; undefined where nothing is there. */
  included(path: string): string | undefined;
  shows(condition: string): boolean;
}

/** Takes Markdown with `{% include %}` and `{% if %}`; returns it without them. In code they stay. */
export function preparedText(markdown: string, reader: Reader, depth = 0): string {
  if (!/\{% *(?:include|if)\b/.test(markdown)) return markdown;
  const conditions: Condition[] = [];
  const tagIn = outsideCode();
  const lines = markdown.split(/\r?\n/).flatMap((line): string[] => {
    const [, name, rest = ''] = tagIn(line);
    const isShown = conditions.every(({ shown }) => shown);
    if (name === undefined) return isShown ? [line] : [];
    if (name === 'include') return isShown ? included(rest, reader, depth) : [];
    step(conditions, name, rest.trim(), reader);
    return [];
  });
  return lines.join('\n');
}

/** Takes line after line; returns the tag in each, unless it is code. */
function outsideCode(): (line: string) => readonly (string | undefined)[] {
  let fence = '';
  return (line) => {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    return fence === '' ? (TAG.exec(line) ?? []) : [];
  };
}

function included(written: string, reader: Reader, depth: number): string[] {
  const path = /^\s*["']([^"']+)["']/.exec(written)?.[1];
  const text = path === undefined || depth >= DEEPEST ? undefined : reader.included(path);
  return text === undefined ? [] : ['', preparedText(text, reader, depth + 1), ''];
}

interface Condition {
  shown: boolean;
  done: boolean;
}

function step(conditions: Condition[], name: string, condition: string, { shows }: Reader): void {
  const last = conditions.at(-1);
  if (name === 'if') {
    const shown = shows(condition);
    conditions.push({ shown, done: shown });
  } else if (name === 'endif') conditions.pop();
  else if (last) {
    last.shown = !last.done && (name === 'else' || shows(condition));
    last.done ||= last.shown;
  }
}
