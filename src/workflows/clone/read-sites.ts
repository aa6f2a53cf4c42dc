// The sites of an organization for a clone: settings, structure, redirects, looks, links, and what is given on them. The keys
// of links and of signing in stay where they are.
import { getAdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import { getHostname } from '../../api/sites/custom-hostnames.ts';
import { getCustomization, getSiteSpaceCustomization } from '../../api/sites/customization.ts';
import { getPublishingAuth, type SitePublishingAuth } from '../../api/sites/site-publishing.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { listShareLinks } from '../../api/sites/site-share-links.ts';
import { listSiteSpaces } from '../../api/sites/site-spaces.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { type Gate, mapPool } from '../../client/pool.ts';
import { readGrants } from '../access/grants.ts';
import { allItems } from './all-items.ts';
import { PATIENCE } from './read-content.ts';
import { ifReadable } from './readable.ts';
import type { ReadSite } from './sink.ts';

const AT_ONCE = 8;

/** All of these, whole. Throws what the first one that cannot be read throws. */
export async function readSites(
  { client, gate }: { client: Client; gate: Gate },
  organizationId: string,
  sites: readonly Site[],
): Promise<ReadSite[]> {
  const results = await mapPool(sites, AT_ONCE, (site) => readSite({ client, gate }, organizationId, site), {
    stop: ({ ok }) => !ok,
  });
  return results.map((result) => {
    if (!result.ok) throw result.error;
    return result.value;
  });
}

async function readSite(
  { client, gate }: { client: Client; gate: Gate },
  organizationId: string,
  site: Site,
): Promise<ReadSite> {
  const ref = { organizationId, siteId: site.id };
  const structure = await gate.run(() => client.call(getSiteStructure, ref, PATIENCE));
  const redirects = await gate.run(() => allItems(client, listRedirects, ref));
  const unmasked = { ...ref, unmasked: true };
  const customization = await gate.run(() => client.call(getCustomization, unmasked, PATIENCE));
  const siteSpaces = await gate.run(() => allItems(client, listSiteSpaces, ref));
  const looks: ReadSite['looks'][number][] = [];
  for (const { id } of siteSpaces) {
    const input = { ...unmasked, siteSpaceId: id };
    const own = await gate.run(() => client.call(getSiteSpaceCustomization, input, PATIENCE));
    if (JSON.stringify(own) !== JSON.stringify(customization))
      looks.push({ siteSpace: id, customization: own });
  }
  const given = await gate.run(() => readGrants(client, { kind: 'site', id: site.id, organizationId }));
  const grants = given.map(({ kind, id, level }) => ({ subject: kind, id, role: level }));
  const extras = await readExtras({ client, gate }, organizationId, site);
  return { site, structure, siteSpaces, redirects, customization, looks, grants, ...extras };
}

type Extras = Pick<ReadSite, 'shareLinks' | 'hostname' | 'auth' | 'adaptiveSchema'>;

/** What only some tokens and plans may see. */
async function readExtras(
  { client, gate }: { client: Client; gate: Gate },
  organizationId: string,
  { id, hostname: name }: Site,
): Promise<Extras> {
  const ref = { organizationId, siteId: id };
  const read = <T>(work: () => Promise<T>) => ifReadable(() => gate.run(work));
  const links = await read(() => allItems(client, listShareLinks, ref));
  const auth = await read(() => client.call(getPublishingAuth, ref, PATIENCE));
  const adaptiveSchema = await read(() => client.call(getAdaptiveSchema, ref, PATIENCE));
  const hostname =
    name === undefined ? undefined : await read(() => client.call(getHostname, { hostname: name }, PATIENCE));
  return {
    ...(links && { shareLinks: links.map(({ urls: _, ...link }) => link) }),
    ...(auth && { auth: withoutKey(auth) }),
    ...(adaptiveSchema && { adaptiveSchema }),
    ...(hostname && { hostname }),
  };
}

const withoutKey = ({ privateKey: _, ...auth }: SitePublishingAuth) => auth;
