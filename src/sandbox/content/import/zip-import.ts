// Imports a ZIP archive of Markdown or HTML files, by its SUMMARY.md or by its folders.
import { posix } from 'node:path';
import { ValidationError } from '../../../errors.ts';
import { kindOf } from '../../../jobs/folder/paths.ts';
import { isUrl } from '../../../jobs/folder/summary.ts';
import { writePage } from '../../../markdown/front-matter.ts';
import { slugBook } from '../../../markdown/slug.ts';
import { LIMITS } from '../../limits.ts';
import type { PageNode, Tree } from '../model.ts';
import { imageSize } from '../pdf/image-size.ts';
import type { RepoAsset, RepoText } from '../repository/repo-files.ts';
import { treeFromFiles } from '../repository/repo-import.ts';
import { mapLinks } from '../repository/repo-links.ts';
import type { Steps } from '../steps.ts';
import { walk } from '../tree.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { type BoundedImport, type ImportedContent, textOf } from './import-source.ts';
import { unzip } from './unzip.ts';

/** Stands for the archive in links of HTML pages, which come out absolute. */
const BASE = 'https://archive.invalid/';

/** Throws ValidationError for an archive that is damaged, hostile, too large, or holds no page. */
export function* importArchive(bytes: Uint8Array, options: BoundedImport): Steps<ImportedContent> {
  const files = withoutRoot(yield* unzip(bytes, { ...options.limits, files: LIMITS.files }));
  const texts = new Map<string, RepoText>();
  const assets: RepoAsset[] = [];
  for (const [path, content] of files) {
    const text = textFile(path, content);
    if (text) texts.set(text.path, text);
    else if (kindOf(path) === 'file') assets.push(asset(path, content, options));
    yield;
  }
  const { content, newId, now } = options;
  const tree = yield* treeFromFiles(
    { texts, assets },
    { directory: '', content, newId, now, depth: LIMITS.depth, pages: LIMITS.files },
  );
  const pages = yield* linkPages(withFreeSlugs(tree, options), options);
  if (pages.length === 0)
    throw new ValidationError('nothing to import: the ZIP archive contains no Markdown or HTML page');
  const found = [...walk(pages)].filter(({ page }) => page.type === 'document').length;
  return {
    pages,
    files: tree.files.map(({ git: _, ...file }) => file),
    importedResources: found + tree.files.length,
    totalResources: texts.size + assets.length,
  };
}

/** An archive of one folder is an archive of what is in it. */
function withoutRoot(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const kept = [...files].filter(([path]) => !path.startsWith('__MACOSX/'));
  const root = `${kept[0]?.[0].split('/')[0]}/`;
  if (!kept.every(([path]) => path.startsWith(root))) return new Map(kept);
  return new Map(kept.map(([path, bytes]) => [path.slice(root.length), bytes]));
}

function textFile(path: string, bytes: Uint8Array): RepoText | undefined {
  if (/\.html?$/i.test(path) && kindOf(path) === 'file') {
    const { title, markdown } = htmlToMarkdown(textOf(bytes, path), `${BASE}${encodeURI(path)}`);
    return { path: pagePath(path), oid: '', text: writePage({ title, fields: {} }, markdown) };
  }
  const kind = kindOf(path);
  return kind === undefined || kind === 'file' ? undefined : { path, oid: '', text: textOf(bytes, path) };
}

const pagePath = (path: string) => path.replace(/\.html?$/i, '.md');

function asset(path: string, bytes: Uint8Array, { content }: BoundedImport): RepoAsset {
  const dimensions = imageSize(bytes);
  return { path, oid: '', size: bytes.length, hash: content.put(bytes), ...(dimensions && { dimensions }) };
}

function withFreeSlugs(tree: Tree, { taken = [] }: BoundedImport): Tree {
  const unique = slugBook(taken);
  return { ...tree, pages: tree.pages.map((page) => ({ ...page, slug: unique(page.slug) })) };
}

/** Files of the archive are no places of a repository: links between them become links to pages and files. */
function* linkPages(tree: Tree, { content }: BoundedImport): Steps<PageNode[]> {
  const targets = new Map<string, string>();
  for (const { page, path } of walk(tree.pages)) if (page.git) targets.set(page.git.path, `/${path}`);
  for (const file of tree.files) if (file.git) targets.set(file.git.path, `/files/${file.id}`);
  const linked = function* (nodes: readonly PageNode[]): Steps<PageNode[]> {
    const made: PageNode[] = [];
    for (const { git, ...page } of nodes) {
      const pages = yield* linked(page.pages);
      const from = posix.dirname(git?.path ?? '');
      const text =
        page.markdown === undefined
          ? undefined
          : mapLinks(content.text(page.markdown), (href) => targetOf(href, from, targets));
      made.push({ ...page, ...(text !== undefined && { markdown: content.put(text) }), pages });
      yield;
    }
    return made;
  };
  return yield* linked(tree.pages);
}

function targetOf(href: string, from: string, targets: ReadonlyMap<string, string>): string | undefined {
  const isOwn = href.startsWith(BASE);
  if (isUrl(href) && !isOwn) return undefined;
  const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(isOwn ? href.slice(BASE.length) : href) ?? [];
  if (path === '') return undefined;
  const full = isOwn ? decode(path) : posix.join(from, decode(path));
  const target = targets.get(full) ?? targets.get(pagePath(full));
  return target === undefined ? undefined : `${target}${suffix}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
