// A folder of another tool as one that the platform reads: pages drawn, links and files put where they belong, settings written.
import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { writeYaml } from '../../files/yaml-file.ts';
import { readFolder } from '../../folder/read.ts';
import { type FolderSource, LFS_POINTER_BYTES, lfsHash } from '../../folder/source.ts';
import { loadMarkdown, type Markdown } from '../../markdown/analyze.ts';
import { type PageFields, writePage } from '../../markdown/front-matter.ts';
import { isUrl } from '../../markdown/link-targets.ts';
import type { Front } from './components.ts';
import { Drawing, type Lost } from './draw.ts';
import { awayTo, type Links, linksOf, looseAnchor } from './links.ts';
import { NO_COUNTERPART } from './out.ts';
import {
  type Format,
  inside,
  isBelow,
  linesOf,
  type Namer,
  type NavItem,
  NOT_FOLLOWED,
  namer,
  openWorld,
  type Page,
  type Project,
  type World,
  withoutExtension,
} from './project.ts';
import { type Menu, summaryOf } from './summary-text.ts';

interface Fate {
  file: string;
  became: 'page' | 'file' | 'read' | 'left out';
  /** Where it is now. */
  to?: string;
  why?: string;
}

/** Code of a site, and what only its tool reads. */
const CODE =
  /\.(?:[cm]?[jt]sx?|css|s[ac]ss|mdx?|vue|lock|map|pyc?|sh|toml|html)$|(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[^/]*\.json|makefile|dockerfile|license|\.[^/]+)$/i;

const READ = 'settings, or put into pages';
const NOT_USED = 'outside the documentation, and no page uses it';
const NOT_A_PAGE = 'not a page';
const NOT_A_FILE = 'code or settings of the other tool';
const KEPT_OFF = 'the other tool does not publish it';
const LOOKS = 'how the other tool draws its pages';

