// Sites, and what they are made of: section groups, sections, site spaces, links, share links.
import type { DefaultLevel } from '../../../api/roles.ts';
import type { Site } from '../../../api/sites/sites.generated.ts';
import { countOf, type Database } from '../database.ts';
import { flag, integer, jsonOrNull, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const sites = table(
  'sites',
  {
    id: key(),
    organization: partOf('organizations'),
    type: text<Site['type']>(),
    title: text(),
    basename: text(),
    hostname: textOrNull(),
    /** Domain and path it is served under. */
    proxy: textOrNull(),
    visibility: text<Site['visibility']>(),
    published: flag(),
    adaptiveContent: flag(),
    agentsContext: text<NonNullable<Site['agentsContext']>>("DEFAULT 'included'"),
    defaultLevel: textOrNull<NonNullable<DefaultLevel>>("DEFAULT 'inherit'"),
    /** A space. */
    styleguide: textOrNull('REFERENCES spaces(id) ON DELETE SET NULL'),
    /** JSON of the icon. */
    icon: textOrNull(),
    createdAt: text(),
  },
  {
    rest: ['UNIQUE (organization, basename)'],
    indexes: ['CREATE INDEX sites_by_age ON sites (organization, createdAt)'],
  },
);
export type SiteRow = RowOf<typeof sites>;

/** By language. */
const localized = () => jsonOrNull<Readonly<Record<string, string>>>();

export const siteSectionGroups = table(
  'siteSectionGroups',
  {
    id: key(),
    site: partOf('sites'),
    parent: textOrNull('REFERENCES siteSectionGroups(id)'),
    title: text(),
    localizedTitle: localized(),
    draft: flag(),
    icon: textOrNull(),
    position: text(),
  },
  { indexes: ['CREATE INDEX siteSectionGroups_by_site ON siteSectionGroups (site, parent, position)'] },
);
export type SiteSectionGroupRow = RowOf<typeof siteSectionGroups>;

export const siteSections = table(
  'siteSections',
  {
    id: key(),
    site: partOf('sites'),
    sectionGroup: textOrNull('REFERENCES siteSectionGroups(id) ON DELETE SET NULL'),
    title: text(),
    localizedTitle: localized(),
    description: textOrNull(),
    localizedDescription: localized(),
    draft: flag(),
    path: text(),
    condition: textOrNull(),
    icon: textOrNull(),
    isDefault: flag(),
    position: text(),
  },
  {
    rest: ['UNIQUE (site, path)'],
    indexes: [
      'CREATE UNIQUE INDEX siteSections_one_default ON siteSections (site) WHERE isDefault = 1',
      'CREATE INDEX siteSections_by_site ON siteSections (site, position)',
    ],
  },
);
export type SiteSectionRow = RowOf<typeof siteSections>;

export const siteSpaces = table(
  'siteSpaces',
  {
    id: key(),
    site: partOf('sites'),
    /** null: at the root of a site without sections. */
    section: textOrNull('REFERENCES siteSections(id) ON DELETE CASCADE'),
    space: partOf('spaces'),
    title: text(),
    path: text(),
    condition: textOrNull(),
    draft: flag(),
    /** Not in the navigation, but at its address. */
    hidden: flag(),
    /** The page that it opens with, where that is not its first one. */
    pageId: textOrNull(),
    isDefault: flag(),
    position: text(),
  },
  {
    indexes: [
      "CREATE UNIQUE INDEX siteSpaces_one_path ON siteSpaces (site, ifnull(section, ''), path)",
      "CREATE UNIQUE INDEX siteSpaces_one_default ON siteSpaces (site, ifnull(section, '')) WHERE isDefault = 1",
      'CREATE INDEX siteSpaces_by_site ON siteSpaces (site, section, position)',
      'CREATE INDEX siteSpaces_by_space ON siteSpaces (space)',
    ],
  },
);
export type SiteSpaceRow = RowOf<typeof siteSpaces>;

/** Links to other places in the navigation of sites. */
export const siteExternalLinks = table(
  'siteExternalLinks',
  {
    id: key(),
    site: partOf('sites'),
    /** A section group; null: the top level. */
    parent: textOrNull('REFERENCES siteSectionGroups(id) ON DELETE SET NULL'),
    title: text(),
    localizedTitle: localized(),
    description: textOrNull(),
    localizedDescription: localized(),
    icon: textOrNull(),
    url: text(),
    draft: integer<0 | 1>(),
    condition: textOrNull(),
    position: text(),
  },
  { indexes: ['CREATE INDEX siteExternalLinks_by_site ON siteExternalLinks (site, position)'] },
);
export type SiteExternalLinkRow = RowOf<typeof siteExternalLinks>;

export const shareLinks = table('shareLinks', {
  id: key(),
  site: partOf('sites'),
  name: text(),
  /** The secret in the address. */
  key: text('UNIQUE'),
  active: integer<0 | 1>('DEFAULT 1'),
  createdAt: text(),
});
export type ShareLinkRow = RowOf<typeof shareLinks>;

/** What a site is made of, each list in its order. */
export interface SiteRows {
  groups: SiteSectionGroupRow[];
  sections: SiteSectionRow[];
  /** Only those whose space is not deleted: a deleted one hides its place until it is restored. */
  siteSpaces: SiteSpaceRow[];
  links: SiteExternalLinkRow[];
}

const IN_ORDER = 'position, rowid';

export const siteRows = (db: Database, site: string): SiteRows => ({
  groups: siteSectionGroups(db).all({ site }, IN_ORDER),
  sections: siteSections(db).all({ site }, IN_ORDER),
  siteSpaces: shownSiteSpaces(db, site),
  links: siteExternalLinks(db).all({ site }, IN_ORDER),
});

/** A site space whose space is deleted is hidden until the space is restored. */
const SHOWN = 'siteSpaces p JOIN spaces s ON s.id = p.space AND s.deletedAt IS NULL WHERE p.site = ?';

export const shownSiteSpaces = (db: Database, site: string): SiteSpaceRow[] =>
  db.all(`SELECT p.* FROM ${SHOWN} ORDER BY p.position, p.rowid`, site);

/** How many spaces a site shows. */
export const siteSpaceCount = (db: Database, site: string): number => countOf(db, SHOWN, site);

/** All site spaces of a section, or of the root, also the hidden ones. */
export const siteSpacesIn = (db: Database, site: string, section: string | null): SiteSpaceRow[] =>
  siteSpaces(db).all({ site, section }, IN_ORDER);

interface Showing extends SiteRow, Pick<SiteSpaceRow, 'path' | 'isDefault' | 'section'> {
  sectionPath: string | null;
}

/** Sites that show a space, published ones first. */
export const sitesShowing = (db: Database, space: string): Showing[] =>
  db.all(
    `SELECT t.*, p.path, p.isDefault, p.section, c.path AS sectionPath FROM siteSpaces p
     JOIN sites t ON t.id = p.site LEFT JOIN siteSections c ON c.id = p.section
     WHERE p.space = ? AND p.draft = 0 AND ifnull(c.draft, 0) = 0 ORDER BY t.published DESC, t.createdAt, t.id`,
    space,
  );

/** Makes a section the only default of its site. */
export function makeDefaultSection(db: Database, site: string, id: string): void {
  siteSections(db).update({ site, isDefault: 1 }, { isDefault: 0 });
  siteSections(db).update({ id }, { isDefault: 1 });
}

/** Makes a site space the only default where it is: in its section, or at the root. */
export function makeDefaultSiteSpace(db: Database, { id, site, section }: SiteSpaceRow): void {
  siteSpaces(db).update({ site, section, isDefault: 1 }, { isDefault: 0 });
  siteSpaces(db).update({ id }, { isDefault: 1 });
}

/** The parts of a site that are no drafts. Hidden site spaces are among them: they are at their addresses. */
export function liveParts(rows: SiteRows): SiteRows {
  const isLive = ({ draft }: { draft: 0 | 1 }) => draft === 0;
  const isIn = (parent: string | null): boolean => {
    if (parent === null) return true;
    const group = rows.groups.find(({ id }) => id === parent);
    return group === undefined || (isLive(group) && isIn(group.parent));
  };
  const sections = rows.sections.filter((one) => isLive(one) && isIn(one.sectionGroup));
  const ids = new Set<string | null>([null, ...sections.map(({ id }) => id)]);
  return {
    groups: rows.groups.filter((one) => isLive(one) && isIn(one.parent)),
    sections,
    siteSpaces: rows.siteSpaces.filter((one) => isLive(one) && ids.has(one.section)),
    links: rows.links.filter((one) => isLive(one) && isIn(one.parent)),
  };
}
