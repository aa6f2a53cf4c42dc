// Where the pages and files of a space are in its repository.
import { posix } from 'node:path';
import { safeName } from '../../files/safe-path.ts';
import type { BackupPage, BackupSpace } from './backup.ts';

const ASSETS = '.gitbook/assets/';

export interface RepositoryPaths {
  /** By the place of the page in the backup; undefined for what has no file. */
  pages: readonly (string | undefined)[];
  fileById: ReadonlyMap<string, string>;
}

const hasFile = ({ type }: BackupPage): boolean => type === 'document' || type === 'computed';

export const slugOf = (page: BackupPage): string =>
  typeof page.fields.slug === 'string' ? page.fields.slug : (page.path.split('/').at(-1) ?? page.title);

/** A path for each page that has a text, made of slugs; no two meet, also where case does not count. */
export function repositoryPaths({ pages, files }: BackupSpace): RepositoryPaths {
  const parents = new Set(pages.map(({ parent }) => parent));
  const folders: string[] = [];
  const taken = new Set(['summary.md']);
  const found = pages.map((page, at): string | undefined => {
    const above = page.parent === undefined ? '' : (folders[page.parent] ?? '');
    const base = above + safeName(slugOf(page), 'page').replace(/^[.#]+/, '-');
    folders[at] = `${base}/`;
    if (!hasFile(page)) return undefined;
    const end = parents.has(at) ? '/README.md' : '.md';
    const path = at === 0 && !parents.has(at) ? 'README.md' : freePath(base, end, taken);
    taken.add(path.toLowerCase());
    if (parents.has(at)) folders[at] = `${posix.dirname(path)}/`;
    return path;
  });
  return { pages: found, fileById: new Map(files.map(({ id, name }) => [id, ASSETS + name])) };
}

function freePath(base: string, end: string, taken: ReadonlySet<string>): string {
  let path = base + end;
  for (let number = 1; taken.has(path.toLowerCase()); number += 1) path = `${base}-${number}${end}`;
  return path;
}
