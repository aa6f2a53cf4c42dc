// Paths of the pages that redirects lead to: a file names a page by its path, the platform by its ID.

import { listPages } from '../../api/content/pages.ts';
import type { Client } from '../../client/client.ts';
import { allPages } from '../page-list.ts';
import type { SpacePages } from './live.ts';

export async function pagesOfSpace(
  client: Client,
  spaces: Iterable<string>,
): Promise<Map<string, SpacePages>> {
  const found = new Map<string, SpacePages>();
  for (const spaceId of new Set(spaces)) {
    const { pages } = await client.call(listPages, { spaceId });
    const pathOf = new Map<string, string>();
    const idOf = new Map<string, string>();
    for (const page of allPages(pages)) {
      if (!('path' in page)) continue;
      const { id, path } = page;
      pathOf.set(id, path);
      if (!idOf.has(path)) idOf.set(path, id);
    }
    found.set(spaceId, { pathOf, idOf });
  }
  return found;
}
