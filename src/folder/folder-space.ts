// What a folder says of one space: its pages, the lines of its table of contents, its files and redirects.
import type { PageSettings } from './page.ts';
import type { Structure } from './settings.ts';
import type { FolderProblem, SourceFile } from './source.ts';

/** Where something stands. `file` is relative to the folder that was read; line and column count from 1. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

export interface FolderPage {
  kind: 'document' | 'group' | 'link';
  title: string;
  /** Place in reading order, from 0. */
  order: number;
  parent: FolderPage | undefined;
  /** Unique among its siblings. */
  slug: string;
  /** Slugs from the top, joined by `/`: its path in the space. */
  path: string;
  /** Of a document, relative to the folder that was read. */
  file?: string;
  /** Of a link, as written. */
  href?: string;
  /** Its line in SUMMARY.md; absent where there is none. */
  entry?: Place;
  /** The platform makes pages below it, which no file stands for. */
  isComputed?: true;
  /** What SUMMARY.md calls it, where that is not its title: menus show this. */
  menuTitle?: string;
  /** Front matter of a document, or what a comment in SUMMARY.md says. */
  settings: PageSettings;
  /** The line of the file that the text below front matter and title begins at. */
  bodyLine?: number;
}

/** A line of SUMMARY.md, and what it leads to. `again` is a page that an earlier entry lists. */
export interface FolderEntry extends Place {
  title: string;
  href: string | undefined;
  leads: 'page' | 'again' | 'anchor' | 'url' | 'file' | 'group' | 'missing';
}

export interface FolderRedirect extends Place {
  /** As written. */
  source: string;
  /** As written; undefined where it is not a text. */
  target: string | undefined;
  /** Without slashes around it: the path that it stands for. */
  from: string;
  /** The file that the target names, relative to the folder that was read. */
  to: string | undefined;
}

export interface FolderSpace {
  /** Folder of its settings, relative to the folder that was read; empty for the top. */
  root: string;
  /** Folder of its pages; empty for the top. */
  directory: string;
  structure: Structure;
  /** SUMMARY.md, relative to the folder that was read; undefined where there is none. */
  summary: string | undefined;
  /** `.gitbook.yaml`, likewise. */
  settings: string | undefined;
  /** In reading order: a page comes after the one it is below. Pages that SUMMARY.md does not list are not among them. */
  pages: FolderPage[];
  entries: FolderEntry[];
  /** Files of pages that SUMMARY.md does not list, relative to the folder that was read. */
  unlisted: string[];
  /** Reusable content, relative to the folder that was read. */
  includes: SourceFile[];
  /** Images and other files that are not pages. */
  files: SourceFile[];
  redirects: FolderRedirect[];
  variables: Record<string, unknown>;
  problems: FolderProblem[];
}
