// A space of a backup as the files of a synced repository: what git import carries and edits of a change request do not.
import { posix } from 'node:path';
import { nameKey, safeName } from '../../files/safe-path.ts';
import { isRecord } from '../../files/texts.ts';
import { FOR_OLDER_READERS, writeYaml } from '../../files/yaml-file.ts';
import { isIndex } from '../../folder/paths.ts';
import { loadMapTargets, targetOfPath } from '../../markdown/link-targets.ts';
import { changedLayout } from '../export/page-file.ts';
import { linkTo } from '../export/page-paths.ts';
import type { BackupPage, BackupSpace } from './backup.ts';
import { backupLinks } from './backup-links.ts';

// The head of a page in a repository: front matter with what a title and a text cannot say, then the title as a heading.

const PLAIN = ['description', 'icon', 'emoji', 'hidden', 'noIndex', 'noRobotsIndex', 'condition', 'computed'];

interface Paths {
  fileById: ReadonlyMap<string, string>;
}

/** Ends with the line of the heading, where one can say the title. */
function frontMatterOf(page: BackupPage, path: string, paths: Paths): string {
  const { fields, title } = page;
  const slug = typeof fields.slug === 'string' ? fields.slug : page.path.split('/').at(-1);
  const layout = isRecord(fields.layout) ? layoutOf(fields.layout) : {};
  const plain = PLAIN.flatMap((key) => (isTold(fields[key]) ? [[key, fields[key]]] : []));
  const heading = title.replace(/\s+/g, ' ').trim();
  const isPlain =
    heading === title && /^[\p{L}\p{N} .,:'’()?/-]+$/u.test(title) && /^[\p{L}\p{N}]/u.test(title);
  const told = {
    ...(!isPlain && { title }),
    ...(slug !== undefined && slug !== slugOfPath(path) && { slug }),
    ...Object.fromEntries(plain),
    ...(Object.keys(layout).length > 0 && { layout }),
    ...(isTold(fields.variables) && { vars: fields.variables }),
    ...coverOf(fields.cover, path, paths),
  };
  const label = isPlain ? title : heading.replace(/[\\`*_[\]<>#!~|&]/g, '\\$&');
  const block =
    Object.keys(told).length === 0 ? '' : `---\n${writeYaml(told, { document: FOR_OLDER_READERS })}---\n\n`;
  return heading === title || heading === '' ? `${block}# ${label}\n` : block.slice(0, -1);
}

const isTold = (value: unknown): boolean =>
  value !== undefined &&
  value !== false &&
  value !== '' &&
  !(isRecord(value) && Object.keys(value).length === 0);

/** What a path says of the slug by itself. */
function slugOfPath(path: string): string | undefined {
  const name = isIndex(path) ? posix.basename(posix.dirname(path)) : posix.basename(path, '.md');
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? name : undefined;
}

/** `title: { visible: false }`, as other tools write it. */
const layoutOf = (layout: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changedLayout(layout)).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? { visible: value } : value,
    ]),
  );

function coverOf(cover: unknown, path: string, { fileById }: Paths): Record<string, unknown> {
  if (!isRecord(cover)) return {};
  const address = (ref: unknown): string | undefined => {
    if (!isRecord(ref)) return undefined;
    if (ref.kind === 'url' && typeof ref.url === 'string') return ref.url;
    const file = fileById.get(String(ref.file));
    return file === undefined ? undefined : posix.relative(posix.dirname(path), file);
  };
  const light = address(cover.ref);
  if (light === undefined) return {};
  const dark = address(cover.refDark);
  return {
    cover: light,
    ...(dark !== undefined && { coverDark: dark }),
    ...(typeof cover.yPos === 'number' && { coverY: cover.yPos }),
    ...(typeof cover.height === 'number' && { coverHeight: cover.height }),
  };
}

// Where the pages and files of a space are in its repository.

const ASSETS = '.gitbook/assets/';

interface RepositoryPaths {
  /** By the place of the page in the backup; undefined for what has no file. */
  pages: readonly (string | undefined)[];
  fileById: ReadonlyMap<string, string>;
}

const hasFile = ({ type }: BackupPage): boolean => type === 'document' || type === 'computed';

const slugOf = (page: BackupPage): string =>
  typeof page.fields.slug === 'string' ? page.fields.slug : (page.path.split('/').at(-1) ?? page.title);

