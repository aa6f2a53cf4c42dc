// Whether HTML of others can be parsed in a short time: its parser takes quadratic time for much that hardly a page has.

const MAX_HTML = 2 * 1024 * 1024;
const MAX_TAGS = 50_000;
const MAX_ROWS = 1500;
const MAX_ATTRIBUTES = 500;
const MAX_DEPTH = 500;
/** Tags that need no end, or end by themselves. */
const FLAT =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|colgroup|html|head|body)$/i;
export const TOO_DEEP = 'is nested too deeply to be read';

/** What is too much in it, after the name of the page; undefined where nothing is. */
export function htmlFault(html: string): string | undefined {
  if (html.length > MAX_HTML) return `has more than ${MAX_HTML} characters`;
  let [tags, rows, depth] = [0, 0, 0];
  for (const [, close, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    tags += 1;
    if (/^tr$/i.test(name) && close === '') rows += 1;
    if (!FLAT.test(name)) depth = Math.max(0, depth + (close === '' ? 1 : -1));
    if (depth > MAX_DEPTH) return TOO_DEEP;
  }
  if (mostAttributes(html) > MAX_ATTRIBUTES) return `has a tag with more than ${MAX_ATTRIBUTES} attributes`;
  if (tags > MAX_TAGS || rows > MAX_ROWS) return `has more than ${MAX_TAGS} tags or ${MAX_ROWS} table rows`;
  return undefined;
}

// How many attributes the tags of a page have: the HTML parser takes quadratic time for many on one.

const NAME = /[a-z][\w:.-]*/iy;
const [LESS, GREATER, SLASH, EQUALS, QUOTE, APOSTROPHE] = [0x3c, 0x3e, 0x2f, 0x3d, 0x22, 0x27];

/** The most attributes of one tag, about; scripts, styles and comments are not looked into. One pass over the text. */
function mostAttributes(html: string): number {
  let most = 0;
  for (const { attributes } of tagsIn(html)) most = Math.max(most, attributes);
  return most;
}

const EMPTY = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** A tag that closes itself, as in XML, opens an element in HTML: all behind it would be in there. */
export function withEndTags(html: string): string {
  let [closed, from] = ['', 0];
  for (const { name, end } of tagsIn(html)) {
    if (EMPTY.test(name) || !closesItself(html, name, end)) continue;
    closed += `${html.slice(from, end)}</${name}>`;
    from = end;
  }
  return closed + html.slice(from);
}

/** A slash right behind a value without quotes is of that value. */
function closesItself(html: string, name: string, end: number): boolean {
  if (html.charCodeAt(end - 2) !== SLASH || html.charCodeAt(end - 1) !== GREATER) return false;
  const before = html.charCodeAt(end - 3);
  return before <= 0x20 || before === QUOTE || before === APOSTROPHE || html.endsWith(`<${name}`, end - 2);
}

interface Tag {
  name: string;
  attributes: number;
  /** Behind it. */
  end: number;
}

/** The tags that open elements. */
function* tagsIn(html: string): Generator<Tag> {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at + 4);
      continue;
    }
    NAME.lastIndex = at + 1;
    const [name] = NAME.exec(html) ?? [];
    if (name === undefined) {
      at += 1;
      continue;
    }
    const tag = readTag(html, at + 1 + name.length);
    yield { name, ...tag };
    const isText = /^(?:script|style)$/i.test(name) && !closesItself(html, name, tag.end);
    at = isText ? endOfText(html, tag.end, name) : tag.end;
  }
}

/** From behind the name of a tag to behind its end. */
function readTag(html: string, from: number): { attributes: number; end: number } {
  let attributes = 0;
  let before = EQUALS;
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    const isGap = code <= 0x20 || code === SLASH;
    if (code === GREATER) return { attributes, end: at + 1 };
    if ((code === QUOTE || code === APOSTROPHE) && before === EQUALS) {
      at = after(html, String.fromCharCode(code), at + 1) - 1;
      before = LESS;
    } else if (!isGap) before = code;
    // A new one begins after a gap, or right behind a quote.
    const next = html.charCodeAt(at + 1);
    if ((isGap || before === LESS) && next > 0x20 && next !== GREATER && next !== EQUALS) attributes += 1;
  }
  return { attributes, end: html.length };
}

const after = (html: string, text: string, from: number): number => {
  const at = html.indexOf(text, from);
  return at === -1 ? html.length : at + text.length;
};

function endOfText(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}`, 'ig');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}
