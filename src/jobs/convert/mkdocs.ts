// MkDocs: mkdocs.yml, pages in Markdown with extensions, links by files.
import { posix } from 'node:path';
import { isRecord } from '../../files/texts.ts';
import { FRONT, MKDOCS } from './components.ts';
import { includedIn, includes, indentedBlocks } from './directives.ts';
import { ignoredBelow, withoutDrafts } from './kept-off.ts';
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
import type { Line } from './tree.ts';

export async function openMkdocs(world: World, nameFor: Namer): Promise<Project> {
  const config = nearest(world.source, MARKS.mkdocs);
  const top = config?.includes('/') ? posix.dirname(config) : '';
  const data = (config === undefined ? undefined : await dataAt(world, config, withoutVariables)) ?? {};
  const folder = textOf(data.docs_dir) ?? 'docs';
  const home = config === undefined ? '' : homeIn(world, { settings: config, folder, from: 'mkdocs' });
  const file = config ?? '';
  if (data.INHERIT !== undefined)
    world.lost.push({ file, line: 1, what: 'INHERIT', why: 'settings of another file are not read' });
  const excluded = excludedBy(data);
  for (const one of excluded.regex)
    world.lost.push({
      file,
      line: 1,
      what: `exclude: ${one}`,
      why: 'regular expressions are not run: the pages that match are kept',
    });
  const isIgnored = ignoredBelow(home, ignoredIn(data, excluded.glob));
  const isPage = (path: string) =>
    /\.md$/.test(path) && isBelow(path, home) && !/(?:^|\/)\./.test(below(path, home)) && !isIgnored(path);
  const all = [...world.texts.keys()].filter(isPage).map((path) => {
    const own = below(path, home);
    return pageOf(world, path, {
      out: nameFor(outOf(own)),
      route: routeOf(own),
      metadata: metadataIn(world.texts.get(path) ?? ''),
      headedBelow: /^/,
    });
  });
  // Only the blog knows drafts.
  const names = listOf(data.plugins).map((one) => (isRecord(one) ? Object.keys(one)[0] : one));
  const hasBlog = names.includes('blog') || names.includes('material/blog');
  const { pages, isKeptOff } = hasBlog ? withoutDrafts(all, isIgnored) : { pages: all, isKeptOff: isIgnored };
  // What is beside the templates of a theme of its own is on the site, too.
  const theme = isRecord(data.theme) ? textOf(data.theme.custom_dir) : undefined;
  const ownTheme = theme === undefined ? undefined : inside(top, theme);
  const used = new Set(config === undefined ? [] : [config]);
  const included = await includedFiles(world, used, [...snippetFolders(data, top), home]);
  const nav = listOf(data.nav).flatMap((one) => navOf(world, one, { pages, home, file }));
  return {
    ...{
      home,
      pages,
      used,
      isKeptOff,
      isMdx: false,
      roots: ownTheme ? [home, ownTheme] : [home],
      components: MKDOCS,
      front: FRONT.mkdocs,
    },
    url: textOf(data.site_url)?.replace(/(?<!\/)\/+$/, ''),
    nav: nav.length > 0 ? nav : byFolder(pages, home),
    redirects: redirectsIn(data.plugins, file),
    rewrite: (lines) => indentedBlocks(includes(lines, included)),
    text: ownText,
  };
}

/** Lines of the plugin `exclude`, by their kind. */
const excludedBy = ({ plugins }: Record<string, unknown>) => {
  const own = listOf(plugins).map((one) => Object(Object(one).exclude));
  const linesOf = (kind: 'glob' | 'regex') =>
    own.flatMap((one) => listOf(one[kind])).flatMap((one) => textOf(one) ?? []);
  return { glob: linesOf('glob'), regex: linesOf('regex') };
};

/** Patterns of files that are no part of the site, those of drafts among them. */
const ignoredIn = (
  { exclude_docs: ignored, draft_docs: drafts }: Record<string, unknown>,
  globs: readonly string[],
): string[] => [ignored, drafts, ...globs].flatMap((text) => textOf(text)?.split('\n') ?? []);

/** `!ENV [NAME, "usual"]` is what it usually is: variables of a machine are not read. */
const withoutVariables = (text: string): string =>
  text
    .replace(
      /!ENV[ \t]+\[([^\]]*)\]/g,
      (_, list: string) => /(?:"[^"]*"|'[^']*'|[^,"'])*$/.exec(list)?.[0].trim() || 'null',
    )
    .replace(/!ENV[ \t]+[\w]+/g, 'null');

const routeOf = (path: string): string => withoutExtension(path).replace(/(^|\/)(?:index|README)$/, '$1');

