// What a push of redirects would come to, row by row: each beside the redirect of the same source that is there.
import { listPages } from '../api/content/pages.ts';
import { listRedirects, type RedirectChange, type SiteRedirect } from '../api/sites/site-redirects.ts';
import type { SiteStructure } from '../api/sites/site-structure.ts';
import type { Client } from '../client/client.ts';
import { allPages } from './page-list.ts';
import { spacesOf } from './redirect-destination.ts';
import { isSameValue } from './reversals/reversal.ts';

export interface RedirectOutcome {
  status: 'created' | 'updated' | 'published' | 'deleted' | 'unchanged' | 'error';
  source: string;
  draft: boolean;
  id: string | null;
  error: string | null;
}

interface Asked {
  site: { organizationId: string; siteId: string };
  structure: SiteStructure;
}

/** In the order of the rows. Reads the redirects, and the pages of each space that a path leads into. */
export async function redirectOutcomes(
  client: Client,
  { site, structure }: Asked,
  changes: readonly RedirectChange[],
): Promise<RedirectOutcome[]> {
  const there = new Map<string, SiteRedirect>();
  for await (const { items } of client.pages(listRedirects, site))
    for (const one of items) there.set(keyOf(one.source, one.draft ?? false), one);
  const pages = await pagesOf(client, changes);
  return changes.map((change) => outcomeOf(change, { there, structure, pages }));
}

interface Known {
  there: ReadonlyMap<string, SiteRedirect>;
  structure: SiteStructure;
  pages: Pages;
}

function outcomeOf(change: RedirectChange, { there, structure, pages }: Known): RedirectOutcome {
  const draft = change.intent === 'draft';
  const found = there.get(keyOf(change.source, draft || change.intent === 'publish'));
  const about = { source: change.source, draft, id: found?.id ?? null, error: null };
  if (change.intent === 'publish') return { ...about, status: 'published' };
  if (change.destination === null) return { ...about, status: found ? 'deleted' : 'unchanged' };
  const destination = placeOf(change.destination, { structure, pages });
  if (destination === undefined) {
    const path = 'path' in change.destination ? change.destination.path : '';
    return { ...about, status: 'error', error: `page "${path}" not found` };
  }
  if (!found) return { ...about, status: 'created' };
  const { permanent = false, captureWildcard = false } = change;
  const isSame =
    permanent === found.permanent &&
    captureWildcard === found.captureWildcard &&
    isSameValue(destination, found.destination);
  return { ...about, status: isSame ? 'unchanged' : 'updated' };
}

const keyOf = (source: string, draft: boolean): string => `${draft} ${source}`;

type Pages = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** IDs by path, for each space that a path is in. */
async function pagesOf(client: Client, changes: readonly RedirectChange[]): Promise<Pages> {
  const spaces = changes.flatMap((change) =>
    'destination' in change && change.destination?.kind === 'path' ? [change.destination.spaceId] : [],
  );
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const spaceId of new Set(spaces)) {
    const { pages } = await client.call(listPages, { spaceId });
    found.set(
      spaceId,
      new Map(allPages(pages).flatMap((page) => ('path' in page ? [[page.path, page.id]] : []))),
    );
  }
  return found;
}

/** As the platform keeps it; undefined for a page that is not there. */
function placeOf(
  destination: NonNullable<Extract<RedirectChange, { destination: unknown }>['destination']>,
  { structure, pages }: { structure: SiteStructure; pages: Pages },
): unknown {
  if (destination.kind !== 'path') return destination;
  const pageId = pages.get(destination.spaceId)?.get(destination.path.replace(/^\/+|\/+$/g, ''));
  const shown = spacesOf(structure).find(({ space }) => space.id === destination.spaceId);
  return pageId === undefined || !shown ? undefined : { kind: 'site-page', siteSpaceId: shown.id, pageId };
}
