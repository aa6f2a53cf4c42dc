// Draws the tree of a page as Markdown of the platform. What has no counterpart stays as text, with a mark and a row of the report.
import { beginning } from '../../files/texts.ts';
import {
  attribute,
  type Becomes,
  boxOf,
  type Canvas,
  type Components,
  cards,
  codeBlock,
  drawAs,
  escapeHtml,
} from './blocks.ts';
import { codeInfo, fenced, withoutHighlights } from './code-block.ts';
import { literal } from './literal.ts';
import { dedent, Held, NO_COUNTERPART, Out, unindented } from './out.ts';
import {
  type Element,
  isElement,
  type Line,
  type Node,
  type Place,
  type ScanRules,
  scan,
  VOID,
  wordsIn,
} from './tree.ts';

export interface Lost extends Place {
  what: string;
  why: string;
}

/** What drawing asks of the whole folder. */
export interface Around extends ScanRules {
  components: Components;
  /** Words behind the language of a block of code are its title. */
  hasBareTitles?: boolean | undefined;
  lose(row: Lost): void;
  /** The address of a link in the end; called when all pages are drawn. */
  href(href: string, place: Place): string;
  /** The lines of a file that pages include; undefined if there is no such file. */
  linesOf(name: string, from: string): { file: string; lines: Line[] } | undefined;
  /** Markdown as the HTML of a cell. */
  html(markdown: string): string;
  /** Of one line of text, what only this format writes. */
  text?(text: string, lose: (what: string, why: string) => void): string;
}

