// External links as the platform shows them.
import type { SiteExternalLink } from '../../../api/sites/site-external-links.ts';
import type { SiteExternalLinkRow } from '../../db/sites/site-external-links.ts';

/** Written by the handlers only, after it was checked. */
const texts = (json: string) => JSON.parse(json) as Record<string, string>;

export const externalLinkView = (row: SiteExternalLinkRow): SiteExternalLink => ({
  object: 'site-external-link',
  id: row.id,
  title: row.title,
  ...(row.localizedTitle !== null && { localizedTitle: texts(row.localizedTitle) }),
  ...(row.description !== null && { description: row.description }),
  ...(row.localizedDescription !== null && { localizedDescription: texts(row.localizedDescription) }),
  ...(row.icon !== null && { icon: row.icon }),
  url: row.url,
  ...(row.parent !== null && { sectionGroup: row.parent }),
  draft: row.draft === 1,
  ...(row.condition !== null && { condition: row.condition }),
});
