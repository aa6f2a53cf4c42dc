// Notion: the export as Markdown and CSV. Names have an ID at their end, and pages are in the folder of the page above.
import { posix } from 'node:path';
import { parse } from 'csv-parse/sync';
import { slugify } from '../../markdown/slug.ts';
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

const ID = / ?[0-9a-f]{32}(?=(?:_all)?(?:\.\w+)?$)/;
const MOST_ROWS = 1000;

export async function openNotion(world: World, nameFor: Namer): Promise<Project> {
  const clean = (path: string) =>
    path
      .split('/')
      .map((part) =>
        slugify(
          part
            .replace(/\.(?:md|csv)$/, '')
            .replace(ID, '')
            .replace(/_all$/, ''),
        ),
      )
      .join('/');
  const used = new Set<string>();
  const pages = [...world.texts.keys()]
    .filter((path) => /\.md$/.test(path))
    .map((path) => {
      const page = pageOf(world, path, { out: nameFor(`${clean(path)}.md`), route: path });
      return Object.assign(page, {
        title: page.lines.length > 0 && page.title !== '' ? page.title : posix.basename(path).replace(ID, ''),
      });
    });
  for (const path of world.source.files.keys()) {
    if (!/\.csv$/.test(path)) continue;
    const all = path.replace(/\.csv$/, '_all.csv');
    used.add(path);
    if (!/_all\.csv$/.test(path) && world.source.files.has(all)) continue;
    const text = (await textAt(world, path)) ?? '';
    const title = posix
      .basename(path)
      .replace(ID, '')
      .replace(/(?:_all)?\.csv$/, '');
    const table = tableOf(world, path, text);
    if (table === undefined) used.delete(path);
    else
      pages.push({
        path,
        out: nameFor(`${clean(path)}.md`),
        route: path,
        title,
        front: {},
        lines: linesOf(linked(table, path, pages), path),
        anchors: new Map(),
      });
  }
  return {
    ...{
      home: '',
      pages,
      used,
      isMdx: false,
      roots: [''],
      components: NOTION,
      front: {},
      redirects: [],
      nav: treeOf(pages),
    },
    assetOut: (path) => `.gitbook/assets/${posix.basename(path)}`,
  };
}

/** A page, and those in the folder of its name, in the order in which it links to them. */
function treeOf(pages: readonly Page[]): NavItem[] {
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
      [...items].find(([other]) => other.replace(ID, '') === posix.dirname(name))?.[1];
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

function linked(rows: readonly (readonly string[])[], path: string, pages: readonly Page[]): string {
  const folder = path.replace(/(?:_all)?\.csv$/, '');
  const inside = pages.filter(
    (page) => page.path.startsWith(`${folder}/`) || page.path.startsWith(`${folder.replace(ID, '')}/`),
  );
  const cell = (text: string) => text.replace(/[\\|<]/g, '\\$&').replace(/\s*\n\s*/g, '<br>');
  const first = (title: string) => {
    const page = inside.find((one) => one.title === title);
    return page ? `[${cell(title).replace(/[[\]]/g, '\\$&')}](<${encodeURI(`/${page.path}`)}>)` : cell(title);
  };
  const [head = [], ...others] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head.map(cell)),
    line(head.map(() => '---')),
    ...others.map(([one = '', ...rest]) => line([first(one), ...rest.map(cell)])),
  ].join('\n');
}
