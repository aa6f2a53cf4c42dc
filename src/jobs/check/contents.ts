// Rules of single pages: front matter, titles, blocks, images, OpenAPI blocks; and of files that nobody uses.
import { posix } from 'node:path';
import { nearest } from '../../files/nearest.ts';
import { decoded, markerLineOfPage, normalized } from '../../files/texts.ts';
import type { FolderPage, FolderSpace } from '../../folder/folder-space.ts';
import type { PageText } from '../../folder/page.ts';
import { readText } from '../../folder/page.ts';
import { inRepository, VARIABLES } from '../../folder/paths.ts';
import { keyPlaces, readMap } from '../../folder/settings.ts';
import { frontMatterKeys, lineOfKey } from '../../markdown/front-matter.ts';
import { settingFaults } from '../page-edits/page-file.ts';
import type { OpenApiBlock, PageFacts } from './facts.ts';
import type { Found } from './finding.ts';
import type { CheckedSpace, World } from './world.ts';

const MOST_TITLE = 100;
const LARGE_IMAGE = 5 * 1024 * 1024;
const LARGE_FILE = 100 * 1024 * 1024;
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?)$/i;

/** What the text of a file says by itself. */
export function textFindings(file: string, text: PageText, facts: PageFacts): Found[] {
  const found: Found[] = facts.faults.map(({ rule, line, column, message, key, fix }) => ({
    ...{ rule, file, line, column, message, key },
    ...(fix && { fix: { line, column, ...fix } }),
  }));
  const conflict = markerLineOfPage(text.source);
  if (conflict !== undefined)
    found.push({
      rule: 'page/conflict',
      ...{ file, line: conflict, column: 1, key: '', message: 'a conflict marker is left' },
    });
  const known = frontMatterKeys();
  for (const key of Object.keys(text.front ?? {})) {
    if (known.has(key)) continue;
    const [near] = nearest(key, known);
    const line = lineOfKey(text.source, key);
    const message = `the platform does not know "${key}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
    found.push({ rule: 'meta/unknown-key', file, line, column: 1, key, message });
  }
  for (const { key, line, message } of settingFaults(text))
    if (text.front?.[key]) found.push({ rule: 'meta/value', file, line, column: 1, key, message });
  return found;
}

/** The title of a page may be elsewhere, in SUMMARY.md. */
export function titleFindings(file: string, { title }: FolderPage, text: PageText): Found[] {
  if (title.length <= MOST_TITLE) return [];
  const { line, column } = titlePlace(text);
  const message = `the title has ${title.length} characters, more than ${MOST_TITLE}`;
  return [{ rule: 'page/long-title', file, line, column, key: title, message }];
}

function titlePlace({ source, bodyLine, settings }: PageText): { line: number; column: number } {
  if (settings.title !== undefined) return { line: lineOfKey(source, 'title'), column: 1 };
  const lines = source.split('\n', bodyLine);
  const at = lines.findIndex((line) => /^ {0,3}#[ \t]/.test(line));
  return { line: Math.max(0, at) + 1, column: 1 };
}

/** Titles and emptiness, when all pages are known. */
export function pageFindings({ space, texts }: CheckedSpace): Found[] {
  const parents = new Set(space.pages.map(({ parent }) => parent));
  const empty = texts.flatMap(({ page, file, facts }): Found[] => {
    if (!page || !facts.isEmpty || parents.has(page)) return [];
    if (page.settings.description !== undefined || page.settings.computed !== undefined) return [];
    return [
      { rule: 'page/empty', file, line: page.bodyLine ?? 1, column: 1, key: '', message: 'has no text' },
    ];
  });
  return [...sameTitles(space), ...empty];
}

/** As menus show them. */
function sameTitles(space: FolderSpace): Found[] {
  const firsts = new Map<FolderPage | undefined, Map<string, FolderPage>>();
  return space.pages.flatMap((page): Found[] => {
    const { file } = page;
    if (page.kind !== 'document' || file === undefined) return [];
    const siblings = firsts.get(page.parent) ?? new Map<string, FolderPage>();
    firsts.set(page.parent, siblings);
    const title = (page.menuTitle ?? page.title).trim().toLowerCase();
    const first = siblings.get(title);
    if (!first) siblings.set(title, page);
    const message = `has the title of ${first?.file}`;
    return first ? [{ rule: 'page/title-twice', file, line: 1, column: 1, key: title, message }] : [];
  });
}

/** What could not be read at all. */
export function problemFindings(world: World): Found[] {
  return world.folder.problems.flatMap(({ kind, file, line, column, message }): Found[] => {
    if (kind === 'summary' || kind === 'deep') return [];
    const isTwice = kind === 'yaml' && /must be unique/.test(message);
    const rule = kind !== 'yaml' ? 'page/unreadable' : isTwice ? 'meta/twice' : 'meta/yaml';
    const words = isTwice ? 'has this key twice' : message;
    return [{ rule, file, line, column, key: isTwice ? 'twice' : kind, message: words }];
  });
}

const SETTINGS_KEYS = new Set(['root', 'structure', 'redirects']);
const STRUCTURE_KEYS = new Set(['readme', 'summary']);

/** Keys of .gitbook.yaml, and whether the variables can be read. */
export async function settingsFindings(world: World, { space }: CheckedSpace): Promise<Found[]> {
  const { source } = world.folder;
  const found: Found[] = [];
  if (space.settings !== undefined) {
    const file = space.settings;
    const read = await readText(source, file);
    const text = 'text' in read ? read.text : '';
    const isMap = 'data' in readMap(text);
    const unknown = (path: readonly string[], known: ReadonlySet<string>) => {
      for (const { key, line, column } of keyPlaces(text, path)) {
        if (known.has(key)) continue;
        const [near] = nearest(key, known);
        const message = `the platform does not know "${key}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
        found.push({ rule: 'meta/unknown-key', file, line, column, key: [...path, key].join('.'), message });
      }
    };
    if (isMap) {
      unknown([], SETTINGS_KEYS);
      unknown(['structure'], STRUCTURE_KEYS);
    }
  }
  const variables = inRepository(space.directory, VARIABLES);
  const read = source.files.has(variables) ? await readText(source, variables) : undefined;
  const broken = read && 'text' in read ? readMap(read.text) : undefined;
  if (broken && 'problem' in broken)
    found.push({
      ...{
        rule: broken.code === 'duplicate key' ? 'meta/twice' : 'meta/yaml',
        file: variables,
        key: broken.code,
      },
      ...{ line: broken.line, column: broken.column, message: broken.problem },
    });
  return found;
}

