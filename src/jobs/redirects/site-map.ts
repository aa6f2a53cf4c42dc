// What readers find at each path of a site: its sections, spaces and pages, and which URLs are its own.
import type { Page } from '../../api/content/content-shapes.ts';
import { listPages } from '../../api/content/pages.ts';
import type { SiteRedirectDestination } from '../../api/sites/site-redirects.generated.ts';
import type { SiteSpace, SiteStructure } from '../../api/sites/site-structure.generated.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import type { Client } from '../../client/client.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { sectionsOf, spacesOf } from '../../domain/redirect-destination.ts';

/** `some`: a page that not everyone sees. `group`: its first page, but a redirect comes first. `unknown`: nobody can tell. */
export type Served = 'page' | 'some' | 'group' | 'nothing' | 'unknown';

/** The rest of a path below a wildcard. No path has it. */
export const REST = '*';
/** Files that sites answer with beside their pages, and addresses of the platform itself. */
const FILE = /(^|\/)~|\.(txt|xml|md|json|ya?ml|pdf|png|jpe?g|svg|gif|webp|ico)$/i;

interface Book {
  /** What is at each path. */
  served: Map<string, Served>;
  /** Path of each page; undefined where the platform does not say it. */
  paths: Map<string, string | undefined>;
  /** Some of its pages have paths that the platform does not say. */
  isVague: boolean;
}

export interface SiteMap {
  /** A path as it is compared: decoded, without a slash at its end. */
  served(path: string): Served;
  /** Whether a page is below a path that ends with `/*`. */
  hasBelow(path: string): boolean;
  /** ID of the space whose pages are at a path. */
  spaceAt(path: string): string | undefined;
  /** The path that a URL has on this site; undefined for other sites. */
  inside(url: string): string | undefined;
  /** The path of a section, space or page; `gone` for what no longer exists. */
  pathOf(destination: Exclude<SiteRedirectDestination, { kind: 'external' }>): string | 'gone' | undefined;
}

/** Pages by the ID of the space; a space that is absent is not judged. */
export function siteMap(
  structure: SiteStructure,
  { published, pages }: { published?: string | undefined; pages: ReadonlyMap<string, readonly Page[]> },
): SiteMap {
  const sections = sectionsOf(structure);
  const spaces = spacesOf(structure);
  const bySection = new Map(sections.map((one) => [one.path, one]));
  const byId = new Map(spaces.map((one) => [one.id, one]));
  const books = new Map([...pages].map(([space, list]) => [space, bookOf(list)]));
  const home = sections.find((one) => one.default === true) ?? sections[0];

  const placeAt = (path: string) => {
    const words = path.split('/').filter(Boolean);
    const named = bySection.get(words[0] ?? '');
    const section = named ?? home;
    const below = named ? words.slice(1) : words;
    const variants = section ? section.siteSpaces : spaces;
    const main = defaultOf(variants);
    const own = variants.find(({ id, path: word }) => word === below[0] && id !== main?.id);
    const place = own ?? main;
    const isOpen = section?.condition === undefined && place?.condition === undefined;
    return place && { place, isOpen, rest: (own ? below.slice(1) : below).join('/') };
  };
  const prefixOf = (place: SiteSpace): string => {
    const section = sections.find(({ siteSpaces }) => siteSpaces.some(({ id }) => id === place.id));
    const isMain = defaultOf(section ? section.siteSpaces : spaces)?.id === place.id;
    return joined(section?.path, isMain ? undefined : place.path);
  };

  return {
    served(path) {
      if (FILE.test(path)) return 'unknown';
      const found = placeAt(path);
      if (!found) return 'nothing';
      const book = books.get(found.place.space.id);
      if (!book) return 'unknown';
      const served = book.served.get(found.rest) ?? (book.isVague ? 'unknown' : 'nothing');
      return served === 'page' && !found.isOpen ? 'some' : served;
    },
    hasBelow(path) {
      const found = placeAt(path);
      const above = found?.rest.replace(/\*$/, '');
      const book = found && books.get(found.place.space.id);
      if (!book || above === undefined) return true;
      return [...book.served.keys()].some((one) => one !== '' && one.startsWith(above));
    },
    spaceAt: (path) => placeAt(path)?.place.space.id,
    inside: (url) => insideOf(url, published),
    pathOf(destination) {
      if (destination.kind === 'site-section') {
        const section = sections.find(({ id }) => id === destination.siteSectionId);
        return section ? joined(section.path) : 'gone';
      }
      const place = byId.get(destination.siteSpaceId);
      if (!place) return 'gone';
      if (destination.kind === 'site-space') return prefixOf(place);
      const book = books.get(place.space.id);
      if (!book) return undefined;
      if (!book.paths.has(destination.pageId)) return 'gone';
      const path = book.paths.get(destination.pageId);
      return path === undefined ? undefined : joined(prefixOf(place).slice(1), path);
    },
  };
}

