// Docusaurus: settings and sidebars as far as they are data, pages in MDX, addresses by slugs and IDs.
import { posix } from 'node:path';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { isRecord } from '../../files/texts.ts';
import { DOCUSAURUS, FRONT } from './components.ts';
import { colonBlocks } from './directives.ts';
import { ignoredBelow, withoutDrafts } from './kept-off.ts';
import { moduleData } from './literal.ts';
import {
  below,
  byFolder,
  dataAt,
  homeIn,
  inside,
  isBelow,
  listOf,
  MARKS,
  type Namer,
  type NavItem,
  nearest,
  outOf,
  type Page,
  type Project,
  pageOf,
  textAt,
  textOf,
  type World,
  withoutExtension,
} from './project.ts';

type Entry = Record<string, unknown>;

/** What MDX may have above the title of a page; some push it down by a space. */
const IMPORTS = /^(?:[ \t]*\n|&nbsp;[ \t]*\n|import\s[^'"]*["'][^"'\n]*["'];?[ \t]*\n)*/;

export async function openDocusaurus(world: World, nameFor: Namer): Promise<Project> {
  const config = nearest(world.source, MARKS.docusaurus);
  const top = config?.includes('/') ? posix.dirname(config) : '';
  const data = (config === undefined ? undefined : await settingsAt(world, config)) ?? {};
  const used = new Set(config === undefined ? [] : [config]);
  const docs = docsIn(world, data, config);
  const hasDocs = [...world.texts.keys()].some((path) => isBelow(path, inside(top, 'docs') ?? ''));
  const folder = textOf(docs.path) ?? (hasDocs || config !== undefined ? 'docs' : '');
  const home = homeIn(world, { settings: config ?? '', folder, from: 'docusaurus' });
  const base = textOf(docs.routeBasePath) ?? 'docs';
  const isIgnored = ignoredBelow(
    home,
    listOf(docs.exclude).flatMap((one) => (typeof one === 'string' ? `/${one}` : [])),
  );
  const isPage = (path: string) =>
    isBelow(path, home) &&
    !isIgnored(path) &&
    !below(path, home)
      .split('/')
      .some((part) => /^[._]/.test(part));
  const all = [...world.texts.keys()].filter(isPage).map((path) => {
    const own = below(path, home).split('/').map(withoutNumber).join('/');
    const page = pageOf(world, path, {
      out: nameFor(outOf(own)),
      route: '',
      headedBelow: IMPORTS,
    });
    return Object.assign(page, { route: routeOf(page, { own, base }) });
  });
  const { pages, isKeptOff } = withoutDrafts(all, isIgnored);
  const byId = new Map(pages.map((page) => [idOf(page, home), page]));
  const sidebars = await sidebarsOf(world, docs, { top, used });
  const folders = await foldersOf(world, home, { byId, used });
  const nav = sidebars
    ? navOf(world, sidebars, { pages, byId, home, folders })
    : byFolder(pages, home, folders);
  return {
    ...{ home, pages, nav, used, isKeptOff, isMdx: true, components: DOCUSAURUS, front: FRONT.docusaurus },
    start: pages.find(({ front }) => front.slug === '/'),
    roots: [inside(top, 'static') ?? '', top],
    assets: [inside(top, 'static') ?? ''],
    url:
      textOf(data.url) === undefined
        ? undefined
        : `${String(data.url).replace(/(?<!\/)\/+$/, '')}${(textOf(data.baseUrl) ?? '').replace(/(?<!\/)\/+$/, '')}`,
    redirects: redirectsIn(data, config ?? ''),
    rewrite: colonBlocks,
  };
}

/** What is computed is no data: one row says so. */
async function settingsAt(world: World, path: string): Promise<Record<string, unknown> | undefined> {
  const text = await textAt(world, path);
  if (text === undefined) return undefined;
  if (/\.json$/.test(path)) return dataAt(world, path);
  const { value, isWhole } = moduleData(text);
  if (!isRecord(value))
    world.lost.push({
      file: path,
      line: 1,
      what: 'settings',
      why: 'they are code, which is not run: pages are in folder order',
    });
  else if (!isWhole)
    world.lost.push({
      file: path,
      line: 1,
      what: 'settings',
      why: 'parts of them are code, which is not run',
    });
  return isRecord(value) ? value : undefined;
}

/** Options of the pages that are wanted. Others have a row each. Throws UsageError for a plugin that there is not. */
function docsIn({ docs: wanted, lost }: World, data: Entry, config: string | undefined): Entry {
  const all = setsOfPages(data).map((options) => ({ id: textOf(options.id) ?? 'default', options }));
  const found = wanted === undefined ? all[0] : all.find(({ id }) => id === wanted);
  if (wanted !== undefined && !found)
    throw new UsageError(`${config ?? 'the folder'} has no documentation plugin "${wanted}"`, {
      hint: all.length > 0 ? `it has ${all.map(({ id }) => id).join(', ')}` : 'leave --docs out',
    });
  for (const { id } of all.filter((one) => one !== found))
    lost.push({
      file: config ?? '',
      line: 1,
      what: `documentation plugin "${id}"`,
      why: `it has its own pages: convert them with ${shell`--docs ${id}`}`,
    });
  return found?.options ?? {};
}

/** Options of each set of pages, in a preset or a plugin. */
const setsOfPages = ({ presets, plugins }: Entry): Entry[] =>
  [
    ...listOf(presets).map((one) => Object(listOf(one)[1]).docs),
    ...listOf(plugins).flatMap((one) =>
      /plugin-content-docs$/.test(String(listOf(one)[0])) ? [listOf(one)[1]] : [],
    ),
  ].filter(isRecord);

function redirectsIn({ plugins }: Record<string, unknown>, file: string): Project['redirects'] {
  const plugin = listOf(plugins).find((one) => /client-redirects$/.test(String(listOf(one)[0])));
  return listOf(Object(listOf(plugin)[1]).redirects).flatMap((one) => {
    const { from, to } = Object(one);
    return [from]
      .flat()
      .flatMap((old) => (typeof old === 'string' && typeof to === 'string' ? [{ from: old, to, file }] : []));
  });
}

/** `01-intro.md` is `intro.md`; versions and dates stay. */
const withoutNumber = (name: string): string =>
  /^\d+(?:[-_.]\d+)+/.test(name) ? name : name.replace(/^\d+\s*[-_.]+\s*(?=[^\s.-])/, '');

function routeOf({ front }: Page, { own, base }: { own: string; base: string }): string {
  const folder = posix.dirname(own) === '.' ? '' : posix.dirname(own);
  const slug = textOf(front.slug);
  if (slug !== undefined) return posix.join(base, slug.startsWith('/') ? '' : folder, slug);
  const name = withoutExtension(posix.basename(own));
  const isIndex =
    /^(?:index|readme)$/i.test(name) || name.toLowerCase() === posix.basename(folder).toLowerCase();
  return posix.join(base, folder, isIndex ? '' : (textOf(front.id) ?? name));
}

function idOf({ path, front }: Page, home: string): string {
  const own = below(path, home).split('/').map(withoutNumber).join('/');
  const folder = posix.dirname(own);
  return posix.join(folder === '.' ? '' : folder, textOf(front.id) ?? withoutExtension(posix.basename(own)));
}

async function sidebarsOf(
  world: World,
  docs: Record<string, unknown>,
  { top, used }: { top: string; used: Set<string> },
) {
  const named = textOf(docs.sidebarPath);
  const names = [
    ...(named === undefined ? [] : [named]),
    './sidebars.js',
    './sidebars.json',
    './sidebars.ts',
    './sidebars.cjs',
    './sidebars.mjs',
  ];
  const path = names
    .map((name) => inside(top, name))
    .find((one) => one !== undefined && world.source.files.has(one));
  if (path === undefined) return undefined;
  used.add(path);
  return settingsAt(world, path);
}

type Order = NonNullable<Parameters<typeof byFolder>[2]>;
type Categories = Required<Order>;

async function foldersOf(
  world: World,
  home: string,
  { byId, used }: { byId: ReadonlyMap<string, Page>; used: Set<string> },
): Promise<Categories> {
  const groups = new Map<string, ReturnType<Categories['groupOf']>>();
  for (const path of world.source.files.keys()) {
    if (!isBelow(path, home) || !/(?:^|\/)_category_\.(?:json|ya?ml)$/.test(path)) continue;
    used.add(path);
    const { label, position, link } = (await dataAt(world, path)) ?? {};
    const { id, description } = Object(link);
    const folder = posix.dirname(path);
    const own = folder
      .slice(home === '' ? 0 : home.length + 1)
      .split('/')
      .map(withoutNumber)
      .join('/');
    groups.set(folder, {
      title: textOf(label),
      place: typeof position === 'number' ? position : undefined,
      page: typeof id === 'string' ? (byId.get(id) ?? byId.get(posix.join(own, id))) : undefined,
      description: textOf(description),
    });
  }
  const numberOf = (path: string): number | undefined => {
    const name = posix.basename(path);
    const number = withoutNumber(name) === name ? undefined : Number.parseInt(name, 10);
    return number;
  };
  return {
    placeOf: ({ front, path }) =>
      typeof front.sidebar_position === 'number' ? front.sidebar_position : numberOf(path),
    groupOf: (folder) => {
      const group = groups.get(folder) ?? {};
      const name = withoutNumber(posix.basename(folder));
      return {
        ...group,
        title:
          group.title ??
          (numberOf(folder) === undefined ? undefined : name.charAt(0).toUpperCase() + name.slice(1)),
        place: group.place ?? numberOf(folder),
      };
    },
  };
}

interface Reading {
  pages: readonly Page[];
  byId: ReadonlyMap<string, Page>;
  home: string;
  folders: Categories;
}

const MOST_ITEMS = 50_000;

/** Entries of sidebars as they are written, by their kinds. */
class Sidebars {
  private count = 0;
  private readonly world: World;
  private readonly reading: Reading;

  constructor(world: World, reading: Reading) {
    this.world = world;
    this.reading = reading;
  }

  items(given: unknown, depth = 0): NavItem[] {
    this.count += 1;
    if (this.count > MOST_ITEMS || depth > 30) return [];
    if (typeof given === 'string') return this.page(given);
    if (Array.isArray(given)) return given.flatMap((one) => this.items(one, depth + 1));
    return isRecord(given) ? this.entry(given, depth) : [];
  }

  private lose(what: string, why: string): [] {
    this.world.lost.push({ file: 'sidebars', line: 1, what: what.slice(0, 200), why });
    return [];
  }

  private page(id: string, label?: string): NavItem[] {
    const { byId } = this.reading;
    const found = byId.get(id) ?? byId.get(id.replace(/(?:^|\/)(?:index|README)$/, ''));
    if (!found) return this.lose(id, 'page not found in the folder');
    return [{ title: label ?? found.label ?? found.title, page: found, children: [] }];
  }

  private entry(given: Entry, depth: number): NavItem[] {
    const { type, label, href, id } = given;
    if (type === 'category') return this.category(given, depth);
    if (type === 'doc' || type === 'ref') return this.page(textOf(id) ?? '', textOf(label));
    if (type === 'link') return [{ title: textOf(label) ?? '', href: textOf(href), children: [] }];
    if (type === 'autogenerated') return this.folder(textOf(given.dirName) ?? '.');
    if (type !== undefined)
      return this.lose(String(type), 'this kind of entry has no counterpart in SUMMARY.md');
    // The short form: names of groups, and what is in them.
    return Object.entries(given).map(([title, inner]) => ({ title, children: this.items(inner, depth + 1) }));
  }

  private category({ label, items, link }: Entry, depth: number): NavItem[] {
    const { type, id, description } = Object(link);
    const [own] = type === 'doc' && typeof id === 'string' ? this.page(id) : [];
    const children = this.items(items, depth + 1);
    return [{ title: textOf(label) ?? '', page: own?.page, description: textOf(description), children }];
  }

  private folder(name: string): NavItem[] {
    const { pages, home, folders } = this.reading;
    const folder = inside(home, name) ?? home;
    return byFolder(
      pages.filter(({ path }) => isBelow(path, folder)),
      folder,
      folders,
    );
  }
}

function navOf(world: World, sidebars: Record<string, unknown>, reading: Reading): NavItem[] {
  const reader = new Sidebars(world, reading);
  const all = Object.entries(sidebars).map(([title, given]) => ({
    title,
    isSection: true,
    children: reader.items(given),
  }));
  return all.filter(({ children }) => children.length > 0);
}
