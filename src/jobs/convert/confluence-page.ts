// A page of the HTML export of Confluence: its parts, and its links, pictures and tables made ready to become Markdown.
import { posix } from 'node:path';
import { createDocument } from '@mixmark-io/domino';
import { decoded } from '../../files/texts.ts';

/** What is used of the nodes of HTML. */
export interface HtmlNode {
  nodeName: string;
  textContent: string | null;
  parentNode: HtmlNode | null;
  firstChild: HtmlNode | null;
  lastChild: HtmlNode | null;
  insertBefore(node: HtmlNode, before: HtmlNode | null): void;
  removeChild(node: HtmlNode): void;
}

export interface HtmlElement extends HtmlNode {
  outerHTML: string;
  attributes: ArrayLike<{ name: string }>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  matches(selector: string): boolean;
  querySelector(selector: string): HtmlElement | undefined;
  querySelectorAll(selector: string): ArrayLike<HtmlElement>;
}

export interface HtmlDocument extends HtmlElement {
  body: HtmlElement;
  createElement(name: string): HtmlElement;
  createTextNode(text: string): HtmlNode;
}

/** What a page asks of the whole export. */
export interface Space {
  name: string;
  /** Where the space was, such as https://team.atlassian.net; links to what is not exported lead there. */
  url: string | undefined;
  /** The file of a page by its ID, and by its title. */
  pages: ReadonlyMap<string, string>;
  /** The file of an attachment by its ID. */
  attachments: ReadonlyMap<string, string>;
  lose(what: string, why: string): void;
}

export interface ExportedPage {
  title: string;
  /** The file of the page above. */
  parent: string;
  body: HtmlElement;
  /** Those that the text does not show. */
  attachments: { name: string; href: string }[];
}

export const classesOf = (node: HtmlNode): string[] =>
  ('getAttribute' in node ? ((node as HtmlElement).getAttribute('class') ?? '') : '').split(/\s+/);
export const oneLine = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
const all = (node: HtmlElement, selector: string): HtmlElement[] =>
  Array.from(node.querySelectorAll(selector));

export function readPage(html: string, space: Space): ExportedPage {
  const page = createDocument(html, true);
  const body =
    page.querySelector('#main-content') ??
    page.querySelector('.wiki-content') ??
    page.querySelector('.pagebody') ??
    page.body;
  if (page.querySelector('#main-content-2'))
    space.lose('whiteboard or database', 'Confluence exports only pages');
  const listed = attachmentsIn(sectionOf(page, 'attachments'));
  const comments = sectionOf(page, 'comments');
  if (comments) {
    const count = all(comments, '.comment').length;
    space.lose(count === 1 ? '1 comment' : `${count || 'some'} comments`, 'comments stay in Confluence');
  }
  prepare(body, page, { ...space, named: new Map(listed.map(({ name, href }) => [name, href])) });
  const used = new Set([...all(body, '[href]'), ...all(body, '[src]')].map((one) => addressOf(one)));
  return {
    title: titleOf(page, space.name),
    parent: addressOf(all(page, '#breadcrumbs a').at(-1)),
    body,
    attachments: listed.filter(({ href }) => !used.has(href)),
  };
}

/** What is below the text of the page, by the ID of its heading. */
function sectionOf(page: HtmlDocument, id: string): HtmlElement | undefined {
  let node: HtmlNode | null = page.querySelector(`h2#${id}`) ?? null;
  while (node !== null && !classesOf(node).includes('pageSection')) node = node.parentNode;
  return (node as HtmlElement | null) ?? undefined;
}

