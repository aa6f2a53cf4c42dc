// Whose change requests: of a space, or of the whole organization.

import { getSpace } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { Client } from '../../client/client.ts';
import type { Option } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { fromContext } from '../../engine/run/context-params.ts';
import type { Run } from '../../engine/run/run.ts';
import type { ChangeRequestScope } from './change-request-lists.ts';

export const ALL_SPACES_FLAG = {
  flags: '--all-spaces',
  reach: 'platform',
  description: 'all spaces in the organization',
  group: 'Context:',
} as const satisfies Option;

export const SCOPE_FLAGS = [
  ALL_SPACES_FLAG,
  ...['spaceId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
] as const satisfies readonly Option[];

/** The space of flags or context, without one the organization. Throws UsageError for --space with --all-spaces. */
export async function changeRequestScope(
  run: Run<Flags<typeof ALL_SPACES_FLAG.flags>>,
  client: Client,
): Promise<ChangeRequestScope> {
  const { allSpaces } = run.flags;
  refuseTogether(run, 'space', 'allSpaces');
  if (allSpaces !== true && fromContext(run, 'spaceId') !== undefined) {
    const { id } = await readNamed(run, getSpace, (input) =>
      client.call(getSpace, { spaceId: idIn(input, 'spaceId') }),
    );
    return { spaceId: id };
  }
  const { id } = await readNamed(run, getOrganization, (input) =>
    client.call(getOrganization, { organizationId: idIn(input, 'organizationId') }),
  );
  return { organizationId: id };
}
