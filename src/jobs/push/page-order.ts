// Where pages belong by SUMMARY.md, and which of them it moves.
import { posix } from 'node:path';
import type { Page } from '../../api/content/content-shapes.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { asPageOfFolder, byDepth } from '../../folder/paths.ts';
import { readSummary, type SummaryEntry } from '../../folder/summary.ts';
import { isUrl } from '../../markdown/link-targets.ts';
import { reordered } from '../change-request-diff/change-request-diff.ts';
import { linkTo, pathInSummary, placePages } from '../export/page-paths.ts';
import { type LocalPages, refuseAll } from './local-pages.ts';

/** A page by its ID, or by the path of its file where it is new. */
export type Key = string;

export interface Placed {
  key: Key;
  children: Placed[];
}

/** The parent of pages at the top. */
export const TOP = '';

export interface WantedOrder {
  tree: Placed[];
  /** Pages that go elsewhere; new ones are not among them. */
  moved: ReadonlySet<Key>;
  /** New titles of groups and links, by ID. */
  titles: ReadonlyMap<string, string>;
  /** What SUMMARY.md calls pages that have files, by key: the title of a new page. */
  labels: ReadonlyMap<Key, string>;
}

interface Asked {
  local: LocalPages;
  base: readonly Page[];
  /** New files by their path: their key. */
  fresh: readonly string[];
  /** Of the space, as messages name it. */
  folder: string;
  notes: string[];
  /** As they were exported. */
  exported: readonly Page[];
  /** SUMMARY.md as it was sent last, where it had been edited. */
  sentSummary: string | undefined;
}

export const keyOfFile = (file: string): Key => `new:${file}`;

/** Undefined for a page that is there. */
export const fileOfKey = (key: Key): string | undefined => /^new:(.*)$/s.exec(key)?.[1];

/** Throws UsageError for an entry that names a file which is not there. */
export async function wantedOrder(asked: Asked): Promise<WantedOrder> {
  const { local, base, exported, sentSummary } = asked;
  const titles = new Map<string, string>();
  const labels = new Map<Key, string>();
  const tree =
    local.summary === undefined ? treeOf(base) : fromSummary(asked, local.summary, { titles, labels });
  addUnlisted(asked, tree);
  // What others moved since stays: SUMMARY.md moves only what it said otherwise when it was sent or exported.
  const said =
    sentSummary === undefined
      ? treeOf(exported)
      : new Entries({ ...asked, notes: [] }).placedIn(readSummary(sentSummary).items);
  const moved = local.summary === undefined ? new Set<Key>() : await movedIn(said, base, tree);
  return { tree, titles, labels, moved };
}

export const treeOf = (pages: readonly Page[]): Placed[] =>
  pages.map((page) => ({ key: page.id, children: 'pages' in page ? treeOf(page.pages) : [] }));

interface Labels {
  titles: Map<string, string>;
  labels: Map<Key, string>;
}

function fromSummary(asked: Asked, summary: string, labels: Labels): Placed[] {
  const reader = new Entries(asked, labels);
  const tree = reader.placedIn(readSummary(summary).items);
  refuseAll(reader.problems);
  reader.sayUnlisted();
  return tree;
}

/** What the entries of SUMMARY.md stand for: each page once. */
class Entries {
  readonly problems: string[] = [];
  private readonly used = new Set<Key>();
  private readonly fresh: ReadonlySet<string>;
  private readonly links: readonly Link[];
  private readonly groups: ReturnType<typeof groupFinder>;
  private readonly asked: Asked;
  private readonly labels: Labels;

  constructor(asked: Asked, labels: Labels = { titles: new Map(), labels: new Map() }) {
    this.asked = asked;
    this.labels = labels;
    this.fresh = new Set(asked.fresh);
    this.links = allPages(asked.base).filter((page): page is Link => page.type === 'link');
    this.groups = groupFinder(asked);
  }

  placedIn(entries: readonly SummaryEntry[]): Placed[] {
    return entries.flatMap((entry) => {
      // A page comes before those below it, a group is known by them.
      const own = entry.href === undefined ? undefined : this.take(entry, this.keyOf(entry, entry.href));
      const children = this.placedIn(entry.children);
      const key =
        own ?? (entry.href === undefined ? this.take(entry, this.groupOf(entry, children)) : undefined);
      return key === undefined ? children : [{ key, children }];
    });
  }

  private take(entry: SummaryEntry, key: Key | undefined): Key | undefined {
    if (key === undefined) return undefined;
    if (this.used.has(key)) {
      this.say(entry, `"${entry.href ?? entry.title}" is listed twice: the first entry counts`);
      return undefined;
    }
    this.used.add(key);
    return key;
  }

