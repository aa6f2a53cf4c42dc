// A site as a file says it: every setting, titles as keys, IDs only as hints beside them.

import type { SiteRedirect } from '../../api/sites/site-redirects.generated.ts';
import type { SiteExternalLink, SiteSection, SiteSpace } from '../../api/sites/site-structure.generated.ts';
import { countedBy, sortedBy } from '../../files/lists.ts';
import {
  type LiveItem,
  type LiveSection,
  type LiveSite,
  type LiveSpace,
  otherFields,
  sectionsOn,
  spacesOn,
} from './live.ts';
import type { Fields } from './looks.ts';

/** The ID of an item, which becomes a comment beside its title. */
export const ID = '#id';

export interface Described {
  [key: string]: unknown;
}

export interface FileNames {
  /** Whether a title leads to one space of the organization only. */
  isUnique(title: string): boolean;
  organization: string;
  /** The title of a space of the organization that is not on the site. */
  titleOf?(spaceId: string): string | undefined;
}

/** How files name these spaces of an organization. */
export function fileNames(
  spaces: readonly { id: string; title: string }[],
  organization: string,
): Required<FileNames> {
  const timesOf = countedBy(spaces, ({ title }) => title);
  const titles = new Map(spaces.map(({ id, title }) => [id, title]));
  return {
    organization,
    isUnique: (title) => timesOf(title) === 1 && !titles.has(title),
    titleOf: (id) => titles.get(id),
  };
}

/** Values in the order in which a new file has them. */
export function describeSite(live: LiveSite, names: FileNames): Described {
  const { site, items, shareLinks, auth, redirects, integrations, adaptiveSchema, customization } = live;
  const nameOf = (space: LiveSpace) => spaceName(space, names);
  const { title, type, visibility, basename, proxy, agentsContext, adaptiveContent, published } = site;
  return {
    [ID]: site.id,
    version: 2,
    organization: names.organization,
    ...{ title, type, visibility },
    ...(basename !== undefined && { basename }),
    proxy: proxy ? proxyText(proxy.origin) : null,
    ...(agentsContext !== undefined && { agentsContext }),
    ...(site.defaultLevel !== undefined && { defaultLevel: site.defaultLevel }),
    ...(site.styleguide && { styleguide: styleguideName(site.styleguide.space, names) }),
    ...otherFields(site),
    ...(adaptiveContent && { adaptiveContent: adaptiveContent.enabled }),
    publish: published,
    ...defaultOf(live, nameOf),
    ...(items.length > 0
      ? { sections: items.map((item) => describeItem(item, live, nameOf)) }
      : { spaces: live.spaces.map((space) => describeSpace(space, live, nameOf)) }),
    ...(shareLinks && {
      shareLinks: sortedBy(shareLinks, ({ name = '' }) => name).map(({ id, name = '', active }) => ({
        ...{ [ID]: id, name },
        ...(active === false && { active }),
      })),
    }),
    ...(auth && { auth }),
    ...(redirects && {
      redirects: sortedBy(redirects, ({ source, draft }) => `${source} ${draft}`).flatMap((one) =>
        describeRedirect(one, live, nameOf),
      ),
    }),
    ...(integrations && { integrations: [...integrations].sort() }),
    ...(adaptiveSchema && { adaptiveSchema }),
    ...(customization && { customization }),
  };
}

