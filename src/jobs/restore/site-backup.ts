// A site file of a backup: read, and made to name what is where the site goes.

import type { Space } from '../../api/content/spaces.generated.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { isRecord } from '../../files/texts.ts';
import { type ParsedSite, parseSite, sectionsIn, spacesIn } from '../site-file/parse.ts';
import type { SiteFile } from '../site-file/schema.ts';
import { newId } from './restore-state.ts';

export interface SiteBackup {
  /** The ID it had. */
  id: string;
  title: string;
  /** Text of its site file. */
  text: string;
  /** Its own domain, which no request can set. */
  domain?: string | undefined;
  /** IDs of spaces, as they were, by the names that the file gives them. */
  names: ReadonlyMap<string, string>;
}

/** Where it goes. */
export interface SitePlaces {
  /** New IDs by old ones: spaces, pages and files. */
  ids: ReadonlyMap<string, string>;
  /** Spaces that are there, by ID and by a title that only one has. */
  spaces: ReadonlyMap<string, string>;
  installed: ReadonlySet<string>;
  /** Base names of the sites that are there. */
  basenames: ReadonlySet<string>;
  /** Publish it where it was published. */
  publish: boolean;
}

/** What a file says: its title, whether it is published, how many sections, spaces and redirects it has. */
export const readSiteBackup = async (backup: SiteBackup): Promise<ParsedSite> =>
  parseSite(backup.text, `site file of "${backup.title}"`);

/** Spaces that the site shows, by the ID that they had, or by the name in the file. */
export const spacesOf = ({ names }: SiteBackup, { file }: ParsedSite): { name: string; id: string }[] =>
  spacesIn(file).map(({ space }) => ({ name: space, id: names.get(space) ?? space }));

/** What will not be there, a sentence each. */
export function siteLosses(
  { domain }: SiteBackup,
  { file }: ParsedSite,
  { installed, basenames, publish }: SitePlaces,
): string[] {
  const missing = (file.integrations ?? []).filter((name) => !installed.has(name));
  return [
    ...(missing.length > 0 ? [`not installed there, left out: ${missing.join(', ')}`] : []),
    ...(file.auth?.backend === 'integration' && missing.length > 0
      ? ['its visitor sign-in needs an integration: left out']
      : []),
    ...(basenames.has(file.basename ?? '')
      ? [`its base name "${file.basename}" is taken there: it gets another`]
      : []),
    ...sectionsIn(file.sections).flatMap(({ spaces: [first] }) =>
      first?.title === undefined
        ? []
        : [
            `its space "${first.space}" is not called "${first.title}" there: the first of a section has its own title`,
          ],
    ),
    ...((file.shareLinks ?? []).length > 0 ? ['its share links get new URLs'] : []),
    ...(domain === undefined ? [] : [`its domain ${domain} is not set: add it in the app`]),
    ...(file.publish === true && !publish ? ['it was published: it is restored unpublished'] : []),
  ];
}

/** Makes the file name what is there now. Names of spaces become IDs; what cannot be is left out. */
export function fitSite(backup: SiteBackup, { file }: ParsedSite, places: SitePlaces): void {
  const oldOf = (name: string) => backup.names.get(name) ?? name;
  for (const item of [file, ...spacesIn(file)])
    if (item.customization)
      item.customization = withIds(item.customization, places.ids, 'space' in item ? oldOf(item.space) : '');
  nameSpaces(file, (name) => {
    const old = oldOf(name);
    return places.ids.get(old) ?? places.spaces.get(old) ?? places.spaces.get(name) ?? name;
  });
  leaveOut(file, places);
}

function nameSpaces(file: SiteFile, nameOf: (name: string) => string): void {
  const sections = sectionsIn(file.sections);
  const isSection = (name: string) => sections.some(({ title, path }) => title === name || path === name);
  for (const item of spacesIn(file)) item.space = nameOf(item.space);
  for (const one of [file, ...sections])
    if (one.default !== undefined && !(one === file && isSection(one.default)))
      one.default = nameOf(one.default);
  for (const { to } of file.redirects ?? []) if ('space' in to) to.space = nameOf(to.space);
}

/** What belongs to the organization that it comes from, is not installed, or was not asked for. */
function leaveOut(file: SiteFile, { installed, basenames, publish }: SitePlaces): void {
  const { integrations = [] } = file;
  const left = integrations.filter((name) => installed.has(name));
  if (file.integrations) file.integrations = left;
  if (left.length < integrations.length && file.auth?.backend === 'integration') delete file.auth;
  delete file.organization;
  if (basenames.has(file.basename ?? '')) delete file.basename;
  if (!publish) delete file.publish;
}

/** The same settings, with every ID that has a new one: a link says which space its page is in, or it is this one. */
function withIds<T>(value: T, ids: ReadonlyMap<string, string>, space: string): T {
  const changed = (one: unknown, own: string): unknown => {
    if (typeof one === 'string') return newId(ids, one, [own]) ?? one;
    if (Array.isArray(one)) return one.map((inner) => changed(inner, own));
    if (!isRecord(one)) return one;
    const its = typeof one.space === 'string' ? one.space : own;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, changed(inner, its)]));
  };
  // Safe: texts stay texts, and everything else stays as it is.
  return changed(value, space) as T;
}

// The sites of an organization, and the spaces that they may show.

/** Every space of an organization that a site may show: none that was deleted. */
export const readSpaces = async (client: Client, organizationId: string): Promise<Space[]> =>
  (await allItems(client.pages(listSpaces, { organizationId }))).filter(
    ({ deletedAt }) => deletedAt === undefined,
  );

export const readSites = (client: Client, organizationId: string): Promise<Site[]> =>
  allItems(client.pages(listSites, { organizationId }));
