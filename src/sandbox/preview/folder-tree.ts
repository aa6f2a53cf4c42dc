// A space of a folder as the tree that pages are drawn from. Its texts are kept beside it, its files stay on the disk.
import { posix } from 'node:path';
import type { FolderPage, FolderSpace } from '../../jobs/folder/space.ts';
import { isUrl } from '../../jobs/folder/summary.ts';
import { contentTypeOf } from '../content/file-types.ts';
import type { FileNode, Hash, PageNode, Tree } from '../content/model.ts';
import { pageFields } from '../content/repository/page-fields.ts';

/** Hashes of what is kept, by its file: of texts, and of files that are wanted without the folder. */
export interface KeptTexts {
  hashOf(file: string): Hash | undefined;
}

/** Ids are made of paths: the same page has the same one after each change. */
const idOf = (kind: 'page' | 'file' | 'text', path: string): string => `${kind}:${path}`;

/** Takes what was read of a space; returns its tree. */
export function treeOfSpace(space: FolderSpace, texts: KeptTexts): Tree {
  const top: PageNode[] = [];
  const made = new Map<FolderPage, PageNode>();
  const files = new Set(space.files.map(({ path }) => path));
  for (const page of space.pages) {
    const node = pageNode(page, space, { files, texts });
    made.set(page, node);
    (page.parent ? (made.get(page.parent)?.pages ?? top) : top).push(node);
  }
  return {
    pages: top,
    files: space.files.map((file) => fileNode(file, texts)),
    reusableContents: space.includes.map(({ path }) => ({
      ...{ id: idOf('text', path), title: posix.basename(path), git: { oid: '', path } },
      ...markdownIn(texts.hashOf(path)),
    })),
    variables: plainVariables(space.variables),
  };
}

const markdownIn = (hash: Hash | undefined) => (hash === undefined ? {} : { markdown: hash });

interface Known {
  files: ReadonlySet<string>;
  texts: KeptTexts;
}

function pageNode(page: FolderPage, { directory }: FolderSpace, { files, texts }: Known): PageNode {
  const { kind, title, slug, file, href, order, settings } = page;
  const { title: _title, id: _id, tags: _tags, ...fields } = settings;
  const path = file ?? '';
  const ids = {
    page: () => undefined,
    // Covers are named in the space, files by the folder that was read.
    file: (name: string) => {
      const found = [name, posix.join(directory, name)].find((one) => files.has(one));
      return found && idOf('file', found);
    },
  };
  return {
    ...pageFields(fields, path, ids),
    id: idOf('page', file ?? `${kind}/${order}`),
    type: kind,
    ...{ title, slug, pages: [] },
    ...(file !== undefined && { git: { oid: '', path: file } }),
    ...markdownIn(file === undefined ? undefined : texts.hashOf(file)),
    ...(kind === 'link' &&
      href !== undefined &&
      isUrl(href) && { target: { kind: 'url', url: href } as const }),
  };
}

const fileNode = ({ path, size }: { path: string; size: number }, texts: KeptTexts): FileNode => ({
  id: idOf('file', path),
  name: posix.basename(path),
  contentType: contentTypeOf(path),
  size,
  hash: texts.hashOf(path) ?? '',
  git: { oid: '', path },
});

function plainVariables(given: Readonly<Record<string, unknown>>): Tree['variables'] {
  const plain = Object.entries(given).filter(
    (entry): entry is [string, string | number | boolean] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  );
  return Object.fromEntries(plain);
}
