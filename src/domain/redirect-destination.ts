// What people write for the destination of a redirect: a URL, a path of the site, a section or a space on it.
import type {
  SiteRedirectDestination,
  SiteRedirectInputDestination,
} from '../api/sites/site-redirects.generated.ts';
import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
} from '../api/sites/site-structure.generated.ts';
import { AmbiguousError, NotFoundError, UsageError } from '../errors.ts';
import { decoded } from '../files/texts.ts';

/** Holds what was written until the structure of the site is read; no platform is ever sent it. */
const PENDING = 'docs-place:';
const FORMS =
  'a URL, a path of the site (/guides/install), section:Guides, space:Handbook or space:Handbook/install';

/** Text to a destination: `resolveDestination` makes a place of the site of what is `isPending`. Throws UsageError. */
export function readDestination(text: string): SiteRedirectInputDestination {
  const given = text.trim();
  if (/^https?:\/\//i.test(given)) return { kind: 'external', url: given };
  if (/^(\/|section:.|space:.)/.test(given))
    return { kind: 'external', url: PENDING + encodeURIComponent(given) };
  throw new UsageError(`destination "${text}" is not ${FORMS}`, { hint: 'docs redirects create --help' });
}

export const isPending = (destination: unknown): destination is { kind: 'external'; url: string } =>
  typeof destination === 'object' &&
  destination !== null &&
  'url' in destination &&
  typeof destination.url === 'string' &&
  destination.url.startsWith(PENDING);

/** As a person wrote it; an object that a program wrote, as JSON. */
export function writtenAs(destination: SiteRedirectInputDestination): string {
  if (destination.kind !== 'external') return JSON.stringify(destination);
  const { url } = destination;
  return url.startsWith(PENDING) ? decodeURIComponent(url.slice(PENDING.length)) : url;
}

/** Before the site space of a page whose path is not known. */
export const A_PAGE = 'a page of space:';

/** In a message: with the titles of a structure that was read. */
export function placeName(
  redirect: { destination: SiteRedirectDestination },
  structure?: SiteStructure,
): string {
  const { destination } = redirect;
  const name = (id: string, things: readonly { id: string; title: string }[] = []): string => {
    const title = things.find((one) => one.id === id)?.title;
    return title !== undefined && things.filter((one) => one.title === title).length === 1 ? title : id;
  };
  const spaces = structure && spacesOf(structure);
  if (destination.kind !== 'site-page')
    return told(redirect, {
      section: (id) => name(id, structure && sectionsOf(structure)),
      space: (id) => name(id, spaces),
    });
  return spaces ? A_PAGE + name(destination.siteSpaceId, spaces) : 'a page of the site';
}

const BY_ID = { section: (id: string) => id, space: (id: string) => id };

/** As it is written in a file for `push`, where it can be. */
export function told({ destination }: { destination: SiteRedirectDestination }, named = BY_ID): string {
  switch (destination.kind) {
    case 'external':
      return destination.url;
    case 'site-section':
      return `section:${named.section(destination.siteSectionId)}`;
    case 'site-space':
      return `space:${named.space(destination.siteSpaceId)}`;
    // A page, or what a newer host sends people to.
    default:
      return JSON.stringify(destination);
  }
}

/** A place that was written as text, as the platform names it; anything else is as it was. Throws NotFoundError, AmbiguousError. */
export function resolveDestination(
  destination: SiteRedirectInputDestination,
  structure: SiteStructure,
): SiteRedirectInputDestination {
  if (!isPending(destination)) return destination;
  const text = writtenAs(destination);
  const [, kind, name = ''] = /^(section|space):(.*)$/s.exec(text) ?? [];
  if (kind === undefined) return placeAt(text, structure);
  const sections = sectionsOf(structure);
  if (kind === 'section') return { kind: 'site-section', siteSectionId: named('section', name, sections).id };
  const spaces = spacesOf(structure);
  const names = spaces.flatMap(({ id, title, path }) => [id, title, path]);
  const { space, page } = spaceAndPage(name, names);
  const found = named('space', space, spaces);
  if (page === undefined) return { kind: 'site-space', siteSpaceId: found.id };
  return { kind: 'path', spaceId: found.space.id, path: page };
}

/** `Handbook/install`: the longest name of a space that it begins with, and the path of a page behind it. */
export function spaceAndPage(text: string, names: readonly string[]): { space: string; page?: string } {
  if (names.includes(text)) return { space: text };
  const [space] = names
    .filter((name) => name !== '' && text.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length);
  return space === undefined ? { space: text } : { space, page: text.slice(space.length + 1) };
}

/** By ID, title or path. */
function named<T extends SiteSection | SiteSpace>(noun: string, name: string, things: readonly T[]): T {
  const byId = things.filter(({ id }) => id === name);
  const found = byId.length > 0 ? byId : things.filter(({ title, path }) => title === name || path === name);
  const [first, second] = found;
  if (!first) {
    throw new NotFoundError(`no ${noun} on the site is called "${name}"`, {
      hint: 'docs sites structure get',
    });
  }
  if (second) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new AmbiguousError(`${found.length} ${noun}s on the site are called "${name}": ${ids}`, {
      hint: 'use the ID',
    });
  }
  return first;
}

/** `/api/orders`: the section and space that readers find there, and below them a page. Throws NotFoundError. */
function placeAt(path: string, structure: SiteStructure): SiteRedirectInputDestination {
  const words = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean)
    .map(decoded);
  const sections = sectionsOf(structure);
  const section = sections.find((one) => one.path === words[0]);
  const below = section ? words.slice(1) : words;
  const within = section ?? sections.find((one) => one.default === true);
  const spaces = within ? within.siteSpaces : spacesOf(structure);
  const space = spaces.find((one) => one.path === below[0] && one.default !== true);
  const rest = space ? below.slice(1) : below;
  const shown = space ?? spaces.find((one) => one.default === true) ?? spaces[0];
  if (!shown) throw new NotFoundError(`"${path}" is not on the site`, { hint: 'docs sites structure get' });
  if (rest.length > 0) return { kind: 'path', spaceId: shown.space.id, path: rest.join('/') };
  if (space || !section) return { kind: 'site-space', siteSpaceId: shown.id };
  return { kind: 'site-section', siteSectionId: section.id };
}

type Node = SiteSection | SiteSectionGroup | SiteExternalLink;

const inGroups = (nodes: readonly Node[]): SiteSection[] =>
  nodes.flatMap((node) => {
    if (node.object === 'site-section') return [node];
    return node.object === 'site-section-group' ? inGroups(node.children) : [];
  });

export const sectionsOf = (structure: SiteStructure): SiteSection[] =>
  structure.type === 'sections' ? inGroups(structure.structure) : [];

/** Of a structure of a kind that is not known, none. */
export const spacesOf = (structure: SiteStructure): SiteSpace[] =>
  structure.type === 'siteSpaces'
    ? structure.structure
    : sectionsOf(structure).flatMap(({ siteSpaces }) => siteSpaces);
