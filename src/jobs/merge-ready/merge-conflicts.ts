// A merge or an update that the platform did not do, since both sides changed the same pages.
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { Sent } from '../../engine/model/command-type.ts';
import { spaceAsTyped } from '../../engine/references/with-change-requests.ts';
import type { Run } from '../../engine/run/run.ts';
import { CancelledError, DocsError, PartialError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { filled } from '../../output/columns.ts';

export type ReviewRun<Own = unknown> = Run<Own, ChangeRequest>;

/** What was sent, with its conflicts as a failure. Safe: both operations answer with a `result`. */
export const withConflicts = async (
  run: ReviewRun,
  sent: Sent,
  done: 'merged' | 'synced',
): Promise<Sent> => ({
  ...sent,
  failure: await conflictsIn(run, (sent.result as { result: string }).result, done),
});

/** A 200 may mean that nothing happened: `conflicts` is exit 7, never a silent success (src/api/README.md#change-requests). */
export async function conflictsIn(
  run: ReviewRun,
  result: string,
  done: string,
): Promise<DocsError | undefined> {
  // Both commands read their change request before they send.
  const changeRequest = run.target;
  if (result !== 'conflicts' || !changeRequest) return undefined;
  const { number, subject } = changeRequest;
  const where = await conflictsOf(run, changeRequest);
  return new PartialError(
    filled`not ${done}: change request #${number} "${subject}" conflicts with main${where.text}`,
    {
      code: 'CONFLICTS',
      outcome: 'rejected',
      hint: shell`docs cr conflicts ${asTyped(run, changeRequest)}`,
      ...(where.names.length > 0 && { details: { bothChanged: where.names } }),
    },
  );
}

/** Before anything is sent: pages that both sides changed can keep it from being merged. */
export async function foreseenConflicts(run: ReviewRun, done: string): Promise<DocsError | undefined> {
  const changeRequest = run.target;
  if (!changeRequest?.outdated) return undefined;
  const { names, text } = await conflictsOf(run, changeRequest);
  if (names.length === 0) return undefined;
  const { number, subject } = changeRequest;
  return new PartialError(
    filled`might not be ${done}: change request #${number} "${subject}" may conflict with main${text}`,
    {
      code: 'CONFLICTS',
      hint: shell`docs cr conflicts ${asTyped(run, changeRequest)}`,
      details: { bothChanged: names },
    },
  );
}

/** Its number, and its space as it was typed: `Guides#2`, `--space Guides`. */
export const asTyped = (
  run: Run<unknown>,
  { number, space }: Pick<ChangeRequest, 'number' | 'space'>,
): string[] => [String(number), '--space', spaceAsTyped(run, space)];

const MOST_NAMED = 5;

/** The conflict is known already, so only an interrupt or an internal error replaces it. */
function noNames(error: unknown): string[] {
  if (error instanceof DocsError && !(error instanceof CancelledError)) return [];
  throw error;
}

/** The answer names no page: those that both sides changed are the ones it can be, where they can be read. */
async function conflictsOf(run: Run, changeRequest: ChangeRequest) {
  const { changedOnBothSides } = await import('../change-request-diff/change-request-diff.ts');
  const names = await changedOnBothSides(await run.client(), changeRequest).catch(noNames);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const named = names.slice(0, MOST_NAMED).join(', ');
  return { names, text: names.length === 0 ? '' : `: both changed ${named}${more}` };
}
