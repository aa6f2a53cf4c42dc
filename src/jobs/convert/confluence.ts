// Confluence: the export of a space as HTML. Macros become tags, and the rest becomes Markdown.
import { posix } from 'node:path';
import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { htmlFault } from '../../files/html-bounds.ts';
import { slugify } from '../../markdown/slug.ts';
import { CONFLUENCE } from './components.ts';
import {
  linesOf,
  type Namer,
  type NavItem,
  nearest,
  type Page,
  type Project,
  textAt,
  type World,
} from './project.ts';

/** What is used of the nodes that turndown hands to a rule. */
interface HtmlNode {
  nodeName: string;
  textContent: string | null;
  parentNode: HtmlNode | null;
  getAttribute?(name: string): string | null;
  querySelector?(selector: string): HtmlNode | null;
}

export async function openConfluence(world: World, nameFor: Namer): Promise<Project> {
  const index = nearest(world, /^index\.html$/i);
  const home = index?.includes('/') ? posix.dirname(index) : '';
  const html = index === undefined ? '' : ((await textAt(world, index)) ?? '');
  const files = [...world.source.files.keys()].filter(
    (path) => posix.dirname(path) === (home || '.') && /\.html$/i.test(path) && path !== index,
  );
  const byId = new Map(files.map((path) => [/(\d+)\.html$/i.exec(path)?.[1] ?? path, posix.basename(path)]));
  const service = serviceFor(byId);
  const texts = new Map<string, { title: string; markdown: string }>();
  for (const path of files) {
    const text = (await textAt(world, path)) ?? '';
    const fault = htmlFault(text);
    const read = fault === undefined ? pageIn(text, service) : undefined;
    if (read) texts.set(path, read);
    else
      world.lost.push({ file: path, line: 1, what: 'page', why: fault ?? 'is nested too deeply to be read' });
  }
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
  for (const path of [...texts.keys()]) pageFor(path, '');
  const chrome = [...world.source.files.keys()].filter(
    (path) =>
      /(?:^|\/)(?:styles|images\/icons|images\/[^/]+\.(?:gif|png|svg)$)/.test(path) &&
      !/attachments\//.test(path),
  );
  return {
    ...{ home, pages, isMdx: false, roots: [home], components: CONFLUENCE, front: {}, redirects: [] },
    used: new Set([...(index === undefined ? [] : [index]), ...chrome]),
    // The page of the space itself is above all others.
    nav: nav.length === 1 && nav[0] ? [{ ...nav[0], children: [] }, ...nav[0].children] : nav,
  };
}

