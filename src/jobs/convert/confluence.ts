// Confluence: the export of a space as HTML. Macros become tags, and the rest becomes Markdown.
import { posix } from 'node:path';
import type TurndownService from 'turndown';
import { htmlFault, withEndTags } from '../../files/html-bounds.ts';
import { decoded } from '../../files/texts.ts';
import { slugify } from '../../markdown/heading-anchor.ts';
import { CONFLUENCE } from './components.ts';
import { serviceFor } from './confluence-markdown.ts';
import { readPage, type Space } from './confluence-page.ts';
import {
  inside,
  linesOf,
  type Namer,
  type NavItem,
  nearest,
  type Page,
  type Project,
  textAt,
  type World,
} from './project.ts';

export async function openConfluence(world: World, nameFor: Namer): Promise<Project> {
  const index = nearest(world.source, /^index\.html$/i);
  const home = index?.includes('/') ? posix.dirname(index) : '';
  const html = index === undefined ? '' : ((await textAt(world, index)) ?? '');
  const files = [...world.source.files.keys()].filter(
    (path) => posix.dirname(path) === (home || '.') && /\.html$/i.test(path) && path !== index,
  );
  const texts = await readPages(world, files, html);
  const pages: Page[] = [];
  const pageFor = (path: string, folder: string, name?: string): Page | undefined => {
    const { title = '', markdown = '' } = texts.get(path) ?? {};
    if (!texts.delete(path)) return undefined;
    const shown = name ?? title;
    const out = nameFor(`${folder}${slugify(shown)}.md`);
    const page: Page = {
      path,
      out,
      route: path,
      title: title || shown,
      front: {},
      lines: linesOf(markdown, path).map((line) => ({ ...line, line: 1 })),
      anchors: new Map(),
    };
    pages.push(page);
    return page;
  };
  const nav = treeIn(html, (href, name, folder) =>
    pageFor(home === '' ? href : `${home}/${href}`, folder, name),
  );
  const below = (path: string) => inside(home, decoded(path)) ?? '';
  const parents = new Map([...texts].map(([path, { parent }]) => [path, below(parent)]));
  placeOthers(parents, { nav, index }, pageFor);
  return {
    ...{ home, pages, isMdx: false, roots: [home], components: CONFLUENCE, front: {}, redirects: [] },
    used: new Set(index === undefined ? [] : [index]),
    isLooks: (path) => LOOKS.test(path) && !/attachments\//.test(path),
    // The page of the space itself is above all others.
    nav: nav.length === 1 && nav[0] ? [{ ...nav[0], children: [] }, ...nav[0].children] : nav,
  };
}

const LOOKS = /(?:^|\/)(?:styles|images\/icons|images\/[^/]+\.(?:gif|png|svg)$)/;

async function readPages(world: World, files: readonly string[], index: string): Promise<Map<string, Read>> {
  const sources = new Map<string, string>();
  for (const path of files) sources.set(path, withEndTags((await textAt(world, path)) ?? ''));
  const space = spaceOf(world, sources, index);
  const service = serviceFor();
  const texts = new Map<string, Read>();
  for (const [path, text] of sources) {
    const said = new Set<string>();
    const lose = (what: string, why: string) => {
      if (!said.has(what)) world.lost.push({ file: path, line: 1, what, why });
      said.add(what);
    };
    const fault = htmlFault(text);
    const read = fault === undefined ? pageIn(text, service, { ...space, lose }) : undefined;
    if (read) texts.set(path, read);
    else lose('page', fault ?? 'is nested too deeply to be read');
  }
  return texts;
}

