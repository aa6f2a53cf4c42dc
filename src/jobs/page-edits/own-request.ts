// The change request that a job continues: the caller's own of the same subject, as long as it is open. So what is run
// again, after an interruption or by cron, makes no second one.
import { getCaller } from '../../api/people/members.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { Client } from '../../client/client.ts';
import type { Run } from '../../engine/run/run.ts';
import { note } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { openOfSpace } from '../clone/read-review.ts';

/** How a push says it, too. */
export const GOES_ON = 'is yours and open: edits go there; another --subject begins another';

/** Asks who calls only where a subject fits. */
export async function ownAmong(
  client: Client,
  open: readonly ChangeRequest[],
  subject: string,
): Promise<ChangeRequest | undefined> {
  const named = open.filter((one) => one.subject === subject);
  if (named.length === 0) return undefined;
  const { id } = await client.call(getCaller, {});
  return named.find(({ createdBy }) => createdBy.id === id);
}

/** The one of a space; `except`: the ID of one that is not meant. */
export async function ownRequest(
  client: Client,
  spaceId: string,
  subject: string,
  except?: string,
): Promise<ChangeRequest | undefined> {
  const open = await openOfSpace(client, spaceId);
  return ownAmong(
    client,
    open.filter(({ id }) => id !== except),
    subject,
  );
}

/** `name` is what its space is called in a command. */
export const sayGoesOn = ({ context }: Run, name: string, { number, subject }: ChangeRequest): void =>
  note(context.io, `${name}: change request #${number} "${safeLine(subject)}" ${GOES_ON}`);
