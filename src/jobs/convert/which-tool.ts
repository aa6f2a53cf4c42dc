// Which tool a folder is of: each has files that no other has.
import { posix } from 'node:path';
import type { FolderSource } from '../../folder/source.ts';

export const FORMATS = ['mintlify', 'docusaurus', 'mkdocs', 'notion', 'confluence'] as const;
export type Format = (typeof FORMATS)[number];

/** Names of files, in the order in which they tell more: a `docs.json` may be anything. */
export const MARKS = {
  docusaurus: /^docusaurus\.config\.[cm]?[jt]s$/,
  mkdocs: /^mkdocs\.ya?ml$/,
  notion: / [0-9a-f]{32}(?:_all)?\.(?:md|csv)$/,
  confluence: /^(?:.+_)?\d{5,}\.html$/,
  mintlify: /^(?:docs|mint)\.json$/,
} as const satisfies Readonly<Record<Format, RegExp>>;

/** For those whose folder has none of them. */
export const LOOKED_FOR =
  'no docusaurus.config.js, mkdocs.yml, docs.json or mint.json, and no pages named the way Notion and Confluence do';

export interface Tool {
  format: Format;
  /** The file that says so. */
  file: string;
}

/** The file of this name that is nearest to the top. */
export function nearest(source: FolderSource, name: RegExp): string | undefined {
  const found = [...source.files.keys()].filter(
    (path) => name.test(posix.basename(path)) && !/(?:^|\/)\./.test(path),
  );
  return found.sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))[0];
}

const depthOf = (path: string): number => path.split('/').length;

/** By the file that is nearest to the top. */
export function toolOf(source: FolderSource): Tool | undefined {
  const found = Object.entries(MARKS).flatMap(([format, mark]) => {
    const file = nearest(source, mark);
    return file === undefined ? [] : [{ format: format as Format, file }];
  });
  return found.sort((a, b) => depthOf(a.file) - depthOf(b.file))[0];
}

/** Whether the folder has a file of this tool. */
export const isOf = (source: FolderSource, format: Format): boolean =>
  nearest(source, MARKS[format]) !== undefined;