  private keyOf(entry: SummaryEntry, href: string): Key | undefined {
    const { title, line } = entry;
    const path = pathInSummary(href);
    // A file may be called `a#b.md`: only what is not a file is split at its anchor.
    const own = this.keyAt(path);
    const key = own ?? this.keyAt(path.replace(/#.*$/s, ''));
    const link = this.linkOf(entry, key);
    if (link || isUrl(href) || own !== key) {
      if (!link) this.say(entry, `link "${title}" is new or leads elsewhere: edits cannot make links`);
      else if (link.title !== title) this.labels.titles.set(link.id, title);
      return link?.id;
    }
    if (key === undefined) this.problems.push(`${this.name}:${line}: "${href}" does not exist`);
    else if (!this.used.has(key)) {
      this.labels.labels.set(key, title);
      this.sayOtherTitle(entry, key);
    }
    return key;
  }

  private keyAt(path: string): Key | undefined {
    return this.fresh.has(path) ? keyOfFile(path) : this.asked.local.idOf(path);
  }

  private groupOf(entry: SummaryEntry, children: readonly Placed[]): Key | undefined {
    const { title } = entry;
    const link = this.linkOf(entry);
    if (link) return link.id;
    const below = children.map(({ key }) => key);
    const group = this.groups(title, below, this.used);
    if (!group)
      this.say(entry, `group "${title}" is new: edits cannot make groups, so its pages go where it would be`);
    else if (group.title !== title) this.labels.titles.set(group.id, title);
    return group?.id;
  }

  /** `key` is the page that the entry names; without an anchor, its first entry is the page itself. */
  private linkOf({ href, title }: SummaryEntry, key?: Key): Link | undefined {
    const found = this.links.filter((link) => {
      if (this.used.has(link.id)) return false;
      const { target } = link;
      if (link.href !== undefined || isUrl(href ?? ''))
        return [link.href, linkTo(link.href ?? '')].includes(href);
      if (key === undefined) return link.title === title;
      if (target.kind === 'anchor') return target.page === key && href?.endsWith(`#${target.anchor}`);
      return target.kind === 'page' && target.page === key && this.used.has(key);
    });
    return found.find((link) => link.title === title) ?? found[0];
  }

  /** What SUMMARY.md calls a page is not its title. */
  private sayOtherTitle(entry: SummaryEntry, key: Key): void {
    const { base, local } = this.asked;
    const page = allPages(base).find(({ id }) => id === key);
    const own = local.edited.find(({ id }) => id === key)?.settings.title;
    if (page && ![page.title, own].some((title) => title?.replace(/\s+/g, ' ').trim() === entry.title))
      this.say(
        entry,
        `"${entry.title}" is not sent: the title of a page is in its file, "${own ?? page.title}"`,
      );
  }

  /** What was there, and is in no line any more. A page whose file is gone is for --prune. */
  sayUnlisted(): void {
    const { base, local, notes } = this.asked;
    const left = allPages(base).filter(({ id }) => !this.used.has(id) && !local.missing.has(id));
    const [pages, others] = [true, false].map((isPage) =>
      left.filter(({ type }) => (type === 'document') === isPage),
    );
    if (pages?.length)
      notes.push(
        `${this.name} does not list ${someOf(pages)}: to delete a page, delete its file, and use --prune`,
      );
    if (others?.length)
      notes.push(
        `${this.name} does not list ${someOf(others)}: edits cannot delete groups and links, and ${others.length === 1 ? 'it stays' : 'they stay'} in the space`,
      );
  }

  private get name(): string {
    return `${this.asked.folder}/SUMMARY.md`;
  }

  private say({ line }: SummaryEntry, text: string): void {
    this.asked.notes.push(`${this.name}:${line}: ${text}`);
  }
}

function someOf(pages: readonly Page[]): string {
  const named = pages.slice(0, 3).map(({ title }) => `"${title}"`);
  return `${named.join(', ')}${pages.length > 3 ? ` and ${pages.length - 3} more` : ''}`;
}

type Link = Extract<Page, { type: 'link' }>;

type Group = Extract<Page, { type: 'group' | 'document' }>;

/**
 * A group by its title; one that was renamed by the pages below it, and so is one that became a page without text: below
 * a page there are no groups. Such a page never had a file here.
 */
function groupFinder({ base, local }: Asked) {
  const files = new Set([
    ...local.unchanged.values(),
    ...local.edited.map(({ id }) => id),
    ...local.missing.keys(),
  ]);
  const groups = allPages(base).filter(
    (page): page is Group => page.type === 'group' || (page.type === 'document' && !files.has(page.id)),
  );
  return (title: string, children: readonly Key[], used: ReadonlySet<Key>): Group | undefined => {
    const shared = ({ pages }: Group) => pages.filter(({ id }) => children.includes(id)).length;
    const free = groups
      .filter((page) => !used.has(page.id) && (page.type === 'group' || shared(page) > 0))
      .sort((a, b) => shared(b) - shared(a));
    const [closest] = free;
    return (
      free.find((group) => group.title === title) ?? (closest && shared(closest) > 0 ? closest : undefined)
    );
  };
}

/** New files that SUMMARY.md does not list: last below the page that their folder belongs to. */
function addUnlisted({ local, base, fresh, folder, notes }: Asked, tree: Placed[]): void {
  const listed = new Set<Key>();
  const nodes = new Map<Key, Placed>();
  const note = (all: readonly Placed[]) => {
    for (const one of all) {
      listed.add(one.key);
      nodes.set(one.key, one);
      note(one.children);
    }
  };
  note(tree);
  const folders = foldersOf(base);
  const sorted = byDepth(fresh);
  const pages = new Map(sorted.map((file) => [asPageOfFolder(file), keyOfFile(file)]));
  const parentOf = (dir: string) =>
    [
      pages.get(`${dir}.md`),
      ...['.md', '/README.md', '/index.md'].map((end) => local.idOf(`${dir}${end}`)),
      folders.get(dir),
    ]
      .flatMap((key) => nodes.get(key ?? '') ?? [])
      .at(0);
  const parentAbove = (dir: string): [dir?: string, parent?: Placed] => {
    if (dir === '.') return [];
    const parent = parentOf(dir);
    return parent ? [dir, parent] : parentAbove(posix.dirname(dir));
  };
  for (const file of sorted) {
    const key = keyOfFile(file);
    if (listed.has(key)) continue;
    const node: Placed = { key, children: [] };
    const dir = posix.dirname(asPageOfFolder(file));
    const [at, parent] = parentAbove(dir);
    nodes.set(key, node);
    (parent?.children ?? tree).push(node);
    const place = at === undefined ? 'at the top' : at === dir ? 'below its folder' : `below ${at}`;
    if (local.summary !== undefined)
      notes.push(`${folder}/${file} is not in SUMMARY.md: it goes last ${place}`);
    else if ((at ?? '.') !== dir)
      notes.push(
        `${folder}/${dir} has no page: ${folder}/${file} goes last ${place}; a file ${dir}/README.md is a page for its folder`,
      );
  }
}

/** Pages and groups by the folder that the files below them are in. */
function foldersOf(base: readonly Page[]): Map<string, string> {
  const found = new Map<string, string>();
  const above: string[] = [];
  for (const { page, depth, path } of placePages(base)) {
    above[depth] = page.id;
    const parent = above[depth - 1];
    if (path !== undefined && depth > 0 && parent !== undefined) found.set(posix.dirname(path), parent);
  }
  return found;
}

/** Pages under another parent, and the fewest others whose moving explains the order among siblings. */
async function movedIn(
  said: readonly Placed[],
  base: readonly Page[],
  tree: readonly Placed[],
): Promise<Set<Key>> {
  const moved = new Set<Key>();
  const before = childrenByParent(said);
  const known = new Set([...before.values()].flat());
  for (const [parent, keys] of childrenByParent(treeOf(base)))
    before.set(parent, [...(before.get(parent) ?? []), ...keys.filter((key) => !known.has(key))]);
  const after = childrenByParent(tree);
  const parents = parentsIn(before);
  for (const [parent, keys] of after)
    for (const key of keys) if (parents.has(key) && parents.get(key) !== parent) moved.add(key);
  const stays = (key: Key) => parents.has(key) && !moved.has(key);
  for (const [parent, keys] of after) {
    const now = keys.filter(stays);
    const isHere = new Set(now);
    for (const key of await reordered(
      (before.get(parent) ?? []).filter((one) => isHere.has(one)),
      now,
    ))
      moved.add(key);
  }
  return moved;
}

export function childrenByParent(tree: readonly Placed[], parent: Key = TOP, found = new Map<Key, Key[]>()) {
  found.set(
    parent,
    tree.map(({ key }) => key),
  );
  for (const { key, children } of tree) childrenByParent(children, key, found);
  return found;
}

export const parentsIn = (children: ReadonlyMap<Key, readonly Key[]>): Map<Key, Key> =>
  new Map([...children].flatMap(([parent, keys]) => keys.map((key) => [key, parent] as const)));