/** `https://acme.com/docs` is set as `acme.com/docs`. */
export const proxyText = (origin: string): string => origin.replace(/^https?:\/\//, '').replace(/\/$/, '');

function styleguideName(spaceId: string, { isUnique, titleOf }: FileNames): string {
  const title = titleOf?.(spaceId);
  return title !== undefined && isUnique(title) ? title : spaceId;
}

/** Only a text that says something, and only what is so. */
const ifSet = (name: string, value: unknown): Described =>
  value === undefined || value === false || value === null || value === '' ? {} : { [name]: value };

const ifAny = (name: string, texts: object | undefined): Described =>
  texts === undefined || Object.keys(texts).length === 0 ? {} : { [name]: texts };

const spaceName = ({ spaceId, title }: LiveSpace, { isUnique }: FileNames): string =>
  isUnique(title) ? title : spaceId;

/** A title that leads to one section of the site only, else its path, which no other has. */
export const sectionName = (section: LiveSection, all: readonly LiveSection[]): string =>
  all.some((other) => other !== section && (other.title === section.title || other.path === section.title))
    ? section.path
    : section.title;

type NameOf = (space: LiveSpace) => string;

function defaultOf({ items, spaces }: LiveSite, nameOf: NameOf): { default?: string } {
  const all = sectionsOn(items);
  const section = all.find(({ isDefault }) => isDefault);
  if (section) return { default: sectionName(section, all) };
  const space = spaces.find(({ isDefault }) => isDefault);
  return space ? { default: nameOf(space) } : {};
}

function describeItem(item: LiveItem, live: LiveSite, nameOf: NameOf): Described {
  const { id, title, icon } = item;
  const hint = { [ID]: id };
  const withIcon = icon !== undefined && { icon };
  if (item.kind === 'group')
    return {
      ...{ ...hint, group: title, ...withIcon, ...ifSet('draft', item.raw.draft) },
      ...{ ...ifAny('localizedTitle', item.raw.localizedTitle), ...otherFields(item.raw) },
      sections: item.items.map((one) => describeItem(one, live, nameOf)),
    };
  const { description, condition } = item;
  const texts = {
    ...(description !== undefined && { description }),
    ...(condition !== undefined && { condition }),
  };
  if (item.kind === 'link') {
    return {
      ...{ ...hint, link: title, url: item.url, ...withIcon, ...texts },
      ...shownAs(item.raw),
    };
  }
  const first = item.spaces.findIndex(({ isDefault }) => isDefault);
  const shown = first > 0 ? item.spaces[first] : undefined;
  return {
    ...{ ...hint, title, path: item.path, ...withIcon, ...texts, ...shownAs(item.raw) },
    ...(shown && { default: nameOf(shown) }),
    spaces: item.spaces.map((space) => describeSpace(space, live, nameOf)),
  };
}

const shownAs = (raw: SiteSection | SiteExternalLink): Described => ({
  ...ifSet('draft', raw.draft),
  ...ifAny('localizedTitle', raw.localizedTitle),
  ...ifAny('localizedDescription', raw.localizedDescription),
  ...otherFields(raw),
});

/** The title of a space on its site, where it is another than that of the space. */
export const titleOnSite = ({ title, space }: SiteSpace): string | undefined =>
  title === space.title ? undefined : title;

function describeSpace(space: LiveSpace, { looks, pages }: LiveSite, nameOf: NameOf): Described {
  const { id, path, condition, spaceId, raw } = space;
  const { pageId } = raw;
  const home = typeof pageId === 'string' ? (pages.get(spaceId)?.pathOf.get(pageId) ?? pageId) : undefined;
  const own: Fields = looks.get(id) ?? {};
  return {
    ...{ [ID]: id, space: nameOf(space), ...ifSet('title', titleOnSite(raw)), path },
    ...(condition !== undefined && { condition }),
    ...{ ...ifSet('draft', raw.draft), ...ifSet('hidden', raw.hidden), ...ifSet('home', home) },
    ...otherFields(raw),
    ...(Object.keys(own).length > 0 && { customization: own }),
  };
}

/** None for a redirect to what is no longer there: a file could not name it. */
function describeRedirect(redirect: SiteRedirect, live: LiveSite, nameOf: NameOf): Described[] {
  const { id, source, permanent, captureWildcard, draft } = redirect;
  const to = describeDestination(redirect, live, nameOf);
  if (!to) return [];
  return [
    {
      ...{ [ID]: id, from: source, to },
      ...(permanent && { permanent }),
      ...(captureWildcard && { captureWildcard }),
      ...(draft && { draft }),
    },
  ];
}

export function describeDestination(
  { destination }: SiteRedirect,
  live: LiveSite,
  nameOf: NameOf,
): Described | undefined {
  if (destination.kind === 'external') return { url: destination.url };
  if (destination.kind === 'site-section') {
    const all = sectionsOn(live.items);
    const section = all.find(({ id }) => id === destination.siteSectionId);
    return section && { section: sectionName(section, all) };
  }
  const space = spacesOn(live).find(({ id }) => id === destination.siteSpaceId);
  if (!space || destination.kind === 'site-space') return space && { space: nameOf(space) };
  const page = live.pages.get(space.spaceId)?.pathOf.get(destination.pageId);
  return page === undefined ? undefined : { space: nameOf(space), page };
}
