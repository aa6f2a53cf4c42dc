// Brings a website, a Markdown or HTML page, or a ZIP archive of pages into pages and files.
import { posix } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { ValidationError } from '../../../errors.ts';
import { decoded } from '../../../files/texts.ts';
import { kindOf, titleOfPath } from '../../../folder/paths.ts';
import { readPage, writePage } from '../../../markdown/front-matter.ts';
import { slugBook, slugify, uniqueSlug } from '../../../markdown/heading-anchor.ts';
import { isUrl } from '../../../markdown/link-targets.ts';
import { firstHeading } from '../../../markdown/page-title.ts';
import { LIMITS } from '../../limits.ts';
import { inSlices } from '../../slices.ts';
import type { PageNode, Tree } from '../model.ts';
import { imageSize } from '../pdf/image-size.ts';
import { pageFields } from '../repository/page-fields.ts';
import type { RepoAsset, RepoText } from '../repository/repo-files.ts';
import { treeFromFiles } from '../repository/repo-import.ts';
import { mapLinks } from '../repository/repo-links.ts';
import { type Steps, walk } from '../tree.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import {
  type BoundedImport,
  type ContentImport,
  fetchFirst,
  type ImportedContent,
  type ImportLimits,
  textOf,
} from './import-source.ts';
import { importWebsite } from './website-import.ts';

// Reads a ZIP archive in memory, within limits that hold before anything is inflated.

export interface ZipLimits {
  files: number;
  fileBytes: number;
  totalBytes: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** The end record is followed by a comment of at most this length. */
const MAX_COMMENT = 0xffff;

/** Returns the files by path. Throws ValidationError for anything that is no plain ZIP, climbs out, or is too large. */
function* unzip(bytes: Uint8Array, limits: ZipLimits): Steps<Map<string, Uint8Array>> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return yield* readEntries(buffer, limits);
  } catch (error) {
    if (error instanceof ValidationError) throw error;
    // Offsets that lead outside, and streams that cannot be inflated.
    throw new ValidationError('the ZIP archive is damaged', { cause: error });
  }
}

function* readEntries(buffer: Buffer, limits: ZipLimits): Steps<Map<string, Uint8Array>> {
  const end = findEnd(buffer);
  const count = buffer.readUInt16LE(end + 10);
  if (count > limits.files)
    throw new ValidationError(`the ZIP archive contains more than ${limits.files} files`);
  const files = new Map<string, Uint8Array>();
  let at = buffer.readUInt32LE(end + 16);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (buffer.readUInt32LE(at) !== ENTRY) throw new ValidationError('the ZIP archive is damaged');
    const nameLength = buffer.readUInt16LE(at + 28);
    const path = pathOf(buffer.subarray(at + 46, at + 46 + nameLength));
    const size = buffer.readUInt32LE(at + 24);
    total += size;
    if (size > limits.fileBytes)
      throw new ValidationError(
        `file "${path}" has ${size} bytes, more than the ${limits.fileBytes} allowed`,
      );
    if (total > limits.totalBytes)
      throw new ValidationError(`the ZIP archive contains more than ${limits.totalBytes} bytes`);
    if (!path.endsWith('/')) files.set(path, readContent(buffer, at, size));
    yield;
    at += 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return files;
}

function findEnd(buffer: Buffer): number {
  const lowest = Math.max(0, buffer.length - 22 - MAX_COMMENT);
  for (let at = buffer.length - 22; at >= lowest; at -= 1) if (buffer.readUInt32LE(at) === END) return at;
  throw new ValidationError('this is not a ZIP archive');
}

function pathOf(name: Buffer): string {
  const path = name.toString('utf8').replaceAll('\\', '/');
  const isSafe = !path.startsWith('/') && !path.includes('\0') && !/^[a-z]:/i.test(path);
  if (!isSafe || path.split('/').includes('..')) {
    throw new ValidationError(
      `the ZIP archive contains a path that leads out of it: "${path.slice(0, 200)}"`,
    );
  }
  return path;
}

function readContent(buffer: Buffer, entry: number, size: number): Uint8Array {
  const [flags, method] = [buffer.readUInt16LE(entry + 8), buffer.readUInt16LE(entry + 10)];
  const local = buffer.readUInt32LE(entry + 42);
  if (flags & ENCRYPTED) throw new ValidationError('the ZIP archive is encrypted');
  if (buffer.readUInt32LE(local) !== LOCAL) throw new ValidationError('the ZIP archive is damaged');
  const from = local + 30 + buffer.readUInt16LE(local + 26) + buffer.readUInt16LE(local + 28);
  const data = buffer.subarray(from, from + buffer.readUInt32LE(entry + 20));
  if (method === STORED && data.length === size) return data;
  if (method !== DEFLATED)
    throw new ValidationError(`the ZIP archive uses compression method ${method}, which is not supported`);
  if (size === 0) return new Uint8Array();
  const content = inflateRawSync(data, { maxOutputLength: size });
  if (content.length !== size) throw new ValidationError('the ZIP archive is damaged');
  return content;
}

// Imports a ZIP archive of Markdown or HTML files, by its SUMMARY.md or by its folders.

/** Stands for the archive in links of HTML pages, which come out absolute. */
const BASE = 'https://archive.invalid/';

/** Throws ValidationError for an archive that is damaged, hostile, too large, or holds no page. */
function* importArchive(bytes: Uint8Array, options: BoundedImport): Steps<ImportedContent> {
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
  const full = isOwn ? decoded(path) : posix.join(from, decoded(path));
  const target = targets.get(full) ?? targets.get(pagePath(full));
  return target === undefined ? undefined : `${target}${suffix}`;
}

const IMPORT_LIMITS: ImportLimits = {
  pages: LIMITS.websitePages,
  files: LIMITS.websiteFiles,
  fileBytes: LIMITS.fileBytes,
  totalBytes: LIMITS.archiveBytes,
};

/** Throws ValidationError for a source that cannot be read here, and where the address gives nothing to import. */
export async function importContent(options: ContentImport): Promise<ImportedContent> {
  const limits = { ...IMPORT_LIMITS, ...options.limits };
  switch (options.source) {
    case 'website':
      return importWebsite({ ...options, limits });
    case 'html':
      return importWebsite({ ...options, limits: { ...limits, pages: 1 } });
    case 'markdown':
      return importMarkdown(options);
    case 'zip':
      return inSlices(
        importArchive((await fetchFirst(options.fetch, options.url)).bytes, { ...options, limits }),
      );
    default:
      throw new ValidationError(
        `source "${options.source}" cannot be imported by the sandbox; it reads website, markdown, html and zip`,
      );
  }
}

async function importMarkdown({
  url,
  fetch,
  content,
  newId,
  now,
  taken = [],
}: ContentImport): Promise<ImportedContent> {
  const { bytes } = await fetchFirst(fetch, url);
  const { fields, title, markdown } = readPage(textOf(bytes, url));
  const name = posix.basename(new URL(url).pathname);
  const shown = title ?? firstHeading(markdown) ?? (titleOfPath(decodeURI(name)) || 'Page');
  const page: PageNode = {
    id: newId(),
    type: 'document',
    title: shown,
    slug: uniqueSlug(slugify(fields.slug ?? shown), taken),
    ...pageFields(fields, '', { page: () => undefined, file: () => undefined }),
    markdown: content.put(markdown),
    createdAt: now,
    updatedAt: now,
    pages: [],
  };
  return { pages: [page], files: [], importedResources: 1, totalResources: 1 };
}
