// What a copy of a space says, whatever host it is on: hashes of its pages and files with IDs and times set aside.
import { createHash } from 'node:crypto';
import type { BackupPage, BackupSpace } from '../../src/jobs/restore/backup.ts';
import { backupLinks } from '../../src/jobs/restore/backup-links.ts';
import { loadMapTargets } from '../../src/markdown/link-targets.ts';

/** What a host gives, and no copy can have again. */
export const GIVEN = new Set([
  'id',
  'path',
  'createdAt',
  'updatedAt',
  'documentId',
  'computedSeed',
  'git',
  'kind',
  'urls',
]);

export interface ContentHash {
  /** Path of the page, or `_files` for a file: names of files are the host's. */
  path: string;
  sha256: string;
}

/**
 * One hash for each page and file, sorted. They are equal for two exports of the same content: links count by where
 * they lead, files by their bytes, pages by text, fields, place and order.
 */
export async function contentHashes(space: BackupSpace): Promise<ContentHash[]> {
  const mapTargets = await loadMapTargets();
  const links = backupLinks(space, {
    page: (at) => `page:${space.pages[at]?.path}`,
    file: (id) => space.files.find((one) => one.id === id)?.sha256,
  });
  const found: ContentHash[] = [];
  for (const [order, page] of space.pages.entries()) {
    const inSpace = links(order);
    const named = (target: string) => inSpace(target) ?? target.replaceAll(space.entry.id, 'space');
    const text = mapTargets(await space.text(page), named);
    found.push({ path: page.path, sha256: hashOf([order, page.path, page.title, fieldsOf(page), text]) });
  }
  for (const { sha256 } of space.files) found.push({ path: '_files', sha256 });
  return found.sort((a, b) => (`${a.path} ${a.sha256}` < `${b.path} ${b.sha256}` ? -1 : 1));
}

/** Fields that say something, by name: what is off and what is not there are the same. */
function fieldsOf({ fields, type }: BackupPage): unknown[] {
  const told = Object.entries<unknown>({ ...fields, type }).filter(
    ([name, value]) => !GIVEN.has(name) && value !== false && value !== undefined && value !== '',
  );
  return told.sort(([a], [b]) => (a < b ? -1 : 1));
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