const defaultOf = (list: readonly SiteSpace[]) => list.find((one) => one.default === true) ?? list[0];

const joined = (...words: (string | undefined)[]): string => `/${words.filter(Boolean).join('/')}`;

function bookOf(pages: readonly Page[]): Book {
  const book: Book = { served: new Map(), paths: new Map(), isVague: false };
  for (const { page, isShown } of walkShown(pages, true)) {
    const path = 'path' in page ? page.path : undefined;
    book.paths.set(page.id, path);
    if (path === undefined) book.isVague = true;
    else if (page.type === 'group') book.served.set(path, 'group');
    else book.served.set(path, isShown ? 'page' : 'some');
  }
  // The first page that readers see is at the root.
  const first = [...book.served.values()].find((one) => one !== 'group');
  book.served.set('', first ?? 'unknown');
  return book;
}

/** Every page, with whether everyone sees it. */
function* walkShown(pages: readonly Page[], isOpen: boolean): Generator<{ page: Page; isShown: boolean }> {
  for (const page of pages) {
    const isShown = isOpen && page.condition === undefined;
    yield { page, isShown };
    if ('pages' in page) yield* walkShown(page.pages, isShown);
  }
}

function insideOf(url: string, published: string | undefined): string | undefined {
  if (published === undefined || !URL.canParse(url) || !URL.canParse(published)) return undefined;
  const [given, own] = [new URL(url), new URL(published)];
  const root = own.pathname.replace(/\/$/, '');
  if (given.host !== own.host || !`${given.pathname}/`.startsWith(`${root}/`)) return undefined;
  return comparable(given.pathname.slice(root.length));
}

/** Decoded word by word, without a slash at its end. */
export function comparable(path: string): string {
  const words = path.split('/').filter(Boolean);
  return `/${words.map(decoded).join('/')}`;
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word).replaceAll('/', '%2F').replaceAll('*', '%2A');
  } catch {
    return word;
  }
}

// Every page that a site shows, by the path that readers have.
export interface SitePage {
  id: string;
  title: string;
  spaceId: string;
  siteSpaceId: string;
  /** Within its space: `webhooks`. */
  path: string;
  /** On the site, as `comparable` makes it: `/guides/webhooks`. */
  address: string;
}

export interface SitePages {
  structure: SiteStructure;
  map: SiteMap;
  /** A page of a space that the site shows twice is there twice. */
  pages: SitePage[];
}

export async function pagesBySpace(
  client: Client,
  spaces: Iterable<string>,
  width: Width,
): Promise<Map<string, readonly Page[]>> {
  const lists = await mapAll(client, spaces, width, async (spaceId) => {
    const { pages } = await client.call(listPages, { spaceId });
    return [spaceId, pages] as const;
  });
  return new Map(lists);
}

/** The structure, and one list for each space on the site. */
export async function readSitePages(
  client: Client,
  { organizationId, site, width }: { organizationId: string; site: Pick<Site, 'id' | 'urls'>; width: Width },
): Promise<SitePages> {
  const structure = await client.call(getSiteStructure, { organizationId, siteId: site.id });
  const places = spacesOf(structure);
  const spaces = new Set(places.map(({ space }) => space.id));
  const bySpace = await pagesBySpace(client, spaces, width);
  const map = siteMap(structure, { published: site.urls.published, pages: bySpace });
  const pages = places.flatMap(({ id: siteSpaceId, space }) =>
    allPages(bySpace.get(space.id) ?? []).flatMap((page): SitePage[] => {
      if (page.type !== 'document') return [];
      const address = map.pathOf({ kind: 'site-page', siteSpaceId, pageId: page.id });
      const { id, title, path } = page;
      return address === undefined ? [] : [{ id, title, spaceId: space.id, siteSpaceId, path, address }];
    }),
  );
  return { structure, map, pages };
}
