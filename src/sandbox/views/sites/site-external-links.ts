// External links as the platform shows them.
import type { SiteExternalLink } from '../../../api/sites/site-external-links.generated.ts';
import { textsOf } from '../../actions/sites/localized.ts';
import type { SiteExternalLinkRow } from '../../db/sites/sites.ts';

export const externalLinkView = (row: SiteExternalLinkRow): SiteExternalLink => ({
  object: 'site-external-link',
  id: row.id,
  title: row.title,
  ...textsOf(row),
  ...(row.description !== null && { description: row.description }),
  ...(row.icon !== null && { icon: row.icon }),
  url: row.url,
  ...(row.parent !== null && { sectionGroup: row.parent }),
  draft: row.draft === 1,
  ...(row.condition !== null && { condition: row.condition }),
});
