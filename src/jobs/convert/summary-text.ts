// SUMMARY.md of an order of pages: groups at the top are headings, and groups below them get a page.
import { posix } from 'node:path';
import { slugify } from '../../markdown/heading-anchor.ts';
import type { Namer, NavItem, Page } from './project.ts';

const MOST_ENTRIES = 100_000;

export interface Menu {
  text: string;
  /** Pages that are listed, in their order. */
  listed: ReadonlySet<Page>;
  /** For groups that had none. */
  made: { out: string; title: string; description?: string | undefined }[];
}

/** `nameFor` gives a free name for a page that is made. Pages that the order does not name are listed, too: the platform publishes no others. */
export function summaryOf(nav: readonly NavItem[], pages: readonly Page[], nameFor: Namer): Menu {
  const writer = new Writer(nameFor);
  const groups = groupsOf(
    nav.length === 1 && nav[0]?.isSection === true && !nav[0].page ? nav[0].children : nav,
  );
  // A page behind a group would belong to it.
  const loose = groups.filter(({ heading }) => heading === undefined).flatMap(({ items }) => items);
  writer.items(loose, 0);
  const hiddenAt = writer.lines.length;
  for (const { heading, items } of groups) {
    if (heading === undefined || items.length === 0) continue;
    writer.lines.push('', `## ${escaped(heading)}`, '');
    writer.items(items, 0);
  }
  const hidden = pages.filter((page) => !writer.listed.has(page));
  for (const page of hidden) page.isHidden = true;
  const rest = new Writer(nameFor);
  rest.items(
    hidden.map((page) => ({ title: page.title, page, children: [] })),
    0,
  );
  writer.lines.splice(hiddenAt, 0, ...rest.lines);
  const text = `# Table of contents\n\n${writer.lines.join('\n').trim()}\n`;
  return { text, listed: new Set([...writer.listed, ...hidden]), made: writer.made };
}

interface Group {
  heading: string | undefined;
  items: NavItem[];
}

/** Tabs and versions are named in the headings of their groups. */
function groupsOf(items: readonly NavItem[], above: readonly string[] = [], depth = 0): Group[] {
  const heading = above.length === 0 ? undefined : above.join(': ');
  const own: Group = { heading, items: [] };
  const inner: Group[] = [];
  for (const item of items) {
    const isGroup = !item.page && item.href === undefined;
    const names = item.title === '' || item.title === above.at(-1) ? above : [...above, item.title];
    if (isGroup && item.isSection === true && depth < 8)
      inner.push(...groupsOf(item.children, names, depth + 1));
    else if (isGroup) inner.push({ heading: names.join(': '), items: item.children });
    else own.items.push(item);
  }
  return [own, ...inner];
}

class Writer {
  readonly lines: string[] = [];
  readonly listed = new Set<Page>();
  readonly made: Menu['made'] = [];

  private readonly nameFor: Namer;

  constructor(nameFor: Namer) {
    this.nameFor = nameFor;
  }

  items(items: readonly NavItem[], depth: number): void {
    if (depth > 20) return;
    for (const item of items) {
      const { page, href, children } = item;
      // Listed twice, the second one would be a link to the first.
      const isNew = page !== undefined && !this.listed.has(page);
      const isNothing = href === undefined && pagesIn(item).every((one) => this.listed.has(one));
      if (isNothing || this.lines.length > MOST_ENTRIES) continue;
      this.entry(item, isNew ? page.out : (href ?? this.make(item)), depth);
      this.items(children, depth + 1);
    }
  }

  private entry({ title, page }: NavItem, target: string, depth: number): void {
    if (page) this.listed.add(page);
    const label = page?.title ?? title;
    const shown = title === '' || title === label ? '' : ` "${title.replace(/["\\]/g, "'")}"`;
    this.lines.push(`${'  '.repeat(depth)}* [${escaped(label)}](${addressOf(target)}${shown})`);
  }

  private make(item: NavItem): string {
    const folder = pagesIn(item)
      .map(({ out }) => posix.dirname(out))
      .reduce(commonFolder);
    const index = posix.join(folder, 'README.md');
    const isFree = folder !== '.' && folder !== '' && this.nameFor(`${index}`) === index;
    const out = isFree ? index : this.nameFor(posix.join(folder, `${slugify(item.title)}.md`));
    this.made.push({ out, title: item.title, description: item.description });
    return out;
  }
}

export const pagesIn = ({ page, children }: NavItem, depth = 0): Page[] => [
  ...(page ? [page] : []),
  ...(depth > 20 ? [] : children.flatMap((child) => pagesIn(child, depth + 1))),
];

function commonFolder(one: string, other: string): string {
  const parts = one.split('/');
  const others = other.split('/');
  const differs = parts.findIndex((part, at) => part !== others[at]);
  return (differs === -1 ? parts : parts.slice(0, differs)).join('/');
}

const escaped = (title: string): string =>
  title
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]<>]/g, '\\$&') || 'Untitled';

/** Of a file, so that nothing in its name ends the link. */
export const addressOf = (target: string): string =>
  /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)
    ? target.replace(/[\s()<>]/g, encodeURIComponent)
    : target.replace(/[\s()<>%#?"\\]/g, (char) =>
        char === '(' ? '%28' : char === ')' ? '%29' : encodeURIComponent(char),
      );