const MOST_SNIPPETS = 2000;
/** Attributes of HTML that say something; others are looks or code. */
const SAID = new Set([
  'href',
  'src',
  'srcset',
  'alt',
  'title',
  'id',
  'width',
  'height',
  'align',
  'colspan',
  'rowspan',
  'start',
  'open',
  'media',
  'type',
  'name',
  'target',
  'controls',
  'data-view',
  'data-type',
]);
const LAYOUT = /^(?:div|span|section|article|center|main|header|footer|nav|font|style|script)$/;
const LINK = /(\]\()(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)(\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g;
const CONSTANT = /^export[ \t]+const[ \t]+([\w$]+)[ \t]*=[ \t]*([^\n]+?);?[ \t]*$/gm;
export const HEADING_ID = /(?<![ \t])[ \t]*\{:?[ \t]*(?:[^{}#\n]*\s)?#([\w.:+-]+)[^{}\n]*\}[ \t]*$/m;
const DEFINITION = /^([ \t]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*)(<[^<>\n]*>|\S+)/;
/** The rest of one whose name ends in code, and what is before it. */
const DEFINED = /^([^[\]\n]*\]:[ \t]*)(<[^<>\n]*>|\S+)/;
const NAMED = /^[ \t]{0,3}\[(?!\^)[^[\]]+$/;

export class Drawing implements Canvas {
  private out = new Out();
  private readonly imports = new Map<string, string>();
  private given: ReadonlyMap<string, unknown> = new Map();
  private readonly constants = new Map<string, string | number>();
  private readonly open: string[] = [];
  private snippets = 0;
  /** Tags around the text that only lay it out. */
  private layouts = 0;

  private readonly around: Around;
  private readonly held = new Held();

  constructor(around: Around) {
    this.around = around;
  }

  /** The Markdown of a page, links still held back: `restore` puts them in. */
  page(lines: readonly Line[]): string {
    const nodes = scan(lines, this.around);
    this.nodes(nodes);
    return this.drawn();
  }

  /** Puts code and links in, once every page has been drawn. */
  restore(text: string, choice?: { links: boolean }): string {
    const whole = text
      .replace(/(?<![ \t])[ \t]+$/gm, (end) => (end === '  ' ? end : ''))
      .replace(/\n{3,}/g, '\n\n');
    return `${this.held.restore(whole, choice).trim()}\n`;
  }

  nodes(nodes: readonly Node[]): void {
    for (const node of nodes) if (!isElement(node)) this.learn(node);
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at];
      if (node && isElement(node) && this.becomes(node)?.[0] === 'card') {
        const row = rowOfCards(nodes.slice(at), (one) => this.becomes(one)?.[0] === 'card');
        cards(row.cards, this);
        at += row.length - 1;
      } else if (node) this.node(node);
    }
  }

  becomes(element: Element): Becomes | undefined {
    const { components } = this.around;
    // Macros are one row, whatever their names are.
    const name = element.name.replace(/^Macro\..*/, 'Macro');
    return Object.hasOwn(components, name) ? components[name] : undefined;
  }

  private node(node: Node): void {
    if (isElement(node)) this.element(node);
    else if (node.kind === 'text') this.plain(node.text, node);
    else if (node.kind === 'code') this.out.text(this.held.hold(node.text));
    else if (node.kind === 'fence') this.fence(node);
    else if (node.kind === 'export') this.exported(node);
    else if (node.kind !== 'import') this.expression(node);
  }

  /** What names stand for in the page, also above the line that says so: components, and texts and numbers. */
  private learn(node: Exclude<Node, Element>): void {
    if (node.kind === 'import') this.imports.set(`${node.file}\n${node.name}`, node.from);
    else if (node.kind === 'export')
      for (const [, name, written = ''] of node.text.matchAll(CONSTANT)) {
        const value = literal(written);
        if (typeof value === 'string' || typeof value === 'number')
          this.constants.set(`${node.file}\n${name}`, value);
      }
  }

  private exported({ text, ...place }: Place & { text: string }): void {
    const rest = text.replace(CONSTANT, (line: string, name: string) =>
      this.constants.has(`${place.file}\n${name}`) ? '' : line,
    );
    if (/^export\b/m.test(rest)) this.lose(place, 'export', 'code is not run');
  }

  private expression({ text, ...place }: Place & { text: string }): void {
    const name = /^\{\s*(?:props\.)?([\w$]+)\s*\}$/.exec(text)?.[1];
    const value =
      name === undefined ? undefined : (this.given.get(name) ?? this.constants.get(`${place.file}\n${name}`));
    if (typeof value === 'string' || typeof value === 'number') {
      this.plain(String(value), place);
      return;
    }
    this.lose(place, beginning(text, 60), 'code is not run');
    this.out.text(
      this.held.hold(
        text.includes('\n') ? `\n\`\`\`jsx\n${text}\n\`\`\`\n` : `\`${text.replaceAll('`', "'")}\``,
      ),
    );
  }

  private plain(text: string, place: Place): void {
    const isHeading = /^[ \t>]*#{1,6}[ \t]/.test(this.out.line + text);
    const named = isHeading
      ? text.replace(HEADING_ID, (_, id: string) => ` <a href="#${id}" id="${id}"></a>`)
      : text;
    const linked = this.own(named, place)
      .replace(
        LINK,
        (_, open: string, href: string, title = '') =>
          `${open}${this.held.hold(() => wrapped(this.around.href(bare(href), place)))}${title})`,
      )
      .replace(
        NAMED.test(this.out.line) ? DEFINED : DEFINITION,
        (_, open: string, href: string) => `${open}${this.link(bare(href), place)}`,
      );
    this.out.text(linked);
  }

  private own(text: string, place: Place): string {
    return this.around.text?.(text, (what, why) => this.lose(place, what, why)) ?? text;
  }

  private fence(node: Extract<Node, { kind: 'fence' }>): void {
    const { title, text, shown } = this.code(node);
    const words = [...(title === undefined ? [] : [`title="${title.replaceAll('"', "'")}"`]), ...shown];
    if (words.length === 0) this.out.text(text);
    else this.out.block(codeBlock(text, words));
  }

  /** A block of code without its title, which a tab may show. */
  code({ info, text, ...place }: Extract<Node, { kind: 'fence' }>): {
    title: string | undefined;
    language: string;
    text: string;
    shown: string[];
  } {
    const { language, marked, title, bareTitle, shown } = codeInfo(info);
    if (marked !== undefined) this.lose(place, marked, 'lines of code cannot be highlighted');
    const body = withoutHighlights(text);
    if (body !== text) this.lose(place, 'highlight comments', 'lines of code cannot be highlighted');
    return {
      title: title ?? (this.around.hasBareTitles ? bareTitle : undefined),
      language,
      shown,
      text: this.held.hold(fenced(language, body)),
    };
  }

  private element(element: Element): void {
    const row = this.becomes(element);
    const { name, children } = element;
    const from = this.imports.get(`${element.file}\n${name}`);
    const isCell = this.out.line.trimStart().startsWith('|');
    if (from !== undefined && /\.mdx?$/.test(from)) this.snippet(from, element);
    else if (row && isCell && !IN_CELL.has(row[0])) this.cell(element, row);
    else if (row) drawAs(row, element, this);
    else if (name === '') this.nodes(children);
    else if (this.around.isMdx && /^[A-Z]|\./.test(name)) drawAs(['lost'], element, this);
    else if (LAYOUT.test(name)) this.layout(element);
    else if (name === 'svg') this.picture(element);
    else this.html5(element);
  }

  private cell(element: Element, [kind, why]: Becomes): void {
    const said = kind === 'lost' ? why || NO_COUNTERPART : 'a table cell holds only text';
    this.lose(element, `<${element.name}>`, said, 'text');
    this.out.text(this.inside(element.children).replace(/(?<!\s)\s*\n\s*/g, ' '));
  }

  private layout(element: Element): void {
    const box = boxOf(element);
    if (box && this.becomes(box)) {
      this.element(box);
      return;
    }
    const isCode = /^(?:style|script)$/.test(element.name);
    const id = isCode ? undefined : attribute(element, 'id');
    if (element.attributes.size > (id === undefined ? 0 : 1) || isCode)
      this.lose(element, `<${element.name}>`, 'layout is not kept');
    if (isCode) return;
    this.layouts += 1;
    if (id === undefined) drawAs(['inner'], element, this);
    else this.anchored(element, escapeHtml(id));
    this.layouts -= 1;
  }

  /** Links lead to it: the heading that it begins with takes its name, else the place before it. */
  private anchored({ name, children }: Element, id: string): void {
    const text = this.inside(children);
    const isHeading = /^#{1,6}[ \t]/.test(text);
    const mark = `<a${isHeading ? ` href="#${id}"` : ''} id="${id}"></a>`;
    if (isHeading) this.out.block(text.replace(/$/m, () => ` ${mark}`));
    else if (/^[|<{#>\uFDD0-]|\n/.test(text) && name !== 'span') this.out.block(`${mark}\n\n${text}`);
    else this.out.text(mark + text);
  }

  /** Of shapes that are drawn in the page only the words are kept. */
  private picture(element: Element): void {
    this.lose(element, '<svg>', NO_COUNTERPART);
    this.out.text(wordsIn(element.children).replace(/\s+/g, ' ').trim());
  }

  /** HTML that is HTML on the platform, too. */
  private html5(element: Element): void {
    const { name, attributes, children, open, isClosed } = element;
    const isOwn = !/^[a-z][a-z0-9-]*$/.test(name) || (!isClosed && children.length === 0);
    const words = [...attributes].map(([key, value]) => this.attributeText(element, key, value));
    this.out.text(isOwn ? open : `<${name}${words.join('')}>`);
    this.nodes(children);
    if (isClosed && !VOID.test(name)) this.out.text(`</${name}>`);
  }

  private attributeText(element: Element, key: string, value: unknown): string {
    if (typeof value === 'object' || (this.around.isMdx && !SAID.has(key)) || /^\{/.test(String(value)))
      return '';
    if (value === true) return ` ${key}`;
    const text = /^(?:href|src)$/.test(key)
      ? this.link(String(value), element)
      : String(value).replaceAll('"', '&quot;');
    return ` ${key}="${text}"`;
  }

  // What blocks ask for.

  /** The Markdown of nodes by themselves, without the indent of their place. */
  inside(nodes: readonly Node[]): string {
    const around = this.out;
    this.out = new Out();
    this.nodes(nodes);
    const text = dedent(this.drawn());
    this.out = around;
    return text;
  }

  private drawn(): string {
    const text = this.out.toString();
    return this.around.isMdx || this.layouts > 0 ? unindented(text) : text;
  }

  readonly block = (text: string): void => this.out.block(text);
  readonly text = (text: string): void => this.out.text(text);

  hold(text: string): string {
    return this.held.hold(text);
  }

  link(href: string, place: Place): string {
    return this.held.hold(() => this.around.href(href, place).replaceAll('"', '%22'));
  }

  words(element: Element, ...names: readonly string[]): string | undefined {
    const text = attribute(element, ...names);
    return text === undefined ? undefined : this.own(text, element).replace(/\s+/g, ' ').trim();
  }

  html(markdown: string): string {
    return this.around.html(this.held.restore(markdown, { links: false }));
  }

  lose(place: Place | Element, what: string, why: string, mark?: 'text' | 'block'): void {
    const { file, line } = place;
    this.around.lose({ file, line, what, why });
    const said = why === NO_COUNTERPART ? why : `${NO_COUNTERPART}: ${why}`;
    const named =
      'open' in place && what === `<${place.name}>` ? place.open.replace(/\s+/g, ' ').slice(0, 300) : what;
    if (mark) this.out[mark](this.held.hold(`<!-- convert: ${named.replace(/-(?=-)/g, '- ')} ${said} -->`));
  }

  /** Puts in a file that several pages include. */
  snippet(name: string, element: Element): void {
    const found = this.around.linesOf(name, element.file);
    this.snippets += 1;
    if (!found || this.open.includes(found.file) || this.snippets > MOST_SNIPPETS) {
      const why = found
        ? `"${name}" is in itself, or in too many places`
        : `"${name}" is not a Markdown file in the folder`;
      this.lose(element, `<${element.name}>`, why, 'text');
      return;
    }
    const before = this.given;
    this.given = element.attributes;
    this.open.push(found.file);
    const text = this.inside(scan(found.lines, this.around));
    this.open.pop();
    this.given = before;
    if (text.includes('\n')) this.out.block(text);
    else this.out.text(text);
  }
}

/** Kinds that are good within a line. */
const IN_CELL: ReadonlySet<string> = new Set(['image', 'anchor', 'icon']);

const bare = (href: string): string => (href.startsWith('<') ? href.slice(1, -1) : href);
const wrapped = (href: string): string =>
  /[\s()<>]/.test(href) ? `<${href.replace(/[<>]/g, encodeURIComponent)}>` : href;

function rowOfCards(
  nodes: readonly Node[],
  isCard: (element: Element) => boolean,
): { cards: Element[]; length: number } {
  const found: Element[] = [];
  let length = 0;
  for (const [at, node] of nodes.entries()) {
    if (isElement(node) && isCard(node)) {
      found.push(node);
      length = at + 1;
    } else if (!('text' in node) || node.text.trim() !== '') break;
  }
  return { cards: found, length };
}
