// What the rules want to know of one page, read once: its links, its anchors, its blocks, its images. The text is not kept.
import type { Token } from 'markdown-it';
import { normalized } from '../../files/texts.ts';
import type { PageText } from '../../folder/page.ts';
import { loadMarkdown } from '../../markdown/analyze.ts';
import { bareImagesIn, says } from '../page-lint/problems.ts';

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

const bareImagesOf = (tokens: readonly Token[], bodyLine: number): PageFacts['bareImages'] =>
  tokens.flatMap((token) => {
    const { map } = token;
    return bareImagesIn(token).map((src) => ({
      src,
      from: (map?.[0] ?? 0) + bodyLine,
      to: (map?.[1] ?? 1) + bodyLine,
    }));
  });

function openApiOf({ name, attributes, isEnd, line, column }: BlockTag, bodyLine: number): OpenApiBlock[] {
  if (isEnd || !['openapi', 'openapi-operation', 'swagger'].includes(name)) return [];
  const { src, path, method } = attributesOf(attributes);
  return [{ line: line + bodyLine - 1, column, src, path, method }];
}

// Blocks of a page, such as {% hint %}: which are open, which are not closed, and what they say.

interface BlockTag {
  name: string;
  /** `style="info"` as written. */
  attributes: string;
  isEnd: boolean;
  line: number;
  column: number;
}

interface BlockFault {
  rule: 'block/unclosed' | 'block/unknown' | 'block/misnested' | 'block/escaped' | 'block/after-end';
  line: number;
  column: number;
  message: string;
  key: string;
  fix?: { before: string; after: string };
}

/** `always`: has an end. `maybe`: stands alone, or has one. `never`: stands alone. */
type End = 'always' | 'maybe' | 'never';

const BLOCKS: Readonly<Record<string, End>> = {
  hint: 'always',
  tabs: 'always',
  tab: 'always',
  stepper: 'always',
  step: 'always',
  columns: 'always',
  column: 'always',
  updates: 'always',
  update: 'always',
  code: 'always',
  'code-tabs': 'always',
  'code-tabs-item': 'always',
  'content-ref': 'always',
  prompt: 'always',
  if: 'always',
  raw: 'always',
  openapi: 'maybe',
  'openapi-operation': 'maybe',
  'openapi-schemas': 'maybe',
  'openapi-webhook': 'maybe',
  swagger: 'maybe',
  'swagger-description': 'maybe',
  'swagger-parameter': 'maybe',
  'swagger-response': 'maybe',
  'api-method': 'maybe',
  'api-method-summary': 'maybe',
  'api-method-description': 'maybe',
  'api-method-spec': 'maybe',
  'api-method-request': 'maybe',
  'api-method-path-parameters': 'maybe',
  'api-method-query-parameters': 'maybe',
  'api-method-form-data-parameters': 'maybe',
  'api-method-body-parameters': 'maybe',
  'api-method-headers': 'maybe',
  'api-method-parameter': 'maybe',
  'api-method-response': 'maybe',
  'api-method-response-example': 'maybe',
  'api-method-response-example-description': 'maybe',
  embed: 'maybe',
  file: 'maybe',
  mermaid: 'maybe',
  include: 'never',
  'page-ref': 'maybe',
  else: 'never',
  elif: 'never',
  elsif: 'never',
  elseif: 'never',
};

/** A block that is only good inside of another. */
const INSIDE: Readonly<Record<string, string>> = {
  tab: 'tabs',
  step: 'stepper',
  column: 'columns',
  update: 'updates',
};

// Each piece has an end that is near, or that nothing before it can be taken for: hostile text takes linear time.
const SPAN = '(?<!`)(?<ticks>`+)(?!`)(?:(?!\\n[ \\t]*\\n)[\\s\\S]){0,1000}?(?<!`)\\k<ticks>(?!`)';
const COMMENT = '<!--(?:(?!<!--)[\\s\\S])*?-->';
const CODE_TAG = '<(?<html>code|pre)\\b[^<>]*>(?:(?!<\\/?\\k<html>\\b)[\\s\\S])*<\\/\\k<html>>';
const ATTRIBUTES = '(?:"(?:[^"\\n{]|\\{(?!%))*"|[^%"{]|\\{(?!%)|%(?!\\}))*?';
const TAG = `\\{%-?[ \\t]*(?<end>end)?(?<name>@?[a-z][\\w/-]*)(?<attributes>${ATTRIBUTES})-?%\\}`;
const TO_END = '(?:(?!%\\\\?\\})[^\\n]){0,500}';
const ESCAPED = `\\\\\\{%[ \\t]*(?:end)?(?<escaped>[a-z][\\w-]*)${TO_END}%\\\\?\\}|\\{%[ \\t]*(?:end)?(?<halfEscaped>[a-z][\\w-]*)${TO_END}%\\\\\\}`;
const PIECES = new RegExp([SPAN, COMMENT, CODE_TAG, ESCAPED, TAG].join('|'), 'g');

