// Everything that links can lead to: the pages of each space with what was read of them, and the files of the folder.
import { posix } from 'node:path';
import { nameKey } from '../../files/safe-path.ts';
import type { FolderPage, FolderSpace } from '../../folder/folder-space.ts';
import type { Folder } from '../../folder/read.ts';
import type { LinkedContent, PlacedPage } from '../../markdown/link-index.ts';
import type { PageFacts } from './facts.ts';

/** A text that was read: a page, or reusable content. */
export interface CheckedText {
  file: string;
  facts: PageFacts;
  /** Undefined for reusable content. */
  page: FolderPage | undefined;
}

interface LinkedPage {
  /** The file is the ID: no two pages have the same. */
  id: string;
  git: { path: string };
}

export interface CheckedSpace {
  space: FolderSpace;
  texts: CheckedText[];
  content: LinkedContent<LinkedPage>;
  placedOf(text: CheckedText): PlacedPage<LinkedPage>;
  /** Files of pages that are in SUMMARY.md, and of those that are not. */
  listed: ReadonlySet<string>;
  unlisted: ReadonlySet<string>;
  /** Files of reusable content. */
  includes: ReadonlySet<string>;
  /** Pages by the path that their address has, in lower case. */
  byPath: ReadonlyMap<string, FolderPage>;
}

export interface World {
  folder: Folder;
  spaces: CheckedSpace[];
  factsOf(file: string): PageFacts | undefined;
  /** A file of the folder, or a folder in it; links may leave the space, not the folder. */
  has(path: string): boolean;
  /** The file or folder that some file systems take this path for, and others do not: upper and lower case differ. */
  otherCase(path: string): string | undefined;
}

/** Puts what was read in the order in which links ask for it. */
export function worldOf(folder: Folder, texts: ReadonlyMap<FolderSpace, CheckedText[]>): World {
  const facts = new Map([...texts.values()].flat().map((text) => [text.file, text.facts]));
  const folders = new Set<string>(['']);
  for (const path of folder.source.files.keys())
    for (let at = posix.dirname(path); at !== '.' && !folders.has(at); at = posix.dirname(at))
      folders.add(at);
  const { files, links } = folder.source;
  let byKey: Map<string, string> | undefined;
  return {
    folder,
    spaces: folder.spaces.map((space) => spaceOf(space, texts.get(space) ?? [])),
    factsOf: (file) => facts.get(file),
    has: (path) => files.has(path) || folders.has(path.replace(/(?<!\/)\/+$/, '')) || isLinked(links, path),
    otherCase: (path) => {
      byKey ??= new Map([...folders, ...files.keys()].map((one) => [nameKey(one), one]));
      const asked = path.replace(/(?<!\/)\/+$/, '');
      const other = byKey.get(nameKey(asked));
      return other === asked ? undefined : other;
    },
  };
}

/** What is behind a symbolic link nobody has looked at. */
function isLinked(links: ReadonlySet<string>, path: string): boolean {
  if (links.size === 0) return false;
  const parts = path.split('/');
  return parts.some((_, at) => links.has(parts.slice(0, at + 1).join('/')));
}

function spaceOf(space: FolderSpace, texts: CheckedText[]): CheckedSpace {
  const nodes = new Map<string, PlacedPage<LinkedPage>>();
  const parentsOf = (page: FolderPage | undefined): LinkedPage[] => {
    const parents: LinkedPage[] = [];
    for (let at = page?.parent; at; at = at.parent)
      if (at.file !== undefined) parents.unshift({ id: at.file, git: { path: at.file } });
    return parents;
  };
  for (const page of space.pages) {
    if (page.file === undefined) continue;
    const node = { id: page.file, git: { path: page.file } };
    nodes.set(page.file, { page: node, path: page.path, parents: parentsOf(page) });
  }
  const node = (file: string) => ({ id: file, git: { path: file } });
  return {
    space,
    texts,
    content: {
      pages: [...nodes.values()],
      files: space.files.map(({ path }) => ({ ...node(path), name: posix.basename(path) })),
      reusableContents: space.includes.map(({ path }) => node(path)),
    },
    placedOf: ({ file }) => nodes.get(file) ?? { page: node(file), path: '', parents: [] },
    listed: new Set(nodes.keys()),
    unlisted: new Set(space.unlisted),
    includes: new Set(space.includes.map(({ path }) => path)),
    byPath: new Map(space.pages.map((page) => [page.path.toLowerCase(), page])),
  };
}
