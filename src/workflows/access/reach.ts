// Everything that one person can reach: spaces, collections and sites, each with its level and through what.

import { listCollections } from '../../api/content/collections.ts';
import { listMemberSpaces } from '../../api/people/members.ts';
import { listSiteAccess } from '../../api/people/site-permissions.ts';
import { listTeams } from '../../api/people/teams.ts';
import type { Role } from '../../api/roles.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import type { Width } from '../../client/pool.ts';
import { originOf, originText, readGiven } from './grants.ts';
import { type Place, placeOf, readEach, readLevels } from './levels.ts';
import { readSiteAccess, siteOriginText, throwFirst } from './one-place.ts';
import type { Person } from './people.ts';

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

/** Spaces first, then collections and sites, each by title. Throws the first failure: a shorter list would mislead. */
export async function readReach(client: Client, query: ReachQuery): Promise<Reached[]> {
  const { organizationId, person, width } = query;
  const levels = new Map<string, Role>();
  const places: Place[] = [];
  const titles = new Map<string, string>();
  const member = { organizationId, userId: person.id };
  for await (const { items } of client.pages(listMemberSpaces, member)) {
    for (const { permission, space } of items) {
      levels.set(space.id, permission);
      titles.set(space.id, space.title);
      places.push(placeOf('space', space));
    }
  }
  const all: Place[] = [];
  for await (const { items } of client.pages(listCollections, { organizationId }))
    all.push(...items.map((one) => placeOf('collection', one)));
  const read = await readEach(client, all, { width }, (one) => readLevels(client, one));
  throwFirst(read.failures);
  for (const one of all) {
    const level = read.found.get(one.id)?.of.get(person.id);
    if (level === undefined) continue;
    levels.set(one.id, level);
    places.push(one);
  }
  const given = await readGiven(client, organizationId, places, { width });
  throwFirst(given.failures);
  const content = places.flatMap((place): Reached[] => {
    const level = levels.get(place.id);
    if (level === undefined) return [];
    const origin = originText(originOf(person, place, given, level));
    return [{ kind: place.kind, id: place.id, title: place.title, level, origin }];
  });
  return [...content.sort(byKind), ...(await sitesOf(client, query, titles))];
}

const byKind = (a: Reached, b: Reached): number =>
  b.kind.localeCompare(a.kind, 'en') || a.title.localeCompare(b.title, 'en');

/** The platform says for sites where access comes from. */
async function sitesOf(
  client: Client,
  { organizationId, person, width }: ReachQuery,
  spaces: ReadonlyMap<string, string>,
): Promise<Reached[]> {
  const sites: { id: string; title: string }[] = [];
  for await (const { items } of client.pages(listSites, { organizationId })) sites.push(...items);
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
  const titles = new Map<string, string>();
  for await (const { items } of client.pages(listTeams, { organizationId }))
    for (const { id, title } of items) titles.set(id, title);
  return titles;
}