/** A path for each page that has a text, made of slugs; no two meet, also where case does not count. */
function repositoryPaths({ pages, files }: BackupSpace): RepositoryPaths {
  const parents = new Set(pages.map(({ parent }) => parent));
  const folders: string[] = [];
  const taken = new Set([nameKey('SUMMARY.md')]);
  const found = pages.map((page, at): string | undefined => {
    const above = page.parent === undefined ? '' : (folders[page.parent] ?? '');
    const base = above + safeName(slugOf(page), 'page').replace(/^[.#]+/, '-');
    folders[at] = `${base}/`;
    if (!hasFile(page)) return undefined;
    const end = parents.has(at) ? '/README.md' : '.md';
    const path = at === 0 && !parents.has(at) ? 'README.md' : freePath(base, end, taken);
    taken.add(nameKey(path));
    if (parents.has(at)) folders[at] = `${posix.dirname(path)}/`;
    return path;
  });
  return { pages: found, fileById: new Map(files.map(({ id, name }) => [id, ASSETS + name])) };
}

function freePath(base: string, end: string, taken: ReadonlySet<string>): string {
  let path = base + end;
  for (let number = 1; taken.has(nameKey(path)); number += 1) path = `${base}-${number}${end}`;
  return path;
}

export interface RepositoryFile {
  path: string;
  bytes: Uint8Array;
}

export async function* repositoryFiles(backup: BackupSpace): AsyncGenerator<RepositoryFile> {
  const paths = repositoryPaths(backup);
  const mapTargets = await loadMapTargets();
  const links = backupLinks(backup, { page: (at) => paths.pages[at], file: (id) => paths.fileById.get(id) });
  const text = (path: string, content: string) => ({ path, bytes: Buffer.from(content) });
  for (const [at, page] of backup.pages.entries()) {
    const path = paths.pages[at];
    if (path === undefined) continue;
    const relative = (to: string) => posix.relative(posix.dirname(path), to) || posix.basename(to);
    const body = mapTargets(await backup.text(page), links(at, relative));
    yield text(path, `${frontMatterOf(page, path, paths)}${body === '' ? '' : `\n${body}`}`);
  }
  yield text('SUMMARY.md', summaryOf(backup.pages, paths));
  const { variables } = backup;
  if (Object.keys(variables).length > 0) {
    yield text('.gitbook/vars.yaml', writeYaml(variables));
  }
  for (const file of backup.files)
    yield { path: paths.fileById.get(file.id) ?? file.path, bytes: await backup.bytes(file) };
}

/** The table of contents. Groups at its end are headings, as others write them; before pages they are items. */
function summaryOf(pages: readonly BackupPage[], paths: RepositoryPaths): string {
  const tops = pages.flatMap(({ parent }, at) => (parent === undefined ? [at] : []));
  const lastPage = tops.findLastIndex((at) => pages[at]?.type !== 'group');
  const lines = (at: number, depth: number): string[] => {
    const below = pages.flatMap(({ parent }, child) => (parent === at ? [child] : []));
    return [
      `${'  '.repeat(depth)}* ${itemOf(pages, at, paths)}`,
      ...below.flatMap((child) => lines(child, depth + 1)),
    ];
  };
  const parts = [
    '# Table of contents',
    tops
      .slice(0, lastPage + 1)
      .flatMap((at) => lines(at, 0))
      .join('\n'),
  ];
  for (const at of tops.slice(lastPage + 1)) {
    const below = pages.flatMap(({ parent }, child) => (parent === at ? lines(child, 0) : []));
    parts.push([`## ${itemOf(pages, at, paths)}`, '', ...below].join('\n').trimEnd());
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function itemOf(pages: readonly BackupPage[], at: number, paths: RepositoryPaths): string {
  const page = pages[at];
  if (!page) return '';
  const { title, fields, type } = page;
  const path = paths.pages[at];
  const label =
    title
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[\\`*_[\]<>#!~|&]/g, '\\$&') || '-';
  if (path !== undefined) return `[${label}](${targetOfPath(path)})`;
  const lead = type === 'link' ? leadOf(pages, at, paths) : {};
  const meta = {
    ...(type === 'group' && slugOf(page) !== plainSlug(title) && { slug: slugOf(page) }),
    ...Object.fromEntries(
      ['icon', 'emoji', 'hidden', 'condition'].flatMap((key) => (fields[key] ? [[key, fields[key]]] : [])),
    ),
    ...(lead.target && { type, target: lead.target }),
  };
  const told =
    Object.keys(meta).length === 0
      ? ''
      : ` <!-- ${JSON.stringify(meta).replace(/[<>]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)} -->`;
  return `${lead.href === undefined ? label : `[${label}](${lead.href})`}${told}`;
}

/** Where an entry that is a link leads: an address, or what its comment says. */
function leadOf(
  pages: readonly BackupPage[],
  at: number,
  paths: RepositoryPaths,
): { href?: string; target?: Record<string, unknown> } {
  const { href, target } = pages[at]?.fields ?? {};
  const { kind, url, page, file, anchor, space } = isRecord(target) ? target : {};
  const address = typeof href === 'string' ? href : url;
  if (typeof address === 'string' && address !== '') return { href: linkTo(address) };
  if (space !== undefined) return {};
  const to = pages.findIndex(({ id }) => id !== '' && id === page);
  const path = kind === 'file' ? paths.fileById.get(String(file)) : paths.pages[to];
  if (path === undefined) return {};
  const written = targetOfPath(path);
  if (kind === 'anchor') return { href: `${written}#${String(anchor)}` };
  // A page that is not listed yet would be read as the page itself.
  return kind === 'page' && to > at ? { target: { kind, path } } : { href: written };
}

const plainSlug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
