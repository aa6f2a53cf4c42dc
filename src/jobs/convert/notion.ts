// Notion: the export as Markdown and CSV. Names have an ID at their end, and pages are in the folder of the page above.
import { posix } from 'node:path';
import { parse } from 'csv-parse/sync';
import { decoded } from '../../files/texts.ts';
import { slugify } from '../../markdown/heading-anchor.ts';
import { NOTION } from './components.ts';
import {
  linesOf,
  type Namer,
  type NavItem,
  type Page,
  type Project,
  pageOf,
  textAt,
  type World,
} from './project.ts';
import type { Line } from './tree.ts';

const ID = / ?[0-9a-f]{32}(?=(?:_all)?(?:\.\w+)?$)/;
/** Where paths would be too long, names are cut, and so is the ID. */
const SHORT_ID = / [0-9a-f]{5}(?=(?:_all)?(?:\.\w+)?$)/;
const MOST_ROWS = 1000;

export async function openNotion(world: World, nameFor: Namer): Promise<Project> {
  const id = idIn([...world.source.files.keys()]);
  const clean = (path: string) =>
    path
      .split('/')
      .map((part) =>
        slugify(
          part
            .replace(/\.(?:md|csv)$/, '')
            .replace(id, '')
            .replace(/_all$/, ''),
        ),
      )
      .join('/');
  const used = new Set<string>();
  const columns = new Map<string, readonly string[]>();
  reportHtml(world, id);
  const pages = [...world.texts.keys()]
    .filter((path) => /\.md$/.test(path))
    .map((path) => {
      const page = pageOf(world, path, { out: nameFor(`${clean(path)}.md`), route: path });
      return Object.assign(page, {
        title: page.lines.length > 0 && page.title !== '' ? page.title : posix.basename(path).replace(id, ''),
      });
    });
  const tables = [...world.source.files.keys()].filter((path) => /\.csv$/.test(path));
  for (const path of tables) used.add(path);
  for (const path of tables) {
    if (!/_all\.csv$/.test(path) && world.source.files.has(path.replace(/\.csv$/, '_all.csv'))) continue;
    // Links name the file of what was shown; the other one has all rows.
    const named = [path.replace(/_all\.csv$/, '.csv'), path].find((one) => used.has(one)) ?? path;
    const table = tableOf(world, path, (await textAt(world, path)) ?? '');
    const folder = path.replace(/(?:_all)?\.csv$/, '');
    for (const name of [folder, folder.replace(id, '')]) columns.set(name, table?.[0] ?? []);
    if (table === undefined) used.delete(path);
    else
      pages.push({
        ...{ path: named, out: nameFor(`${clean(path)}.md`) },
        ...{ route: path, front: {}, anchors: new Map() },
        title: posix.basename(folder).replace(id, ''),
        lines: linesOf(linked(table, path, pages, id), path),
      });
  }
  return {
    ...{
      home: '',
      pages,
      used,
      isMdx: false,
      tags: TAGS,
      roots: [''],
      components: NOTION,
      front: {},
      redirects: [],
      nav: treeOf(pages, id),
    },
    rewrite: rewriterOf(world, pages, columns),
    text: (text) =>
      text
        .replace(FORMULA, (_, formula: string) => `$$${formula}$$`)
        .replace(/(?<!\\|\]\()<(?=\/?[a-z][\w-]*[\s/>])/gi, '\\<'),
    assetOut: (path) => `.gitbook/assets/${posix.basename(path)}`,
  };
}

function reportHtml({ source, lost }: World, id: RegExp): void {
  for (const file of source.files.keys()) {
    if (/\.html$/.test(file) && id.test(file))
      lost.push({ file, line: 1, what: 'page', why: 'is HTML: export it as Markdown & CSV' });
  }
}

/** A page, and those in the folder of its name, in the order in which it links to them. */
function treeOf(pages: readonly Page[], id: RegExp): NavItem[] {
  const items = new Map(
    pages.map((page) => [
      page.path.replace(/(?:_all)?\.(?:md|csv)$/, ''),
      { title: page.title, page, children: [] } as NavItem,
    ]),
  );
  const top: NavItem[] = [];
  for (const [name, item] of items) {
    const parent =
      items.get(posix.dirname(name)) ??
      [...items].find(([other]) => other.replace(id, '') === posix.dirname(name))?.[1];
    (parent && parent !== item ? parent.children : top).push(item);
  }
  for (const item of items.values()) {
    const text = item.page?.lines.map((line) => line.text).join('\n') ?? '';
    const placeOf = ({ page }: NavItem) => {
      const at = text.indexOf(
        encodeURI(posix.basename(page?.path ?? '')).replace(/[()]/g, (char) =>
          char === '(' ? '%28' : '%29',
        ),
      );
      return at === -1 ? Number.POSITIVE_INFINITY : at;
    };
    const places = new Map(item.children.map((child) => [child, placeOf(child)]));
    item.children.sort((a, b) => {
      const [one = 0, other = 0] = [places.get(a), places.get(b)];
      return one === other ? 0 : one - other;
    });
  }
  return top.length === 1 && top[0] && top[0].children.length > 0
    ? [{ ...top[0], children: [] }, ...top[0].children]
    : top;
}

