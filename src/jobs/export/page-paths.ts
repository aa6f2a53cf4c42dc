// Where each page of a space goes: one file a page, children in a folder beside it, the same names on every system.
import { posix } from 'node:path';
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import { nameKey, safeName, startWithin } from '../../files/safe-path.ts';
import { normalized } from '../../files/texts.ts';
import type { FileEntry } from '../../folder/manifest.ts';
import { slugify } from '../../markdown/heading-anchor.ts';
import { isUrl, loadMapTargets, partsOfTarget } from '../../markdown/link-targets.ts';
import { type LinkedFile, type LinkedPage, linkPlaces, relinking } from '../links/link-places.ts';
import { CHANGE_REQUESTS } from './change-request-backup.ts';

/** What the export itself puts at the top of a space's folder. */
export const SUMMARY = 'SUMMARY.md';
export const FILES = '_files';
export const COMMENTS = 'comments.ndjson';
export const SPACE_SETTINGS = 'space.json';
export const PAGE_SETTINGS = 'pages.json';
export const CONTENT_SETTINGS = 'content.json';
const DEEP = '_deep';
const RESERVED = [
  SUMMARY,
  FILES,
  COMMENTS,
  SPACE_SETTINGS,
  PAGE_SETTINGS,
  CONTENT_SETTINGS,
  CHANGE_REQUESTS,
  DEEP,
];

/** Whether a path below the folder of a space is in a place that the export keeps for itself. */
export const isReserved = (path: string): boolean =>
  RESERVED.some((name) => nameKey(name) === nameKey(path.split('/')[0] ?? ''));

/** Longer paths are refused by some systems. */
const LONGEST_FOLDER = 1000;

export interface PlacedPage {
  page: Page;
  /** 0 at the top. */
  depth: number;
  /** Path of its file below the folder of the space, with `/`; undefined for groups and links, which have none. */
  path?: string;
  /** A person named the file. */
  renamed?: boolean;
}

interface Folder {
  path: string;
  taken: Set<string>;
}

/** A file of a page; `renamed`: a person named it. */
export type OwnFile = Pick<FileEntry, 'id' | 'path' | 'renamed'>;

/**
 * Every page in reading order. No two files meet, also where case or composed letters do not count. Files that people named,
 * by the entries of an earlier export, keep their names.
 */
export function placePages(pages: readonly Page[], entries: readonly OwnFile[] = []): PlacedPage[] {
  const own = new Map(entries.flatMap(({ id, path, renamed }) => (renamed && id ? [[id, path]] : [])));
  const owners = new Map([...own].map(([id, path]) => [nameKey(path), id]));
  const deep = folderAt(DEEP);
  const below = (path: string) => (Buffer.byteLength(path) > LONGEST_FOLDER ? deep : folderAt(path));
  const place = (siblings: readonly Page[], folder: Folder, depth: number): PlacedPage[] =>
    siblings.flatMap((page) => {
      const children = 'pages' in page ? page.pages : [];
      const base = hasFile(page) || children.length > 0 ? join(folder, freeStem(page, folder, owners)) : '';
      const path = own.get(page.id) ?? `${base}.md`;
      const renamed = path !== `${base}.md`;
      const placed = { page, depth, ...(hasFile(page) && { path, ...(renamed && { renamed }) }) };
      return [placed, ...place(children, below(base), depth + 1)];
    });
  return place(pages, folderAt('', RESERVED), 0);
}

const hasFile = ({ type }: Page): boolean => type === 'document' || type === 'computed';
const join = ({ path }: Folder, name: string): string => (path === '' ? name : `${path}/${name}`);

const folderAt = (path: string, names: readonly string[] = []): Folder => ({
  path,
  taken: new Set(names.map(nameKey)),
});

/** A name whose file and whose folder are both free; with a piece of the page's id where they are not. */
function freeStem(page: Page, folder: Folder, owners: ReadonlyMap<string, string>): string {
  const { taken } = folder;
  const isFree = (name: string) =>
    !taken.has(nameKey(name)) && (owners.get(nameKey(join(folder, name))) ?? page.id) === page.id;
  const wanted = safeName('slug' in page ? page.slug : page.title, 'page');
  const id = safeName(page.id);
  for (let round = 0; ; round += 1) {
    const suffix = round === 0 ? '' : round === 1 ? `-${id.slice(0, 8)}` : `-${id}-${round}`;
    // What makes it unique must not be cut off.
    const stem = safeName(`${startWithin(wanted, 180 - Buffer.byteLength(suffix))}${suffix}`);
    const names = [stem, `${stem}.md`];
    if (!names.every(isFree)) continue;
    for (const name of names) taken.add(nameKey(name));
    return stem;
  }
}

// Links of pages that lead to the files of their export, so that its folder works by itself.

