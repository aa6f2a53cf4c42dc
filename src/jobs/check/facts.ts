// What the rules want to know of one page, read once: its links, its anchors, its blocks, its images. The text is not kept.
import type { Token } from 'markdown-it';
import { normalized } from '../../files/plain-forms.ts';
import type { PageText } from '../../folder/page.ts';
import { loadMarkdown } from '../../markdown/analyze.ts';
import { bareImagesIn, says } from '../page-lint/problems.ts';
import {
  attributesOf,
  type BlockFault,
  type BlockTag,
  blockFaults,
  gluedHeadings,
  readBlocks,
} from './blocks.ts';

export interface FactLink {
  kind: 'link' | 'image';
  /** Percent-decoded unless it is a URL, with letters composed. */
  href: string;
  /** Only of a link to the reader's own computer: no rule asks for that of others. */
  text: string;
  /** Lines of the file that its block has, from 1, without the last. */
  from: number;
  to: number;
}

export interface OpenApiBlock {
  line: number;
  column: number;
  /** A path or a URL; undefined where it names a specification of the organization. */
  src: string | undefined;
  path: string | undefined;
  method: string | undefined;
}

export interface PageFacts {
  links: FactLink[];
  /** Every anchor that a link can lead to. */
  anchors: readonly string[];
  /** Something of it is made by the platform: what it publishes as an anchor is not in the text. */
  hasMoreAnchors: boolean;
  faults: BlockFault[];
  openApi: OpenApiBlock[];
  bareImages: { src: string; from: number; to: number }[];
  isEmpty: boolean;
}

/** Blocks that make headings of their own. */
const WITH_HEADINGS = /^(?:openapi|swagger|api-method|update)/;

/** Loads the parser; what it returns works without waiting. */
export async function loadFacts(): Promise<(text: PageText) => PageFacts> {
  const { parse, analyzeTokens } = await loadMarkdown({ everyLink: true });
  return ({ body, bodyLine }) => {
    const tokens = parse(body);
    const { links, anchors } = analyzeTokens(tokens, body);
    const lines = body.split(/\r\n?|\n/);
    const code = codeLines(tokens);
    const { tags, faults } = readBlocks(lines, (line) => code.has(line));
    const all = [...faults, ...blockFaults(tags), ...gluedHeadings(lines, tags)];
    return {
      links: links.map(({ kind, href, text, lines: [from, to] = [0, lines.length] }) => ({
        kind,
        href: normalized(href, 'NFC'),
        text: isOwnComputer(href) ? text.slice(0, MOST_TEXT) : '',
        from: from + bodyLine,
        to: to + bodyLine,
      })),
      anchors,
      hasMoreAnchors: tags.some(({ name }) => WITH_HEADINGS.test(name)),
      faults: all.map((fault) => ({ ...fault, line: fault.line + bodyLine - 1 })),
      openApi: tags.flatMap((tag) => openApiOf(tag, bodyLine)),
      bareImages: bareImagesOf(tokens, bodyLine),
      isEmpty: !tokens.some(says),
    };
  };
}

const MOST_TEXT = 200;

/** An address that every reader's computer takes for its own. */
export const isOwnComputer = (href: string): boolean =>
  /^(?:https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])(?:[:/?#]|$)|file:)/i.test(href);

/** Lines of fenced and indented code, from 0. */
function codeLines(tokens: readonly Token[]): Set<number> {
  const code = new Set<number>();
  for (const { type, map } of tokens)
    if ((type === 'fence' || type === 'code_block') && map)
      for (let line = map[0]; line < map[1]; line += 1) code.add(line);
  return code;
}

function bareImagesOf(tokens: readonly Token[], bodyLine: number): PageFacts['bareImages'] {
  return tokens.flatMap((token) => {
    const { map } = token;
    return bareImagesIn(token).map((src) => ({
      src,
      from: (map?.[0] ?? 0) + bodyLine,
      to: (map?.[1] ?? 1) + bodyLine,
    }));
  });
}

function openApiOf({ name, attributes, isEnd, line, column }: BlockTag, bodyLine: number): OpenApiBlock[] {
  if (isEnd || !['openapi', 'openapi-operation', 'swagger'].includes(name)) return [];
  const { src, path, method } = attributesOf(attributes);
  return [{ line: line + bodyLine - 1, column, src, path, method }];
}