/** Every marker of the text in its order, and each that is escaped. `isCode` tells lines that are code, from 0. */
function readBlocks(
  lines: readonly string[],
  isCode: (line: number) => boolean,
): { tags: BlockTag[]; faults: BlockFault[] } {
  const tags: BlockTag[] = [];
  const faults: BlockFault[] = [];
  for (let from = 0; from < lines.length; ) {
    let to = from;
    while (to < lines.length && !isCode(to)) to += 1;
    if (to > from) readPart(lines.slice(from, to), from, { tags, faults });
    from = Math.max(to, from + 1);
  }
  return { tags, faults };
}

function readPart(
  lines: readonly string[],
  first: number,
  { tags, faults }: { tags: BlockTag[]; faults: BlockFault[] },
): void {
  const text = lines.join('\n');
  if (!/\{%|%\\?\}/.test(text)) return;
  const placeOf = placesIn(lines, first);
  for (const match of text.matchAll(PIECES)) {
    const found: Readonly<Record<string, string | undefined>> = match.groups ?? {};
    const place = placeOf(match.index);
    const escaped = found.escaped ?? found.halfEscaped;
    if (escaped !== undefined && Object.hasOwn(BLOCKS, escaped)) {
      const [before] = match;
      const after = before.replace(/^\\\{/, '{').replace(/%\\\}$/, '%}');
      const message = `${before.slice(0, 60)} is escaped, so it is shown as text`;
      faults.push({ rule: 'block/escaped', ...place, message, key: before, fix: { before, after } });
    } else if (found.name !== undefined) {
      const { name, attributes = '' } = found;
      const isEnd = found.end !== undefined && name !== '';
      tags.push({ name, attributes: attributes.trim(), isEnd, ...place });
    }
  }
}

/** Takes offsets that never go back. */
function placesIn(lines: readonly string[], first: number): (at: number) => { line: number; column: number } {
  let line = 0;
  let start = 0;
  return (at) => {
    while (line < lines.length - 1 && at > start + (lines[line]?.length ?? 0)) {
      start += (lines[line]?.length ?? 0) + 1;
      line += 1;
    }
    return { line: first + line + 1, column: at - start + 1 };
  };
}

/** What is wrong with the blocks of a page. */
function blockFaults(tags: readonly BlockTag[]): BlockFault[] {
  const faults: BlockFault[] = [];
  const open: BlockTag[] = [];
  const unclosed = (tag: BlockTag) => {
    if (endOf(tag.name) !== 'always') return;
    const message = `{% ${tag.name} %} is never closed`;
    faults.push({ rule: 'block/unclosed', ...placeOf(tag), message, key: tag.name });
  };
  for (const tag of tags) {
    const fault = tag.isEnd ? closeOne(open, tag, unclosed) : openOne(open, tag);
    if (fault) faults.push({ ...placeOf(tag), key: `${tag.isEnd ? 'end' : ''}${tag.name}`, ...fault });
  }
  for (const tag of open) unclosed(tag);
  return faults;
}

const placeOf = ({ line, column }: BlockTag) => ({ line, column });

const endOf = (name: string): End | undefined =>
  name.startsWith('@') ? 'maybe' : Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;

type Fault = Pick<BlockFault, 'rule' | 'message'>;

function openOne(open: BlockTag[], tag: BlockTag): Fault | undefined {
  const { name } = tag;
  const end = endOf(name);
  if (end === undefined)
    return { rule: 'block/unknown', message: `{% ${name} %} is not a block of the platform` };
  if (end !== 'never') open.push(tag);
  const around = INSIDE[name];
  if (around !== undefined && !open.some((one) => one.name === around))
    return { rule: 'block/misnested', message: `{% ${name} %} must be inside {% ${around} %}` };
  return undefined;
}

function closeOne(
  open: BlockTag[],
  { name }: BlockTag,
  unclosed: (tag: BlockTag) => void,
): Fault | undefined {
  const at = open.findLastIndex((one) => one.name === name);
  if (at >= 0) {
    for (const tag of open.splice(at).slice(1)) unclosed(tag);
    return undefined;
  }
  if (endOf(name) === undefined)
    return { rule: 'block/unknown', message: `{% end${name} %} is not a block of the platform` };
  return { rule: 'block/misnested', message: `{% end${name} %} closes nothing` };
}

/** Headings that are right below the end of a block. */
const gluedHeadings = (lines: readonly string[], tags: readonly BlockTag[]): BlockFault[] =>
  tags.flatMap((tag): BlockFault[] => {
    const next = tag.isEnd ? lines[tag.line] : undefined;
    const marks = next === undefined ? undefined : /^ {0,3}(#{1,6})[ \t]/.exec(next)?.[1];
    if (next === undefined || marks === undefined) return [];
    const column = next.indexOf('#') + 1;
    return [
      {
        rule: 'block/after-end',
        line: tag.line + 1,
        column,
        message: `the heading follows {% end${tag.name} %} without a blank line`,
        key: next.trim(),
        fix: { before: '', after: '\n' },
      },
    ];
  });

/** `spec="x"` and the like of a marker. */
function attributesOf(attributes: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', double, single] of attributes.matchAll(
    /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  ))
    found[name] = double ?? single ?? '';
  return found;
}
