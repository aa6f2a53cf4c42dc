// An organization with everything that access can come from: nested collections, levels, teams, guests, disabled members.
import { createCollection, updateCollection } from '../../src/api/content/collections.ts';
import { updateSpace } from '../../src/api/content/spaces.ts';
import { changeTeamMembers, createTeam } from '../../src/api/people/members.ts';
import {
  addCollectionPermission,
  addSitePermission,
  addSpacePermission,
} from '../../src/api/people/permissions.ts';
import { ROLES } from '../../src/api/roles.ts';
import { createShareLink } from '../../src/api/sites/site-publishing.ts';
import { createSite, publishSite } from '../../src/api/sites/sites.ts';
import { randomNumbers } from './random-organization.ts';
import type { TestSandbox } from './sandbox.ts';

export interface RandomAccess {
  users: string[];
  teams: string[];
  collections: string[];
  spaces: string[];
  sites: string[];
}

interface Sizes {
  users: number;
  teams: number;
  collections: number;
  spaces: number;
  grants: number;
  sites?: number;
}

const SMALL: Sizes = { users: 6, teams: 3, collections: 5, spaces: 5, grants: 14, sites: 3 };

interface Making {
  box: TestSandbox;
  org: { organizationId: string };
  random: () => number;
  pick<T>(from: readonly T[]): T;
}

const count = (most: number) => Array.from({ length: most }, (_, at) => at);

/** The same for the same seed. Collections are up to four deep. */
export async function randomAccess(
  box: TestSandbox,
  seed: number,
  sizes: Sizes = SMALL,
): Promise<RandomAccess> {
  const random = randomNumbers(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const making: Making = { box, org: { organizationId: box.organizationId }, random, pick };
  box.sandbox.db.run('PRAGMA synchronous = OFF');
  const users = makeUsers(making, sizes.users);
  const teams = await makeTeams(making, sizes.teams, users);
  const collections = await makeCollections(making, sizes.collections);
  const spaces = await makeSpaces(making, sizes.spaces, collections);
  for (const _ of count(sizes.grants)) {
    const who = random() < 0.5 ? { users: [pick(users)] } : { teams: [pick(teams)] };
    const role = pick(ROLES);
    if (random() < 0.5) await box.call(addSpacePermission, { spaceId: pick(spaces), ...who, role });
    else await box.call(addCollectionPermission, { collectionId: pick(collections), ...who, role });
  }
  const sites = await makeSites(making, sizes.sites ?? 0, spaces);
  for (const siteId of sites)
    for (const _ of count(3)) {
      const who = random() < 0.5 ? { users: [pick(users)] } : { teams: [pick(teams)] };
      await box.call(addSitePermission, { ...making.org, siteId, ...who, role: pick(ROLES) });
    }
  return { users, teams, collections, spaces, sites };
}

const levelIn = ({ random, pick }: Making) => (random() < 0.5 ? 'inherit' : pick([...ROLES, null]));

/** Every fourth is a guest, and one of ten disabled. */
function makeUsers({ box, random, pick }: Making, most: number): string[] {
  const users = count(most).map((at) =>
    box.addMember(at % 4 === 3 ? null : pick([...ROLES, null]), { name: `Member ${at}` }),
  );
  for (const user of users)
    if (random() < 0.1) box.sandbox.db.run('UPDATE members SET disabled = 1 WHERE user = ?', user);
  return users;
}

async function makeTeams({ box, org, random }: Making, most: number, users: string[]): Promise<string[]> {
  const teams: string[] = [];
  for (const at of count(most)) {
    const { id } = await box.call(createTeam, { ...org, title: `Team ${at}` });
    teams.push(id);
    const add = users.filter(() => random() < 0.4);
    if (add.length > 0) await box.call(changeTeamMembers, { ...org, teamId: id, add });
  }
  return teams;
}

async function makeCollections(making: Making, most: number): Promise<string[]> {
  const { box, org, random, pick } = making;
  const depths = new Map<string, number>();
  for (const at of count(most)) {
    const above = [...depths].filter(([, depth]) => depth < 4).map(([id]) => id);
    const parent = random() < 0.8 && above.length > 0 ? { parent: pick(above) } : {};
    const { id } = await box.call(createCollection, { ...org, title: `Collection ${at}`, ...parent });
    depths.set(id, 1 + (depths.get(parent.parent ?? '') ?? 0));
    await box.call(updateCollection, { collectionId: id, defaultLevel: levelIn(making) });
  }
  return [...depths.keys()];
}

async function makeSpaces(making: Making, most: number, collections: string[]): Promise<string[]> {
  const { box, random, pick } = making;
  const spaces: string[] = [];
  for (const at of count(most)) {
    const parent = random() < 0.7 ? { parent: pick(collections) } : {};
    const id = await box.newSpace({ title: `Space ${at}`, ...parent });
    spaces.push(id);
    await box.call(updateSpace, { spaceId: id, defaultLevel: levelIn(making) });
  }
  return spaces;
}

const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;

/** Some are published, and some of those by share links. */
async function makeSites(
  { box, org, random, pick }: Making,
  most: number,
  spaces: string[],
): Promise<string[]> {
  const sites: string[] = [];
  for (const at of count(most)) {
    const shown = [...new Set([pick(spaces), pick(spaces), pick(spaces)])];
    const visibility = pick(VISIBILITIES);
    const ref = { ...org, title: `Site ${at}`, type: 'ultimate' as const, visibility, spaces: shown };
    const { id: siteId } = await box.call(createSite, ref);
    sites.push(siteId);
    if (random() < 0.7) await box.call(publishSite, { ...org, siteId });
    if (visibility === 'share-link') await box.call(createShareLink, { ...org, siteId, name: `Link ${at}` });
  }
  return sites;
}
