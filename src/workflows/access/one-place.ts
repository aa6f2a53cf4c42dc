// One space, collection or site: everyone with access to it, and through what.

import { listSiteAccess, type UserSitePermission } from '../../api/people/site-permissions.ts';
import type { Role } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import type { Width } from '../../client/pool.ts';
import { type Given, readGiven } from './grants.ts';
import { type Failure, highest, type Place, readLevels } from './levels.ts';
import { stranger } from './matrix.ts';
import { byName, type Person } from './people.ts';
import { type Origin, originOf } from './ways.ts';

export interface Accessor {
  person: Person;
  /** undefined: the level of a guest, who sees what a site shows. */
  level: Role | undefined;
  origin: Origin;
}

export interface PlaceAccess {
  accessors: Accessor[];
  given: Given;
}

interface PlaceQuery {
  organizationId: string;
  people: readonly Person[];
  width: Width;
}

/** By name. Throws the first failure: half of an answer is none. */
export async function readPlaceAccess(
  client: Client,
  place: Place,
  { organizationId, people, width }: PlaceQuery,
): Promise<PlaceAccess> {
  const levels = await readLevels(client, place);
  const given = await readGiven(client, organizationId, [place], { width });
  throwFirst(given.failures);
  const known = new Set(people.map(({ id }) => id));
  const others = levels.users.filter(({ id }) => !known.has(id));
  const all = [...people, ...others.map(({ id, displayName, email }) => stranger(id, displayName, email))];
  const accessors = all.map((person) => {
    const level = levels.of.get(person.id);
    return { person, level, origin: originOf(person, place, given, level) };
  });
  return { accessors: accessors.sort((a, b) => byName(a.person, b.person)), given };
}

export function throwFirst([first]: readonly Failure[]): void {
  if (first) throw first.error;
}

/** What follows when the deciding ways end: the highest of the others. */
export const remaining = ({ ways, deciding }: Origin): Role | undefined =>
  highest(ways.filter((way) => !deciding.includes(way)).map((way) => way.level));

export interface SiteRef {
  organizationId: string;
  siteId: string;
}

/** All who have access to a site; `search` leaves it to the platform to find one person. */
export async function readSiteAccess(
  client: Client,
  ref: SiteRef,
  search?: string,
): Promise<UserSitePermission[]> {
  const found: UserSitePermission[] = [];
  const input = { ...ref, ...(search !== undefined && { search }) };
  for await (const { items } of client.pages(listSiteAccess, input)) found.push(...items);
  return found;
}

/** As the platform itself says where access to a site comes from. */
export function siteOriginText(
  { origin }: UserSitePermission,
  names: { space(id: string): string; team(id: string): string; site: string },
): string {
  if (origin.type === 'organization') return 'organization role';
  if (origin.type === 'space') return `space ${names.space(origin.space)} on the site`;
  if (origin.reason === 'team' && origin.team !== undefined)
    return `team ${names.team(origin.team)} on site ${names.site}`;
  return origin.reason === 'member'
    ? `direct grant on site ${names.site}`
    : `default level on site ${names.site}`;
}
