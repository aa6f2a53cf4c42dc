// A space of a backup as the files of a synced repository: what git import carries and edits of a change request do not.
import { posix } from 'node:path';
import { isRecord } from '../../files/is-record.ts';
import { loadMapTargets } from '../../markdown/link-targets.ts';
import type { BackupPage, BackupSpace } from './backup.ts';
import { backupLinks } from './backup-links.ts';
import { frontMatterOf } from './repository-page.ts';
import { type RepositoryPaths, repositoryPaths, slugOf } from './repository-paths.ts';

export interface RepositoryFile {
  path: string;
  bytes: Uint8Array;
}

/** Every file, one by one. */
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
    const { stringify } = await import('yaml');
    yield text('.gitbook/vars.yaml', stringify(variables, { lineWidth: 0 }));
  }
  for (const file of backup.files)
    yield { path: paths.fileById.get(file.id) ?? file.path, bytes: await backup.bytes(file) };
}

/** The table of contents. Groups at its end are headings, as others write them; before pages they are items. */
function summaryOf(pages: readonly BackupPage[], paths: RepositoryPaths): string {
  const tops = pages.flatMap(({ parent }, at) => (parent === undefined ? [at] : []));
  const lastPage = tops.findLastIndex((at) => pages[at]?.type !== 'group');
  const lines = (at: number, depth: number): string[] => {
    const page = pages[at];
    if (!page) return [];
    const below = pages.flatMap(({ parent }, child) => (parent === at ? [child] : []));
    return [
      `${'  '.repeat(depth)}* ${itemOf(page, paths.pages[at])}`,
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
    const page = pages[at];
    if (page) parts.push([`## ${itemOf(page, undefined)}`, '', ...below].join('\n').trimEnd());
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function itemOf(page: BackupPage, path: string | undefined): string {
  const { title, fields, type } = page;
  const label =
    title
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[\\`*_[\]<>#!~|&]/g, '\\$&') || '-';
  if (path !== undefined) return `[${label}](${encodeURI(path).replace(/[()]/g, encodeURIComponent)})`;
  const { href, target } = fields;
  const url =
    typeof href === 'string' ? href : isRecord(target) && typeof target.url === 'string' ? target.url : '';
  const meta = {
    ...(type === 'group' && slugOf(page) !== plainSlug(title) && { slug: slugOf(page) }),
    ...Object.fromEntries(
      ['icon', 'emoji', 'hidden', 'condition'].flatMap((key) => (fields[key] ? [[key, fields[key]]] : [])),
    ),
  };
  const told =
    Object.keys(meta).length === 0
      ? ''
      : ` <!-- ${JSON.stringify(meta).replace(/[<>]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)} -->`;
  const link =
    type === 'link' && url !== '' ? `[${label}](${url.replace(/[\s()<>]/g, encodeURIComponent)})` : label;
  return `${link}${told}`;
}

const plainSlug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
