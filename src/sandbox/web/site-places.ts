// The places of a site: its sections, their groups, the variants of each, and which of them a path means.

import type { ContentRef } from '../../api/content/content-ref.ts';
import { type Placed, placedById } from '../content/tree.ts';
import { revisionsStore } from '../db/content/content.ts';
import { liveSpace } from '../db/content/spaces.ts';
import type { SiteRow, SiteRows, SiteSectionRow, SiteSpaceRow } from '../db/sites/sites.ts';
import { byPosition } from '../resources/sites/order.ts';
import type { Sandbox } from '../sandbox.ts';
import { pathIn } from '../urls.ts';
import { type Elsewhere, safeUrl } from './content.ts';
import type { Markup } from './html.ts';
import type { Search, Tab } from './layout.ts';
import { type Book, pageHref } from './place.ts';
import type { Claims, Shows } from './visitor.ts';

export interface PageRequest {
  /** Path and query. */
  url: URL;
  cookies: string | undefined;
  authorization: string | undefined;
  /** Of a preview: where the site is, who reads it, and what is on its pages besides. */
  preview?: { root: string; claims: Claims; extras: Extras };
}

/** What a preview of a folder adds to the pages of a site. */
export interface Extras {
  search?: Search;
  /** Where changes are told. */
  live?: string;
  /** What is below the text of a page. */
  below?(current: Placed): Markup | undefined;
  fileHref?: Book['fileHref'];
  beyond?: Book['beyond'];
}

/** A site as one visitor sees it. */
export interface OpenSite {
  sandbox: Sandbox;
  site: SiteRow;
  /** Path of its first page; with the key of a share link, where one opened it. */
  root: string;
  shareKey: string | undefined;
  shows: Shows;
  rows: SiteRows;
  extras: Extras;
}

/** The one that is marked, else the first that is not hidden. */
const defaultOf = <T extends { isDefault: 0 | 1; hidden?: 0 | 1 }>(list: readonly T[]): T | undefined =>
  list.find(({ isDefault }) => isDefault === 1) ?? list.find(({ hidden }) => hidden !== 1) ?? list[0];

/** Site spaces of a section, or of a site without sections, that this visitor sees. */
export const variantsOf = ({ rows, shows }: OpenSite, section: string | null): SiteSpaceRow[] =>
  rows.siteSpaces.filter((one) => one.section === section && shows(one.condition));

const sectionsOf = (site: OpenSite): SiteSectionRow[] =>
  site.rows.sections.filter(({ id, condition }) => site.shows(condition) && variantsOf(site, id).length > 0);

/** A section that holds hidden spaces only is at its address, too. */
const isFound = (site: OpenSite, { id }: SiteSectionRow): boolean =>
  variantsOf(site, id).some(({ hidden }) => hidden === 0);

/** Path of a site space. */
function rootOf(site: OpenSite, place: SiteSpaceRow): string {
  const section = site.rows.sections.find(({ id }) => id === place.section);
  const isDefault = defaultOf(variantsOf(site, place.section))?.id === place.id;
  return site.root + pathIn([...(section ? [section.path] : []), ...(isDefault ? [] : [place.path])]);
}

/** The pages of a site space. */
export function bookOf(site: OpenSite, place: SiteSpaceRow): Book {
  const { id, revision } = liveSpace(site.sandbox.db, place.space);
  const tree = revisionsStore(site.sandbox.db).tree(revision);
  const { pageId: home } = place;
  const { fileHref, beyond } = site.extras;
  return {
    ...{ space: id, revision, tree, root: rootOf(site, place), home, fileHref, beyond },
    shows: site.shows,
  };
}

export interface Found {
  place: SiteSpaceRow;
  /** Path of the page. */
  path: string;
}

/** The site space that a path means, and what is left of it. */
export function placeAt(site: OpenSite, words: readonly string[]): Found | undefined {
  const sections = sectionsOf(site);
  const named = sections.find(({ path }) => path === words[0]);
  const section = named ?? defaultOf(sections);
  const below = named ? words.slice(1) : words;
  const variants = variantsOf(site, section?.id ?? null);
  const main = defaultOf(variants);
  const own = variants.find(({ id, path }) => path === below[0] && id !== main?.id);
  const place = own ?? main;
  return place && { place, path: (own ? below.slice(1) : below).join('/').replace(/\/$/, '') };
}

/** Every site space that this visitor may open, in the order of the site: a hidden one has an address only. */
export const openPlaces = (site: OpenSite): SiteSpaceRow[] =>
  site.rows.sections.length === 0
    ? variantsOf(site, null)
    : sectionsOf(site).flatMap(({ id }) => variantsOf(site, id));

/** Those that this visitor finds. */
export const placesOf = (site: OpenSite): SiteSpaceRow[] =>
  openPlaces(site).filter(({ hidden }) => hidden === 0);

/** Sections, their groups, and links to other places. */
export function sectionTabs(site: OpenSite, current: string | null): Tab[] {
  const { rows, root, shows } = site;
  const sections = sectionsOf(site).filter((one) => isFound(site, one));
  const level = (parent: string | null): Tab[] => {
    const own = [
      ...sections
        .filter(({ sectionGroup }) => sectionGroup === parent)
        .map(({ position, title, path, id, icon }) => ({
          position,
          tab: { title, icon: iconOf(icon), href: root + pathIn([path]), current: id === current },
        })),
      ...rows.groups
        .filter((group) => group.parent === parent)
        .map(({ position, title, id, icon }) => ({
          position,
          tab: { title, icon: iconOf(icon), current: false, below: level(id) },
        })),
      ...rows.links
        .filter((one) => one.parent === parent && shows(one.condition))
        .map(({ position, title, url }) => ({
          position,
          tab: { title, current: false, ...(safeUrl(url) !== undefined && { href: url }) },
        })),
    ];
    return own
      .sort(byPosition)
      .map(({ tab }) => tab)
      .filter((tab) => !('below' in tab) || tab.below.length > 0);
  };
  return level(null);
}

/** Its name, in the JSON that is kept. */
const iconOf = (kept: string | null): string | undefined =>
  /"(?:icon|name)":"([\w-]+)"|^"?([\w-]+)"?$/
    .exec(kept ?? '')
    ?.slice(1)
    .find(Boolean);

export const variantTabs = (site: OpenSite, place: SiteSpaceRow): Tab[] =>
  variantsOf(site, place.section)
    .filter(({ hidden, id }) => hidden === 0 || id === place.id)
    .map((one) => ({
      title: one.title,
      href: rootOf(site, one),
      current: one.id === place.id,
    }));

/** Where a reference in settings or in the list of pages leads. */
export function addressOn(
  site: OpenSite,
): (ref: Partial<ContentRef> | null | undefined) => string | undefined {
  const elsewhere = elsewhereOn(site);
  return (ref) => {
    if (ref?.kind === 'url') return safeUrl(ref.url ?? '');
    if (ref?.kind === 'page' && ref.space !== undefined) return elsewhere(ref.space, ref.page);
    return ref?.kind === 'space' && ref.space !== undefined ? elsewhere(ref.space, undefined) : undefined;
  };
}

/** Pages of other spaces, where this site shows them. */
export function elsewhereOn(site: OpenSite): Elsewhere {
  const books = new Map<string, Book | undefined>();
  return (space, page) => {
    if (!books.has(space)) {
      const place = placesOf(site).find((one) => one.space === space);
      books.set(space, place && bookOf(site, place));
    }
    const book = books.get(space);
    if (!book || page === undefined) return book?.root;
    const placed = placedById(book.tree).get(page);
    return placed && pageHref(book, placed);
  };
}
