// Meta links as a table shows them.
import type { RevisionPageMetaLinks } from '../../api/content/meta-links.ts';

type Target = NonNullable<RevisionPageMetaLinks['canonical']>;

/** A URL as it is, a page by its ID and space. */
const nameOf = (target: Target): string => {
  if (target.kind === 'url') return target.url;
  return target.space === undefined ? `page ${target.page}` : `page ${target.page} of space ${target.space}`;
};

export const presentMetaLinks = ({ canonical, alternates = [] }: RevisionPageMetaLinks) => ({
  canonical: canonical && nameOf(canonical),
  alternates: alternates.map(nameOf),
});
