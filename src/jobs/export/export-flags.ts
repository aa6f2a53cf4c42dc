// What an export is asked for with: flags of docs export.

import { getSpace } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import { getSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { callNamed, idIn, readNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { fromContext } from '../../engine/run/session.ts';
import { seeHelp } from '../../errors.ts';
import type { Target } from './scope.ts';

export const EXPORT_FLAGS = [
  flag('--to <folder>', 'folder to export to', { required: true }),
  flag('--files', 'include files', { reach: 'platform' }),
  flag('--no-files', 'leave files out, even if the last export had them', { reach: 'platform' }),
  flag('--comments', 'include comments and replies as NDJSON', { reach: 'platform' }),
  flag('--no-comments', 'leave them out', { reach: 'platform' }),
  flag('--settings', 'include settings of spaces and sites as JSON', { reach: 'platform' }),
  flag('--no-settings', 'leave them out', { reach: 'platform' }),
  flag('--change-requests', 'include open change requests: patches, reviews and comments', {
    reach: 'platform',
  }),
  flag('--no-change-requests', 'leave them out', { reach: 'platform' }),
  flag('--full', 'fetch everything, even what has not changed', { reach: 'platform' }),
  flag('--resume', 'resume an interrupted export (always on)', { reach: 'machine' }),
  flag('--prune', 'delete files of spaces that no longer exist', { reach: 'platform', group: 'Safety:' }),
  flag('--overwrite', 'also replace files that were changed in the folder', {
    reach: 'machine',
    group: 'Safety:',
  }),
  flag('--force', 'also into a folder that is not empty', { reach: 'machine', group: 'Safety:' }),
  flag('--all-spaces', 'all spaces in the organization', { reach: 'platform', group: 'Context:' }),
  ...['spaceId', 'changeRequestId', 'siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type ExportRun = Run<FlagsOf<typeof EXPORT_FLAGS>>;

// What an export covers: --space, --site, or the organization.

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
  const { id } = await callNamed(run, getOrganization, client);
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
  if (name !== undefined) throw seeHelp(run.path, `--cr and --${name} cannot be used together`);
  const changeRequest = await callNamed(run, getChangeRequest, client);
  return { kind: 'space', id: changeRequest.space, changeRequest };
}

async function spaceTarget(run: ExportRun, client: Client): Promise<Target> {
  const { id } = await callNamed(run, getSpace, client);
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
