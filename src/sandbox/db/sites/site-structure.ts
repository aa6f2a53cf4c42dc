// Reads and changes the rows of which a site's structure is made: groups, sections, site spaces.
import { perDatabase } from '../database.ts';
import { updateRow } from '../rows.ts';
import type { SiteExternalLinkRow } from './site-external-links.ts';
import type { SiteSectionGroupRow, SiteSectionRow, SiteSpaceRow } from './sites.ts';

/** What stands on a site, each list in its order. */
export interface SiteRows {
  groups: SiteSectionGroupRow[];
  sections: SiteSectionRow[];
  /** Only those whose space is not deleted: a deleted one hides its place until it is restored. */
  siteSpaces: SiteSpaceRow[];
  links: SiteExternalLinkRow[];
}

export const siteStructureStore = perDatabase((db) => {
  const siteSpaces = (site: string) =>
    db.all<SiteSpaceRow>(
      `SELECT p.* FROM siteSpaces p JOIN spaces s ON s.id = p.space AND s.deletedAt IS NULL
       WHERE p.site = ? ORDER BY p.position, p.rowid`,
      site,
    );
  return {
    rows: (site: string): SiteRows => ({
      groups: db.all('SELECT * FROM siteSectionGroups WHERE site = ? ORDER BY position, rowid', site),
      sections: db.all('SELECT * FROM siteSections WHERE site = ? ORDER BY position, rowid', site),
      siteSpaces: siteSpaces(site),
      links: db.all('SELECT * FROM siteExternalLinks WHERE site = ? ORDER BY position, rowid', site),
    }),
    siteSpaces,
    /** Every place of a space on any site, also the hidden ones. */
    placesOfSpace: (space: string) => db.all<SiteSpaceRow>('SELECT * FROM siteSpaces WHERE space = ?', space),
    /** All site spaces of a section, or of the root, also the hidden ones. */
    placesIn: (site: string, section: string | null) =>
      db.all<SiteSpaceRow>(
        'SELECT * FROM siteSpaces WHERE site = ? AND section IS ? ORDER BY position, rowid',
        site,
        section,
      ),
    group: (site: string, id: string) =>
      db.get<SiteSectionGroupRow>('SELECT * FROM siteSectionGroups WHERE id = ? AND site = ?', id, site),
    updateGroup: (id: string, changes: Partial<SiteSectionGroupRow>) =>
      updateRow(db, 'siteSectionGroups', id, changes),
    updateSection: (id: string, changes: Partial<SiteSectionRow>) =>
      updateRow(db, 'siteSections', id, changes),
    updateSiteSpace: (id: string, changes: Partial<SiteSpaceRow>) => updateRow(db, 'siteSpaces', id, changes),
    removeGroup: (id: string) => db.run('DELETE FROM siteSectionGroups WHERE id = ?', id),
    removeSection: (id: string) => db.run('DELETE FROM siteSections WHERE id = ?', id),
    removeSiteSpace: (id: string) => db.run('DELETE FROM siteSpaces WHERE id = ?', id),
  };
});