/** Markdown of a page, by its ID, with links that lead to files. `each` gets what is no URL, before and after. */
export type FileLinks = (
  pageId: string,
  markdown: string,
  each?: (before: string, after: string) => void,
) => string;

interface Exported {
  space: string;
  pages: readonly PlacedPage[];
  /** Files with their paths; none where they are not exported. */
  files: readonly { file: File; path: string }[];
}

export async function fileLinks({ space, pages, files }: Exported): Promise<FileLinks> {
  const linked = new Map<string, LinkedPage>();
  const above: LinkedPage[] = [];
  for (const { page, depth, path } of pages) {
    const git = 'git' in page ? page.git?.path : undefined;
    above[depth] = {
      id: page.id,
      path: 'path' in page ? page.path : '',
      git: git ?? above[depth - 1]?.git,
      inGit: git !== undefined,
      to: path,
    };
    linked.set(page.id, above[depth]);
  }
  const assets = files.map(
    ({ file, path }): LinkedFile => ({ id: file.id, name: file.name, git: file.git?.path, to: path }),
  );
  const places = linkPlaces({ space, pages: [...linked.values()], files: assets, byFile: false });
  const mapTargets = await loadMapTargets();
  return (pageId, markdown, each) => {
    const from = linked.get(pageId);
    if (from?.to === undefined) return markdown;
    const folder = posix.dirname(from.to);
    const relinked = relinking(places, from, (to) => posix.relative(folder, to));
    return mapTargets(markdown, (target) => {
      const now = relinked(target);
      if (each && !partsOfTarget(target).isUrl && !target.startsWith('#')) each(target, now ?? target);
      return now;
    });
  };
}

// SUMMARY.md: the table of contents of a space, with links to its files.

/** Whether two of them list the same: other bullets, and other ways to write an address, say nothing more. */
export async function isSameSummary(one: string, other: string): Promise<boolean> {
  const { parseSummary } = await import('../../folder/summary.ts');
  const items = (text: string) =>
    JSON.stringify(parseSummary(text), (key, value) =>
      key === 'href' && typeof value === 'string' ? pathInSummary(value) : value,
    );
  return items(one) === items(other);
}

/** A path as SUMMARY.md names it, from the folder that it is in. */
export const pathInSummary = (href: string): string =>
  isUrl(href) ? href : posix.normalize(normalized(href, 'NFC').replace(/^(?:\.?\/)+/, ''));

/** A nested list in reading order; groups have no link, links lead where they lead. */
export function summaryText(
  title: string,
  pages: readonly PlacedPage[],
  files: Exported['files'] = [],
): string {
  const all = new Map([
    ...pages.map(({ page, path }) => [page.id, path] as const),
    ...files.map(({ file, path }) => [file.id, path] as const),
  ]);
  const places: Places = { all, listed: new Set() };
  const lines = pages.map(({ page, depth, path }) => {
    places.listed.add(page.id);
    const target = path?.replaceAll('#', '%23') ?? leadOf(page, places);
    const text = escaped(page.title);
    const item = target === undefined ? `${text}${ownSlug(page)}` : `[${text}](${linkTo(target)})`;
    return `${'  '.repeat(depth)}* ${item}`;
  });
  return `# ${escaped(title)}\n\n${lines.map((line) => `${line}\n`).join('')}`;
}

interface Places {
  /** Paths of pages and files by ID. */
  all: ReadonlyMap<string, string | undefined>;
  /** Pages above the entry. */
  listed: Set<string>;
}

/** Where a link leads; undefined for a page that is not listed yet: it would be read as the page itself. */
function leadOf(page: Page, { all, listed }: Places): string | undefined {
  if (page.type !== 'link') return undefined;
  const { href, target } = page;
  if (href !== undefined) return href;
  if (target.kind === 'file') return all.get(target.file);
  if ((target.kind !== 'page' && target.kind !== 'anchor') || target.space !== undefined) return undefined;
  const { page: id = '' } = target;
  const path = all.get(id);
  if (target.kind === 'page') return listed.has(id) ? path : undefined;
  return path === undefined ? undefined : `${path}#${target.anchor}`;
}

/** The slug that a group keeps under another title, as an anchor behind it. */
export const ownSlug = ({ type, title, slug }: { type: string; title: string; slug?: unknown }): string =>
  type !== 'group' || typeof slug !== 'string' || slug === slugify(title)
    ? ''
    : ` <a href="#${slug}" id="${slug}"></a>`;

const escaped = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([\\`*_[\]<>#&!|~])/g, '\\$1')
    .trim();

/** Percent-encoded where Markdown would end the address; what is encoded already stays. */
export const linkTo = (target: string): string =>
  target.replace(/[\s()<>\\"'`]/g, (char) =>
    encodeURIComponent(char).replace(/['()]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`),
  );
