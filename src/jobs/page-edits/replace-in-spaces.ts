// Finds what a change of words would change: page by page, over many spaces. Reads only.
import type { Page } from '../../api/content/content-shapes.ts';
import { getChangeRequestPage, getPage, listChangeRequestPages, listPages } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { allPages, pathOf } from '../../domain/content/page-place.ts';
import { type Analysis, loadMarkdown } from '../../markdown/analyze.ts';
import { appLink, loadMapTargets, partsOfTarget } from '../../markdown/link-targets.ts';
import { type Asked, insideOf, protectedIn } from './protected.ts';
import { pageOfPath } from './resolve-targets.ts';

// Replaces words in a Markdown text, but for code, URLs and IDs.

interface Replacing extends Asked {
  from: string;
  to: string;
  ignoreCase?: boolean;
}

export interface Replaced {
  text: string;
  /** Places that were replaced. */
  places: number;
  /** Places in code, URLs and IDs that were left as they are. */
  left: number;
}

/** A change of words in Markdown. A word is replaced only where it is whole: `Label` is not in `Labels`. */
export function replaceWords(markdown: string, replacing: Replacing): Replaced {
  const pattern = patternOf(replacing);
  if (markdown.search(pattern) === -1) return { text: markdown, places: 0, left: 0 };
  const ranges = protectedIn(markdown, replacing);
  return replaceOutside(markdown, pattern, replacing.to, insideOf(ranges));
}

/** The same in a title, which is no Markdown: what looks like a URL or an ID there is one. */
export const replaceInTitle = (title: string, replacing: Replacing): Replaced =>
  replaceOutside(
    title,
    patternOf(replacing),
    replacing.to,
    replacing.urls ? () => false : insideOf(protectedIn(title, { ...replacing, code: true })),
  );

function replaceOutside(
  text: string,
  pattern: RegExp,
  to: string,
  isProtected: (at: number) => boolean,
): Replaced {
  let places = 0;
  let left = 0;
  const replaced = text.replace(pattern, (found: string, at: number) => {
    if (isProtected(at) || isProtected(at + found.length - 1)) {
      left += 1;
      return found;
    }
    places += 1;
    return to;
  });
  return { text: replaced, places, left };
}

/** An underscore beside a word is emphasis, unless the word goes on behind it. */
const LETTER = '[\\p{L}\\p{M}\\p{N}]';
/** Written without spaces between words: every place counts. */
const UNSPACED = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u;

/** Spaces match any white space within a paragraph: Markdown breaks lines anywhere. */
function patternOf({ from, ignoreCase }: Replacing): RegExp {
  const words = from.trim().split(/\s+/u);
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const isWord = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character) && !UNSPACED.test(character);
  const characters = [...from.trim()];
  const before = isWord(characters[0]) ? `(?<!${LETTER}_*)` : '';
  const after = isWord(characters.at(-1)) ? `(?!_*${LETTER})` : '';
  const gap = '(?:[^\\S\\n]+|[^\\S\\n]*\\n[^\\S\\n]*)';
  return new RegExp(`${before}${escaped.join(gap)}${after}`, ignoreCase ? 'giu' : 'gu');
}

export interface ReplacedPage {
  id: string;
  title: string;
  path: string;
  /** The new title, where it differs. */
  newTitle?: string;
  description?: { before: string; after: string };
  markdown?: { before: string; after: string };
  places: number;
}

export interface ReplacedSpace {
  id: string;
  title: string;
  /** Of main, as it was when its pages were read. */
  revision: string;
  pages: ReplacedPage[];
  /** Places in code, URLs and IDs. */
  left: number;
  /** Links of its pages to headings that the words rename, led to the new anchors. */
  led: number;
  /** Links of other spaces to such headings, which stay as they are. */
  elsewhere: number;
  /** Pages that were looked at. */
  read: number;
}

interface Looking {
  width: Width;
  onPage: (total: number) => void;
  /** The change request that is read in place of main, by the space. */
  own?: ReadonlyMap<string, { id: string }> | undefined;
}