/** The list of pages in index.html. */
function treeIn(
  html: string,
  pageFor: (href: string, name: string, folder: string) => Page | undefined,
): NavItem[] {
  const top: Level = { items: [], folder: '' };
  const stack = [top];
  const list = html.slice(Math.max(0, html.search(/Available Pages|class="pageSection/)));
  for (const [tag, href, name = ''] of list.matchAll(ENTRIES)) {
    const level = stack.at(-1) ?? top;
    if (href !== undefined) {
      const page = pageFor(decodeURI(href), plain(name), level.folder);
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
  /<ul\b[^>]*>|<\/ul>|<a\b[^>]{0,500}?\bhref="([^"]+\.html)"[^>]{0,500}>([\s\S]{0,500}?)<\/a>/gi;
/** Folders are only as deep as a path may be. */
const LONGEST = 300;

function levelBelow({ items, folder }: Level): Level {
  const last = items.at(-1);
  const own = last?.page?.out.replace(/\.md$/, '/') ?? folder;
  return { items: last?.children ?? items, folder: own.length > LONGEST ? folder : own };
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
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** Undefined for one that the parser cannot read. */
function pageIn(html: string, service: TurndownService): { title: string; markdown: string } | undefined {
  const title = plain(
    /<span\b[^>]*\bid="title-text"[^>]*>([\s\S]*?)<\/span>/i.exec(html)?.[1] ??
      /<title>([\s\S]*?)<\/title>/i.exec(html)?.[1] ??
      '',
  );
  const start = html.search(/<div\b[^>]*\bid="main-content"/i);
  const rest = start === -1 ? html : html.slice(start);
  const end = rest.search(/<div\b[^>]*\bclass="pageSection group"|<div\b[^>]*\bid="footer"/i);
  try {
    return {
      title: title.replace(/^[^:]+ : /, ''),
      markdown: service.turndown(end === -1 ? rest : rest.slice(0, end)),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

const quoted = (text: string): string =>
  text.trim().replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const wordsIn = (node: HtmlNode): string[] => (node.getAttribute?.('class') ?? '').split(/\s+/);
const textIn = (node: HtmlNode, selector: string): string =>
  node.querySelector?.(selector)?.textContent ?? '';
const tag = (name: string, content: string, words = ''): string =>
  `\n\n<${name}${words}>\n\n${content.trim()}\n\n</${name}>\n\n`;

function codeOf(node: HtmlNode): string {
  const pre = node.nodeName === 'PRE' ? node : node.querySelector?.('pre');
  const code = (pre?.textContent ?? '').replace(/\n+$/, '');
  const language =
    /brush:\s*([\w#+-]+)/.exec(pre?.getAttribute?.('data-syntaxhighlighter-params') ?? '')?.[1] ?? '';
  const title = textIn(node, '.codeHeader').trim();
  const mark = '`'.repeat(Math.max(3, ...(code.match(/`+/g) ?? []).map((run) => run.length + 1)));
  return `\n\n${mark}${language}${title === '' ? '' : ` title="${quoted(title)}"`}\n${code}\n${mark}\n\n`;
}

/** What each macro is in the HTML of an export, by its class. The first that fits is taken; '' leaves it out. */
const MACROS: readonly (readonly [name: string, draw: (content: string, node: HtmlNode) => string])[] = [
  ['title', () => ''],
  ['panelHeader', () => ''],
  ['expand-control', () => ''],
  [
    'confluence-information-macro',
    (content, node) => {
      const type = /confluence-information-macro-(\w+)/.exec(wordsIn(node).join(' '))?.[1] ?? 'note';
      return tag(
        'Admonition',
        content,
        ` type="${type === 'note' ? 'warning' : type === 'warning' ? 'danger' : type}" title="${quoted(textIn(node, '.title'))}"`,
      );
    },
  ],
  ['code', (_, node) => codeOf(node)],
  ['preformatted', (_, node) => codeOf(node)],
  [
    'panel',
    (content, node) =>
      tag('Admonition', content, ` type="note" title="${quoted(textIn(node, '.panelHeader'))}"`),
  ],
  [
    'expand-container',
    (content, node) => tag('details', content, ` title="${quoted(textIn(node, '.expand-control-text'))}"`),
  ],
  ['toc-macro', () => tag('Macro.toc', '')],
  ['status-macro', (content) => (content.trim() === '' ? '' : `**${content.trim()}**`)],
  ['emoticon', (_, node) => node.getAttribute?.('data-emoji-fallback') ?? node.getAttribute?.('alt') ?? ''],
];
const DRAWN =
  /^(?:info|note|tip|warning|panel|code|noformat|expand|toc|status|section|column|excerpt|anchor|view-file)$/;

function serviceFor(byId: ReadonlyMap<string, string>): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  service.use(gfm);
  service.remove(['script', 'style', 'noscript', 'template']);
  const escaped = service.escape.bind(service);
  // A sign that begins a tag is text here.
  service.escape = (text) => escaped(text).replaceAll('<', '&lt;');
  service.addRule('unknown macro', {
    filter: (node) => !DRAWN.test(node.getAttribute('data-macro-name') ?? 'code'),
    replacement: (content, node) =>
      tag(
        `Macro.${((node as unknown as HtmlNode).getAttribute?.('data-macro-name') ?? '').replace(/[^\w-]/g, '')}`,
        content,
      ),
  });
  service.addRule('task', {
    filter: (node) =>
      node.nodeName === 'LI' &&
      wordsIn((node as unknown as HtmlNode).parentNode ?? (node as unknown as HtmlNode)).includes(
        'inline-task-list',
      ),
    replacement: (content, node) =>
      `- [${wordsIn(node as unknown as HtmlNode).includes('checked') ? 'x' : ' '}] ${content.trim().replace(/\n/g, '\n  ')}\n`,
  });
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement: (content, node) => {
      const href = (node as unknown as HtmlNode).getAttribute?.('href') ?? '';
      const file = byId.get(/(?:[?&]pageId=|\/pages\/)(\d+)/.exec(href)?.[1] ?? '');
      return content.trim() === ''
        ? content
        : `[${content.replace(/\s*\n\s*/g, ' ')}](<${file ?? href.replace(/[<>\n]/g, '')}>)`;
    },
  });
  service.addRule('image', {
    filter: 'img',
    replacement: (_, node) => {
      const image = node as unknown as HtmlNode;
      const src = image.getAttribute?.('src') ?? '';
      if (wordsIn(image).includes('emoticon'))
        return image.getAttribute?.('data-emoji-fallback') ?? image.getAttribute?.('alt') ?? '';
      return src === ''
        ? ''
        : `![${(image.getAttribute?.('alt') ?? image.getAttribute?.('data-linked-resource-default-alias') ?? '').replace(/[[\]\n]/g, ' ')}](<${src.replace(/(?<!^https?:.*)\?.*$/, '').replace(/[<>\n]/g, '')}>)`;
    },
  });
  for (const [name, draw] of [...MACROS].reverse())
    service.addRule(name, {
      filter: (node) => wordsIn(node as unknown as HtmlNode).includes(name),
      replacement: (content, node) => draw(content, node as unknown as HtmlNode),
    });
  return service;
}
