// Makes the files of a repository of a page tree, so that an import gives the same tree back.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { ContentRef } from '../../../api/content/content-ref.ts';
import { contentTypeOf } from '../../../files/content-type.ts';
import { writeYaml } from '../../../files/yaml-file.ts';
import { FILE_NAMES, inRepository, slugOfPath, VARIABLES } from '../../../folder/paths.ts';
import { parseMap, type Structure, USUAL } from '../../../folder/settings.ts';
import { parseSummary, readItem, type SummaryItem } from '../../../folder/summary.ts';
import { type PageFields, readPage, writePage } from '../../../markdown/front-matter.ts';
import { slugify } from '../../../markdown/heading-anchor.ts';
import { isUrl } from '../../../markdown/link-targets.ts';
import { escapeTitle } from '../../../markdown/page-title.ts';
import { same } from '../merge/merge-text.ts';
import type { ContentStore, Hash, PageNode, Tree } from '../model.ts';
import type { Steps } from '../tree.ts';
import { fieldsOf, type PathLookup, targetWithPaths } from './page-fields.ts';
import { type Layout, layoutOf } from './repo-layout.ts';
import { linksFromTree, linksToFiles } from './repo-links.ts';

// SUMMARY.md, written: what `parseSummary` reads back as the same items.

const COMMENT = '<!--';

