// What the rules want to know of a page's Markdown: its headings, its images without text, whether it says anything.

import type { Token } from 'markdown-it';

export interface TextFacts {
  isEmpty: boolean;
  headings: readonly { level: number; text: string }[];
  /** Addresses of images that somebody who cannot see them learns nothing of. */
  bareImages: readonly string[];
}

/** Loads the parser; what it returns works without waiting. */
export async function loadTextFacts(): Promise<(markdown: string) => TextFacts> {
  const { default: createParser } = await import('markdown-it');
  const parser = createParser({ html: true, linkify: false });
  parser.normalizeLink = (url) => url;
  parser.validateLink = () => true;
  return (markdown) => {
    const tokens = parser.parse(markdown, {});
    const images = tokens.flatMap(bareImagesIn);
    return { isEmpty: !tokens.some(says), headings: headingsOf(tokens), bareImages: images };
  };
}

/** Addresses of images of one block that have no alternative text. */
export const bareImagesIn = (token: Token): string[] =>
  token.type === 'html_block' ? bareInHtml(token.content) : (token.children ?? []).flatMap(bareInline);

const headingsOf = (tokens: readonly Token[]) =>
  tokens.flatMap((token, at) =>
    token.type === 'heading_open'
      ? [{ level: Number(token.tag.slice(1)), text: tokens[at + 1]?.content ?? '' }]
      : [],
  );

/** Whether a block shows readers anything. Headings count, too: somebody has begun to write. */
export function says({ type, content }: Token): boolean {
  const shown = type === 'fence' || type === 'code_block' ? content : withoutComments(content);
  return ['inline', 'html_block', 'fence', 'code_block'].includes(type) && shown.trim() !== '';
}

/** Notes to those who write. A comment that nothing ends goes on to the end. */
const withoutComments = (html: string): string =>
  html
    .split('<!--')
    .map((part, at) => (at === 0 ? part : (part.split('-->')[1] ?? '')))
    .join('');

function bareInline(token: Token): string[] {
  if (token.type === 'image') return token.content.trim() === '' ? [String(token.attrGet('src') ?? '')] : [];
  return token.type === 'html_inline' ? bareInHtml(token.content) : [];
}

/** A caption says what is seen. Takes linear time for whatever somebody has written. */
function bareInHtml(html: string): string[] {
  return html.split(/<\/figure\b/i).flatMap((part) => {
    if (/<figcaption\b[^<>]*>(?:<[^<>]*>)?\s*[^<\s]/i.test(part)) return [];
    const images = part.match(/<img\b[^<>]*>/gi) ?? [];
    return images
      .filter(
        (image) => !isDecoration(image) && !/\balt\s*=\s*(?:"\s*[^"\s]|'\s*[^'\s]|[^"'\s>])/i.test(image),
      )
      .map((image) => {
        const [, double, single, bare] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*))/i.exec(image) ?? [];
        return double ?? single ?? bare ?? '';
      });
  });
}

/** An empty text that is meant, as WCAG has it: whoever cannot see the page misses nothing. */
const isDecoration = (image: string): boolean =>
  /\salt\s*=\s*(?:""|'')/i.test(image) &&
  /\s(?:role\s*=\s*["']?(?:presentation|none)\b|aria-hidden\s*=\s*["']?true\b)/i.test(image);
