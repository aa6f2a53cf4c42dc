// Whether a host knows drafts: it shows of everything on a site whether it is one, or of nothing.
import type { SiteStructure } from '../../api/sites/site-structure.generated.ts';

type Node = SiteStructure['structure'][number];

/** False also for a site without anything on it, of which nobody can tell. External links have always had drafts. */
export const knowsDrafts = ({ structure }: SiteStructure): boolean => structure.some(showsDraft);

const showsDraft = (node: Node): boolean =>
  node.object === 'site-section-group'
    ? 'draft' in node || node.children.some(showsDraft)
    : node.object !== 'site-external-link' && 'draft' in node;
