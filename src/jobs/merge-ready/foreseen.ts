// What the platform would refuse to do with a change request that is closed, or that merge rules keep from being merged.
import { getSpace } from '../../api/content/spaces.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, DocsError, ForbiddenError, isAbsence } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { filled } from '../../output/columns.ts';
import { asTyped, foreseenConflicts, type ReviewRun } from './merge-conflicts.ts';
import type { MergeRun } from './merge-flags.ts';
import { OUTDATED, type RuleFacts, ruleFacts, rulesAgainst } from './merge-readiness.ts';

/** Of one that is merged or archived; `done`: what it cannot be, such as `edited`. */
export async function foreseenClosed(run: Run, done: string): Promise<ConflictError | undefined> {
  const changeRequest = await changeRequestOf(run);
  return changeRequest && closed(run, changeRequest, done);
}

/** A merged one keeps its status. */
export async function foreseenStatus(run: Run): Promise<ConflictError | undefined> {
  const { status } = run.input;
  if (status === undefined) return undefined;
  const changeRequest = await changeRequestOf(run);
  return changeRequest?.status === 'merged' ? closed(run, changeRequest, `made ${status}`) : undefined;
}

/** Closed, or in conflict with main. */
export const foreseenSync = async (run: ReviewRun): Promise<DocsError | undefined> =>
  (await foreseenClosed(run, 'synced')) ?? foreseenConflicts(run, 'synced');

/** Closed, in conflict with main, or against merge rules, as far as reading tells. */
export async function foreseenMerge(run: ReviewRun<MergeRun['flags']>): Promise<DocsError | undefined> {
  const { target, flags } = run;
  if (!target) return undefined;
  const known = (await foreseenClosed(run, 'merged')) ?? (await foreseenConflicts(run, 'merged'));
  return known ?? foreseenRules(run, flags.syncFirst === true ? { ...target, outdated: false } : target);
}

async function foreseenRules(run: Run, changeRequest: ChangeRequest): Promise<DocsError | undefined> {
  const client = await run.client();
  const facts = FACTS.get(client) ?? ruleFacts(client);
  FACTS.set(client, facts);
  const unmet = await client
    .call(getSpace, { spaceId: changeRequest.space })
    .then((space) => rulesAgainst(client, { changeRequest, space, facts }))
    .catch(unreadable);
  if (unmet.length === 0) return undefined;
  const { number, subject } = changeRequest;
  const typed = asTyped(run, changeRequest);
  return new DocsError(
    filled`might not be merged: change request #${number} "${subject}" does not meet the merge rules: ${unmet.join(', ')}`,
    { code: 'CONFLICT', exit: 1 },
    {
      hint: unmet.every((one) => one === OUTDATED)
        ? shell`docs cr merge ${typed} --sync-first`
        : shell`docs cr reviews list ${typed}`,
      details: { unmet },
    },
  );
}

/** What does not go by the change request is read once for all targets. */
const FACTS = new WeakMap<Client, RuleFacts>();

/** Then only the platform knows. */
function unreadable(error: unknown): string[] {
  if (isAbsence(error) || error instanceof ForbiddenError) return [];
  throw error;
}

function closed(run: Run, changeRequest: ChangeRequest, done: string): ConflictError | undefined {
  const { number, subject, status, space } = changeRequest;
  if (status !== 'merged' && status !== 'archived') return undefined;
  const is = status === 'merged' ? 'is already merged' : 'is archived';
  return new ConflictError(filled`change request #${number} "${subject}" ${is}: it cannot be ${done}`, {
    hint:
      status === 'merged'
        ? shell`docs cr create --space ${space}`
        : shell`docs cr update ${asTyped(run, changeRequest)} --status open`,
  });
}

/** As the run has read it, or read now; undefined where it cannot be read. */
async function changeRequestOf(run: Run): Promise<ChangeRequest | undefined> {
  // Safe: that is what the operation answers.
  if (run.command.target === getChangeRequest || run.operation === getChangeRequest)
    return run.target as ChangeRequest | undefined;
  const { spaceId, changeRequestId } = run.input;
  if (typeof spaceId !== 'string' || typeof changeRequestId !== 'string') return undefined;
  const client = await run.client();
  return client.call(getChangeRequest, { spaceId, changeRequestId }).catch((error: unknown) => {
    if (isAbsence(error)) return undefined;
    throw error;
  });
}
