// Where the links and images of a Markdown text lead, and the same text with other targets. Code stays as it is.

import { decoded } from '../files/texts.ts';

/** Whether an address has a scheme, or names a host without one. */
export const isUrl = (href: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href);

/** Part by part, so that one bad escape spoils nothing else. */
export const decodedParts = (text: string): string => text.replace(/(?:%[\da-f]{2})+/gi, decoded);

/** The target of a link, part by part. URLs stay as they are. */
export const decodedTarget = (href: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(href) ? href : decodedParts(href);

/** A target in its parts. */
export interface Target {
  /** Decoded; all of it for a URL with a scheme. */
  path: string;
  /** Query and anchor, as written. */
  rest: string;
  isUrl: boolean;
}

/** Returns the new target, written as in a URL; undefined leaves it as it is. */
export type ChangeTarget = (target: string) => string | undefined;

const SPAN = /(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\1(?!`)/;
const FORMULA = /\$\$[^$]*(?:\$(?!\$)[^$]*)*\$\$/;
const BARE = String.raw`[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*`;
const DESTINATIONS = [
  // Escapes, code and formulas are first, so that what looks like a link in them is passed over.
  String.raw`\\[!-/:-@[-\`{-~]`,
  SPAN.source,
  FORMULA.source,
  String.raw`(?<before>\]\([ \t]*\n?[ \t]*)(?:<(?<angled>[^<>\n]*)>|(?<bare>${BARE}))`,
  String.raw`(?<named>^[ \t>]*\[(?!\^)[^\]\n]+\]:[ \t]*\n?[ \t]*)(?:<(?<angledName>[^<>\n]*)>|(?<bareName>\S+))`,
  String.raw`(?<attribute>\b(?:href|src|srcset|url)\s*=\s*(?<quote>["']?))(?<value>(?<=")[^"<>]+|(?<=')[^'<>]+|(?<==\s*)[^\s"'<>]+)`,
  String.raw`(?<include>\{%\s*include\s+["'])(?<included>[^"'\n]+)`,
  String.raw`(?<open><)(?<address>https?:[^\s<>]+)(?=>)`,
];
const IS_BARE = new RegExp(`^${BARE}$`);
const CELL = /(?:\\.|[^|\\])+/gs;
const LINK = new RegExp(DESTINATIONS.join('|'), 'gm');

/** Loads the parser that knows code blocks; what it returns works without waiting. */
export async function loadMapTargets(): Promise<(markdown: string, change: ChangeTarget) => string> {
  const { default: createParser } = await import('markdown-it');
  const parser = createParser({ html: true, linkify: false });
  // Where blocks begin and end is all that is asked for.
  parser.core.ruler.disable(['inline', 'linkify', 'replacements', 'smartquotes', 'text_join'], true);
  return (markdown, change) => {
    if (!/[\](<{]/.test(markdown)) return markdown;
    const lines = markdown.split('\n');
    const parts: string[] = [];
    let next = 0;
    const upTo = (end: number) => {
      if (end > next) parts.push(changed(lines.slice(next, end).join('\n'), change));
    };
    // What is marked as code in a line ends with its block, and in a table with its cell.
    for (const { type, map } of parser.parse(markdown, {})) {
      if (!map || map[0] < next) continue;
      upTo(map[0]);
      next = map[0];
      const isRow = type === 'tr_open';
      if (type !== 'fence' && type !== 'code_block' && !isRow) continue;
      const text = lines.slice(...map).join('\n');
      parts.push(isRow ? text.replace(CELL, (cell) => changed(cell, change)) : text);
      next = map[1];
    }
    upTo(lines.length);
    return parts.join('\n');
  };
}

function changed(text: string, change: ChangeTarget): string {
  return text.replace(LINK, (...match) => {
    const all = String(match[0]);
    // Safe: the last argument of a replacement is the groups, where the pattern names some.
    const found = match.at(-1) as Groups;
    const before = found.before ?? found.named ?? found.attribute ?? found.include ?? found.open;
    const angled = found.angled ?? found.angledName;
    const written = angled ?? writtenIn(found);
    if (before === undefined || !written) return all;
    const target = withoutEscapes(found, written);
    const other = before.startsWith('srcset') ? changedSet(target, change) : change(target);
    if (other === undefined || other === target) return all;
    return before + (standsInBrackets(found, angled, other) ? `<${other}>` : other);
  });
}

/** Brackets that a path with spaces needed go with it: a text with them would differ from the same one without. */
function standsInBrackets({ before, named }: Groups, angled: string | undefined, other: string): boolean {
  if (angled !== undefined) return !needsBrackets(angled) || needsBrackets(other);
  return (before ?? named) !== undefined && !IS_BARE.test(other);
}

const needsBrackets = (target: string): boolean => target === '' || /[\s()<>]/.test(target);

/** Where each target of a text stands, as written and decoded; code is passed over where it is marked in a line. */
export function* targetPlaces(text: string): Generator<{ target: string; at: number }> {
  for (const match of text.matchAll(LINK)) {
    const found: Groups = match.groups ?? {};
    const before = found.before ?? found.named ?? found.attribute ?? found.include ?? found.open;
    const angled = found.angled ?? found.angledName;
    const written = angled ?? writtenIn(found);
    if (before === undefined || written === undefined) continue;
    const at = match.index + before.length + Number(angled !== undefined);
    yield { target: withoutEscapes(found, written), at };
  }
}

type Groups = Readonly<Record<string, string | undefined>>;

/** In tags and blocks a backslash is one. */
const withoutEscapes = ({ before, named }: Groups, written: string): string =>
  (before ?? named) === undefined ? written : written.replace(/\\([!-/:-@[-`{-~])/g, '$1');

const writtenIn = ({ bare, bareName, value, included, address }: Groups): string | undefined =>
  bare ?? bareName ?? value ?? included ?? address;

/** `a.png, b.png 2x`: each picture with the size that it is for. Paths may hold spaces. */
const changedSet = (written: string, change: ChangeTarget): string =>
  written
    .split(/(,\s+)/)
    .map((one, at) => {
      if (at % 2 === 1) return one;
      const [, target = one, size = ''] = /^(.*\S)(\s+\d+(?:\.\d+)?[wx])$/s.exec(one) ?? [];
      return (change(target) ?? target) + size;
    })
    .join('');

/** A target as it is written, in its parts. */
export function partsOfTarget(target: string): Target {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return { path: target, rest: '', isUrl: true };
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  return { path: decodedParts(path), rest, isUrl: false };
}

/** A path as it is in a target, so that nothing in it ends the target. */
export const targetOfPath = (path: string): string =>
  encodeURI(path).replace(/[#?()'\\]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** What a browser runs, whatever stands before and within the scheme. A drawing that is shown as an image is none. */
export function runsScript(href: string, kind: 'link' | 'image' = 'link'): boolean {
  const url = href.replace(/[\p{Cc}\s]/gu, '');
  return (
    /^(?:javascript|vbscript):/i.test(url) || (kind === 'link' && /^data:[^,]*(?:html|xml|script)/i.test(url))
  );
}

// Links to a space by its address in the app, which is how texts of one space name another.

export interface AppLink {
  /** Its ID. */
  space: string;
  /** Of the page; empty for the first page. */
  path: string;
  anchor?: string;
  /** `/s/<space>`, which the platform makes a link between spaces of; the one with the organization it leaves as it is. */
  isShort: boolean;
}

const APP =
  /^(?:https:\/\/app\.gitbook\.com)?(\/o\/[^/?#]+)?\/(?:s|spaces)\/([^/?#]+)\/?([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s;

/** `https://app.gitbook.com/s/<space>/<path>#<anchor>`, also with `/o/<organization>`, and without a host. */
export function appLink(address: string): AppLink | undefined {
  const [, organization, space, path = '', anchor] = APP.exec(address) ?? [];
  if (space === undefined) return undefined;
  return {
    space,
    path: path.replace(/(?<!\/)\/+$/, '').replace(/\.md$/i, ''),
    ...(anchor && { anchor }),
    isShort: organization === undefined,
  };
}
