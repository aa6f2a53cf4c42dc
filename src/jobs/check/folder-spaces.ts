// Other spaces that lie in the same folder: .docscheck.yaml says which ID each has, or the export that made the folder.
import { ConfigError } from '../../errors.ts';
import { CHECK_FILE, type CheckConfig } from './config.ts';
import type { KnownSpace } from './space-links.ts';
import type { CheckedSpace, World } from './world.ts';

/** By the ID of each space. Throws ConfigError for a folder that is not a space. */
export function folderSpaces(world: World, { spaces }: CheckConfig): Map<string, KnownSpace> {
  const ids = new Map([
    ...(world.folder.manifest?.spaces ?? []).map(({ id, folder }) => [id, folder] as const),
    ...spaces,
  ]);
  const known = new Map<string, KnownSpace>();
  for (const [id, folder] of ids) {
    const found = world.spaces.find(({ space }) => space.root === folder || space.directory === folder);
    if (found) known.set(id, knownSpace(world, found, folder));
    else if (spaces.has(id))
      throw new ConfigError(`${CHECK_FILE}: spaces: "${folder}" is not the folder of a space`, {
        hint: 'docs help check',
      });
  }
  return known;
}

function knownSpace(world: World, { space, byPath, listed }: CheckedSpace, folder: string): KnownSpace {
  const prefix = space.directory === '' ? '' : `${space.directory}/`;
  const redirects = new Map(space.redirects.map(({ from, to }) => [from.toLowerCase(), to]));
  const fileAt = (path: string): string | undefined => {
    const page = byPath.get(path.toLowerCase());
    if (page?.file !== undefined) return page.file;
    // A page is also found by the path of its file: where groups are not in the address.
    const all = [`${prefix}${path}.md`, `${prefix}${path}/README.md`, `${prefix}${path}`];
    return all.find((file) => listed.has(file)) ?? redirects.get(path.toLowerCase());
  };
  const isBelowComputed = (path: string): boolean => {
    const parts = path.toLowerCase().split('/');
    return parts.some((_, at) => byPath.get(parts.slice(0, at).join('/'))?.isComputed);
  };
  return {
    title: folder === '' ? 'this space' : folder,
    page: (path) => {
      const file = fileAt(decodePath(path));
      const group = file === undefined ? byPath.get(path.toLowerCase()) : undefined;
      if (file === undefined && !group) return isBelowComputed(path) ? { anchors: undefined } : undefined;
      const facts = file === undefined ? undefined : world.factsOf(file);
      return { anchors: facts?.anchors, ...(facts && { hasMoreAnchors: facts.hasMoreAnchors }) };
    },
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
