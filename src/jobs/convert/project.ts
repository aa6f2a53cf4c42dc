// The folder of another tool as pages, order and redirects: what each format says of it, in one form.
import { posix } from 'node:path';
import { UsageError } from '../../errors.ts';
import { nameKey } from '../../files/safe-path.ts';
import { shell } from '../../files/shell-word.ts';
import { isRecord } from '../../files/texts.ts';
import { readYaml } from '../../files/yaml-text.ts';
import { type PageText, pageText, readText } from '../../folder/page.ts';
import { titleOfPath } from '../../folder/paths.ts';
import type { FolderSource } from '../../folder/source.ts';
import { frontMatterIn } from '../../markdown/front-matter.ts';
import { takeTitle } from '../../markdown/page-title.ts';
import type { Components } from './blocks.ts';
import type { Front } from './components.ts';
import { HEADING_ID, type Lost } from './draw.ts';
import { withoutHeld } from './out.ts';
import type { Line } from './tree.ts';

export interface Page {
  /** In the folder that is read. */
  path: string;
  /** In the folder that is written. */
  out: string;
  /** Its address on the site of the other tool, without slashes around it. */
  route: string;
  title: string;
  /** In the menu, where that is another one. */
  label?: string | undefined;
  front: Record<string, unknown>;
  /** The text below front matter and title. */
  lines: readonly Line[];
  /** Where nothing leads to it in the menu. */
  isHidden?: boolean;
  /** Anchors by what others make of the same headings; known when it is drawn. */
  anchors: Map<string, string>;
}

export interface NavItem {
  title: string;
  page?: Page | undefined;
  href?: string | undefined;
  /** A tab, a version or a language: its groups stay groups. */
  isSection?: boolean;
  /** Of a page that is made for a group. */
  description?: string | undefined;
  children: NavItem[];
}

export interface Project {
  /** The folder of the pages, in the folder that is read; paths below it stay. */
  home: string;
  pages: Page[];
  nav: NavItem[];
  /** The page that the root of the site shows, where the format names one. */
  start?: Page | undefined;
  /** Old address and new one, as written. */
  redirects: { from: string; to: string; file: string }[];
  /** Folders that an address from the root may be in. */
  roots: readonly string[];
  /** Where the site is published, if that is said: links that lead out of the pages go there. */
  url?: string | undefined;
  /** Files that say how the site is made or are put into pages: what is in them is used. */
  used: Set<string>;
  isMdx: boolean;
  tags?: RegExp;
  hasBareTitles?: boolean;
  components: Components;
  front: Front;
  /** Rewrites what this format says by lines. */
  rewrite?(lines: readonly Line[], page: Page): Line[];
  text?(text: string, lose: (what: string, why: string) => void): string;
  /** Folders beside the pages of which all files are shown. */
  assets?: readonly string[];
  /** Whether the tool leaves a file out of its site. */
  isKeptOff?(path: string): boolean;
  /** Of files beside the pages: those that only show how the tool draws pages. */
  isLooks?(path: string): boolean;
  /** Files for another place than their own. */
  assetOut?(path: string): string | undefined;
}

/** What is read, once; and what was lost. */
export interface World {
  source: FolderSource;
  /** Of every Markdown file, without a byte order mark. */
  texts: ReadonlyMap<string, string>;
  lost: Lost[];
  /** Where the pages of another folder could go: what --to names, unless that is in it. */
  toFor(folder: string): string;
  /** ID of the docs plugin of Docusaurus that is wanted; undefined for the first. */
  docs?: string | undefined;
}

/** Why symbolic links are left out. */
export const NOT_FOLLOWED = 'links are not followed';

const isMarkdown = (path: string): boolean => /\.mdx?$/i.test(path);
export const withoutExtension = (path: string): string => path.replace(/\.(?:mdx?|markdown|html)$/i, '');

export async function openWorld(source: FolderSource, wanted: Pick<World, 'toFor' | 'docs'>): Promise<World> {
  const texts = new Map<string, string>();
  const lost: Lost[] = source.problems.map(({ file, line, message }) => ({
    file,
    line,
    what: 'file',
    why: message,
  }));
  for (const link of source.links)
    lost.push({ file: link, line: 1, what: 'symbolic link', why: NOT_FOLLOWED });
  for (const path of source.files.keys()) {
    if (!isMarkdown(path)) continue;
    const read = await readText(source, path);
    if ('text' in read) texts.set(path, withoutHeld(read.text.replace(/^\uFEFF/, '')));
    else lost.push({ file: path, line: read.problem.line, what: 'page', why: read.problem.message });
  }
  return { source, texts, lost, ...wanted };
}

