// docs cr get: a change request, for people with who reviews it.
import { type ChangeRequest, getChangeRequest } from '../../../api/review/change-requests.ts';
import { listRequestedReviewers } from '../../../api/review/reviewers.ts';
import { listReviews } from '../../../api/review/reviews.ts';
import type { Client } from '../../../client/client.ts';
import { withReferences } from '../../../engine/references/with-references.ts';
import type { Run } from '../../../engine/run/run.ts';
import { sendAndShow, show } from '../../../engine/run/send.ts';
import { isForPeople } from '../../../engine/run/view.ts';
import { CancelledError, DocsError } from '../../../errors.ts';

export async function showChangeRequest(run: Run): Promise<void> {
  if (!isForPeople(run) || run.flags.web === true) return sendAndShow(run);
  const client = await run.client();
  const found = await withReferences(run, ({ spaceId, changeRequestId }) =>
    client.call(getChangeRequest, { spaceId: String(spaceId), changeRequestId: String(changeRequestId) }),
  );
  await show(run, { ...found, reviewers: await reviewersOf(client, found).catch(unlessRefused) });
}

/** `Mei Tanaka (mei@tarnpost.example): approved`, one a person; who has not answered yet is asked. */
async function reviewersOf(client: Client, { id, space }: ChangeRequest): Promise<string[]> {
  const where = { spaceId: space, changeRequestId: id };
  const states = new Map<string, string>();
  for await (const { items } of client.pages(listRequestedReviewers, where)) {
    for (const { user } of items) states.set(nameOf(user), 'asked');
  }
  const said = new Map<string, string>();
  for await (const { items } of client.pages(listReviews, where)) {
    // The newest comes first.
    for (const { reviewer, status } of items) {
      const name = nameOf(reviewer);
      if (!said.has(name)) said.set(name, status);
    }
  }
  return [...new Map([...states, ...said])].map(([name, state]) => `${name}: ${state}`);
}

const nameOf = ({ displayName, email }: ChangeRequest['createdBy']): string =>
  email === undefined ? displayName : `${displayName} (${email})`;

/** Who may not see the reviews sees the rest. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof DocsError) || error instanceof CancelledError) throw error;
}
