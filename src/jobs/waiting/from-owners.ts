// docs cr reviewers request --from-owners: asks whoever looks after the pages that a change request changes.

import { getSpace } from '../../api/content/spaces.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import { callNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { warn } from '../../output/note.ts';
import { ownersReader, readOwnersFile } from './owners-of.ts';

/** Adds them to the users that were named. Throws UsageError, NotFoundError where nobody looks after any of the pages. */
export async function askOwners(run: Run<{ fromOwners?: string | undefined }>): Promise<void> {
  const { fromOwners: file } = run.flags;
  if (file === undefined) return;
  const namesOf = await readOwnersFile(run, file, '--from-owners');
  const client = await run.client();
  const changeRequest = await callNamed({ ...run }, getChangeRequest, client);
  const space = await client.call(getSpace, { spaceId: changeRequest.space });
  const ownersOf = ownersReader(client, space.organization, namesOf);
  const { users, gone } = await ownersOf({ space, changeRequestId: changeRequest.id });
  for (const owner of gone) warn(run.context.io, `${file} names ${owner}, who is not in the organization`);
  const asked = [...users.keys()].filter((id) => id !== changeRequest.createdBy.id);
  const named = [run.input.users ?? []].flat();
  if (asked.length === 0 && named.length === 0)
    throw new NotFoundError(
      `${file} does not name a reviewer for what change request #${changeRequest.number} changes`,
      { hint: shell`docs cr changes ${String(changeRequest.number)} --space ${space.id}` },
    );
  run.input = { ...run.input, users: [...new Set([...named, ...asked])] };
}