const addressOf = (node: HtmlElement | undefined): string =>
  (node?.getAttribute('href') ?? node?.getAttribute('src') ?? '').replace(/[?#].*$/, '');

/** Without the name of the space before it. */
function titleOf(page: HtmlDocument, space: string): string {
  const title = oneLine((page.querySelector('#title-text') ?? page.querySelector('title'))?.textContent);
  const before = [`${space} : `, `${space} - `].find((start) => space !== '' && title.startsWith(start));
  return before === undefined ? title.replace(/^[^:]+ : /, '') : title.slice(before.length);
}

function attachmentsIn(section: HtmlElement | undefined): { name: string; href: string }[] {
  if (!section) return [];
  return all(section, 'a[href^="attachments/"]').map((link) => ({
    name: oneLine(link.textContent),
    href: addressOf(link),
  }));
}

interface Own extends Space {
  /** Attachments of the page by their names. */
  named: ReadonlyMap<string, string>;
}

function prepare(body: HtmlElement, page: HtmlDocument, own: Own): void {
  for (const macro of all(body, '.plugin_attachments_container')) prepareFiles(macro, page, own);
  for (const box of all(body, '.aui-message.information-macro')) nameBox(box);
  for (const box of all(body, '.infoMacro, .noteMacro, .tipMacro, .warningMacro')) prepareBox(box, page);
  for (const image of all(body, 'img')) prepareImage(image, page, own);
  for (const link of all(body, 'a[href]')) prepareLink(link, page, own);
  for (const mark of all(body, 'strong, b, em, i')) withoutBreaks(mark);
  for (const span of ['colspan', 'rowspan'])
    for (const cell of all(body, `[${span}="1"]`)) cell.removeAttribute(span);
  for (const table of all(body, 'table')) if (isHtmlTable(table)) prepareTable(table, page);
}

const BOX = 'confluence-information-macro';
/** The looks of boxes in Confluence 4 and 5. */
const KINDS: Readonly<Record<string, string>> = {
  hint: 'information',
  success: 'tip',
  warning: 'note',
  problem: 'warning',
};

function nameBox(box: HtmlElement): void {
  const kind = classesOf(box).find((name) => Object.hasOwn(KINDS, name)) ?? 'warning';
  box.setAttribute('class', `${BOX} ${BOX}-${KINDS[kind]}`);
}

/** What the macro of attachments lists, without the columns and buttons around it. */
function prepareFiles(macro: HtmlElement, page: HtmlDocument, own: Own): void {
  const links = all(macro, 'a.filename');
  if (links.length === 0) return;
  own.lose('table of attachments', 'only the names of the files and their links are kept');
  const list = page.createElement('ul');
  for (const link of links) {
    const item = page.createElement('li');
    item.insertBefore(link, null);
    list.insertBefore(item, null);
  }
  replace(macro, list);
}

/** Up to Confluence 4, information is in a table: a picture, and a cell that begins with the title. */
function prepareBox(box: HtmlElement, page: HtmlDocument): void {
  const cell = all(box, 'td').at(-1);
  if (!cell) return;
  const kind = /(?:^|\s)(info|note|tip|warning)Macro/.exec(box.getAttribute('class') ?? '')?.[1] ?? 'note';
  const made = page.createElement('div');
  made.setAttribute('class', `${BOX} ${BOX}-${kind === 'info' ? 'information' : kind}`);
  const title = cell.firstChild;
  if (title?.nodeName === 'B' && after(title)?.nodeName === 'BR') {
    const shown = page.createElement('p');
    shown.setAttribute('class', 'title');
    shown.insertBefore(page.createTextNode(oneLine(title.textContent)), null);
    replace(title, shown);
  }
  while (cell.firstChild) made.insertBefore(cell.firstChild, null);
  replace(box, made);
}

function prepareImage(image: HtmlElement, page: HtmlDocument, own: Own): void {
  const src = image.getAttribute('src') ?? '';
  if (classesOf(image).includes('emoticon')) {
    replace(image, page.createTextNode(emojiOf(image)));
  } else if (/(?:^|\/)images\/icons\//.test(src)) image.parentNode?.removeChild(image);
  else image.setAttribute('src', attachmentOf(image, src, own) ?? src.replace(/(?<!^https?:.*)\?.*$/, ''));
}

/** Of those that Confluence drew itself, by the word in their names. */
const EMOJI: Readonly<Record<string, string>> = {
  ...{ smile: '🙂', sad: '🙁', cheeky: '😛', laugh: '😀', wink: '😉', thumbsup: '👍', thumbsdown: '👎' },
  ...{ information: 'ℹ️', info: 'ℹ️', tick: '✅', checkmark: '✅', cross: '❌', error: '❌', crossmark: '❌' },
  ...{ warning: '⚠️', question: '❓', questionmark: '❓', plus: '➕', minus: '➖', lighton: '💡', heart: '❤️' },
};

function emojiOf(image: HtmlElement): string {
  const id = image.getAttribute('data-emoji-id') ?? '';
  const alt = image.getAttribute('alt') ?? '';
  if (/^[\da-f]{2,5}(?:-[\da-f]{2,5})*$/i.test(id))
    return String.fromCodePoint(...id.split('-').map((part) => Number.parseInt(part, 16)));
  const name = (id === '' ? alt : id.replace(/^atlassian-/, '')).toLowerCase().replace(/[^a-z]/g, '');
  return EMOJI[name] ?? image.getAttribute('data-emoji-fallback') ?? alt;
}

/** The exported file of what is linked by its ID or by its address on the server. */
function attachmentOf(node: HtmlElement, address: string, { attachments, named }: Own): string | undefined {
  if (/^(?:\.\/)?attachments\//.test(address)) return undefined;
  const id = node.getAttribute('data-linked-resource-id') ?? '';
  const name = /\/download\/(?:attachments|thumbnails)\/\d+\/([^?#]+)/.exec(address)?.[1];
  return attachments.get(id) ?? (name === undefined ? undefined : named.get(decoded(name)));
}

function prepareLink(link: HtmlElement, page: HtmlDocument, own: Own): void {
  const href = link.getAttribute('href') ?? '';
  const file = attachmentOf(link, href, own);
  const said = oneLine(link.textContent);
  if (file !== undefined) {
    link.setAttribute('href', file);
    const name = link.getAttribute('data-linked-resource-default-alias') ?? posix.basename(file);
    // The picture of a file says less than its name.
    if (classesOf(link).includes('confluence-embedded-file'))
      replace(link.firstChild, page.createTextNode(name));
    // Such files are beside each other without a gap.
    link.parentNode?.insertBefore(page.createTextNode(' '), after(link));
  } else if (/\/display\/~|\/people\//.test(href) || classesOf(link).includes('confluence-userlink')) {
    if (href !== '') own.lose(`link to ${said}`, 'the profiles of people stay in Confluence');
    unwrap(link);
  } else if (/\/createpage\.action/.test(href)) {
    own.lose(`link to ${said}`, 'the page was never written');
    unwrap(link);
  } else if (/^#?$/.test(href)) unwrap(link);
  else link.setAttribute('href', addressIn(href, own));
}

/** Of a page in the export, or on the server. */
function addressIn(href: string, { pages, url }: Space): string {
  const id = /(?:[?&]pageId=|\/pages\/)(\d+)/.exec(href)?.[1];
  const title = /^(?:https?:\/\/[^/]+)?(?:\/wiki)?\/display\/[^/]+\/([^/?#]+)/.exec(href)?.[1];
  const file = pages.get(id ?? (title && decoded(title).replaceAll('+', ' ')) ?? '/');
  if (file !== undefined) return file + (/#.*$/.exec(href)?.[0] ?? '');
  return href.startsWith('/') && url !== undefined ? url + href : href;
}

const SAID = ['href', 'src', 'alt', 'colspan', 'rowspan', 'start'];
/** What a table of Markdown cannot have. */
const BLOCKS = 'ul, ol, h1, h2, h3, h4, h5, h6, hr, blockquote, pre, table, [rowspan], [colspan]';

/** A table that stays HTML: without looks, and on one line. */
function prepareTable(table: HtmlElement, page: HtmlDocument): void {
  for (const pre of all(table, 'pre')) {
    const code = page.createElement('code');
    for (const [at, line] of (pre.textContent ?? '')
      .replace(/(?<!\n)\n+$/, '')
      .split('\n')
      .entries()) {
      if (at > 0) code.insertBefore(page.createElement('br'), null);
      code.insertBefore(page.createTextNode(line), null);
    }
    replace(pre, code);
  }
  for (const task of all(table, '.inline-task-list > li')) {
    const mark = page.createTextNode(classesOf(task).includes('checked') ? '☑ ' : '☐ ');
    task.insertBefore(mark, task.firstChild);
  }
  for (const node of all(table, 'colgroup, script, style')) node.parentNode?.removeChild(node);
  for (const node of all(table, 'div, span, font')) unwrap(node);
  for (const node of [table, ...all(table, '*')]) keepOnly(node, SAID);
}

/** As HTML in Markdown, where a blank line would end it. */
export const tableText = (table: HtmlElement): string =>
  table.outerHTML
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:table|thead|tbody|tr|td|th|ul|ol|li|p)\b[^>]*>) ?/g, '$1')
    .replace(/<p><\/p>/g, '');
export const isHtmlTable = (node: HtmlElement): boolean =>
  node.nodeName === 'TABLE' && Boolean(node.querySelector(BLOCKS));

/** A break at the end of bold text would leave its marks alone on a line. */
function withoutBreaks(mark: HtmlElement): void {
  const isGap = (node: HtmlNode | null) =>
    node !== null && (node.nodeName === 'BR' || (node.nodeName === '#text' && !node.textContent?.trim()));
  for (let last = mark.lastChild; last && isGap(last); last = mark.lastChild)
    if (after(mark) === null) mark.removeChild(last);
    else mark.parentNode?.insertBefore(last, after(mark));
  for (let first = mark.firstChild; first && isGap(first); first = mark.firstChild)
    mark.parentNode?.insertBefore(first, mark);
}

const after = (node: HtmlNode): HtmlNode | null => (node as { nextSibling?: HtmlNode }).nextSibling ?? null;

function keepOnly(node: HtmlElement, names: readonly string[]): void {
  for (const { name } of Array.from(node.attributes)) if (!names.includes(name)) node.removeAttribute(name);
}

function unwrap(node: HtmlElement): void {
  while (node.firstChild) node.parentNode?.insertBefore(node.firstChild, node);
  node.parentNode?.removeChild(node);
}

function replace(node: HtmlNode | null, other: HtmlNode): void {
  node?.parentNode?.insertBefore(other, node);
  if (node) node.parentNode?.removeChild(node);
}
