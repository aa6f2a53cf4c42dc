// One space, collection or site: everyone with access to it, and through what.
import type { UserSitePermission } from '../../api/people/permissions.generated.ts';
import { listSiteAccess } from '../../api/people/permissions.ts';
import { listSiteSpaces } from '../../api/sites/site-structure.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import type { Width } from '../../client/pool.ts';
import {
  type Given,
  type Level,
  LIST,
  originOf,
  type Placed,
  readGiven,
} from '../../domain/access/grants.ts';
import { type Failure, type Place, placeOf, readLevels } from '../../domain/access/levels.ts';
import { byName, type Person } from '../../domain/access/people.ts';
import type { Thing } from '../../domain/access/wanted.ts';
import { UnsupportedError } from '../../errors.ts';
import type { Accessor, PlaceAccess } from './ends.ts';
import { stranger } from './matrix.ts';

/** The operations it reads a site with, for those who list them. */
export const SITE_OPERATIONS = [listSiteAccess, listSiteSpaces, LIST.user.site, LIST.team.site];

type SiteThing = Thing & { kind: 'site' };

interface PlaceQuery {
  organizationId: string;
  people: readonly Person[];
  width: Width;
}

/** By name. Throws the first failure: half of an answer is none. */
export const readPlaceAccess = (
  client: Client,
  place: Place | SiteThing,
  query: PlaceQuery,
): Promise<PlaceAccess> =>
  place.kind === 'site' ? readSite(client, place, query) : readContent(client, place, query);

async function readContent(client: Client, place: Place, query: PlaceQuery): Promise<PlaceAccess> {
  const [{ of, users }, given] = await Promise.all([
    readLevels(client, place),
    readGiven(client, query.organizationId, [place], query),
  ]);
  throwFirst(given.failures);
  return accessOf(query.people, { place, given, users, of });
}

interface Known {
  place: Placed;
  given: Given;
  users: readonly { id: string; displayName: string; email?: string | undefined }[];
  /** What the platform says, by the ID of the user. */
  of: ReadonlyMap<string, Level>;
}

function accessOf(people: readonly Person[], { place, given, users, of }: Known): PlaceAccess {
  const ids = new Set(people.map(({ id }) => id));
  const others = users.filter(({ id }) => !ids.has(id));
  const all = [...people, ...others.map(({ id, displayName, email }) => stranger(id, displayName, email))];
  const accessors = all.map((person) => {
    const level = of.get(person.id);
    return { person, level, origin: originOf(person, place, given, level) };
  });
  return {
    accessors: accessors.sort((a, b) => byName(a.person, b.person)),
    standing: { place, given, people: all },
  };
}

export function throwFirst([first]: readonly Failure[]): void {
  if (first) throw first.error;
}

export interface SiteRef {
  organizationId: string;
  siteId: string;
}

/** All who have access to a site; `search` leaves it to the platform to find one person. */
export const readSiteAccess = async (
  client: Client,
  ref: SiteRef,
  search?: string,
): Promise<UserSitePermission[]> =>
  allItems(client.pages(listSiteAccess, { ...ref, ...(search !== undefined && { search }) }));

/**
 * Every way to a site. Where the platform names one that cannot be found (a level of the site, a space that one may not
 * see, grants that the host does not list), its own words stand for it.
 */
async function readSite(client: Client, site: SiteThing, query: PlaceQuery): Promise<PlaceAccess> {
  const { organizationId, people } = query;
  const ref = { organizationId, siteId: site.id };
  const [all, spaces] = await Promise.all([
    readSiteAccess(client, ref),
    allItems(client.pages(listSiteSpaces, ref)),
  ]);
  const shows = spaces.map(({ space }) => placeOf('space', space));
  const place = { ...site, shows: [...new Map(shows.map((space) => [space.id, space])).values()] };
  const given = await givenOnSite(client, place, query);
  const active = all.filter(({ disabled }) => !disabled);
  const known = accessOf(people, {
    place,
    given,
    users: active.map(({ user }) => user),
    of: new Map(active.map(({ user, permission }) => [user.id, permission ?? 'guest'])),
  });
  const named = new Map(active.map((one) => [one.user.id, one]));
  const accessors = known.accessors.map((one) => settled(one, named.get(one.person.id), place));
  return { ...known, accessors };
}

async function givenOnSite(
  client: Client,
  place: SiteThing & { shows: readonly Place[] },
  query: PlaceQuery,
) {
  const { organizationId } = query;
  const given = await readGiven(client, organizationId, [place], query);
  const isOlder = given.failures.some(({ error }) => error instanceof UnsupportedError);
  if (!isOlder) {
    throwFirst(given.failures);
    return given;
  }
  const content = await readGiven(client, organizationId, place.shows, query);
  throwFirst(content.failures);
  return content;
}

/** A level that the ways do not add up to has one more way where the platform says that it is one of the site's own. */
function settled(accessor: Accessor, access: UserSitePermission | undefined, site: Thing): Accessor {
  const { origin, level } = accessor;
  const isOwn = access?.origin.type === 'site' && access.origin.reason === 'default';
  if (origin.doubt === undefined || level === undefined || !isOwn) return accessor;
  const way = { level, via: 'default' as const, on: site, inherited: false };
  return { ...accessor, origin: { level, ways: [...origin.ways, way], deciding: [way] } };
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
