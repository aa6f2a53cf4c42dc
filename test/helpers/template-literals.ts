// The literals of a TypeScript source: enough of a scanner to find templates, with the tag before them, and strings.

export interface Template {
  tag: string;
  /** One more than expressions. */
  texts: string[];
  expressions: string[];
}

/** Comments, strings and regular expressions, which may hold a back-tick that begins nothing. */
const SKIPPED =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(?<=[(,=:[!&|?{};>\n]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

/** Every template of the source, those within others too. */
export const templatesIn = (source: string): Template[] => literalsIn(source).templates;

/** Every string of the source that is not a template. */
export const stringsIn = (source: string): string[] => literalsIn(source).strings;

/** Every text of the source, templates with `{}` for each expression. */
export function textsIn(source: string): string[] {
  const { templates, strings } = literalsIn(source);
  return [...strings, ...templates.map(({ texts }) => texts.join('{}'))];
}

interface Literals {
  templates: Template[];
  strings: string[];
}

function literalsIn(source: string): Literals {
  const found: Literals = { templates: [], strings: [] };
  scan(source, 0, found);
  return found;
}

/** Reads code up to the brace that closes it, or the end; returns where that is. */
function scan(source: string, from: number, found: Literals): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    SKIPPED.lastIndex = at;
    const skipped = SKIPPED.exec(source)?.[0] ?? '';
    if (/^['"]/.test(skipped)) found.strings.push(skipped.slice(1, -1).replace(/\\(['"])/g, '$1'));
    if (skipped !== '') at += skipped.length - 1;
    else if (source[at] === '`') at = template(source, at, found) - 1;
    else if (source[at] === '{') depth += 1;
    else if (source[at] === '}' && depth-- === 0) return at;
  }
  return source.length;
}

/** Reads a template from its first back-tick; returns the place after its last one. */
function template(source: string, start: number, found: Literals): number {
  const tag = /(\w*)$/.exec(source.slice(Math.max(0, start - 40), start))?.[1] ?? '';
  const texts = [''];
  const expressions: string[] = [];
  let at = start + 1;
  for (; at < source.length && source[at] !== '`'; at += 1) {
    if (source.startsWith('${', at)) {
      const end = scan(source, at + 2, found);
      expressions.push(source.slice(at + 2, end));
      texts.push('');
      at = end;
    } else {
      const length = source[at] === '\\' ? 2 : 1;
      texts[texts.length - 1] += source.slice(at, at + length);
      at += length - 1;
    }
  }
  found.templates.push({ tag, texts, expressions });
  return at + 1;
}