/** The text of a file of settings; undefined where it is not there or cannot be read. */
export async function textAt({ source }: World, path: string): Promise<string | undefined> {
  if (!source.files.has(path)) return undefined;
  const read = await readText(source, path);
  return 'text' in read ? withoutHeld(read.text.replace(/^\uFEFF/, '')) : undefined;
}

/** JSON, or YAML: what is wrong is a row of the report. */
export async function dataAt(
  world: World,
  path: string,
  prepare: (text: string) => string = (text) => text,
): Promise<Record<string, unknown> | undefined> {
  const text = await textAt(world, path);
  if (text === undefined) return undefined;
  const read = await readYaml(prepare(text), { maxAliasCount: 100 });
  if ('problem' in read)
    world.lost.push({ file: path, line: read.at?.line ?? 1, what: 'settings', why: read.problem });
  else if (isRecord(read.value)) return read.value;
  return undefined;
}

export const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`);
export const below = (path: string, folder: string): string =>
  folder === '' ? path : path.slice(folder.length + 1);

/** A path in the folder; undefined for one that leads out of it. */
export function inside(...parts: readonly string[]): string | undefined {
  const path = posix.join(...parts).replace(/^\.?\/+|(?<!\/)\/+$/g, '');
  return path === '..' || path.startsWith('../') ? undefined : path === '.' ? '' : path;
}

/**
 * The folder of pages that settings name, or what is usual. Throws UsageError where they name one outside the folder that
 * is read: of a website beside its documentation, nothing would be converted but its own pages.
 */
export function homeIn(
  { source, toFor }: World,
  named: { settings: string; folder: string; from: Format },
): string {
  const { settings, folder, from } = named;
  const path = posix.join(posix.dirname(settings), folder);
  const home = inside(path);
  if (home !== undefined) return home;
  const above = posix.join(source.name, ...path.split('/').filter((part) => part === '..'));
  throw new UsageError(`the pages are in "${folder}", as ${settings} says: that is outside ${source.name}`, {
    hint: shell`docs convert ${above} --from ${from} --to ${toFor(above)}`,
  });
}

export const linesOf = (text: string, file: string, first = 1): Line[] =>
  text.split('\n').map((line, at) => ({ text: line, file, line: first + at }));

export type Namer = (wanted: string) => string;

/** Free names for files that are written: no two are one on any system, and none leads out. */
export function namer(): Namer {
  const taken = new Set<string>();
  return (wanted) => {
    const clean = posix.join('/', wanted).slice(1);
    const [, base = '', extension = ''] = /^(.*?)(\.[^./]*)?$/.exec(clean) ?? [];
    let name = clean;
    for (let count = 2; taken.has(nameKey(name)); count += 1) name = `${base}-${count}${extension}`;
    taken.add(nameKey(name));
    return name;
  };
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

interface Made {
  out: string;
  route: string;
  /** Where it is not front matter: what it says, and the text below it. */
  metadata?: { data: Record<string, unknown>; text: string } | undefined;
  /** The heading that the text begins with is the title, whatever front matter says; what may be above it. */
  headedBelow?: RegExp;
}

/** A page of a Markdown file. */
export function pageOf(world: World, path: string, { out, route, metadata, headedBelow }: Made): Page {
  const whole = world.texts.get(path) ?? '';
  const text = metadata?.text ?? whole;
  const read: PageText = pageText(path, text);
  for (const { file, line, message } of read.problems)
    world.lost.push({ file, line, what: 'front matter', why: message });
  const front = metadata?.data ?? read.front ?? {};
  const above = whole.slice(0, whole.length - text.length).split('\n').length - 1;
  const heading = headedBelow && headingIn(text, headedBelow);
  const title = textOf(front.title);
  return {
    ...{ path, out, route, front },
    title:
      heading?.title ??
      title ??
      read.title ??
      titleOfPath(withoutExtension(out).replace(/(^|\/)README$/, '$1index')),
    label: textOf(front.sidebarTitle) ?? textOf(front.sidebar_label) ?? (heading && title),
    lines: heading
      ? linesOf(heading.text, path, above + 1).slice(heading.skipped)
      : linesOf(read.body, path, above + read.bodyLine),
    anchors: new Map(heading?.anchor === undefined ? [] : [[heading.anchor, '']]),
  };
}

/** The heading at the top, and the text with blank lines for it; the first ones are front matter. */
function headingIn(text: string, below: RegExp) {
  const front = frontMatterIn(text);
  const body = front && !('problem' in front) ? front.body : text;
  const imports = below.exec(body)?.[0] ?? '';
  const taken = takeTitle(body.slice(imports.length));
  if (taken.title === undefined) return undefined;
  const start = text.slice(0, text.length - body.length);
  const behind = text.slice(start.length + imports.length, text.length - taken.markdown.length);
  return {
    title: taken.title.replace(HEADING_ID, ''),
    anchor: HEADING_ID.exec(taken.title)?.[1],
    text: start + imports.replace(/^&nbsp;[ \t]*$/gm, '') + behind.replace(/[^\n]/g, '') + taken.markdown,
    skipped: start.split('\n').length - 1,
  };
}

/** Where a Markdown file goes: the page of a folder is called README.md. */
export function outOf(path: string): string {
  const name = withoutExtension(path);
  return `${name.replace(/(^|\/)(?:index|readme)$/i, '$1README')}.md`;
}

const FIRST = Number.NEGATIVE_INFINITY;
const LAST = Number.POSITIVE_INFINITY;

/** Pages in the order of their folders, as a tool lists them without a navigation file; `placeOf` says which comes first. */
export function byFolder(pages: readonly Page[], folder: string, order: FolderOrder = {}): NavItem[] {
  const items: Placed[] = [];
  const groups = new Map<string, Page[]>();
  for (const page of pages) {
    const [name = '', ...rest] = below(page.path, folder).split('/');
    if (rest.length > 0) groups.set(name, [...(groups.get(name) ?? []), page]);
    else {
      const place = order.placeOf?.(page) ?? (/^(?:index|readme)\./i.test(name) ? FIRST : LAST);
      items.push({ place, name, item: { title: page.label ?? page.title, page, children: [] } });
    }
  }
  for (const [name, inner] of groups)
    items.push(groupIn(inner, name, folder === '' ? name : `${folder}/${name}`, order));
  const before = (a: Placed, b: Placed) => (a.place === b.place ? a.name < b.name : a.place < b.place);
  return items.sort((a, b) => (before(a, b) ? -1 : 1)).map(({ item }) => item);
}

interface Placed {
  place: number;
  name: string;
  item: NavItem;
}

function groupIn(pages: readonly Page[], name: string, folder: string, order: FolderOrder): Placed {
  const group = order.groupOf?.(folder) ?? {};
  const isIndex = (page: Page) =>
    ['index', 'readme', name.toLowerCase()].includes(
      withoutExtension(below(page.path, folder)).toLowerCase(),
    );
  const page = group.page ?? pages.find(isIndex);
  const children = byFolder(
    pages.filter((one) => one !== page),
    folder,
    order,
  );
  const place = group.place ?? (page && order.placeOf?.(page)) ?? LAST;
  const title = group.title ?? page?.label ?? page?.title ?? titleOfPath(name);
  return { place, name, item: { title, page, description: group.description, children } };
}

interface FolderOrder {
  placeOf?: (page: Page) => number | undefined;
  groupOf?: (folder: string) => {
    title?: string | undefined;
    place?: number | undefined;
    page?: Page | undefined;
    description?: string | undefined;
  };
}

// Which tool a folder is of: each has files that no other has.
export const FORMATS = ['mintlify', 'docusaurus', 'mkdocs', 'notion', 'confluence'] as const;
export type Format = (typeof FORMATS)[number];

/** Names of files, in the order in which they tell more: a `docs.json` may be anything. */
export const MARKS = {
  docusaurus: /^docusaurus\.config\.[cm]?[jt]s$/,
  mkdocs: /^mkdocs\.ya?ml$/,
  notion: / [0-9a-f]{32}(?:_all)?\.(?:md|csv)$/,
  confluence: /^(?:.+_)?\d{5,}\.html$/,
  mintlify: /^(?:docs|mint)\.json$/,
} as const satisfies Readonly<Record<Format, RegExp>>;

/** For those whose folder has none of them. */
export const LOOKED_FOR =
  'no docusaurus.config.js, mkdocs.yml, docs.json or mint.json, and no pages named the way Notion and Confluence do';

export interface Tool {
  format: Format;
  /** The file that says so. */
  file: string;
}

/** The file of this name that is nearest to the top. */
export function nearest(source: FolderSource, name: RegExp): string | undefined {
  const found = [...source.files.keys()].filter(
    (path) => name.test(posix.basename(path)) && !/(?:^|\/)\./.test(path),
  );
  return found.sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))[0];
}

const depthOf = (path: string): number => path.split('/').length;

/** By the file that is nearest to the top. */
export function toolOf(source: FolderSource): Tool | undefined {
  const found = Object.entries(MARKS).flatMap(([format, mark]) => {
    const file = nearest(source, mark);
    return file === undefined ? [] : [{ format: format as Format, file }];
  });
  return found.sort((a, b) => depthOf(a.file) - depthOf(b.file))[0];
}

/** Whether the folder has a file of this tool. */
export const isOf = (source: FolderSource, format: Format): boolean =>
  nearest(source, MARKS[format]) !== undefined;
