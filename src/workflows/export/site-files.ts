// Sites as files of an export: what docs sites pull writes, with spaces named so that the export tells which they are.
import type { Site } from '../../api/sites/sites.generated.ts';
import type { Client } from '../../client/client.ts';
import type { Width } from '../../client/pool.ts';
import { describeSite } from '../site-file/describe.ts';
import { PARTS, readLive } from '../site-file/live.ts';
import { siteText } from '../site-file/write.ts';

interface Titled {
  id: string;
  title: string;
}

/** IDs of spaces by the names that site files give them: a title that only one of them has, or the ID. */
export function spaceNames(spaces: readonly Titled[]): Map<string, string> {
  const names = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id, title } of spaces) {
    if (names.has(title)) twice.add(title);
    names.set(title, id);
  }
  for (const title of twice) names.delete(title);
  for (const { id } of spaces) names.set(id, id);
  return names;
}

/** The text of the file of a site, in any organization. `names`: those of `spaceNames`. Throws what the reads throw. */
export async function siteFileText(
  client: Client,
  { organizationId, site, names }: { organizationId: string; site: Site; names: ReadonlyMap<string, string> },
  concurrency: Width,
): Promise<string> {
  const parts = new Set(PARTS);
  const live = await readLive(client, organizationId, site, { parts, looks: () => true, concurrency });
  const isUnique = (title: string) => names.has(title) && names.get(title) !== title;
  const titleOf = (spaceId: string) => [...names].find(([, id]) => id === spaceId)?.[0];
  const { organization: _, ...described } = describeSite(live, { organization: '', isUnique, titleOf });
  return siteText(described);
}
