// A page on its way from a repository into a tree.
import type { PageNode } from '../model.ts';

/** A page before its siblings are known: its slug may have to give way. */
export interface Draft {
  page: Omit<PageNode, 'pages' | 'id' | 'slug'>;
  /** Absent for pages that no file stands for. */
  id?: string;
  slug: string;
  /** The repository names the slug: others give way. */
  isNamed: boolean;
  children: Draft[];
}
