// Which content a check covers: a change request, a space, a site or the organization.
import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import type { Operation } from '../../api/operation.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import { listSiteSpaces } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG, SHARD_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { callNamed, idIn, readNamed } from '../../engine/references/named.ts';
import type { Input } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { fromContext } from '../../engine/run/session.ts';
import { shardOfList } from '../../engine/select/shard.ts';
import { NotFoundError, seeHelp } from '../../errors.ts';
import type { SpaceRef } from './link-findings.ts';

/** A run whose flags say what it covers. */
type ScopeRun = Run<{
  cr?: string | undefined;
  site?: string | undefined;
  space?: string | undefined;
  allSpaces?: boolean | undefined;
  shard?: string | undefined;
}>;

export type CheckScope =
  | { kind: 'change-request'; changeRequest: ChangeRequest; space: SpaceRef }
  | { kind: 'spaces'; spaces: SpaceRef[] /** All of the organization. */; whole?: true };

/** The flags that say what it covers, and how it reads. */
export const SCOPE_FLAGS = [
  flag('--all-spaces', 'all spaces in the organization', { reach: 'platform', group: 'Context:' }),
  SHARD_FLAG,
  ...['spaceId', 'changeRequestId', 'siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

/** The operations it reads with, for those who list them. */
export const SCOPE_OPERATIONS: readonly Operation[] = [
  getChangeRequest,
  getSpace,
  getSite,
  listSiteSpaces,
  getOrganization,
  listSpaces,
];

/**
 * --cr, --site or --space where given; else the space of the context, and without one the whole organization.
 * Throws UsageError for flags that cannot be used together, NotFoundError when there is nothing to check.
 */
export async function scopeOf(run: ScopeRun, client: Client): Promise<CheckScope> {
  const { cr, site, space, allSpaces } = run.flags;
  if ([cr, site, allSpaces].filter((flag) => flag !== undefined).length + (space && !cr ? 1 : 0) > 1)
    throw seeHelp(run.path, '--cr, --site, --space and --all-spaces cannot be used together');
  if (cr !== undefined) return changeRequestScope(run, client, cr);
  if (site !== undefined) return siteScope(run, client);
  if (allSpaces !== true && fromContext(run, 'spaceId') !== undefined) {
    const found = await callNamed(run, getSpace, client);
    return { kind: 'spaces', spaces: [refOf(found)] };
  }
  return organizationScope(run, client);
}

async function changeRequestScope(run: ScopeRun, client: Client, cr: string): Promise<CheckScope> {
  run.input = { changeRequestId: cr };
  const changeRequest = await callNamed(run, getChangeRequest, client);
  const space = await client.call(getSpace, { spaceId: changeRequest.space });
  return { kind: 'change-request', changeRequest, space: refOf(space) };
}

async function siteScope(run: ScopeRun, client: Client): Promise<CheckScope> {
  const ref = (input: Input) => ({
    organizationId: idIn(input, 'organizationId'),
    siteId: idIn(input, 'siteId'),
  });
  const site = await readNamed(run, getSite, (input) => client.call(getSite, ref(input)));
  const shown = await allItems(client.pages(listSiteSpaces, { ...ref(run.input), siteId: site.id }));
  const spaces = new Map(shown.map(({ space }) => [space.id, refOf(space)]));
  return { kind: 'spaces', spaces: some([...spaces.values()], `site "${site.title}"`) };
}

async function organizationScope(run: ScopeRun, client: Client): Promise<CheckScope> {
  const organization = await callNamed(run, getOrganization, client);
  const spaces = await allItems(client.pages(listSpaces, { organizationId: organization.id }));
  const all = some(spaces.map(refOf), `organization "${organization.title}"`);
  if (run.flags.shard === undefined) return { kind: 'spaces', spaces: all, whole: true };
  return { kind: 'spaces', spaces: [...shardOfList(run, all, ({ id }) => id)] };
}

/** What was looked at in vain must not count as fine. */
function some(spaces: SpaceRef[], where: string): SpaceRef[] {
  if (spaces.length > 0) return spaces;
  throw new NotFoundError(`${where} has no space that you can see: nothing was checked`, {
    hint: 'docs spaces list',
  });
}

const refOf = ({ id, title }: Pick<Space, 'id' | 'title'>): SpaceRef => ({ id, title });
