// What an export covers: --space, --site, or the organization.

import { getSpace } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import { getSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { withChangeRequests } from '../../engine/references/with-change-requests.ts';
import { fromContext } from '../../engine/run/context-params.ts';
import { UsageError } from '../../errors.ts';
import type { ExportRun } from './export-flags.ts';
import type { Target } from './scope.ts';

/**
 * The change request of --cr; --space or --site where given; else, without --org or --all-spaces, the space of the context; else the organization.
 * Throws UsageError for flags that cannot be used together.
 */
export async function exportTarget(given: ExportRun, client: Client): Promise<Target> {
  // Looking things up sets the operation in hand, which says what --fields may name.
  const run = { ...given };
  const { site, space, org, allSpaces } = run.flags;
  refuseTogether(run, 'space', 'site', 'allSpaces');
  if (run.flags.cr !== undefined) return requestTarget(run, client);
  if (site !== undefined) return siteTarget(run, client);
  const whole = space === undefined && (org !== undefined || allSpaces === true);
  if (!whole && fromContext(run, 'spaceId') !== undefined) return spaceTarget(run, client);
  const { id } = await readNamed(run, getOrganization, (input) =>
    client.call(getOrganization, { organizationId: idIn(input, 'organizationId') }),
  );
  return { kind: 'organization', id };
}

/** Throws UsageError for flags that are about main. */
async function requestTarget(run: ExportRun, client: Client): Promise<Target> {
  const { comments, changeRequests, site, allSpaces } = run.flags;
  const other = Object.entries({
    comments,
    'change-requests': changeRequests,
    site,
    'all-spaces': allSpaces,
  });
  const [name] = other.find(([, value]) => value !== undefined && value !== false) ?? [];
  if (name !== undefined)
    throw new UsageError(`--cr and --${name} cannot be used together`, { hint: `${run.path} --help` });
  const changeRequest = await readNamed(run, getChangeRequest, (input) =>
    client.call(getChangeRequest, {
      spaceId: idIn(input, 'spaceId'),
      changeRequestId: idIn(input, 'changeRequestId'),
    }),
  ).catch(withChangeRequests(run.flags.space ?? String(run.input.spaceId ?? '')));
  return { kind: 'space', id: changeRequest.space, changeRequest };
}

async function spaceTarget(run: ExportRun, client: Client): Promise<Target> {
  const { id } = await readNamed(run, getSpace, (input) =>
    client.call(getSpace, { spaceId: idIn(input, 'spaceId') }),
  );
  return { kind: 'space', id };
}

async function siteTarget(run: ExportRun, client: Client): Promise<Target> {
  let organizationId = '';
  const { id } = await readNamed(run, getSite, (input) => {
    organizationId = idIn(input, 'organizationId');
    return client.call(getSite, { organizationId, siteId: idIn(input, 'siteId') });
  });
  return { kind: 'site', id, organizationId };
}
