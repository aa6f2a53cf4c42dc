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

// Content type of a file, by its extension.

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  tar: 'application/x-tar',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  xml: 'application/xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  ts: 'text/plain',
  css: 'text/css',
  html: 'text/html',
  htm: 'text/html',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
};

/** `application/octet-stream` for an unknown extension. */
export function contentTypeOf(name: string): string {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(TYPES, extension) && TYPES[extension]) || 'application/octet-stream';
}

/** The usual extension of a content type, with its dot; empty for an unknown type. */
export function extensionOf(contentType: string): string {
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  const found = Object.entries(TYPES).find(([, known]) => known === type)?.[0];
  return found ? `.${found}` : '';
}
