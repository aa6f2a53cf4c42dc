// Which sites, spaces and collections a clone is of.
import type { Collection } from '../../api/content/collections.generated.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { NotFoundError } from '../../errors.ts';
import type { ReadSite } from './sink.ts';

/** Names or IDs; what is absent is not limited. With both, spaces are added to those of the sites. */
export interface CloneScope {
  spaces?: readonly string[];
  sites?: readonly string[];
}

export interface Chosen {
  /** Its place among all spaces. */
  index: number;
  space: Space;
}

/** Throws NotFoundError for a site that is not listed. */
export function chosenSites(listed: readonly Site[], { sites }: CloneScope): readonly Site[] {
  if (!sites) return listed;
  refuseUnknown('site', listed, sites);
  return listed.filter((site) => sites.some((by) => isNamed(site, by)));
}

/** Throws NotFoundError for a space that is not listed. */
export function chosenSpaces(
  listed: readonly Space[],
  sites: readonly ReadSite[],
  { spaces = [], ...scope }: Partial<CloneScope>,
): Chosen[] {
  const all = listed
    .map((space, index) => ({ index, space }))
    .filter(({ space }) => space.deletedAt === undefined);
  refuseUnknown(
    'space',
    all.map(({ space }) => space),
    spaces,
  );
  if (!scope.sites && spaces.length === 0) return all;
  const onSites = new Set(scope.sites ? sites.flatMap(spacesOf) : []);
  return all.filter(({ space }) => onSites.has(space.id) || spaces.some((by) => isNamed(space, by)));
}

/** Of a clone of sites only those that their spaces are in. */
export function chosenCollections(
  listed: readonly Collection[],
  spaces: readonly Chosen[],
  { sites }: CloneScope,
): readonly Collection[] {
  if (!sites) return listed;
  const parents = new Map(listed.map(({ id, parent }) => [id, parent]));
  const wanted = new Set<string>();
  for (const { space } of spaces)
    for (let id = space.parent; id !== undefined && !wanted.has(id); id = parents.get(id)) wanted.add(id);
  return listed.filter(({ id }) => wanted.has(id));
}

const spacesOf = ({ siteSpaces }: ReadSite): string[] => siteSpaces.map(({ space }) => space.id);

const isNamed = ({ id, title }: { id: string; title: string }, by: string): boolean =>
  id === by || title.toLowerCase() === by.toLowerCase();

const LIST = { site: 'docs sites list', space: 'docs spaces list' } as const;

function refuseUnknown(
  kind: 'site' | 'space',
  listed: readonly { id: string; title: string }[],
  names: readonly string[],
): void {
  const missing = names.find((by) => !listed.some((one) => isNamed(one, by)));
  if (missing !== undefined)
    throw new NotFoundError(`no ${kind} "${missing}" in this organization`, { hint: LIST[kind] });
}
