// Links and anchors in raw HTML and in block tags (`{% content-ref url="..." %}`), which a Markdown parser leaves alone.

export interface TagLink {
  kind: 'link' | 'image';
  href?: string;
  id?: string;
}

const TAG = /<([a-z][a-z0-9]*)\b([^<>]*)>|\{%\s*(content-ref|file|embed|include)\b([^%]*)%\}/gi;
const ATTRIBUTE = /\b(href|srcset|src|url|id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;
/** Which attribute of a tag leads somewhere. */
const LINKS: Record<string, string> = {
  a: 'href',
  img: 'src',
  source: 'src',
  video: 'src',
  iframe: 'src',
  'content-ref': 'url',
  embed: 'url',
  file: 'src',
};
const IMAGES = new Set(['img', 'source', 'video']);

/** Yields what the tags in the source point to, and the anchors they set. */
export function* tagLinks(source: string): Generator<TagLink> {
  const tags = source.replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, '').matchAll(TAG);
  for (const [, tag, attributes, block, blockAttributes] of tags) {
    yield* linksOf((tag ?? block ?? '').toLowerCase(), attributes ?? blockAttributes ?? '');
  }
}

function* linksOf(tag: string, attributes: string): Generator<TagLink> {
  const kind = IMAGES.has(tag) ? 'image' : 'link';
  // `{% include "path" %}` names no attribute.
  const included = tag === 'include' ? /^\s*["']([^"']+)["']/.exec(attributes)?.[1] : undefined;
  if (included !== undefined) yield { kind, href: included };
  for (const [, name = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const value = decodeEntities(double ?? single ?? bare ?? '');
    const key = name.toLowerCase();
    if (key === 'id' || (key === 'name' && tag === 'a')) yield { kind, id: value };
    else if (Object.hasOwn(LINKS, tag) && LINKS[tag] === key) yield { kind, href: value };
    else if (IMAGES.has(tag) && key === 'srcset') yield* setOf(value);
  }
}

/** `a.png, b.png 2x`: each picture without the size that it is for. Paths may hold spaces. */
const setOf = (value: string): TagLink[] =>
  value
    .split(/,\s+/)
    .map((one) => ({ kind: 'image', href: one.replace(/\s+\d+(?:\.\d+)?[wx]$/, '').trim() }));

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

function decodeEntities(value: string): string {
  return value.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}
