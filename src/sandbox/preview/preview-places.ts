// The navigation of a previewed site, as rows: groups, sections, variants and links.
import { slugify, uniqueSlug } from '../../markdown/heading-anchor.ts';
import { positionBetween } from '../db/position.ts';
import { siteExternalLinks, siteSectionGroups, siteSections, siteSpaces, sites } from '../db/sites/sites.ts';
import type { Sandbox } from '../sandbox.ts';
import { newId } from '../urls.ts';

export interface PreviewVariant {
  /** Which of the spaces. */
  space: number;
  title: string;
  path?: string | undefined;
  condition?: string | undefined;
  hidden?: boolean | undefined;
}

export type PreviewItem =
  | { kind: 'group'; title: string; icon?: string | undefined; items: readonly PreviewItem[] }
  | { kind: 'link'; title: string; url: string; icon?: string | undefined; condition?: string | undefined }
  | {
      kind: 'section';
      title: string;
      path?: string | undefined;
      icon?: string | undefined;
      condition?: string | undefined;
      isDefault?: boolean | undefined;
      variants: readonly PreviewVariant[];
    }
  /** A space of a site without sections. */
  | { kind: 'space'; variant: PreviewVariant };

interface Navigation {
  title: string;
  items: readonly PreviewItem[];
}

/** Makes the site with all of its places; returns its id. */
export function insertPlaces(
  { db, now }: Sandbox,
  organization: string,
  { title, items }: Navigation,
  spaces: readonly string[],
): string {
  const site = newId();
  const places: Places = { site, db, spaces, paths: new Map(), position: undefined };
  db.transaction(() => {
    sites(db).insert({
      ...{
        id: site,
        organization,
        type: 'ultimate',
        title,
        basename: 'preview',
        hostname: null,
        proxy: null,
      },
      ...{ visibility: 'public', published: 1, adaptiveContent: 1, agentsContext: 'included', icon: null },
      createdAt: now().toISOString(),
    });
    for (const item of items) insertItem(places, item, null);
  });
  return site;
}

interface Places {
  site: string;
  db: Sandbox['db'];
  spaces: readonly string[];
  /** Those that are taken, of sections and in each section. */
  paths: Map<string, string[]>;
  position: string | undefined;
}

function nextPosition(places: Places): string {
  places.position = positionBetween(places.position);
  return places.position;
}

function freePath(places: Places, among: string, wanted: string): string {
  const taken = places.paths.get(among) ?? [];
  const path = uniqueSlug(wanted, taken);
  places.paths.set(among, [...taken, path]);
  return path;
}

function insertItem(places: Places, item: PreviewItem, parent: string | null): void {
  const { site, db } = places;
  const id = newId();
  switch (item.kind) {
    case 'space':
      insertSpace(places, null, item.variant);
      return;
    case 'link': {
      const { title, url, icon = null, condition = null } = item;
      const plain = {
        localizedTitle: null,
        description: null,
        localizedDescription: null,
        draft: 0,
      } as const;
      const row = { id, site, parent, title, url, icon, condition, position: nextPosition(places), ...plain };
      siteExternalLinks(db).insert(row);
      return;
    }
    case 'group': {
      const { title, icon = null } = item;
      siteSectionGroups(db).insert({ id, site, parent, title, icon, position: nextPosition(places) });
      for (const one of item.items) insertItem(places, one, id);
      return;
    }
    case 'section': {
      const { title, icon = null, condition = null } = item;
      const path = freePath(places, 'sections', item.path ?? slugify(title));
      const plain = { description: null, isDefault: item.isDefault ? 1 : 0 } as const;
      const row = {
        id,
        site,
        sectionGroup: parent,
        title,
        icon,
        condition,
        path,
        position: nextPosition(places),
      };
      siteSections(db).insert({ ...row, ...plain });
      for (const variant of item.variants) insertSpace(places, id, variant);
    }
  }
}

function insertSpace(places: Places, section: string | null, variant: PreviewVariant): void {
  const among = section ?? 'root';
  const { space, title, condition = null, hidden = false } = variant;
  siteSpaces(places.db).insert({
    ...{ id: newId(), site: places.site, section, title, condition, position: nextPosition(places) },
    ...{ space: places.spaces[space] ?? '', hidden: hidden ? 1 : 0 },
    isDefault: places.paths.has(among) ? 0 : 1,
    path: freePath(places, among, variant.path ?? slugify(title)),
  });
}
