// Links and anchors in raw HTML and in block tags (`{% content-ref url="..." %}`), which a Markdown parser leaves alone.

export interface TagLink {
  kind: 'link' | 'image';
  href?: string;
  id?: string;
}

const TAG =
  /<(a|img|source|video|iframe|[a-z][a-z0-9]*)\b([^<>]*)>|\{%\s*(content-ref|file|embed|include)\b([^%]*)%\}/gi;
const ATTRIBUTE = /\b(href|src|url|id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;

/** Yields what the tags in the source point to, and the anchors they set. */
export function* tagLinks(source: string): Generator<TagLink> {
  for (const [, tag = '', attributes, block, blockAttributes] of source
    .replace(/<!--[\s\S]*?-->/g, '')
    .matchAll(TAG)) {
    const kind = /^(img|source|video)$/i.test(tag) ? 'image' : 'link';
    for (const [, name = '', double, single, bare] of (attributes ?? blockAttributes ?? '').matchAll(
      ATTRIBUTE,
    )) {
      const value = decodeEntities(double ?? single ?? bare ?? '');
      const key = name.toLowerCase();
      if (key === 'id' || (key === 'name' && tag.toLowerCase() === 'a')) yield { kind, id: value };
      else if (isLink(tag.toLowerCase(), key, block !== undefined)) yield { kind, href: value };
    }
  }
}

function isLink(tag: string, key: string, isBlock: boolean): boolean {
  if (isBlock) return key === 'url' || key === 'src';
  if (tag === 'a') return key === 'href';
  return key === 'src' && ['img', 'source', 'video', 'iframe'].includes(tag);
}

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
