// Redirects for pages that moved or were renamed since a revision, as rows for docs redirects push.
import type { Page } from '../../api/content/content-shapes.ts';
import { listPages, listRevisionPages } from '../../api/content/pages.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { spacesOf } from '../../domain/redirect-destination.ts';
import { NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { encoded } from './lint.ts';
import { comparable, type SiteMap, siteMap } from './site-map.ts';

export interface Suggestion {
  source: string;
  destination: string;
  /** Of the page. */
  id: string;
}

export interface Suggestions {
  rows: Suggestion[];
  /** Pages that are at another path now. */
  moved: number;
  /** Old paths with a redirect already. */
  redirected: number;
  /** Old paths with another page now. */
  taken: number;
  /** Pages that no longer exist. */
  deleted: number;
}

export interface SuggestFrom {
  organizationId: string;
  site: { id: string; title: string };
  space: { id: string; title: string };
  revisionId: string;
}

/** Only reads. Throws NotFoundError for a space that is not on the site, or a revision it does not have. */
export async function suggestRedirects(
  client: Client,
  { organizationId, site, space, revisionId }: SuggestFrom,
): Promise<Suggestions> {
  const ref = { organizationId, siteId: site.id };
  const pages = new Map<string, readonly Page[]>();
  const read = async (spaceId: string) => {
    const now = await client.call(listPages, { spaceId });
    pages.set(spaceId, now.pages);
    return now.pages;
  };
  const all = Promise.all([
    client.call(listRevisionPages, { spaceId: space.id, revisionId }),
    read(space.id),
    sourcesOf(client, ref),
  ]);
  // A space that is not on the site is the first thing to be said.
  all.catch(() => {});
  const structure = await client.call(getSiteStructure, ref);
  const places = spacesOf(structure).filter((one) => one.space.id === space.id);
  if (places.length === 0)
    throw new NotFoundError(`space "${space.title}" is not on site "${site.title}"`, {
      hint: shell`docs sites structure get ${site.id}`,
    });
  const [before, now, known] = await all;
  const after = pathsOf(now);
  const old = [...pathsOf(before.pages)];
  const moved = old.filter(([id, path]) => after.has(id) && after.get(id) !== path);
  const found: Suggestions = {
    ...{ rows: [], moved: moved.length, redirected: 0, taken: 0 },
    deleted: old.filter(([id]) => !after.has(id)).length,
  };
  const bare = siteMap(structure, { pages });
  const candidates = places.flatMap(({ id: siteSpaceId }) => {
    const root = bare.pathOf({ kind: 'site-space', siteSpaceId }) ?? '/';
    return moved.map(([id, path]) => ({ id, siteSpaceId, source: comparable(`${root}/${encoded(path)}`) }));
  });
  for (const { source } of candidates) {
    const other = bare.spaceAt(source);
    if (other !== undefined && !pages.has(other)) await read(other);
  }
  return weighed(candidates, {
    map: siteMap(structure, { pages }),
    known,
    isOnce: places.length === 1,
    found,
  });
}

/** Of all redirects of a site. */
async function sourcesOf(
  client: Client,
  ref: { organizationId: string; siteId: string },
): Promise<ReadonlySet<string>> {
  const redirects = await allItems(client.pages(listRedirects, ref));
  return new Set(redirects.map(({ source }) => comparable(source)));
}

interface Candidate {
  id: string;
  siteSpaceId: string;
  source: string;
}

interface Weighing {
  map: SiteMap;
  /** Sources that have a redirect. */
  known: ReadonlySet<string>;
  /** The space is on the site once: a path means it. */
  isOnce: boolean;
  found: Suggestions;
}

function weighed(candidates: readonly Candidate[], { map, known, isOnce, found }: Weighing): Suggestions {
  const result = { ...found, rows: [...found.rows] };
  for (const { id, siteSpaceId, source } of candidates) {
    const page = { kind: 'site-page', siteSpaceId, pageId: id } as const;
    const path = map.pathOf(page);
    const served = map.served(source);
    if (known.has(source)) result.redirected += 1;
    else if (served === 'page' || served === 'some') result.taken += 1;
    else {
      const destination = isOnce && path !== undefined ? encoded(path) : JSON.stringify(page);
      result.rows.push({ source: encoded(source), destination, id });
    }
  }
  return result;
}

const pathsOf = (pages: readonly Page[]): Map<string, string> =>
  new Map(
    allPages(pages).flatMap((page): [string, string][] =>
      page.type === 'document' ? [[page.id, page.path]] : [],
    ),
  );