/** Keys and values at the top of a text, without marks around them; an indented line goes on with the value above it. */
function metadataIn(text: string): { data: Record<string, unknown>; text: string } | undefined {
  const values = new Map<string, string>();
  const lines = text.split('\n');
  let key: string | undefined;
  for (const [at, line] of lines.entries()) {
    const named = /^ {0,3}([\w-]+):(.*)$/s.exec(line);
    const value = named?.[2] ?? (key === undefined ? undefined : /^(?: {4}|\t)(.*)$/s.exec(line)?.[1]);
    if (line.trim() === '' || value === undefined) {
      lines.splice(0, at);
      break;
    }
    key = named?.[1]?.toLowerCase() ?? key ?? '';
    values.set(key, `${values.get(key) ?? ''} ${value.trim()}`.trim());
    if (at === lines.length - 1) lines.splice(0);
  }
  if (values.size === 0) return undefined;
  return { data: Object.fromEntries(values), text: lines.join('\n').replace(/^\s*\n/, '') };
}

/** Where snippets are looked for: at the top, unless the settings say where. */
function snippetFolders(data: Record<string, unknown>, top: string): string[] {
  const settings = [data.markdown_extensions].flat().map((one) => Object(one)['pymdownx.snippets']);
  const named = settings.flatMap((one) => [Object(one).base_path].flat()).flatMap((one) => textOf(one) ?? []);
  return [top, ...named.flatMap((one) => inside(top, one) ?? [])];
}

/** What pages put into blocks of code, in whole or in part: any file may hold it. */
async function includedFiles(world: World, used: Set<string>, folders: readonly string[]) {
  const texts = new Map(world.texts);
  const placeOf = (name: string, from: string) =>
    [...folders, posix.dirname(from)]
      .map((folder) => inside(folder, name.replace(PART, '')))
      .find((one) => one !== undefined && world.source.files.has(one));
  for (const [from, page] of world.texts)
    for (const name of includedIn(page)) {
      const path = placeOf(name, from);
      const text = path === undefined || texts.has(path) ? undefined : await textAt(world, path);
      if (path !== undefined && text !== undefined) texts.set(path, text);
    }
  return (name: string, { file, line }: Line): string[] | undefined => {
    const path = placeOf(name, file) ?? '';
    const lines = partOf(texts.get(path)?.replace(/\n$/, '').split('\n'), PART.exec(name));
    if (lines) used.add(path);
    else
      world.lost.push({ file, line, what: name, why: 'the file, or that part of it, is not in the folder' });
    return lines;
  };
}

/** `:section`, `:first:last` or `:first` behind the name of a file. */
const PART = /(?::(\d*)(?::(\d*))?|:([\w-]+))$/;
const MARKER = /(?<!-)-+8<-+[ \t]+\[[ \t]*(start|end)[ \t]*:[ \t]*([\w-]+)[ \t]*\]/;

function partOf(lines: readonly string[] | undefined, part: RegExpExecArray | null): string[] | undefined {
  const [, first = '', last = '', section] = part ?? [];
  const marked = (end: string) => (line: string) => {
    const [, which, name] = MARKER.exec(line) ?? [];
    return which === end && name === section;
  };
  const from = section === undefined ? Number(first || 1) - 1 : (lines?.findIndex(marked('start')) ?? -1);
  const to = section === undefined ? Number(last || Infinity) : (lines?.findIndex(marked('end')) ?? -1);
  if (from === -1 || to === -1) return undefined;
  return lines?.slice(from, to).filter((line) => !MARKER.test(line));
}

function navOf(
  { lost }: World,
  given: unknown,
  { pages, home, file }: { pages: readonly Page[]; home: string; file: string },
  depth = 0,
): NavItem[] {
  const link = (target: string, title?: string): NavItem[] => {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target))
      return [{ title: title ?? target, href: target, children: [] }];
    const path = inside(home, target);
    const page = pages.find((one) => one.path === path);
    if (page) return [{ title: title ?? page.label ?? page.title, page, children: [] }];
    const folder = path === undefined ? [] : pages.filter((one) => isBelow(one.path, path));
    if (folder.length > 0 && path !== undefined)
      return title === undefined ? byFolder(folder, path) : [{ title, children: byFolder(folder, path) }];
    lost.push({ file, line: 1, what: target.slice(0, 200), why: 'page not found in the folder' });
    return [];
  };
  if (depth > 20) return [];
  if (typeof given === 'string') return link(given);
  if (!isRecord(given)) return [];
  return Object.entries(given).flatMap(([title, value]) => {
    if (typeof value === 'string') return link(value, title);
    const children = listOf(value).flatMap((one) =>
      navOf({ lost } as World, one, { pages, home, file }, depth + 1),
    );
    // The first page of a group, where it is the one of its folder, is the page of the group.
    const [first] = children;
    const isIndex =
      first?.page !== undefined &&
      /(?:^|\/)README\.md$/.test(first.page.out) &&
      first.page.out !== 'README.md' &&
      first.children.length === 0;
    return isIndex && depth > 0
      ? [{ title, page: first.page, children: children.slice(1) }]
      : [{ title: isIndex && title === '' ? first.title : title, children }];
  });
}

