// The sites of an organization for a clone: settings, structure, redirects, looks and what is given on them.
import { getCustomization, getSiteSpaceCustomization } from '../../api/sites/customization.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { listSiteSpaces } from '../../api/sites/site-spaces.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { listSites, type Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { type Gate, mapPool } from '../../client/pool.ts';
import { readGrants } from '../access/grants.ts';
import { allItems } from './all-items.ts';
import { PATIENCE } from './read-content.ts';
import type { ReadSite } from './sink.ts';

const AT_ONCE = 8;

/** All of them, whole. Throws what the first one that cannot be read throws. */
export async function readSites(
  { client, gate }: { client: Client; gate: Gate },
  organizationId: string,
): Promise<ReadSite[]> {
  const sites = await gate.run(() => allItems(client, listSites, { organizationId }));
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
  return { site, structure, redirects, customization, looks, grants };
}
