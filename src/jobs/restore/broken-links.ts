// Whether restored spaces have more broken links than they had when they were exported.
import { listSpaceLinks } from '../../api/content/links.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import type { SpaceEntry } from '../../folder/manifest.ts';
import type { LinkFinding } from '../links/link-findings.ts';
import { brokenOfSpace } from '../links/space-links.ts';

/** What comparing sends. */
export const BROKEN_LINK_READS = [listSpaceLinks];

/** A space of a backup where it is now. */
export interface Compared {
  entry: SpaceEntry;
  space: { id: string; title: string };
  /** New IDs of pages by old ones; undefined where nobody knows which page became which. */
  pages?: Readonly<Record<string, string>>;
}

export interface LinksNow {
  space: Compared['space'];
  /** undefined: the backup does not tell. */
  before: number | undefined;
  now: number;
  /** Those of pages that have more than before. */
  more: LinkFinding[];
  /** The backup holds no file, and some of those lead to files. */
  lacksFiles?: boolean;
}

const AT_ONCE = 8;

/** The spaces that have broken links, with those that are new. Throws what reading them throws. */
export async function brokenNow(client: Client, all: readonly Compared[]): Promise<LinksNow[]> {
  const found = await mapAll(client, all, AT_ONCE, async ({ entry, space, pages }) => {
    const broken = await brokenOfSpace(client, space);
    return broken.length > 0 ? [compared(entry, { space, broken, pages })] : [];
  });
  return found.flat();
}

function compared(
  { broken: counts, files }: SpaceEntry,
  {
    space,
    broken,
    pages,
  }: Pick<Compared, 'space'> & { broken: LinkFinding[]; pages: Compared['pages'] | undefined },
): LinksNow {
  const now = broken.length;
  if (!counts) return { space, before: undefined, now, more: [] };
  const before = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (now <= before) return { space, before, now, more: [] };
  const allowed = new Map(Object.entries(counts).map(([old, count]) => [pages?.[old] ?? old, count]));
  const more = pages
    ? broken.filter(({ page }) => {
        const left = broken.filter((one) => one.page.id === page.id).length;
        return left > (allowed.get(page.id) ?? 0);
      })
    : broken;
  const holdsFiles = files.some(({ kind }) => kind === 'file');
  return {
    space,
    before,
    now,
    more,
    lacksFiles: !holdsFiles && more.some(({ reason }) => reason === 'file not found'),
  };
}
