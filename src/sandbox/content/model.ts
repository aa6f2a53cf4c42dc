// What a revision holds: an immutable tree of pages and files. Markdown and bytes stand apart, by hash.
import type { ContentRef } from '../../api/content/content-ref.ts';
import type { RevisionPageMetaLinks } from '../../api/content/pages.generated.ts';

/** SHA-256 of the content, hexadecimal. */
export type Hash = string;

export interface GitPlace {
  oid: string;
  path: string;
}

export interface PageNode {
  id: string;
  type: 'document' | 'group' | 'link' | 'computed';
  title: string;
  slug: string;
  emoji?: string;
  icon?: string;
  description?: string;
  createdAt?: string;
  updatedAt?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  /** Who sees it, as an expression. */
  condition?: string;
  /** Canonical and alternate addresses. */
  metaLinks?: RevisionPageMetaLinks;
  layout?: Record<string, unknown>;
  cover?: Record<string, unknown>;
  variables?: Record<string, string | number | boolean>;
  /** Hash of the page's Markdown, without front matter (documents only). */
  markdown?: Hash;
  /** Where a link page leads. */
  target?: ContentRef;
  computed?: Record<string, unknown>;
  git?: GitPlace;
  pages: PageNode[];
}

export interface FileNode {
  id: string;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  hash: Hash;
  dimensions?: { width: number; height: number };
  git?: GitPlace;
}

export interface ReusableContentNode {
  id: string;
  title: string;
  markdown?: Hash;
  git?: GitPlace;
}

export interface Tree {
  pages: PageNode[];
  files: FileNode[];
  reusableContents: ReusableContentNode[];
  variables: Record<string, string | number | boolean>;
}

export const emptyTree = (): Tree => ({ pages: [], files: [], reusableContents: [], variables: {} });

/** Where content lies. `put` is idempotent: the same bytes have the same hash. */
export interface ContentStore {
  get(hash: Hash): Uint8Array;
  text(hash: Hash): string;
  put(content: Uint8Array | string): Hash;
}