/** Writes a table of contents that `parseSummary` reads back as the same items. */
export function* writeSummary(items: readonly SummaryItem[]): Steps<string> {
  // A heading takes all that follows, so only groups with nothing but groups behind them can be headings.
  const isGroup = (item: SummaryItem) => item.href === undefined;
  let lists = items.length;
  while (lists > 0 && isGroup(items[lists - 1] ?? { title: '', href: '', children: [] })) lists -= 1;
  const parts = ['# Table of contents', (yield* listLines(items.slice(0, lists))).join('\n')];
  for (const item of items.slice(lists)) {
    const children = yield* listLines(item.children);
    parts.push([`## ${itemText(item)}`, ...(children.length > 0 ? ['', ...children] : [])].join('\n'));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function* listLines(items: readonly SummaryItem[], level = 0, lines: string[] = []): Steps<string[]> {
  for (const item of items) {
    lines.push(`${'  '.repeat(level)}* ${itemText(item)}`);
    yield;
    yield* listLines(item.children, level + 1, lines);
  }
  return lines;
}

function itemText(item: SummaryItem): string {
  const { title, href, meta } = item;
  const text = (name: string, fields: Record<string, unknown>) => {
    const link = href === undefined ? name : `[${name}](${encodeHref(href)})`;
    return Object.keys(fields).length > 0 ? `${link} ${COMMENT} ${commentJson(fields)} -->` : link;
  };
  const plain = text(escapeTitle(title), meta ?? {});
  // Line breaks and outer spaces cannot be written as they are.
  return /[\r\n]/.test(plain) || readItem(plain).title !== title
    ? text(escapeTitle(title.replace(/\s+/g, ' ').trim()) || '-', { ...meta, title })
    : plain;
}

/** Without `<` and `>` no comment can end early. */
const commentJson = (fields: Record<string, unknown>): string =>
  JSON.stringify(fields).replace(
    /[<>\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function encodeHref(href: string): string {
  const unsafe = isUrl(href) ? /[\s()<>\\\p{Cc}]/gu : /[\s()<>%\\\p{Cc}]/gu;
  return href.replace(unsafe, (char) => encodeURIComponent(char).replace(/[()]/g, escapeCode));
}

const escapeCode = (char: string) => `%${char.charCodeAt(0).toString(16)}`;

export interface ExportOptions {
  /** Project directory in the repository; empty for all of it. */
  directory: string;
  treeUrl?: string | undefined;
  content: ContentStore;
  /** Where the table of contents and the first page are. */
  structure?: Structure | undefined;
  /** Texts of the branch as it is, by path in the project. What says the same already stays as it is written. */
  existing: ReadonlyMap<string, string>;
  /** Paths of the branch that are not ours to write to. */
  foreign: Iterable<string>;
  hash?: 'sha1' | 'sha256';
}

export interface ExportedFile {
  /** Blob id in git. */
  oid: string;
  bytes(): Uint8Array;
}

export interface Exported {
  /** By path in the repository. */
  files: Map<string, ExportedFile>;
  /** The same tree, each node with its place in the repository. */
  tree: Tree;
}

interface Export extends ExportOptions {
  structure: Structure;
  layout: Layout;
  paths: PathLookup;
  files: Map<string, ExportedFile>;
  /** Paths of files that pages name by their name alone: no repository held them until now. */
  named: ReadonlyMap<string, string>;
}

export function* filesFromTree(tree: Tree, options: ExportOptions): Steps<Exported> {
  const { structure = USUAL } = options;
  const layout = yield* layoutOf(tree, { ...options, structure });
  const paths: PathLookup = { page: (id) => layout.pages.get(id), file: (id) => layout.files.get(id) };
  const named = new Map(
    tree.files.flatMap(({ id, name, git }) => (git ? [] : [[name, layout.files.get(id) ?? name] as const])),
  );
  const run: Export = { ...options, structure, layout, paths, files: new Map(), named };
  yield;
  const pages = yield* exportPages(run, tree.pages);
  writeText(run, structure.summary, yield* summaryText(run, tree));
  if (Object.keys(tree.variables).length > 0)
    writeText(run, VARIABLES, yamlText(run, VARIABLES, tree.variables));
  yield;
  const files: Tree['files'] = [];
  for (const file of tree.files) {
    const path = layout.files.get(file.id) ?? '';
    files.push({ ...file, git: write(run, path, () => options.content.get(file.hash)) });
    yield;
  }
  const names = fileNames(run, tree);
  if (Object.keys(names).length > 0) writeText(run, FILE_NAMES, yamlText(run, FILE_NAMES, names));
  const reusableContents = tree.reusableContents.map((node) => {
    const path = layout.includes.get(node.id) ?? '';
    const markdown = withPaths(run, path, node.markdown);
    const text = pageText(run, path, { title: node.title, markdown, fields: {} });
    return { ...node, ...(markdown !== undefined && { markdown }), git: writeText(run, path, text) };
  });
  return { files: run.files, tree: { ...tree, pages, files, reusableContents } };
}

function* exportPages(run: Export, pages: readonly PageNode[]): Steps<PageNode[]> {
  const exported: PageNode[] = [];
  for (const page of pages) {
    const below = yield* exportPages(run, page.pages);
    exported.push(exportPage(run, page, below));
    yield;
  }
  return exported;
}

function exportPage(run: Export, page: PageNode, pages: PageNode[]): PageNode {
  const path = run.layout.pages.get(page.id);
  if (path === undefined) {
    const { git: _, ...rest } = page;
    return { ...rest, pages };
  }
  const fields = { ...slugField(page.slug, slugOfPath(path)), ...fieldsOf(page, path, run.paths) };
  const markdown = withPaths(run, path, page.markdown);
  const git = writeText(run, path, pageText(run, path, { title: page.title, markdown, fields }));
  return { ...page, ...(markdown !== undefined && { markdown }), pages, git };
}

/** The text, with files named by where they are from now on. */
function withPaths({ content, named }: Export, path: string, hash?: Hash): Hash | undefined {
  if (named.size === 0 || hash === undefined) return hash;
  const text = content.text(hash);
  const mapped = linksToFiles(text, path, named);
  return mapped === text ? hash : content.put(mapped);
}

const slugField = (slug: string, expected: string): PageFields => (slug === expected ? {} : { slug });

interface PageText {
  title: string;
  markdown: string | undefined;
  fields: PageFields;
}

/** A file that reads as this page already stays byte for byte; what we do not know of its front matter stays in any case. */
function pageText(run: Export, path: string, { title, markdown: hash, fields }: PageText): string {
  const text = hash === undefined ? '' : run.content.text(hash);
  const { directory, treeUrl } = run;
  const markdown = treeUrl ? linksFromTree(text, { directory, path, treeUrl }) : text;
  const existing = run.existing.get(path);
  if (existing === undefined) return writePage({ title, fields }, markdown);
  const read = readPage(existing);
  const { slug, ...plain } = read.fields;
  const readFields = { ...(slug !== undefined && slugField(slug, slugOfPath(path))), ...plain };
  // Without a title of its own it has the one of the table of contents, which is this one.
  const isSame = read.title === title || (read.title === undefined && title !== '');
  if (isSame && read.markdown === markdown && same(readFields, fields)) return existing;
  return writePage({ title, fields, unknown: read.unknown }, markdown);
}

function* summaryText(run: Export, tree: Tree): Steps<string> {
  const items = yield* summaryItems(run, tree.pages, new Set());
  const existing = run.existing.get(run.structure.summary);
  if (existing !== undefined && same(parseSummary(existing), items)) return existing;
  yield;
  return yield* writeSummary(items);
}

function* summaryItems(run: Export, pages: readonly PageNode[], listed: Set<string>): Steps<SummaryItem[]> {
  const items: SummaryItem[] = [];
  for (const page of pages) {
    items.push(yield* summaryItem(run, page, listed));
    yield;
  }
  return items;
}

function* summaryItem(run: Export, page: PageNode, listed: Set<string>): Steps<SummaryItem> {
  const path = run.layout.pages.get(page.id);
  if (path !== undefined) listed.add(page.id);
  // Before its children are listed: the item comes before them.
  const { href, ...target } = targetFields(run, page, listed);
  const children = yield* summaryItems(run, page.pages, listed);
  if (path !== undefined) return { title: page.title, href: hrefOf(path), children };
  const type = page.type === 'group' || href !== undefined ? {} : { type: page.type };
  const meta = {
    ...slugField(page.slug, slugify(page.title)),
    ...fieldsOf(page, '', run.paths),
    ...type,
    ...target,
  };
  return {
    title: page.title,
    ...(href !== undefined && { href }),
    ...(Object.keys(meta).length > 0 && { meta }),
    children,
  };
}

/** Addresses, files, headings of pages and pages that were listed before can be linked to; every other target is written in the comment. */
function targetFields(
  run: Export,
  { target }: PageNode,
  listed: ReadonlySet<string>,
): { href?: string; target?: Record<string, unknown> } {
  if (!target) return {};
  if (target.kind === 'url' && isUrl(target.url) && /^[^\s()<>\\\p{Cc}]*$/u.test(target.url))
    return { href: target.url };
  const page = pageHref(run, target, listed);
  if (page !== undefined) return { href: page };
  const file = target.kind === 'file' ? run.paths.file(target.file) : undefined;
  return file === undefined ? { target: targetWithPaths(target, run.paths) } : { href: hrefOf(file) };
}

/** A page that is not listed yet would be read back as the page itself. */
function pageHref(run: Export, target: ContentRef, listed: ReadonlySet<string>): string | undefined {
  if ((target.kind !== 'page' && target.kind !== 'anchor') || target.space !== undefined) return undefined;
  const path = target.page === undefined ? undefined : run.layout.pages.get(target.page);
  if (path === undefined || target.page === undefined) return undefined;
  if (target.kind === 'page') return listed.has(target.page) ? hrefOf(path) : undefined;
  return path.includes('#') || target.anchor === '' ? undefined : `${hrefOf(path)}#${target.anchor}`;
}

const hrefOf = (path: string) => (isUrl(path) ? `./${path}` : path);

function fileNames(run: Export, tree: Tree): Record<string, object> {
  const entries = tree.files.flatMap(({ id, name, contentType }) => {
    const path = run.layout.files.get(id) ?? '';
    const differs = {
      ...(posix.basename(path) !== name && { name }),
      ...(contentTypeOf(path) !== contentType && { contentType }),
    };
    return Object.keys(differs).length > 0 ? [[path, differs] as const] : [];
  });
  return Object.fromEntries(entries);
}

function yamlText(run: Export, path: string, data: object): string {
  const existing = run.existing.get(path);
  if (existing !== undefined && same(parseMap(existing), data)) return existing;
  return writeYaml(data);
}

function writeText(run: Export, path: string, text: string) {
  const bytes = new TextEncoder().encode(text);
  return write(run, path, () => bytes);
}

function write(run: Export, path: string, bytes: () => Uint8Array): { oid: string; path: string } {
  const place = { oid: blobId(bytes(), run.hash), path: inRepository(run.directory, path) };
  run.files.set(place.path, { oid: place.oid, bytes });
  return place;
}

/** The name git gives to content. */
const blobId = (bytes: Uint8Array, hash: 'sha1' | 'sha256' = 'sha1'): string =>
  createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
