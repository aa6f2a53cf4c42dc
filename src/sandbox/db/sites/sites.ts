// Sites, and what stands in them: section groups, sections, site spaces, share links.
import type { DefaultLevel } from '../../../api/roles.ts';
import type { Site } from '../../../api/sites/sites.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const siteTables = `
CREATE TABLE sites (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  basename TEXT NOT NULL,
  hostname TEXT,
  proxy TEXT,
  visibility TEXT NOT NULL,
  published INTEGER NOT NULL DEFAULT 0,
  adaptiveContent INTEGER NOT NULL DEFAULT 0,
  agentsContext TEXT NOT NULL DEFAULT 'included',
  defaultLevel TEXT DEFAULT 'inherit',
  styleguide TEXT REFERENCES spaces(id) ON DELETE SET NULL,
  icon TEXT,
  createdAt TEXT NOT NULL,
  UNIQUE (organization, basename)
) STRICT;
CREATE INDEX sites_by_age ON sites (organization, createdAt);
CREATE TABLE siteSectionGroups (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  parent TEXT REFERENCES siteSectionGroups(id),
  title TEXT NOT NULL,
  localizedTitle TEXT,
  draft INTEGER NOT NULL DEFAULT 0,
  icon TEXT,
  position TEXT NOT NULL
) STRICT;
CREATE INDEX siteSectionGroups_by_site ON siteSectionGroups (site, parent, position);
CREATE TABLE siteSections (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  sectionGroup TEXT REFERENCES siteSectionGroups(id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  localizedTitle TEXT,
  description TEXT,
  localizedDescription TEXT,
  draft INTEGER NOT NULL DEFAULT 0,
  path TEXT NOT NULL,
  condition TEXT,
  icon TEXT,
  isDefault INTEGER NOT NULL DEFAULT 0,
  position TEXT NOT NULL,
  UNIQUE (site, path)
) STRICT;
CREATE UNIQUE INDEX siteSections_one_default ON siteSections (site) WHERE isDefault = 1;
CREATE INDEX siteSections_by_site ON siteSections (site, position);
CREATE TABLE siteSpaces (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  section TEXT REFERENCES siteSections(id) ON DELETE CASCADE,
  space TEXT NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  path TEXT NOT NULL,
  condition TEXT,
  draft INTEGER NOT NULL DEFAULT 0,
  hidden INTEGER NOT NULL DEFAULT 0,
  pageId TEXT,
  isDefault INTEGER NOT NULL DEFAULT 0,
  position TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX siteSpaces_one_path ON siteSpaces (site, ifnull(section, ''), path);
CREATE UNIQUE INDEX siteSpaces_one_default ON siteSpaces (site, ifnull(section, '')) WHERE isDefault = 1;
CREATE INDEX siteSpaces_by_site ON siteSpaces (site, section, position);
CREATE INDEX siteSpaces_by_space ON siteSpaces (space);
CREATE TABLE shareLinks (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  active INTEGER NOT NULL DEFAULT 1,
  createdAt TEXT NOT NULL
) STRICT`;

export interface SiteRow {
  id: string;
  organization: string;
  type: Site['type'];
  title: string;
  basename: string;
  hostname: string | null;
  /** Domain and path it is served under. */
  proxy: string | null;
  visibility: Site['visibility'];
  published: 0 | 1;
  adaptiveContent: 0 | 1;
  agentsContext: NonNullable<Site['agentsContext']>;
  defaultLevel: DefaultLevel;
  /** A space. */
  styleguide: string | null;
  /** JSON of the icon. */
  icon: string | null;
  createdAt: string;
}

export interface SiteSectionGroupRow {
  id: string;
  site: string;
  parent: string | null;
  title: string;
  /** JSON, by language. */
  localizedTitle: string | null;
  draft: 0 | 1;
  icon: string | null;
  position: string;
}

export interface SiteSectionRow {
  id: string;
  site: string;
  sectionGroup: string | null;
  title: string;
  /** JSON, by language. */
  localizedTitle: string | null;
  description: string | null;
  /** JSON, by language. */
  localizedDescription: string | null;
  draft: 0 | 1;
  path: string;
  condition: string | null;
  icon: string | null;
  isDefault: 0 | 1;
  position: string;
}

export interface SiteSpaceRow {
  id: string;
  site: string;
  /** null: at the root of a site without sections. */
  section: string | null;
  space: string;
  title: string;
  path: string;
  condition: string | null;
  draft: 0 | 1;
  /** Not in the navigation, but at its address. */
  hidden: 0 | 1;
  /** The page that it opens with, where that is not its first one. */
  pageId: string | null;
  isDefault: 0 | 1;
  position: string;
}

/** A new row: what it leaves out is as the table has it. */
type New<Row, Optional extends keyof Row> = Omit<Row, Optional> & Partial<Pick<Row, Optional>>;
export type NewSite = New<SiteRow, 'defaultLevel' | 'styleguide'>;
export type NewSectionGroup = New<SiteSectionGroupRow, 'localizedTitle' | 'draft'>;
export type NewSection = New<SiteSectionRow, 'localizedTitle' | 'localizedDescription' | 'draft'>;
export type NewSiteSpace = New<SiteSpaceRow, 'draft' | 'hidden' | 'pageId'>;

/** A site space whose space is deleted is hidden until the space is restored. */
const LIVE = 'siteSpaces p JOIN spaces s ON s.id = p.space AND s.deletedAt IS NULL';

export const siteStore = perDatabase((db) => ({
  /** A site of an organization; undefined when the organization has none of that id. */
  row: (organization: string, id: string) =>
    db.get<SiteRow>('SELECT * FROM sites WHERE id = ? AND organization = ?', id, organization),
  insert: (row: NewSite) => insertRow(db, 'sites', row),
  update: (id: string, changes: Partial<Omit<SiteRow, 'id' | 'organization' | 'createdAt'>>) =>
    updateRow(db, 'sites', id, changes),
  remove: (id: string) => db.run('DELETE FROM sites WHERE id = ?', id).changes > 0,
  basenames: (organization: string) =>
    db
      .all<{ basename: string }>('SELECT basename FROM sites WHERE organization = ?', organization)
      .map(({ basename }) => basename),
  insertSectionGroup: (row: NewSectionGroup) => insertRow(db, 'siteSectionGroups', row),
  insertSection: (row: NewSection) => insertRow(db, 'siteSections', row),
  section: (site: string, id: string) =>
    db.get<SiteSectionRow>('SELECT * FROM siteSections WHERE id = ? AND site = ?', id, site),
  /** Makes a section the only default of its site. */
  setDefaultSection(site: string, id: string) {
    db.run('UPDATE siteSections SET isDefault = 0 WHERE site = ? AND isDefault = 1', site);
    db.run('UPDATE siteSections SET isDefault = 1 WHERE id = ?', id);
  },
  insertSiteSpace: (row: NewSiteSpace) => insertRow(db, 'siteSpaces', row),
  siteSpace: (site: string, id: string) =>
    db.get<SiteSpaceRow>('SELECT * FROM siteSpaces WHERE id = ? AND site = ?', id, site),
  /** Makes a site space the only default where it stands: in its section, or at the root. */
  setDefaultSiteSpace({ id, site, section }: SiteSpaceRow) {
    db.run(
      'UPDATE siteSpaces SET isDefault = 0 WHERE site = ? AND section IS ? AND isDefault = 1',
      site,
      section,
    );
    db.run('UPDATE siteSpaces SET isDefault = 1 WHERE id = ?', id);
  },
  countIn: (organization: string) =>
    db.get<{ n: number }>('SELECT count(*) AS n FROM sites WHERE organization = ?', organization)?.n ?? 0,
  /** How many spaces a site shows. */
  siteSpaceCount: (site: string) =>
    db.get<{ n: number }>(`SELECT count(*) AS n FROM ${LIVE} WHERE p.site = ?`, site)?.n ?? 0,
  /** Sites that show a space, published ones first. */
  showing: (space: string) =>
    db.all<SiteRow & { path: string; isDefault: 0 | 1; section: string | null; sectionPath: string | null }>(
      `SELECT t.*, p.path, p.isDefault, p.section, c.path AS sectionPath FROM siteSpaces p
       JOIN sites t ON t.id = p.site LEFT JOIN siteSections c ON c.id = p.section
       WHERE p.space = ? AND p.draft = 0 AND ifnull(c.draft, 0) = 0 ORDER BY t.published DESC, t.createdAt, t.id`,
      space,
    ),
}));

export interface ShareLinkRow {
  id: string;
  site: string;
  name: string;
  /** The secret in the address. */
  key: string;
  active: 0 | 1;
  createdAt: string;
}

export const shareLinkStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<ShareLinkRow>('SELECT * FROM shareLinks WHERE id = ? AND site = ?', id, site),
  count: (site: string) =>
    db.get<{ n: number }>('SELECT count(*) AS n FROM shareLinks WHERE site = ?', site)?.n ?? 0,
  insert: (row: ShareLinkRow) => insertRow(db, 'shareLinks', row),
  update: (id: string, changes: Partial<Pick<ShareLinkRow, 'name' | 'active'>>) =>
    updateRow(db, 'shareLinks', id, changes),
  remove: (id: string) => db.run('DELETE FROM shareLinks WHERE id = ?', id).changes > 0,
  /** The link that a key opens the site by. */
  opens: (site: string, key: string) =>
    db.get<ShareLinkRow>('SELECT * FROM shareLinks WHERE site = ? AND key = ? AND active = 1', site, key),
}));