/** Reads every page of the spaces. Throws the first failure: half a change of words looks like a whole one. */
export async function replaceInSpaces(
  client: Client,
  spaces: readonly string[],
  replacing: Replacing,
  { width, onPage, own }: Looking,
): Promise<ReplacedSpace[]> {
  const readerOf = (spaceId: string) => readerIn(client, spaceId, own?.get(spaceId)?.id);
  const trees = await mapAll(client, spaces, width, (spaceId) => treeOf(client, readerOf(spaceId), spaceId));
  const jobs = trees.flatMap(({ space, pages }) => pages.map((page) => ({ space, page })));
  const found = await mapAll(client, jobs, width, async ({ space, page }) => {
    const result = await replaceInPage(readerOf(space.id), page, replacing);
    onPage(jobs.length);
    return { space: space.id, ...result };
  });
  const { texts, elsewhere } = await followSections(found);
  return trees.map(({ space, pages }) => {
    const own = found.filter((one) => one.space === space.id);
    return {
      ...space,
      read: pages.length,
      pages: own.flatMap((one) => withLinks(one, texts.get(one.page.id)?.text) ?? []),
      left: own.reduce((sum, { left }) => sum + left, 0),
      led: own.reduce((sum, { page }) => sum + (texts.get(page.id)?.links ?? 0), 0),
      elsewhere: elsewhere.get(space.id) ?? 0,
    };
  });
}

/** The edit of a page with its links led on; undefined where nothing of it changes. */
function withLinks({ page, before, replaced }: ReadPage, text: string | undefined): ReplacedPage | undefined {
  if (text === undefined) return replaced;
  const edit = replaced ?? { id: page.id, title: page.title, path: pathOf(page), places: 0 };
  return { ...edit, markdown: { before, after: text } };
}

interface Reader {
  tree: () => Promise<{ pages: readonly Page[] }>;
  page: (pageId: string) => Promise<Page>;
}

/** Reads main of a space, or a change request. */
function readerIn(client: Client, spaceId: string, changeRequestId: string | undefined): Reader {
  const names = { spaceId, metadata: false, computed: false };
  const text = { spaceId, format: 'markdown' as const };
  if (changeRequestId === undefined)
    return {
      tree: () => client.call(listPages, names),
      page: (pageId) => client.call(getPage, { ...text, pageId }),
    };
  return {
    tree: () => client.call(listChangeRequestPages, { ...names, changeRequestId }),
    page: (pageId) => client.call(getChangeRequestPage, { ...text, changeRequestId, pageId }),
  };
}

/** The revision first: what changes while pages are read is noticed when the change is sent. */
async function treeOf(client: Client, { tree }: Reader, spaceId: string) {
  const { id, title, revision } = await client.call(getSpace, { spaceId });
  const { pages } = await tree();
  return { space: { id, title, revision }, pages: allPages(pages).filter(isWritten) };
}

interface ReadPage extends EditedText {
  replaced?: ReplacedPage;
  left: number;
}

/** The content of computed pages and links is made elsewhere. */
const isWritten = (page: Page): boolean =>
  page.type === 'group' || (page.type === 'document' && page.computed === undefined);

async function replaceInPage(
  reader: Reader,
  page: Page,
  replacing: Replacing,
): Promise<Omit<ReadPage, 'space'>> {
  const { id, title, type } = page;
  const whole = type === 'document' ? await reader.page(id) : page;
  const before = {
    markdown: ('markdown' in whole && whole.markdown) || '',
    description: ('description' in whole && whole.description) || '',
  };
  const named = replaceInTitle(title, replacing);
  const described = replaceInTitle(before.description, replacing);
  const written = replaceWords(before.markdown, replacing);
  const places = named.places + described.places + written.places;
  const left = named.left + described.left + written.left;
  const read = { page, before: before.markdown, after: written.text, left };
  if (places === 0) return read;
  return {
    ...read,
    replaced: {
      id,
      title,
      path: pathOf(page),
      places,
      ...(named.places > 0 && { newTitle: named.text }),
      ...(described.places > 0 && {
        description: { before: before.description, after: described.text },
      }),
      ...(written.places > 0 && { markdown: { before: before.markdown, after: written.text } }),
    },
  };
}

