// A site as it is, read with as few requests as it takes for what is asked for.

import { isDeepStrictEqual } from 'node:util';
import { listPages } from '../../api/content/pages.ts';
import { listSiteIntegrations } from '../../api/integrations/installed-integrations.ts';
import { OTHER_FIELDS } from '../../api/operation.ts';
import { getAdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import { getCustomization, getSiteSpaceCustomization } from '../../api/sites/customization.ts';
import type { ShareLink } from '../../api/sites/site-publishing.generated.ts';
import { getPublishingAuth, listShareLinks } from '../../api/sites/site-publishing.ts';
import type { SiteRedirect } from '../../api/sites/site-redirects.generated.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
} from '../../api/sites/site-structure.generated.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { Site } from '../../api/sites/sites.generated.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { DocsError, UnsupportedError } from '../../errors.ts';
import { type Fields, ownLooks } from './looks.ts';

/** `raw` is the thing as the platform shows it. */
export interface LiveSpace {
  raw: SiteSpace;
  id: string;
  spaceId: string;
  /** Of the space. */
  title: string;
  path: string;
  condition?: string;
  isDefault: boolean;
}

export interface LiveSection {
  kind: 'section';
  raw: SiteSection;
  id: string;
  title: string;
  path: string;
  icon?: string;
  description?: string;
  condition?: string;
  isDefault: boolean;
  spaces: LiveSpace[];
}

export interface LiveGroup {
  kind: 'group';
  raw: SiteSectionGroup;
  id: string;
  title: string;
  icon?: string;
  items: LiveItem[];
}

export type LiveLink = { kind: 'link'; raw: SiteExternalLink } & Omit<
  SiteExternalLink,
  'object' | 'sectionGroup'
>;
export type LiveItem = LiveSection | LiveGroup | LiveLink;

/** Paths of the pages of a space, both ways. */
export interface SpacePages {
  pathOf: ReadonlyMap<string, string>;
  idOf: ReadonlyMap<string, string>;
}

/** What was not asked for, or may not be read, is undefined. */
export interface LiveSite {
  site: Site;
  /** Of a site without sections. */
  spaces: LiveSpace[];
  items: LiveItem[];
  shareLinks?: ShareLink[] | undefined;
  auth?: { backend: 'custom' | 'integration'; fallbackURL?: string; logoutURL?: string } | undefined;
  redirects?: SiteRedirect[] | undefined;
  integrations?: string[] | undefined;
  /** null: it has none. */
  adaptiveSchema?: Fields | null | undefined;
  customization?: Fields | undefined;
  /** What site spaces have of their own, by their ID; of those that were asked for. */
  looks: ReadonlyMap<string, Fields>;
  /** Of spaces that redirects lead into, by their ID. */
  pages: ReadonlyMap<string, SpacePages>;
  /** Parts that were asked for and may not be read. */
  hidden: Part[];
}

export type Part = 'shareLinks' | 'auth' | 'redirects' | 'integrations' | 'adaptiveSchema' | 'customization';
export const PARTS: readonly Part[] = [
  'shareLinks',
  'auth',
  'redirects',
  'integrations',
  'adaptiveSchema',
  'customization',
];

export interface Wanted {
  parts: ReadonlySet<Part>;
  /** Site spaces whose own looks count. */
  looks: (space: LiveSpace) => boolean;
  concurrency: Width;
  /** Is told, in words, each part that may not be read. */
  onHidden?: ((line: string) => void) | undefined;
}

/** A site that does not exist yet. */
export const bareSite = (site: Site): LiveSite => ({
  ...{ site, spaces: [], items: [], looks: new Map(), pages: new Map(), hidden: [] },
  ...{ shareLinks: [], redirects: [], integrations: [], adaptiveSchema: null },
});

/** Everything in the navigation, what is in groups behind its group. */
export const allOn = (items: readonly LiveItem[]): LiveItem[] =>
  items.flatMap((item) => (item.kind === 'group' ? [item, ...allOn(item.items)] : [item]));

export const sectionsOn = (items: readonly LiveItem[]): LiveSection[] =>
  allOn(items).filter((item) => item.kind === 'section');

export const spacesOn = ({ spaces, items }: Pick<LiveSite, 'spaces' | 'items'>): LiveSpace[] => [
  ...spaces,
  ...sectionsOn(items).flatMap((section) => section.spaces),
];

export async function readLive(
  client: Client,
  organizationId: string,
  site: Site,
  { parts, looks, concurrency, onHidden }: Wanted,
): Promise<LiveSite> {
  const place = { organizationId, siteId: site.id };
  const hidden: Part[] = [];
  const part = async <T>(name: Part, read: () => Promise<T>): Promise<T | undefined> =>
    parts.has(name) ? readable(read, () => hidden.push(name)) : undefined;
  const looksOfSite = async () => ownLooks(await client.call(getCustomization, { ...place, unmasked: true }));
  const [structure, shareLinks, auth, redirects, integrations, adaptiveSchema, shown] = await Promise.all([
    client.call(getSiteStructure, place),
    part('shareLinks', () => allItems(client.pages(listShareLinks, place))),
    part('auth', async () => authOf(await client.call(getPublishingAuth, place))),
    part('redirects', () => allItems(client.pages(listRedirects, place))),
    part('integrations', async () =>
      (await client.call(listSiteIntegrations, place)).items.map(({ name }) => name),
    ),
    part('adaptiveSchema', () => schemaOf(client, place)),
    parts.has('customization') ? looksOfSite() : undefined,
  ]);
  for (const name of hidden)
    onHidden?.(`${name} of site "${site.title}" cannot be read with this token or plan: left out`);
  const { type, structure: items } = structure;
  const tree = {
    spaces: type === 'siteSpaces' ? items.map(liveSpace) : [],
    items: type === 'sections' ? items.map(liveItem) : [],
  };
  const own = spacesOn(tree).filter(looks);
  const customization = shown ?? (own.length > 0 ? await looksOfSite() : undefined);
  const found = await mapAll({}, own, concurrency, async ({ id: siteSpaceId }) => {
    const merged = await client.call(getSiteSpaceCustomization, { ...place, siteSpaceId, unmasked: true });
    return [siteSpaceId, ownLooks(merged, customization)] as const;
  });
  const pages = await pagesOfSpace(client, spacesToRead(redirects, spacesOn(tree)));
  return {
    site,
    ...tree,
    ...{ shareLinks, auth, redirects, integrations, adaptiveSchema, customization, hidden, pages },
    looks: new Map(found),
  };
}