/** A database as a table; undefined for one that cannot be read, or is too long to be read by people. */
function tableOf({ lost }: World, file: string, text: string): string[][] | undefined {
  try {
    const rows: string[][] = parse(text, { bom: true, relax_column_count: true });
    if (rows.length <= MOST_ROWS) return rows;
    lost.push({ file, line: 1, what: 'database', why: `has more than ${MOST_ROWS} rows, and stays a file` });
  } catch {
    lost.push({ file, line: 1, what: 'database', why: 'is not CSV, and stays a file' });
  }
  return undefined;
}

function linked(
  rows: readonly (readonly string[])[],
  path: string,
  pages: readonly Page[],
  id: RegExp,
): string {
  const folder = path.replace(/(?:_all)?\.csv$/, '');
  const inside = new Map(
    pages
      .filter(({ path: one }) => [folder, folder.replace(id, '')].includes(posix.dirname(one)))
      .map((page) => [page.title, page]),
  );
  const cell = (text: string) => text.replace(/[\\|<]/g, '\\$&').replace(/(?<!\s)\s*\n\s*/g, '<br>');
  const titled = (text: string) => {
    const page = inside.get(text);
    return page ? `[${cell(text).replace(/[[\]]/g, '\\$&')}](<${encodeURI(`/${page.path}`)}>)` : cell(text);
  };
  const [head = [], ...others] = rows;
  const counts = head.map((_, at) => others.filter((cells) => inside.has(cells[at] ?? '')).length);
  // The column of the titles need not be the first.
  const main = counts.indexOf(Math.max(...counts));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head.map(cell)),
    line(head.map(() => '---')),
    ...others.map((cells) => line(cells.map((text, at) => (at === main ? titled(text) : cell(text))))),
  ].join('\n');
}

function idIn(paths: readonly string[]): RegExp {
  const names = paths.filter((path) => /\.(?:md|csv)$/.test(path));
  const isShort = names.filter((path) => SHORT_ID.test(path)).length > names.length / 2;
  return isShort && !names.some((path) => ID.test(path)) ? SHORT_ID : ID;
}

/** Relations, `Name (path)`, and links to Notion itself. */
const RELATION =
  /(?<=^|, |: |\| )([^,|()[\]]{1,300}(?:\([^()]{0,300}\)[^,|()[\]]{0,300})?) \(([^()\s]*%20([0-9a-f]{32})\.(?:md|csv))\)/g;
const AWAY =
  /(?<=\]\()https:\/\/(?:www\.)?notion\.so\/(?:[\w-]+\/)?(?:[^\s()/?#]*-)?([0-9a-f]{32})(?:\?[^\s()#]*)?(?=[)#])/g;

/** `$formula$`; an amount of money has a space before the next dollar, or more behind it. */
/** Notion has no HTML of its own, and does not mark `<` in text: what its exports write is a tag, all else is about one. */
const TAGS =
  /^(?:aside|details|summary|table|colgroup|col|thead|tbody|tr|th|td|br|span|mark|u|b|i|s|strong|em|del|sup|sub|code|a|img)$/;
const FORMULA = /(?<![\\$\w])\$(?=[^\s$])([^$\n]*[^\s$\\])\$(?![\w$])/g;

/** A picture that is described by its own address. */
const SAME = /!\[([^[\]()\n]+)\]\(\1\)/g;
const nameOf = (address: string): string => decoded(posix.basename(address)).replace(/\.\w+$/, '');

/** Properties as a list, and links to pages by their IDs, whatever folders were renamed since. */
function rewriterOf(
  { lost }: World,
  pages: readonly Page[],
  columns: ReadonlyMap<string, readonly string[]>,
): NonNullable<Project['rewrite']> {
  const byId = new Map(
    pages.map(({ path }) => [/([0-9a-f]{32})(?:_all)?\.\w+$/.exec(path)?.[1] ?? path, path]),
  );
  const toPage = (id: string) => {
    const path = byId.get(id);
    return path === undefined ? undefined : `/${encodeURI(path).replace(/[()#?]/g, encodeURIComponent)}`;
  };
  const related = (text: string, { file, line }: Line) =>
    text.replace(RELATION, (_, name: string, path: string, id: string) => {
      const target = toPage(id);
      if (target !== undefined) return `[${name}](<${target}>)`;
      lost.push({ file, line, what: path, why: 'link target not found in the folder' });
      return name;
    });
  return (lines, page) => {
    const own = propertiesOf(lines, columns.get(posix.dirname(page.path)) ?? []);
    const isTable = /\.csv$/.test(page.path);
    return lines.map((line, at) => {
      const key = own.get(at);
      const text = line.text
        .replace(AWAY, (address, id: string) => toPage(id) ?? address)
        .replace(SAME, (_, address: string) => `![${nameOf(address)}](${address})`);
      if (key !== undefined)
        return { ...line, text: `- **${key}:** ${related(text.slice(key.length + 2), line)}` };
      return { ...line, text: isTable ? related(text, line) : text };
    });
  };
}

/** The lines that begin a page of a database, by their places: each has the name of a column before it. */
function propertiesOf(lines: readonly { text: string }[], columns: readonly string[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const [at, { text }] of lines.entries()) {
    if (text.trim() === '' && found.size === 0) continue;
    const key = columns.find((name) => name !== '' && text.startsWith(`${name}: `));
    if (key === undefined) break;
    found.set(at, key);
  }
  return found;
}
