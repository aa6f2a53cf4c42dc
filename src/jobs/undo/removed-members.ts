// An undo that needs a member who was removed by the same command: only an invitation brings them back.
import { getMember } from '../../api/people/members.ts';
import type { Client } from '../../client/client.ts';
import { type DocsError, ForbiddenError, NotFoundError } from '../../errors.ts';
import type { Step } from './undo-order.ts';

interface Parts<R> {
  steps: Step[];
  refused: R[];
}

/**
 * Without removals of members who have joined again; what is about those who have not waits for them. `refuse` says why
 * such a step cannot be sent.
 */
export async function settleRemoved<R extends { entry: Step['entry']; error: DocsError }>(
  client: Client,
  { steps, refused }: Parts<R>,
  refuse: (step: Step, removal: R) => R,
): Promise<Parts<R>> {
  const there = new Set<R>();
  const gone = new Map<unknown, R>();
  for (const one of refused) {
    const { operation, input } = one.entry;
    if (operation !== 'members.remove') continue;
    const { organizationId, userId } = input;
    const is = await isMember(client, { organizationId: String(organizationId), userId: String(userId) });
    if (is === true) there.add(one);
    else if (is === false) gone.set(userId, one);
  }
  const removalOf = ({ undo }: Step) =>
    Object.values(undo.input)
      .flat()
      .map((value) => gone.get(value))
      .find((removal) => removal !== undefined);
  const waiting = steps.flatMap((step) => {
    const removal = removalOf(step);
    return removal === undefined ? [] : [refuse(step, removal)];
  });
  return {
    steps: steps.filter((step) => removalOf(step) === undefined),
    refused: [...refused.filter((one) => !there.has(one)), ...waiting],
  };
}

/** Undefined where the token may not see it. */
async function isMember(
  client: Client,
  input: { organizationId: string; userId: string },
): Promise<boolean | undefined> {
  try {
    await client.call(getMember, input);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    if (error instanceof ForbiddenError) return undefined;
    throw error;
  }
}
