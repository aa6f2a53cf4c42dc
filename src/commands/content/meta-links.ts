// Meta links as a table shows them.
import type { RevisionPageMetaLinks } from '../../api/content/pages.generated.ts';

type Target = NonNullable<RevisionPageMetaLinks['canonical']>;

/** A URL as it is, a page by its ID and space. A kind that is not known yet is named as it is. */
const nameOf = (target: Target): string => {
  if (target.kind === 'url') return target.url;
  if (target.page === undefined) return target.kind;
  return target.space === undefined ? `page ${target.page}` : `page ${target.page} of space ${target.space}`;
};

export const presentMetaLinks = ({ canonical, alternates }: RevisionPageMetaLinks) => ({
  canonical: canonical && nameOf(canonical),
  // Hosts send nothing in place of an empty list, too.
  alternates: (alternates ?? []).map(nameOf),
});