// Links to sections whose headings an edit renames: those of the space are led to the new anchors.

/** A page of a space, as it is and as it will be. */
interface EditedText {
  space: string;
  page: Page;
  before: string;
  after: string;
}

export interface FollowedLinks {
  /** New texts of pages whose links were led on, and how many links. */
  texts: ReadonlyMap<string, { text: string; links: number }>;
  /** Links of other spaces to the sections, which stay. By space that they lead to. */
  elsewhere: ReadonlyMap<string, number>;
}

/** The new anchor by the old one, by page. */
type Renamed = ReadonlyMap<string, ReadonlyMap<string, string>>;

async function followSections(texts: readonly EditedText[]): Promise<FollowedLinks> {
  const { analyze } = await loadMarkdown();
  const renamed: Renamed = new Map(
    texts
      .filter(({ before, after }) => before !== after)
      .map(({ page, before, after }) => [page.id, renamedIn(analyze(before), analyze(after))] as const)
      .filter(([, anchors]) => anchors.size > 0),
  );
  const followed = new Map<string, { text: string; links: number }>();
  const elsewhere = new Map<string, number>();
  if (renamed.size === 0) return { texts: followed, elsewhere };
  const mapTargets = await loadMapTargets();
  const bySpace = new Map(texts.map(({ space }): [string, EditedText[]] => [space, []]));
  for (const text of texts) bySpace.get(text.space)?.push(text);
  for (const { space, page, after } of texts) {
    const pages = (bySpace.get(space) ?? []).map((one) => one.page);
    let links = 0;
    const text = mapTargets(after, (target) => {
      const there = foreignSection(target, space, { bySpace, renamed });
      if (there !== undefined) elsewhere.set(there, (elsewhere.get(there) ?? 0) + 1);
      const led = ledOn(target, { page, pages, renamed });
      if (led !== undefined) links += 1;
      return led;
    });
    if (links > 0) followed.set(page.id, { text, links });
  }
  return { texts: followed, elsewhere };
}

/** Sections are told by their order: a change of words makes and takes none. */
function renamedIn(before: Analysis, after: Analysis): Map<string, string> {
  const pairs = before.sections.map(
    ({ anchor }, at) => [anchor, after.sections[at]?.anchor ?? anchor] as const,
  );
  const isSame = before.sections.length === after.sections.length;
  return new Map(isSame ? pairs.filter(([old, now]) => old !== '' && old !== now) : []);
}

interface Here {
  page: Page;
  pages: readonly Page[];
  renamed: Renamed;
}

function ledOn(target: string, { page, pages, renamed }: Here): string | undefined {
  const { path, rest, isUrl } = partsOfTarget(target);
  const anchor = anchorOf(rest);
  if (anchor === undefined || isUrl) return undefined;
  const git = 'git' in page ? page.git?.path : undefined;
  const at = { path: 'path' in page ? page.path : '', ...(git !== undefined && { git }) };
  const to = path === '' ? page : pageOfPath(path, { pages, at });
  const now = to && renamed.get(to.id)?.get(anchor);
  return now === undefined ? undefined : target.slice(0, target.indexOf('#') + 1) + encodeURIComponent(now);
}

/** The other space that a target leads to a renamed section of. */
function foreignSection(
  target: string,
  own: string,
  { bySpace, renamed }: { bySpace: ReadonlyMap<string, readonly EditedText[]>; renamed: Renamed },
): string | undefined {
  const link = appLink(target);
  if (link?.anchor === undefined || link.space === own) return undefined;
  const pages = (bySpace.get(link.space) ?? []).map(({ page }) => page);
  const page = pageOfPath(`/${link.path}`, { pages, at: { path: '' } });
  return page && renamed.get(page.id)?.has(link.anchor) ? link.space : undefined;
}

function anchorOf(rest: string): string | undefined {
  const at = rest.indexOf('#');
  return at === -1 ? undefined : partsOfTarget(rest.slice(at + 1)).path;
}