/** One for each file and symbolic link, in the order of their paths, once all pages are drawn. */
function fatesOf(
  { source, texts, lost }: World,
  project: Project,
  { used: linked, assetOut }: Links,
): Fate[] {
  const { home, assets = [], pages, used } = project;
  const outs = new Map(pages.map(({ path, out }) => [path, out]));
  const unread = new Map(lost.filter(({ what }) => what === 'page').map(({ file, why }) => [file, why]));
  const isHome = (path: string) =>
    [home, ...assets].some((folder) => isBelow(path, folder)) && !/(?:^|\/)\./.test(path);
  const whyLeft = (file: string): string | undefined => {
    if (unread.has(file)) return unread.get(file);
    if (!isHome(file)) return NOT_USED;
    if (project.isKeptOff?.(file)) return KEPT_OFF;
    if (project.isLooks?.(file)) return LOOKS;
    return CODE.test(file) ? (texts.has(file) ? NOT_A_PAGE : NOT_A_FILE) : undefined;
  };
  const links = [...source.links].map((file): Fate => ({ file, became: 'left out', why: NOT_FOLLOWED }));
  const files = [...source.files.keys()].map((file): Fate => {
    const page = outs.get(file);
    if (page !== undefined) return { file, became: 'page', to: page };
    const isUsed = linked.has(file);
    if (!isUsed && used.has(file)) return { file, became: 'read', why: READ };
    const why = isUsed ? undefined : whyLeft(file);
    return why === undefined
      ? { file, became: 'file', to: assetOut(file) }
      : { file, became: 'left out', why };
  });
  return [...files, ...links].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** A row for each file that was left out beside the pages, and one for each folder of others. */
function leftRows(fates: readonly Fate[], known: readonly Lost[]): Lost[] {
  const said = new Set(
    known.flatMap(({ file, what, why }) => (what === 'page' || why === NOT_FOLLOWED ? [file] : [])),
  );
  const groups = new Map<string, { count: number; why: string }>();
  for (const { file, became, why = '' } of fates) {
    if (became !== 'left out' || said.has(file)) continue;
    const folder = why === NOT_USED ? file.replace(/\/.*/s, '') : why === LOOKS ? posix.dirname(file) : file;
    const key = `${folder}\n${why}`;
    groups.set(key, { why, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups].map(([key, { count, why }]) => ({
    file: key.slice(0, key.indexOf('\n')),
    line: 1,
    what: count === 1 ? 'file' : `${count} files`,
    why,
  }));
}

/** A row for each file that Git LFS left as a pointer: what was written is no picture. */
async function pointerRows(fates: readonly Fate[], source: FolderSource): Promise<Lost[]> {
  const why = 'a Git LFS pointer, not the file itself: run git lfs pull first';
  const found: Lost[] = [];
  for (const { file, became } of fates)
    if (became === 'file' && (source.files.get(file)?.size ?? 0) <= LFS_POINTER_BYTES)
      if (lfsHash(await source.read(file)) !== undefined) found.push({ file, line: 1, what: 'file', why });
  return found;
}

export interface Converted {
  /** Texts by their paths, in order. */
  texts: ReadonlyMap<string, string>;
  /** Of every file of the source, in order. */
  fates: readonly Fate[];
  pages: number;
  redirects: number;
  /** In the order of files and lines. */
  lost: Lost[];
}

const SUMMARY = 'SUMMARY.md';
const SETTINGS = '.gitbook.yaml';

const OPENERS: Readonly<Record<Format, () => Promise<(world: World, nameFor: Namer) => Promise<Project>>>> = {
  mintlify: async () => (await import('./mintlify.ts')).openMintlify,
  docusaurus: async () => (await import('./docusaurus.ts')).openDocusaurus,
  mkdocs: async () => (await import('./mkdocs.ts')).openMkdocs,
  notion: async () => (await import('./notion.ts')).openNotion,
  confluence: async () => (await import('./confluence.ts')).openConfluence,
};

/** Reads all, writes nothing. The same folder gives the same result. */
export async function convertFolder(
  source: FolderSource,
  format: Format,
  { toFor = (folder) => `${folder}-converted`, docs }: Partial<Pick<World, 'toFor' | 'docs'>> = {},
): Promise<Converted> {
  const world = await openWorld(source, { toFor, docs });
  const nameFor = namer();
  for (const own of [SUMMARY, SETTINGS]) nameFor(own);
  const open = await OPENERS[format]();
  const project = await open(world, nameFor);
  const links = linksOf(world, project, nameFor);
  leadOn(world, project.nav, project, links);
  const menu = summaryOf(project.nav, project.pages, nameFor);
  const texts = new Map([[SUMMARY, menu.text]]);
  await drawPages(world, project, links, texts);
  for (const { out, title, description } of menu.made)
    texts.set(out, writePage({ title, fields: { ...(description !== undefined && { description }) } }, ''));
  texts.set(SETTINGS, settingsText(project, {}, menu));
  const redirects = await redirectsOf(world, project, { links, texts });
  texts.set(SETTINGS, settingsText(project, redirects, menu));
  const fates = fatesOf(world, project, links);
  world.lost.push(...leftRows(fates, world.lost), ...(await pointerRows(fates, source)));
  const order = (a: Lost, b: Lost) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1);
  return {
    texts: new Map([...texts].sort(([a], [b]) => (a < b ? -1 : 1))),
    fates,
    pages: project.pages.length + menu.made.length,
    redirects: Object.keys(redirects).length,
    lost: world.lost.sort(order),
  };
}

/** Entries that lead to an address of the site itself. */
function leadOn({ lost }: World, items: readonly NavItem[], project: Project, links: Links, depth = 0): void {
  for (const item of items) {
    const { href, children } = item;
    if (depth < 30) leadOn({ lost } as World, children, project, links, depth + 1);
    if (href === undefined || isUrl(href)) continue;
    item.page = links.pageAt(links.followed(posix.join('/', href)));
    item.href = item.page ? undefined : awayTo(project, posix.join('/', href));
    if (!item.page) lost.push({ file: 'navigation', line: 1, what: href, why: 'target page not found' });
  }
}

async function drawPages(
  world: World,
  project: Project,
  links: Links,
  texts: Map<string, string>,
): Promise<void> {
  const markdown = await loadMarkdown();
  const html = cellHtml();
  const drawn = project.pages.map((page) => {
    const drawing = new Drawing({
      ...project,
      html,
      lose: (row) => world.lost.push(row),
      href: (written, place) => links.href(written, place, page),
      linesOf: (name, from) => snippetOf(world, project, name, from),
    });
    const lines = project.rewrite?.(page.lines, page) ?? page.lines;
    const text = drawing.page(lines);
    readAnchors(page, drawing.restore(text, { links: false }), markdown);
    return { page, text, drawing };
  });
  for (const { page, text, drawing } of drawn) {
    const body = drawing.restore(text);
    texts.set(
      page.out,
      writePage(
        { title: page.title, fields: fieldsOf(world, project, page) },
        body.trim() === '' ? '' : body,
      ),
    );
  }
}

function snippetOf({ texts }: World, project: Project, name: string, from: string) {
  const places = [posix.dirname(from), ...project.roots, project.home, ''].flatMap((folder) => [
    inside(folder, name.replace(/^@site\//, '')),
    inside(folder, 'snippets', name),
    inside(folder, '_snippets', name),
  ]);
  const file = places.find((place) => place !== undefined && texts.has(place));
  if (file === undefined) return undefined;
  const whole = texts.get(file) ?? '';
  project.used.add(file);
  const front = /^---[ \t]*\n[\s\S]*?\n---[ \t]*\n/.exec(whole)?.[0] ?? '';
  const lines = linesOf(whole.slice(front.length), file, front.split('\n').length);
  return { file, lines: project.rewrite ? project.rewrite(lines, { path: file } as Page) : lines };
}

/** Every anchor that the page will have, by what other tools make of the same headings. */
function readAnchors({ anchors: known, title }: Page, text: string, { analyze }: Markdown): void {
  const { sections, anchors } = analyze(text);
  const know = (key: string, anchor: string) => void (known.has(key) || known.set(key, anchor));
  const counts = new Map<string, number>();
  for (const { title: heading, level, anchor } of sections) {
    const loose = looseAnchor(heading);
    const count = counts.get(loose) ?? 0;
    counts.set(loose, count + 1);
    // The second of a name is numbered by every tool: from 1 by most, from 2 by some.
    const keys = count === 0 ? [loose] : [`${loose}${count}`, `${loose}${count + 1}`];
    if (level >= 2 && level <= 4 && loose !== '') for (const key of keys) know(key, anchor);
  }
  for (const anchor of anchors) known.set(anchor, anchor);
  for (const anchor of anchors) know(looseAnchor(anchor), anchor);
  // The title itself is the top of the page.
  for (const { level, title: heading } of sections) if (level === 1) know(looseAnchor(heading), '');
  know(looseAnchor(title), '');
}

function fieldsOf({ lost }: World, { front: known }: Project, page: Page): PageFields {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(page.front)) {
    const name = Object.hasOwn(known, key) ? known[key] : undefined;
    if (name === 'used' || name === 'title' || value === null) continue;
    const read = name && FIELDS[name](value);
    if (read === undefined)
      lost.push({ file: page.path, line: 1, what: `${key} in front matter`, why: NO_COUNTERPART });
    else if (name && read !== '') fields[name] = read;
  }
  return { ...fields, ...(page.isHidden === true && { hidden: true }) };
}

/** What a field holds in the end; '' for nothing, undefined for what cannot be kept. */
const FIELDS: Readonly<Record<Exclude<Front[string], 'used' | 'title'>, (value: unknown) => unknown>> = {
  description: (value) => (typeof value === 'string' ? value.trim() : undefined),
  slug: (value) =>
    String(value)
      .replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1),
  icon: (value) => /^(?:fontawesome\/\w+\/)?([a-z0-9-]+)$/.exec(String(value))?.[1],
  tags: (value) => {
    const tags = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    return tags.length > 0 ? tags : '';
  },
  hidden: (value) => value === true || '',
  noIndex: (value) => value === true || '',
};

/** Old path and file, as `.gitbook.yaml` has them: none from an address that a page has once `texts` are read. */
async function redirectsOf(
  { lost }: World,
  { redirects }: Project,
  { links, texts }: { links: Links; texts: ReadonlyMap<string, string> },
): Promise<Record<string, string>> {
  const found = new Map<string, [old: string, page: string]>();
  const taken = redirects.length === 0 ? new Map<string, string>() : await addressesOf(texts);
  for (const { from, to, file } of redirects) {
    const old = withoutExtension(from.replace(/[?#].*$/, '').replace(/^\/+|(?<!\/)\/+$/g, ''));
    const key = old.toLowerCase();
    const page = links.pageAt(links.followed(posix.join('/', to)));
    const earlier = found.get(key)?.[1] ?? page?.out;
    const whyLeft = [
      /[:*]/.test(from) && 'a pattern has no counterpart in .gitbook.yaml',
      isUrl(to) && 'the target is on another site',
      (old === '' || links.pageAt(old)) && 'a page already has this address',
      taken.has(key) && `${old} is the address of ${taken.get(key)}`,
      !page && 'target page not found',
      earlier !== page?.out && 'an earlier redirect has this address',
    ].find((why) => why);
    const what = `redirect ${from} -> ${to}`.slice(0, 300);
    if (whyLeft) lost.push({ file, line: 1, what, why: whyLeft });
    else if (page && !found.has(key)) found.set(key, [old, page.out]);
  }
  return Object.fromEntries([...found.values()].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The file of each page, or the title of a group, by the address that the platform gives it. */
async function addressesOf(texts: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const files = new Map([...texts].map(([path, { length: size }]) => [path, { path, size }]));
  const read = async (path: string) => Buffer.from(texts.get(path) ?? '');
  const source = { name: '', files, links: new Set<string>(), problems: [], read };
  const { spaces } = await readFolder(source, { folders: [''] });
  const pages = spaces.flatMap((space) => space.pages);
  return new Map(pages.map(({ path, file, title }) => [path.toLowerCase(), file ?? title]));
}

function settingsText(project: Project, redirects: Record<string, string>, { listed }: Menu): string {
  const usual = project.pages.find(({ out }) => out === 'README.md');
  const first = project.start ?? usual ?? [...listed].find(({ isHidden }) => !isHidden);
  return writeYaml({
    root: './',
    structure: { ...(first && first !== usual && { readme: first.out }), summary: SUMMARY },
    ...(Object.keys(redirects).length > 0 && { redirects }),
  });
}

/** Markdown as a cell of a table of HTML takes it. */
function cellHtml(): (markdown: string) => string {
  const parser = new MarkdownIt({ html: true });
  parser.normalizeLink = (url) => url;
  parser.validateLink = () => true;
  return (markdown) =>
    parser
      .render(markdown)
      .trim()
      .replace(/<\/p>\s*<p>/g, '<br>')
      .replace(/<\/?p>/g, '')
      .replace(/\n/g, ' ');
}