/** Of redirects that lead to a page, and of spaces that open with another page than their first. */
const spacesToRead = (redirects: readonly SiteRedirect[] = [], spaces: readonly LiveSpace[]): string[] => {
  const ids = new Set(
    redirects.flatMap(({ destination }) => (destination.kind === 'site-page' ? destination.siteSpaceId : [])),
  );
  return spaces
    .filter(({ id, raw }) => ids.has(id) || typeof raw.pageId === 'string')
    .map(({ spaceId }) => spaceId);
};

/** What a plan does not include, or a role may not see, is left out. */
async function readable<T>(read: () => Promise<T>, hide: () => void): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const isLeftOut =
      error instanceof UnsupportedError ||
      (error instanceof DocsError && [400, 402, 403].includes(error.http?.status ?? 0));
    if (!isLeftOut) throw error;
    hide();
    return undefined;
  }
}

async function schemaOf(
  client: Client,
  place: { organizationId: string; siteId: string },
): Promise<Fields | null> {
  try {
    return { ...(await client.call(getAdaptiveSchema, place)).jsonSchema };
  } catch (error) {
    if (error instanceof DocsError && error.http?.status === 404) return null;
    throw error;
  }
}

/** The key signs anyone in: it goes no further than this. */
const authOf = ({ backend, fallbackURL, logoutURL }: NonNullable<LiveSite['auth']>) => ({
  backend,
  ...(fallbackURL !== undefined && { fallbackURL }),
  ...(logoutURL !== undefined && { logoutURL }),
});

function liveSpace(raw: SiteSpace): LiveSpace {
  const { id, path, condition, space, default: first } = raw;
  return {
    ...{ raw, id, path, spaceId: space.id, title: space.title, isDefault: first === true },
    ...(condition !== undefined && { condition }),
  };
}

function liveItem(item: SiteSection | SiteSectionGroup | SiteExternalLink): LiveItem {
  if (item.object === 'site-external-link') {
    const { object: _, sectionGroup: __, ...link } = item;
    return { kind: 'link', raw: item, ...link };
  }
  if (item.object === 'site-section-group') {
    const { id, title, icon, children } = item;
    return {
      kind: 'group',
      raw: item,
      id,
      title,
      ...(icon !== undefined && { icon }),
      items: children.map(liveItem),
    };
  }
  const { id, title, path, icon, description, condition, siteSpaces } = item;
  return {
    ...{ kind: 'section', raw: item, id, title, path, isDefault: item.default === true },
    ...(icon !== undefined && { icon }),
    ...(description !== undefined && { description }),
    ...(condition !== undefined && { condition }),
    spaces: siteSpaces.map(liveSpace),
  };
}

// Paths of the pages that redirects lead to: a file names a page by its path, the platform by its ID.

const AT_ONCE = 8;

export async function pagesOfSpace(
  client: Client,
  spaces: Iterable<string>,
): Promise<Map<string, SpacePages>> {
  const read = await mapAll({}, new Set(spaces), AT_ONCE, async (spaceId) => {
    const { pages } = await client.call(listPages, { spaceId });
    const pathOf = new Map<string, string>();
    const idOf = new Map<string, string>();
    for (const page of allPages(pages)) {
      if (!('path' in page)) continue;
      const { id, path } = page;
      pathOf.set(id, path);
      if (!idOf.has(path)) idOf.set(path, id);
    }
    return [spaceId, { pathOf, idOf }] as const;
  });
  return new Map(read);
}

// Fields of a site and of what is on it that this program does not know: they are kept, compared and written back.

const SHAPES = {
  site: Site,
  'site-section': SiteSection,
  'site-section-group': SiteSectionGroup,
  'site-external-link': SiteExternalLink,
  'site-space': SiteSpace,
} as const;

/** What the platform alone sets. */
const ITS_OWN: ReadonlySet<string> = new Set(['gitSync', 'lastScanAt', 'updatedAt']);
/** Nothing of the kind goes into a file, whatever the platform shows. */
const SECRET = /secret|token|password|key/i;

/** `other` of a file, where it has some. */
export function otherFields(raw: { object: keyof typeof SHAPES }): { other?: Fields } {
  // A kind without a description has no unknown fields.
  const { properties } = SHAPES[raw.object] ?? { properties: raw };
  const found = Object.entries(raw).filter(
    ([name, value]) =>
      !Object.hasOwn(properties, name) && !ITS_OWN.has(name) && !SECRET.test(name) && value !== undefined,
  );
  return found.length === 0 ? {} : { other: Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Those of a file that are other than they are, as a request has them. */
export function otherToSend({ other = {} }: { other?: Fields | undefined }, raw: object = {}): Fields {
  const found = Object.entries(other).filter(
    ([name, value]) => !isDeepStrictEqual(value, Reflect.get(raw, name)),
  );
  return found.length === 0 ? {} : { [OTHER_FIELDS]: Object.fromEntries(found) };
}