/** What links may lead to. */
function spaceOf(
  { source }: World,
  sources: ReadonlyMap<string, string>,
  index: string,
): Omit<Space, 'lose'> {
  const pages = new Map<string, string>();
  for (const [, href = '', name = ''] of index.matchAll(ENTRIES))
    if (href !== '') pages.set(plain(name), href);
  for (const path of sources.keys()) {
    const id = /(?<!\d)(\d+)\.html$/i.exec(path)?.[1];
    if (id !== undefined) pages.set(id, posix.basename(path));
  }
  const attachments = new Map<string, string>();
  for (const path of source.files.keys()) {
    const [file, id = ''] = /(?<=^|\/)attachments\/\d+\/(\d+)\.\w+$/.exec(path) ?? [];
    if (file !== undefined) attachments.set(id, file);
  }
  const bases = [...sources.values()].map(
    (text) => /\bdata-base-url=["'](https?:\/\/[^/"']+)/.exec(text)?.[1],
  );
  const title = /<title>([\s\S]{0,1000}?)<\/title>/i.exec(index)?.[1] ?? '';
  const name = plain(/^[^(]*\(([\s\S]*)\)$/.exec(title.trim())?.[1] ?? '');
  return { name, url: bases.find((base) => base !== undefined), pages, attachments };
}

/** The list of pages in index.html. */
function treeIn(
  html: string,
  pageFor: (href: string, name: string, folder: string) => Page | undefined,
): NavItem[] {
  const top: Level = { items: [], folder: '' };
  const stack = [top];
  const list = html.slice(Math.max(0, html.search(/Available Pages|class=["']pageSection/)));
  for (const [tag, href, name = ''] of list.matchAll(ENTRIES)) {
    const level = stack.at(-1) ?? top;
    if (href !== undefined) {
      const page = pageFor(decoded(href), plain(name), level.folder);
      if (page) level.items.push({ title: page.title, page, children: [] });
    } else if (tag.startsWith('</')) stack.splice(Math.max(1, stack.length - 1));
    else stack.push(levelBelow(level));
  }
  return top.items;
}

interface Level {
  items: NavItem[];
  /** Of the pages in it, with a slash at its end. */
  folder: string;
}

const ENTRIES =
  /<ul\b[^<>]*>|<\/ul\s*>|<a\b[^>]{0,500}?\bhref=["']([^"'>]+\.html)["'][^>]{0,500}>([\s\S]{0,500}?)<\/a\s*>/gi;
/** Folders are only as deep as a path may be. */
const LONGEST = 300;

const folderBelow = (item: NavItem | undefined, folder = ''): string => {
  const own = item?.page?.out.replace(/\.md$/, '/') ?? folder;
  return own.length > LONGEST ? folder : own;
};

function levelBelow({ items, folder }: Level): Level {
  const last = items.at(-1);
  return { items: last?.children ?? items, folder: folderBelow(last, folder) };
}

/** Some indexes list only the first levels; every page names the one above it. */
function placeOthers(
  parents: ReadonlyMap<string, string>,
  { nav, index }: { nav: NavItem[]; index: string | undefined },
  pageFor: (path: string, folder: string) => Page | undefined,
): void {
  const items = new Map<string, NavItem>();
  const known = [...nav];
  for (let item = known.pop(); item; item = known.pop()) {
    if (item.page) items.set(item.page.path, item);
    known.push(...item.children);
  }
  for (const path of parents.keys())
    for (const own of lineTo(path, parents, items)) {
      const parent = parents.get(own) ?? '';
      const above = items.get(parent);
      const page = pageFor(own, folderBelow(above));
      if (!page) continue;
      const item = { title: page.title, page, children: [] };
      items.set(own, item);
      (parent === index ? nav : above?.children)?.push(item);
    }
}

/** The page and those above it that have no place yet, the highest first. */
function lineTo(
  path: string,
  parents: ReadonlyMap<string, string>,
  items: ReadonlyMap<string, NavItem>,
): string[] {
  const line = new Set<string>();
  for (let at = path; parents.has(at) && !items.has(at) && !line.has(at); at = parents.get(at) ?? '')
    line.add(at);
  return [...line].reverse();
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};
const plain = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

interface Read {
  title: string;
  parent: string;
  markdown: string;
}

/** Undefined for one that the parser cannot read. */
function pageIn(html: string, service: TurndownService, space: Space): Read | undefined {
  try {
    const { title, parent, body, attachments } = readPage(html, space);
    const markdown = service.turndown(body as unknown as TurndownService.Node).replace(/^\s+$/gm, '');
    const list = attachments.map(({ name, href }) => `- [${service.escape(name)}](<${href}>)`);
    return {
      title,
      parent,
      markdown: [markdown, ...(list.length > 0 ? ['## Attachments', list.join('\n')] : [])].join('\n\n'),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
