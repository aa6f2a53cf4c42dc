// What an export covers: one space, the spaces of a site, or all of an organization; and the settings above them.
import type { Collection } from '../../api/content/collections.generated.ts';
import { getCollection, listCollections } from '../../api/content/collections.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { getSiteStructure, listSiteSpaces } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { getSite, listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll } from '../../client/pool.ts';
import { isOutOfReach, unless } from '../../errors.ts';
import { safeNames } from '../../files/safe-path.ts';
import type { Scope } from '../../folder/manifest.ts';
import { describeSite } from '../site-file/describe.ts';
import { PARTS, readLive, type Wanted } from '../site-file/live.ts';
import { siteText } from '../site-file/write.ts';
import { settingsText } from './space-extras.ts';

interface Titled {
  id: string;
  title: string;
}

/** IDs of spaces by the names that site files give them: a title that only one of them has, or the ID. */
export function spaceNames(spaces: readonly Titled[]): Map<string, string> {
  const names = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id, title } of spaces) {
    if (names.has(title)) twice.add(title);
    names.set(title, id);
  }
  for (const title of twice) names.delete(title);
  for (const { id } of spaces) names.set(id, id);
  return names;
}

type SiteReading = Pick<Wanted, 'concurrency' | 'onHidden'>;

/** The text of the file of a site, in any organization. `names`: those of `spaceNames`. Throws what the reads throw. */
export async function siteFileText(
  client: Client,
  { organizationId, site, names }: { organizationId: string; site: Site; names: ReadonlyMap<string, string> },
  reading: SiteReading,
): Promise<string> {
  const wanted = { ...reading, parts: new Set(PARTS), looks: () => true };
  const live = await readLive(client, organizationId, site, wanted);
  const isUnique = (title: string) => names.has(title) && names.get(title) !== title;
  const titleOf = (spaceId: string) => [...names].find(([, id]) => id === spaceId)?.[0];
  const { organization: _, ...described } = describeSite(live, { organization: '', isUnique, titleOf });
  return siteText(described);
}

/** Folder of the settings above the spaces. */
export const SETTINGS = '_settings';

/** Ids of what is exported; a site is found in its organization. */
export type Target = Omit<Scope, 'changeRequest' | 'partial'> & {
  organizationId?: string;
  /** Its content instead of main's. */
  changeRequest?: ChangeRequest;
  /** IDs of the only pages to write. */
  only?: ReadonlySet<string>;
};

/** As the manifest keeps it. */
export const scopeOf = ({ kind, id, changeRequest, only }: Target): Scope => ({
  ...{ kind, id },
  ...(changeRequest && { changeRequest: { id: changeRequest.id, number: changeRequest.number } }),
  ...(only && { partial: true }),
});

/** The spaces of the target, each once, without deleted ones. */
export async function spacesOf(client: Client, target: Target): Promise<Space[]> {
  const found = new Map<string, Space>();
  for await (const space of listed(client, target)) {
    if (space.deletedAt === undefined) found.set(space.id, space);
  }
  return [...found.values()];
}

async function* listed(
  client: Client,
  { kind, id, organizationId = '', changeRequest }: Target,
): AsyncGenerator<Space> {
  if (kind === 'space') {
    const space = await client.call(getSpace, { spaceId: id });
    yield changeRequest ? { ...space, revision: changeRequest.revision } : space;
    return;
  }
  if (kind === 'organization') {
    for await (const { items } of client.pages(listSpaces, { organizationId: id })) yield* items;
    return;
  }
  for await (const { items } of client.pages(listSiteSpaces, { organizationId, siteId: id })) {
    for (const { space } of items) yield space;
  }
}

/** A folder name for each space: its title, with a piece of its id where titles meet. The older one keeps the plain title. */
export function folderNames(spaces: readonly Space[]): Map<string, string> {
  const inOrder = [...spaces].sort(
    (a, b) => a.createdAt.localeCompare(b.createdAt, 'en') || (a.id < b.id ? -1 : 1),
  );
  const reserved = [{ id: '-', name: SETTINGS }];
  const names = safeNames([...reserved, ...inOrder.map(({ id, title }) => ({ id, name: title || 'space' }))]);
  return new Map(inOrder.map(({ id }, index) => [id, names[index + 1] ?? id]));
}

const COLLECTIONS = `${SETTINGS}/collections.json`;

/** Those that the spaces are in, and those above them: they say who sees a space without a level of its own. */
async function collectionsAbove(client: Client, spaces: readonly Space[]): Promise<Collection[]> {
  const found = new Map<string, Collection>();
  for (const { parent } of spaces)
    for (let at = parent; at !== undefined && !found.has(at); at = found.get(at)?.parent) {
      const collectionId = at;
      const above = await unless(isOutOfReach, () => client.call(getCollection, { collectionId }));
      if (!above) break;
      found.set(at, above);
    }
  return [...found.values()];
}

/** Settings above the spaces, by their path. */
export async function settingsOf(
  client: Client,
  { kind, id, organizationId = '' }: Target,
  { concurrency, spaces, onHidden }: SiteReading & { spaces: readonly Space[] },
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const names = spaceNames(spaces);
  if (kind === 'site') {
    const { json, yaml } = await siteTexts(client, { organizationId, siteId: id }, names, {
      concurrency,
      onHidden,
    });
    texts.set(`${SETTINGS}/site.json`, json);
    texts.set(`${SETTINGS}/site.yaml`, yaml);
  }
  if (kind !== 'organization') {
    const collections = await collectionsAbove(client, spaces);
    if (collections.length > 0) texts.set(COLLECTIONS, settingsText({ collections }));
    return texts;
  }
  const organization = { organizationId: id };
  texts.set(`${SETTINGS}/organization.json`, settingsText(await client.call(getOrganization, organization)));
  const collections: object[] = await allItems(client.pages(listCollections, organization));
  texts.set(COLLECTIONS, settingsText({ collections }));
  const sites = (await allItems(client.pages(listSites, organization)))
    .map((site) => ({ id: site.id, name: site.title }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const files = safeNames(sites);
  const read = (site: { id: string }) =>
    siteTexts(client, { organizationId: id, siteId: site.id }, names, { concurrency: 1, onHidden });
  for (const [index, { json, yaml }] of (await mapAll(client, sites, concurrency, read)).entries()) {
    texts.set(`${SETTINGS}/sites/${files[index]}.json`, json);
    texts.set(`${SETTINGS}/sites/${files[index]}.yaml`, yaml);
  }
  return texts;
}

/** What a site is set to, for programs, and as the file that restores it. */
async function siteTexts(
  client: Client,
  place: { organizationId: string; siteId: string },
  names: ReadonlyMap<string, string>,
  reading: SiteReading,
): Promise<{ json: string; yaml: string }> {
  const site = await client.call(getSite, place);
  const { structure } = await client.call(getSiteStructure, place);
  const { organizationId } = place;
  const yaml = await siteFileText(client, { organizationId, site, names }, reading);
  return { json: settingsText({ site, structure }), yaml };
}