/** Plugins are a list of names and of maps, or a map. */
function redirectsIn(plugins: unknown, file: string): Project['redirects'] {
  const found = (Array.isArray(plugins) ? plugins : [plugins]).flatMap((one) =>
    isRecord(one) && isRecord(one.redirects) ? [one.redirects] : [],
  );
  return found.flatMap(({ redirect_maps: map }) =>
    isRecord(map)
      ? Object.entries(map).map(([from, to]) => ({
          from: routeOf(from),
          to: /^https?:/.test(String(to)) ? String(to) : `/${routeOf(String(to).replace(/#.*$/, ''))}`,
          file,
        }))
      : [],
  );
}

type Lose = (what: string, why: string) => void;

/** What extensions of Markdown read, of one line of text; each with what it becomes, or why it is left out. */
const EXTENSIONS: readonly (readonly [RegExp, why: string, becomes?: string])[] = [
  [/\[\]\(\)\{:?[ \t]*#([\w.-]+)[ \t]*\}/g, '', '<a id="$1"></a>'],
  [/^\*\[[^\]\n]+\]:[^\n]*\n?/, 'abbreviations have no counterpart'],
  [/^\[TOC\][ \t]*$/m, 'the platform shows the headings beside the page'],
  [
    /^:::[ \t]+([\w.]+)[ \t]*$/m,
    'generated from code, which is not run',
    '<!-- convert: ::: $1 has no counterpart -->',
  ],
  [
    /\{%[ \t-]*(?:((?:(?!%\}|\{%)[^ \t\n-])+(?:(?:[ \t]|-(?!-))+(?:(?!%\}|\{%)[^ \t\n-])+)*)[ \t-]*)?%\}/g,
    'templates are not run',
    '<!-- convert: $1 has no counterpart -->',
  ],
  [/\{\{[ \t]*[a-z_][\w.]*[ \t]*(?:[(|[][^{}\n]*)?\}\}/gi, 'templates are not run', '$&'],
  [/(?<![\w:]):fontawesome-(?:solid|regular|brands)-([a-z0-9-]+):/g, '', '<i class="fa-$1">:$1:</i>'],
  [
    /(?<![\w:]):(?:material|octicons|simple|fontawesome)-[a-z0-9-]+:/g,
    'the icon is in no set of the platform',
  ],
  [/\+\+([a-z0-9"-]+(?:\+[a-z0-9"-]+)*)\+\+/g, '', '`$1`'],
  [
    /(?<=[)\]*_`>[]|[ \t]|^)\{:?[ \t]*(?:[.#][\w.-]+|data-[\w-]+(?=[ \t}])|[\w-]+=(?:"[^"\n]*"|[^\s"}]+))(?:[ \t]+(?:[.#]?[\w.-]+|[\w-]+=(?:"[^"\n]*"|[^\s"}]+)))*[ \t]*\}/gm,
    'attributes of text have no counterpart',
  ],
];

/** A link that shows an icon alone; what is said of it may be in its title. */
const BARE_ICON = /\[:(?:material|octicons|simple)-([a-z0-9-]+):\](\([^()\s]*\))(\{[^}\n]*\})?/g;

/** The words that a link with only an icon gets: without them nobody would see it. */
const wordsOf = (icon: string, attributes: string): string => {
  const [, quoted, bare] = /\btitle=(?:"([^"]*)"|([^\s"}]+))/.exec(attributes) ?? [];
  return quoted || bare || icon.replace(/-\d+$/, '').replaceAll('-', ' ');
};

function ownText(written: string, lose: Lose): string {
  const text = written.replace(BARE_ICON, (_, icon: string, address: string, attributes = '') => {
    return `[${wordsOf(icon, attributes)}]${address}${attributes}`;
  });
  const read = EXTENSIONS.reduce((line, [pattern, why, becomes = '']) => {
    if (why !== '')
      for (const [all] of line.match(pattern)
        ? line.matchAll(new RegExp(pattern, pattern.flags.replace('g', '').concat('g')))
        : [])
        lose(all.trim(), why);
    return line.replace(pattern, becomes);
  }, text);
  // An item begins right behind its mark, also where its icon is left out.
  const [mark] = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+/.exec(text) ?? [];
  return mark !== undefined && read.startsWith(mark)
    ? mark + read.slice(mark.length).replace(/^[ \t]+/, '')
    : read;
}
