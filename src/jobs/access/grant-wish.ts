// A change of a grant as a row of a plan.

import { getCaller } from '../../api/people/members.ts';
import type { Client } from '../../client/client.ts';
import { POWER } from '../../domain/dangers/people.ts';
import type { Wish } from '../../engine/plan/job-wishes.ts';
import { NotFoundError } from '../../errors.ts';
import { type GrantChange, isRaised } from './grant-changes.ts';

export function wishOf({ operation, input, subject, before, after, follows }: GrantChange): Wish {
  const { kind, id } = subject;
  const isPower = after !== null && POWER[after] !== undefined && isRaised(before, after);
  return {
    operation,
    input,
    // As the lists show it, so that none is read again.
    live: before === null ? { [id]: null } : { permission: before, [kind]: { id } },
    danger: isPower || after === null || follows !== undefined ? 'moderate' : 'mild',
    ...(follows !== undefined && { follows }),
  };
}

/** Undefined on a host that does not say who is calling. */
export async function callerOf(client: Client): Promise<string | undefined> {
  try {
    return (await client.call(getCaller, {})).id;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
