// Everything that one person can reach: spaces, collections and sites, each with its level and through what.
import { listCollections } from '../../api/content/collections.ts';
import { listMemberSpaces, listTeams } from '../../api/people/members.ts';
import { listSiteAccess } from '../../api/people/permissions.ts';
import type { Role } from '../../api/roles.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import type { Width } from '../../client/pool.ts';
import { type Given, originOf, originText, readGiven } from '../../domain/access/grants.ts';
import { type Place, placeOf, readEach, readLevels } from '../../domain/access/levels.ts';
import type { Person } from '../../domain/access/people.ts';
import { readSiteAccess, siteOriginText, throwFirst } from './one-place.ts';

export interface Reached {
  kind: 'space' | 'collection' | 'site';
  id: string;
  title: string;
  level: Role | 'guest';
  origin: string;
}

export const REACH_OPERATIONS = [listMemberSpaces, listCollections, listSites, listSiteAccess, listTeams];

interface ReachQuery {
  organizationId: string;
  person: Person;
  width: Width;
}

/**
 * Spaces first, then collections and sites, each by title. Throws the first failure: a shorter list would mislead. What
 * was given is asked for only where the role and default levels do not give the level: two requests a place.
 */
export async function readReach(client: Client, query: ReachQuery): Promise<Reached[]> {
  const { organizationId, person, width } = query;
  const [spaces, collections, sites] = await Promise.all([
    allItems(client.pages(listMemberSpaces, { organizationId, userId: person.id })),
    allItems(client.pages(listCollections, { organizationId })),
    allItems(client.pages(listSites, { organizationId })),
  ]);
  const levels = new Map<string, Role>(spaces.map(({ permission, space }) => [space.id, permission]));
  const titles = new Map(spaces.map(({ space: { id, title } }) => [id, title]));
  const above = collections.map((one) => placeOf('collection', one));
  const [read, onSites] = await Promise.all([
    readEach(client, above, { width }, (one) => readLevels(client, one)),
    sitesOf(client, query, sites, titles),
  ]);
  throwFirst(read.failures);
  for (const { id } of above) {
    const level = read.found.get(id)?.of.get(person.id);
    if (level !== undefined) levels.set(id, level);
  }
  const places = [...spaces.map(({ space }) => placeOf('space', space)), ...above];
  const reached = places.filter(({ id }) => levels.has(id));
  const byRole: Given = {
    collections: new Map(above.map((one) => [one.id, one])),
    ...{ grants: new Map(), teams: new Map(), failures: [] },
  };
  const isByRole = (place: Place) =>
    originOf(person, place, byRole, levels.get(place.id)).doubt === undefined;
  const others = reached.filter((place) => !isByRole(place));
  const given = others.length === 0 ? byRole : await readGiven(client, organizationId, others, { width });
  throwFirst(given.failures);
  const content = reached.flatMap((place): Reached[] => {
    const level = levels.get(place.id);
    if (level === undefined) return [];
    const origin = originText(originOf(person, place, isByRole(place) ? byRole : given, level));
    return [{ kind: place.kind, id: place.id, title: place.title, level, origin }];
  });
  return [...content.sort(byKind), ...onSites];
}

const byKind = (a: Reached, b: Reached): number =>
  b.kind.localeCompare(a.kind, 'en') || a.title.localeCompare(b.title, 'en');

/** The platform says for sites where access comes from. */
async function sitesOf(
  client: Client,
  { organizationId, person, width }: ReachQuery,
  sites: readonly { id: string; title: string }[],
  spaces: ReadonlyMap<string, string>,
): Promise<Reached[]> {
  const { found, failures } = await readEach(client, sites, { width }, ({ id }) =>
    readSiteAccess(client, { organizationId, siteId: id }, person.email),
  );
  throwFirst(failures);
  const own = sites.flatMap((site) => {
    const access = found.get(site.id)?.find(({ user, disabled }) => user.id === person.id && !disabled);
    return access ? [{ site, access }] : [];
  });
  const byTeam = own.some(({ access: { origin } }) => origin.type === 'site' && origin.team !== undefined);
  const teams = byTeam ? await teamTitles(client, organizationId) : new Map<string, string>();
  return own
    .map(
      ({ site, access }): Reached => ({
        kind: 'site',
        id: site.id,
        title: site.title,
        level: access.permission ?? 'guest',
        origin: siteOriginText(access, {
          site: site.title,
          space: (id) => spaces.get(id) ?? id,
          team: (id) => teams.get(id) ?? id,
        }),
      }),
    )
    .sort(byKind);
}

export async function teamTitles(client: Client, organizationId: string): Promise<Map<string, string>> {
  const teams = await allItems(client.pages(listTeams, { organizationId }));
  return new Map(teams.map(({ id, title }) => [id, title]));
}
