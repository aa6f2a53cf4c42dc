// The files of a repository as an import needs them: texts in memory, everything else kept by hash.
import { posix } from 'node:path';
import { ValidationError } from '../../../errors.ts';
import { contentTypeOf } from '../../../files/content-type.ts';
import { isRecord } from '../../../files/texts.ts';
import { FILE_NAMES, inRepository, VARIABLES } from '../../../folder/paths.ts';
import { parseMap } from '../../../folder/settings.ts';
import { scalar } from '../../../markdown/front-matter.ts';
import type { FileNode, Hash, Tree } from '../model.ts';
import type { Dimensions } from '../pdf/image-size.ts';

export interface RepoText {
  path: string;
  oid: string;
  text: string;
}

export interface RepoAsset {
  path: string;
  oid: string;
  /** Bytes. */
  size: number;
  hash: Hash;
  dimensions?: Dimensions;
}

/** By path in the project directory. */
export interface RepoFiles {
  texts: ReadonlyMap<string, RepoText>;
  assets: readonly RepoAsset[];
}

/** What a tree had at each path in the repository before. */
export interface Previous<T> {
  node: T;
  index: number;
}

export function byGitPath<T extends { git?: { path: string } }>(
  nodes: Iterable<T>,
): Map<string, Previous<T>> {
  const found = new Map<string, Previous<T>>();
  let index = 0;
  for (const node of nodes) {
    if (node.git && !found.has(node.git.path)) found.set(node.git.path, { node, index });
    index += 1;
  }
  return found;
}

export interface FileContext {
  directory: string;
  previous: Tree | undefined;
  newId: () => string;
}

/** Makes File records. A file keeps its id and its place in the list where its path is unchanged. */
export function fileNodes(files: RepoFiles, { directory, previous, newId }: FileContext): FileNode[] {
  const before = byGitPath(previous?.files ?? []);
  const names = readFileNames(files);
  const nodes = files.assets.map(({ path, oid, size, hash, dimensions }) => {
    const git = { oid, path: inRepository(directory, path) };
    const old = before.get(git.path);
    const { name = posix.basename(path), contentType = contentTypeOf(path) } = names(path);
    const node: FileNode = {
      id: old?.node.id ?? newId(),
      name,
      contentType,
      size,
      hash,
      ...(dimensions && { dimensions }),
      git,
    };
    return { node, order: old?.index ?? Number.MAX_SAFE_INTEGER };
  });
  return nodes.sort((a, b) => a.order - b.order).map(({ node }) => node);
}

function readFileNames(files: RepoFiles): (path: string) => { name?: string; contentType?: string } {
  const data = readYaml(files, FILE_NAMES) ?? {};
  return (path) => {
    const entry = Object.hasOwn(data, path) ? data[path] : undefined;
    if (!isRecord(entry)) return {};
    const { name, contentType } = entry;
    return {
      ...(typeof name === 'string' && { name }),
      ...(typeof contentType === 'string' && { contentType }),
    };
  };
}

/** Variables of the space; those it had where the repository says nothing of variables. */
export function variablesOf(files: RepoFiles, previous: Tree | undefined): Tree['variables'] {
  const data = readYaml(files, VARIABLES);
  if (!data) return previous?.variables ?? {};
  const scalars = Object.entries(data).filter(([, value]) => scalar(value) !== undefined);
  // Safe: only what a variable can hold is left.
  return Object.fromEntries(scalars) as Tree['variables'];
}

function readYaml({ texts }: RepoFiles, path: string): Record<string, unknown> | undefined {
  const text = texts.get(path)?.text;
  return text === undefined ? undefined : parseMap(text);
}

export function decodeText(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ValidationError(`page "${path.slice(0, 200)}" is not valid UTF-8`);
  }
}
