// How many attributes the tags of a page have: the HTML parser takes quadratic time for many on one.

const NAME = /[a-z][a-z0-9]*/iy;
const [LESS, GREATER, SLASH, EQUALS, QUOTE, APOSTROPHE] = [0x3c, 0x3e, 0x2f, 0x3d, 0x22, 0x27];

/** The most attributes of one tag, about; scripts, styles and comments are not looked into. One pass over the text. */
export function mostAttributes(html: string): number {
  let most = 0;
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
    most = Math.max(most, tag.attributes);
    at = /^(?:script|style)$/i.test(name) ? endOfText(html, tag.end, name) : tag.end;
  }
  return most;
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
