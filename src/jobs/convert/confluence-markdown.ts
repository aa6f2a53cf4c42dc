// The HTML of Confluence as Markdown: macros become tags, and the rest what it is in Markdown.
import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import {
  classesOf,
  type HtmlElement,
  type HtmlNode,
  isHtmlTable,
  oneLine,
  tableText,
} from './confluence-page.ts';

const quoted = (text: string): string =>
  text.trim().replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const textIn = (node: HtmlElement, selector: string): string =>
  node.querySelector(selector)?.textContent ?? '';
const tag = (name: string, content: string, words = ''): string =>
  `\n\n<${name}${words}>\n\n${content.trim()}\n\n</${name}>\n\n`;

function codeOf(node: HtmlElement): string {
  const pre = node.nodeName === 'PRE' ? node : node.querySelector('pre');
  const code = ((pre ?? node).textContent ?? '').replace(/(?<!\n)\n+$/, '');
  const language =
    /brush:\s*([\w#+-]+)/.exec(
      pre?.getAttribute('data-syntaxhighlighter-params') ?? pre?.getAttribute('class') ?? '',
    )?.[1] ?? '';
  const title = textIn(node, '.codeHeader').trim();
  const mark = '`'.repeat(Math.max(3, ...(code.match(/`+/g) ?? []).map((run) => run.length + 1)));
  return `\n\n${mark}${language}${title === '' ? '' : ` title="${quoted(title)}"`}\n${code}\n${mark}\n\n`;
}

/** Other elements may have this class, too. */
const TITLE = '.confluence-information-macro > .title';
/** What each macro is in the HTML of an export, by a CSS selector. The first that fits is taken; '' leaves it out. */
const MACROS: readonly (readonly [css: string, draw: (content: string, node: HtmlElement) => string])[] = [
  [TITLE, () => ''],
  ['.confluence-information-macro > .aui-icon', () => ''],
  ['.panelHeader', () => ''],
  ['.expand-control', () => ''],
  [
    '.confluence-information-macro',
    (content, node) => {
      const type = /confluence-information-macro-(\w+)/.exec(node.getAttribute('class') ?? '')?.[1] ?? 'note';
      return tag(
        'Admonition',
        content,
        ` type="${type === 'note' ? 'warning' : type === 'warning' ? 'danger' : type}" title="${quoted(textIn(node, TITLE))}"`,
      );
    },
  ],
  ['.code', (_, node) => codeOf(node)],
  ['.preformatted', (_, node) => codeOf(node)],
  [
    '.panel',
    (content, node) =>
      tag('Admonition', content, ` type="note" title="${quoted(textIn(node, '.panelHeader'))}"`),
  ],
  [
    '.expand-container',
    (content, node) => tag('details', content, ` title="${quoted(textIn(node, '.expand-control-text'))}"`),
  ],
  ['.toc-macro', () => tag('Macro.toc', '')],
  ['.status-macro', (content) => (content.trim() === '' ? '' : `**${content.trim()}**`)],
  // What only works on the server.
  ...[
    'recently-updated',
    'search-macro',
    'plugin-contributors',
    'plugin_attachments_container',
    'ap-container',
  ].map((name) => [`.${name}`, () => tag(`Macro.${name.replace(/^plugin[-_]/, '')}`, '')] as const),
];
const DRAWN =
  /^(?:info|note|tip|warning|panel|code|noformat|expand|toc|status|section|column|excerpt|anchor|view-file)$/;

export function serviceFor(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    blankReplacement: (_, node) => blankOf(node as unknown as HtmlElement),
  });
  service.use(gfm);
  service.remove(['script', 'style', 'noscript', 'template']);
  const escaped = service.escape.bind(service);
  // A sign that begins a tag is text here.
  service.escape = (text) => escaped(text).replaceAll('<', '&lt;');
  const add = (
    name: string,
    fits: (node: HtmlElement) => boolean,
    draw: (content: string, node: HtmlElement) => string,
  ) =>
    service.addRule(name, {
      filter: (node) => fits(node as unknown as HtmlElement),
      replacement: (content, node) => draw(content, node as unknown as HtmlElement),
    });
  for (const [name, fits, draw] of RULES) add(name, fits, draw);
  for (const [css, draw] of [...MACROS].reverse()) add(css, (node) => node.matches(css), draw);
  return service;
}

/** What shows nothing may hold anchors. */
function blankOf(node: HtmlElement): string {
  const anchors = [node, ...Array.from(node.querySelectorAll('.confluence-anchor-link'))].filter((one) =>
    classesOf(one).includes('confluence-anchor-link'),
  );
  const text = anchors.map((one) => `<a id="${quoted(one.getAttribute('id') ?? '')}"></a>`).join('');
  const isBlock = (node as { isBlock?: boolean }).isBlock === true;
  return isBlock ? `\n\n${text}\n\n` : text;
}

const isTask = (node: HtmlNode): boolean =>
  node.nodeName === 'LI' &&
  node.parentNode !== null &&
  classesOf(node.parentNode).includes('inline-task-list');
/** Whether a letter is right beside it: an underscore there is one of the word. */
function isInWord(node: HtmlElement): boolean {
  const { previousSibling, nextSibling } = node as { previousSibling?: HtmlNode; nextSibling?: HtmlNode };
  const text = node.textContent ?? '';
  const [before, behind] = [previousSibling?.textContent ?? '', nextSibling?.textContent ?? ''];
  return (
    (/[\p{L}\p{N}]$/u.test(before) && !/^\s/.test(text)) ||
    (/^[\p{L}\p{N}]/u.test(behind) && !/\s$/.test(text))
  );
}
const withoutAngles = (address: string): string => address.replace(/[<>\n]/g, '');

type Rule = readonly [
  name: string,
  fits: (node: HtmlElement) => boolean,
  draw: (content: string, node: HtmlElement) => string,
];

const RULES: readonly Rule[] = [
  [
    'unknown macro',
    (node) => !DRAWN.test(node.getAttribute('data-macro-name') ?? 'code'),
    (content, node) =>
      tag(`Macro.${(node.getAttribute('data-macro-name') ?? '').replace(/[^\w-]/g, '')}`, content),
  ],
  [
    'task',
    isTask,
    (content, node) =>
      `- [${classesOf(node).includes('checked') ? 'x' : ' '}] ${content.trim().replace(/\n/g, '\n  ')}\n`,
  ],
  [
    'heading',
    (node) => /^H[1-6]$/.test(node.nodeName),
    (content, node) => `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${oneLine(content)}\n\n`,
  ],
  [
    'emphasis',
    (node) => /^(?:EM|I)$/.test(node.nodeName),
    (content, node) => {
      const mark = isInWord(node) ? '*' : '_';
      return content.trim() === '' ? '' : mark + content + mark;
    },
  ],
  ['table of blocks', isHtmlTable, (_, node) => `\n\n${tableText(node)}\n\n`],
  [
    'link',
    (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
    (content, node) =>
      content.trim() === ''
        ? content
        : `[${content.replace(/(?<!\s)\s*\n\s*/g, ' ')}](<${withoutAngles(node.getAttribute('href') ?? '')}>)`,
  ],
  [
    'image',
    (node) => node.nodeName === 'IMG',
    (_, node) => {
      const [src, alt] = [node.getAttribute('src') ?? '', node.getAttribute('alt')];
      const said = alt ?? node.getAttribute('data-linked-resource-default-alias') ?? '';
      return src === '' ? '' : `![${said.replace(/[[\]\n]/g, ' ')}](<${withoutAngles(src)}>)`;
    },
  ],
];
