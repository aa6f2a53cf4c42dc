// Mintlify: docs.json or mint.json, pages in MDX, addresses that are the paths of the pages.
import { posix } from 'node:path';
import { isRecord } from '../../files/texts.ts';
import { FRONT, MINTLIFY } from './components.ts';
import { ignoredBelow } from './kept-off.ts';
import {
  below,
  byFolder,
  dataAt,
  inside,
  isBelow,
  linesOf,
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
import { pagesIn } from './summary-text.ts';

/** Words of the navigation: what a tool groups by, and what of it is a group of pages. */
const SECTIONS = ['tab', 'anchor', 'dropdown', 'version', 'language', 'product', 'item'] as const;
const LISTS = [
  'languages',
  'versions',
  'products',
  'tabs',
  'anchors',
  'dropdowns',
  'menu',
  'groups',
  'pages',
] as const;
const MOST_ITEMS = 50_000;

export async function openMintlify(world: World, nameFor: Namer): Promise<Project> {
  const config = nearest(world.source, MARKS.mintlify);
  const home = config?.includes('/') ? posix.dirname(config) : '';
  const data = (config === undefined ? undefined : await dataAt(world, config)) ?? {};
  const used = new Set(config === undefined ? [] : [config]);
  await putReferences(world, data, { home, used, depth: 0 });
  const ignoring = inside(home, '.mintignore') ?? '';
  const isKeptOff = ignoredBelow(home, ((await textAt(world, ignoring)) ?? '').split('\n'));
  used.add(ignoring);
  const isPage = (path: string) =>
    isBelow(path, home) &&
    !isKeptOff(path) &&
    !/(?:^|\/)(?:snippets|_snippets|\.[^/]*)\//.test(path) &&
    !/^(?:readme|contributing|license|changelog|code_of_conduct|agents|claude)\.md$/i.test(below(path, home));
  const pages = [...world.texts.keys()].filter(isPage).map((path) => {
    const own = below(path, home);
    return pageOf(world, path, {
      out: nameFor(outOf(own)),
      route: withoutExtension(own).replace(/(^|\/)index$/i, ''),
    });
  });
  const specs = new Map<string, unknown>();
  for (const page of pages)
    page.lines = [...(await operationOf(world, page, { home, specs })), ...page.lines];
  const nav = navOf(world, data, { pages, home, file: config ?? '' });
  return {
    ...{
      home,
      pages,
      used,
      isMdx: true,
      hasBareTitles: true,
      roots: [home],
      components: MINTLIFY,
      front: FRONT.mintlify,
      isKeptOff,
    },
    nav: nav.length > 0 ? nav : byFolder(pages, home),
    redirects: listOf(data.redirects).flatMap((one) => {
      const { source, destination } = Object(one);
      return typeof source === 'string' && typeof destination === 'string'
        ? [{ from: source, to: destination, file: config ?? '' }]
        : [];
    }),
  };
}

type Data = Record<string, unknown> | unknown[];

/** Settings may be cut into several files, each named by `$ref`. */
async function putReferences(
  world: World,
  data: Data,
  { home, used, depth }: { home: string; used: Set<string>; depth: number },
): Promise<void> {
  for (const key of depth > 20 ? [] : Object.keys(data)) {
    const path = await putReference(world, data, key, { home, used });
    const put: unknown = Reflect.get(data, key);
    const next = { home: path === undefined ? home : posix.dirname(path), used, depth: depth + 1 };
    if (isRecord(put) || Array.isArray(put)) await putReferences(world, put, next);
  }
}

/** The file that was put in, if the value names one. */
async function putReference(
  world: World,
  data: Data,
  key: string,
  { home, used }: { home: string; used: Set<string> },
): Promise<string | undefined> {
  const value: unknown = Reflect.get(data, key);
  const name = isRecord(value) ? textOf(value.$ref) : undefined;
  const path = name === undefined || used.size > 500 ? undefined : inside(home, name);
  if (path === undefined) return undefined;
  used.add(path);
  const read = await jsonAt(world, path);
  Reflect.set(data, key, isRecord(value) && isRecord(read) ? { ...value, ...read, $ref: undefined } : read);
  return path;
}

async function jsonAt(world: World, path: string): Promise<unknown> {
  try {
    return JSON.parse((await textAt(world, path)) ?? '');
  } catch {
    world.lost.push({ file: path, line: 1, what: 'settings', why: 'the file is not there, or is not JSON' });
    return undefined;
  }
}

const OPENAPI_PAGES = 'generated from an OpenAPI file: add that on the platform';

class Navigation {
  private count = 0;
  private readonly byPath: ReadonlyMap<string, Page>;
  private readonly lost: World['lost'];
  private readonly file: string;

  constructor({ lost }: World, pages: readonly Page[], { home, file }: { home: string; file: string }) {
    this.byPath = new Map(pages.map((page) => [withoutExtension(below(page.path, home)), page]));
    this.lost = lost;
    this.file = file;
  }

  items(value: unknown): NavItem[] {
    this.count += 1;
    if (this.count > MOST_ITEMS) return [];
    if (typeof value === 'string') return this.page(value);
    if (Array.isArray(value)) return value.flatMap((one) => this.items(one));
    return isRecord(value) ? this.group(value) : [];
  }

  private lose(what: string, why: string): [] {
    this.lost.push({ file: this.file, line: 1, what: what.slice(0, 200), why });
    return [];
  }

  private page(name: string): NavItem[] {
    const path = withoutExtension(name.replace(/^\/+|(?<!\/)\/+$/g, ''));
    const page = this.byPath.get(path) ?? this.byPath.get(`${path}/index`.replace(/^\//, ''));
    const title = page?.label ?? page?.title ?? '';
    const href = textOf(page?.front.url);
    if (page) return [href === undefined ? { title, page, children: [] } : { title, href, children: [] }];
    const isOperation = /^(?:get|post|put|patch|delete|head|options|trace|webhook)\s+\S/i.test(name);
    return this.lose(name, isOperation ? OPENAPI_PAGES : 'page not found in the folder');
  }

  private group(value: Record<string, unknown>): NavItem[] {
    const children = LISTS.flatMap((key) => this.items(value[key]));
    const api = value.openapi ?? value.asyncapi;
    if (api !== undefined) this.lose(JSON.stringify(api), OPENAPI_PAGES);
    const own = textOf(value.group);
    const title = own ?? SECTIONS.map((key) => textOf(value[key])).find((name) => name !== undefined);
    if (title === undefined) return children;
    const [root] = typeof value.root === 'string' ? this.page(value.root) : [];
    const href = children.length === 0 ? textOf(value.href) : undefined;
    const isNothing = (children.length === 0 && !root && href === undefined) || value.hidden === true;
    return isNothing ? [] : [{ title, page: root?.page, href, isSection: own === undefined, children }];
  }
}

function navOf(
  world: World,
  data: Record<string, unknown>,
  { pages, home, file }: { pages: readonly Page[]; home: string; file: string },
): NavItem[] {
  const reader = new Navigation(world, pages, { home, file });
  const { navigation, tabs, anchors } = data;
  const nav = reader.items(navigation);
  const global = isRecord(navigation) ? reader.items(navigation.global) : [];
  const links = [tabs, anchors].flatMap(listOf).flatMap((one) => {
    const { name, url } = Object(one);
    return typeof name === 'string' && /^https?:/.test(String(url))
      ? [{ title: name, href: String(url), children: [] }]
      : [];
  });
  // The first form has tabs by the beginning of their addresses.
  return [
    ...(Array.isArray(navigation) ? byTabs(nav, listOf(tabs)) : nav),
    ...global.filter(({ href }) => href !== undefined),
    ...links,
  ];
}

function byTabs(nav: NavItem[], tabs: readonly unknown[]): NavItem[] {
  const tabOf = (item: NavItem): string => {
    const [page] = pagesIn(item);
    const isIn = (tab: unknown) =>
      page !== undefined &&
      isBelow(page.route, String(Object(tab).url).replace(/^\/+|(?<!\/)\/+$/g, '') || '/');
    return textOf(Object(tabs.find(isIn)).name) ?? '';
  };
  const names = [...new Set(nav.map(tabOf))].sort((a, b) => Number(a !== '') - Number(b !== ''));
  const inTab = (name: string) => nav.filter((item) => tabOf(item) === name);
  return names.flatMap((title) =>
    title === '' ? inTab('') : [{ title, isSection: true, children: inTab(title) }],
  );
}

interface Specs {
  home: string;
  /** What was read of each file. */
  specs: Map<string, unknown>;
}

/** `openapi: openapi.yaml GET /pets` in front matter is the block of that operation. */
async function operationOf(world: World, page: Page, known: Specs) {
  const { openapi, api } = page.front;
  const [, file, method = '', path = ''] =
    /^(?:(\S+)\s+)?(get|post|put|patch|delete|head|options|trace)\s+(\S+)$/i.exec(
      textOf(openapi) ?? textOf(api) ?? '',
    ) ?? [];
  if (method === '') return [];
  const { files } = world.source;
  const named = file === undefined || isUrl(file) ? file : inside(known.home, file);
  const isThere = named !== undefined && (isUrl(named) || files.has(named));
  const only = file === undefined && openapi !== undefined ? onlySpec(files.keys(), known.home) : undefined;
  const spec = isThere ? named : only;
  const operation = { spec, method: method.toLowerCase(), path };
  const href = spec === undefined || isUrl(spec) ? spec : `/${below(spec, known.home)}`;
  const block =
    href === undefined
      ? `\`\`\`http\n${method.toUpperCase()} ${path}\n\`\`\`\n\n`
      : `<OpenApi src="${href}" path="${await ownPath(world, page, operation, known)}" method="${operation.method}" />\n\n`;
  return linesOf(block, page.path).map((line) => ({ ...line, line: 1 }));
}

/** The path of an operation as the OpenAPI file has it, which a slash at the end may tell apart. */
async function ownPath(
  world: World,
  page: Page,
  { spec = '', method, path }: { spec?: string | undefined; method: string; path: string },
  { specs }: Specs,
): Promise<string> {
  if (!world.source.files.has(spec)) return path;
  if (!specs.has(spec)) specs.set(spec, await dataAt(world, spec));
  const paths: Record<string, unknown> = Object(Object(specs.get(spec)).paths);
  const bare = (one: string) => one.replace(/(?<!\/)\/+$/, '');
  const isOne = (one: string) => bare(one) === bare(path) && Object(paths[one])[method] !== undefined;
  const found = [path, ...Object.keys(paths)].find(isOne);
  const what = `${method.toUpperCase()} ${path}`;
  if (found === undefined) world.lost.push({ file: page.path, line: 1, what, why: `not in ${spec}` });
  return found ?? path;
}

const isUrl = (file: string): boolean => /^https?:/.test(file);

function onlySpec(paths: Iterable<string>, home: string): string | undefined {
  const specs = [...paths].filter(
    (path) => isBelow(path, home) && /\.(?:json|ya?ml)$/i.test(path) && /openapi/i.test(posix.basename(path)),
  );
  return specs.length === 1 ? specs[0] : undefined;
}
