// Links of Markdown text that lead out of the project directory, and back from the address of the repository's tree.
import { posix } from 'node:path';
import { decoded } from '../../../files/texts.ts';
import { isUrl } from '../../../markdown/link-targets.ts';

export interface LinkPlace {
  /** Project directory; empty for the whole repository. */
  directory: string;
  /** Path of the page in the project. */
  path: string;
  /** Address that repository paths are appended to. */
  treeUrl: string;
}

/** Makes relative links that leave the project, but not the repository, absolute. */
export function linksToTree(markdown: string, { directory, path, treeUrl }: LinkPlace): string {
  if (directory === '') return markdown;
  return mapLinks(markdown, (href) => {
    if (isUrl(href) || /^[#?/]/.test(href)) return undefined;
    const [, file = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
    const target = posix.join(directory, posix.dirname(path), decoded(file));
    const isInside = target === directory || `${target}/`.startsWith(`${directory}/`);
    if (isInside || target === '..' || target.startsWith('../')) return undefined;
    return `${base(treeUrl)}${encode(target)}${suffix}`;
  });
}

/** The way back: absolute links into the repository, outside the project, become relative. */
export function linksFromTree(markdown: string, { directory, path, treeUrl }: LinkPlace): string {
  if (directory === '' || !markdown.includes(base(treeUrl))) return markdown;
  return mapLinks(markdown, (href) => {
    if (!href.startsWith(base(treeUrl))) return undefined;
    const [, file = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(href.slice(base(treeUrl).length)) ?? [];
    const target = decoded(file);
    const isPlain = encode(target) === file && posix.join(target) === target && !/^(?:\/|\.\.)/.test(target);
    if (!isPlain || target === directory || target.startsWith(`${directory}/`)) return undefined;
    return `${encode(posix.relative(posix.join(directory, posix.dirname(path)), target))}${suffix}`;
  });
}

/** Names of files that no repository held until now become the paths that they are written to. */
export const linksToFiles = (markdown: string, path: string, files: ReadonlyMap<string, string>): string =>
  mapLinks(markdown, (href) => {
    const file = files.get(decoded(href));
    return file === undefined ? undefined : encode(posix.relative(posix.dirname(path), file));
  });

const base = (treeUrl: string) => `${treeUrl.replace(/(?<!\/)\/+$/, '')}/`;

const DESTINATION = [
  // Code is first, so that links in it are passed over.
  /(?<!`)(`+)(?!`)[^`]+\1(?!`)/,
  /(\]\([ \t]*)(<[^<>]*>|[^\s()<>]+)/,
  /(^ {0,3}\[[^\]]+\]:[ \t]*)(<[^<>]*>|\S+)/,
  /(\b(?:href|src)=["'])([^"']+)/,
];
const LINKS = new RegExp(DESTINATION.map((one) => one.source).join('|'), 'g');
const MAX_LINE = 20_000;

/** Puts what `map` returns in place of the destinations of links, code apart; undefined leaves one as it is. */
export function mapLinks(markdown: string, map: (href: string) => string | undefined): string {
  let fence = '';
  const lines = markdown.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    if (mark || fence !== '' || line.length > MAX_LINE) return line;
    return line.replace(LINKS, (all: string, ...groups: (string | undefined)[]) => {
      const before = groups[1] ?? groups[3] ?? groups[5];
      const href = groups[2] ?? groups[4] ?? groups[6];
      if (before === undefined || href === undefined) return all;
      const mapped = map(href.startsWith('<') ? href.slice(1, -1) : href);
      return mapped === undefined ? all : `${before}${mapped}`;
    });
  });
  return lines.join('\n');
}

function encode(path: string): string {
  return encodeURI(path).replace(/[#?()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
}