/** Covers and other files that front matter names. */
export function coverPaths(space: FolderSpace): { page: FolderPage; path: string }[] {
  return space.pages.flatMap((page) => {
    const { cover, coverDark } = page.settings;
    const named = [cover, coverDark].filter((one) => typeof one === 'string');
    return named.flatMap((one) => {
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(one) || page.file === undefined) return [];
      const path = one.startsWith('/')
        ? posix.join(space.directory, one)
        : posix.join(posix.dirname(page.file), one);
      return [{ page, path }];
    });
  });
}

/** Files that are too large, and those that nothing leads to. Only folders of which something is used are for pages. */
export function assetFindings({ space }: CheckedSpace, used: ReadonlySet<string>): Found[] {
  const folders = new Set([...used].map((path) => posix.dirname(path)));
  return space.files.flatMap(({ path, size }): Found[] => {
    const at = { file: path, line: 1, column: 1, key: '' };
    const isImage = IMAGE.test(path);
    const isAsset = path.includes('.gitbook/assets/') || (isImage && folders.has(posix.dirname(path)));
    if (!used.has(path) && isAsset)
      return [{ rule: 'asset/unused', ...at, message: `is used by no page (${sizeOf(size)})` }];
    if (used.has(path) && size > (isImage ? LARGE_IMAGE : LARGE_FILE))
      return [{ rule: 'asset/large', ...at, message: `has ${sizeOf(size)}` }];
    return [];
  });
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const MOST_SPECIFICATION = 20 * 1024 * 1024;

/** OpenAPI blocks that name a file of the folder: each file is read once. */
export async function openApiFindings(
  world: World,
  { texts }: CheckedSpace,
  used: Set<string>,
): Promise<Found[]> {
  const documents = new Map<string, unknown>();
  const found: Found[] = [];
  for (const { file, facts } of texts)
    for (const block of facts.openApi) {
      const { line, column, src, path, method } = block;
      if (src === undefined || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(src)) continue;
      const at = posix.join(posix.dirname(file), normalized(decoded(src), 'NFC'));
      used.add(at);
      if (!documents.has(at)) documents.set(at, await specificationAt(world, at));
      const fault = openApiFault(block, whyMissing(world, at), documents.get(at));
      if (fault) found.push({ ...fault, file, line, column, key: `${src} ${path} ${method}` });
    }
  return found;
}

function whyMissing(world: World, path: string): string | undefined {
  if (world.folder.source.files.has(path)) return undefined;
  const other = world.otherCase(path);
  return other === undefined ? 'does not exist' : `is called ${other}`;
}

function openApiFault(
  { src, path, method }: OpenApiBlock,
  missing: string | undefined,
  document: unknown,
): Pick<Found, 'rule' | 'message'> | undefined {
  if (missing !== undefined) return { rule: 'openapi/missing', message: `${src} ${missing}` };
  if (path === undefined || hasOperation(document, path, method)) return undefined;
  const name = `${(method ?? 'get').toUpperCase()} ${path}`;
  return { rule: 'openapi/operation', message: `${src} has no operation ${name}` };
}

async function specificationAt(world: World, path: string): Promise<unknown> {
  if (!world.folder.source.files.has(path)) return undefined;
  const read = await readText(world.folder.source, path, MOST_SPECIFICATION);
  if ('problem' in read) return undefined;
  const { readYaml } = await import('../../files/yaml-text.ts');
  const end = await readYaml(read.text, { maxAliasCount: 1000 });
  return 'value' in end ? end.value : undefined;
}

/** A document that cannot be read is nothing that a block can be blamed for. */
function hasOperation(document: unknown, path: string, method: string | undefined): boolean {
  if (typeof document !== 'object' || document === null || !('paths' in document)) return true;
  const { paths } = document;
  if (typeof paths !== 'object' || paths === null) return true;
  const item: unknown = Object.hasOwn(paths, path) ? (paths as Record<string, unknown>)[path] : undefined;
  if (typeof item !== 'object' || item === null) return false;
  return method === undefined || '$ref' in item || Object.hasOwn(item, method.toLowerCase());
}
