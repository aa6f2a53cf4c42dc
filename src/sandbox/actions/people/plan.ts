// What the plan of an organization includes.
import { organizations } from '../../db/people/organizations.ts';
import type { Call } from '../../sandbox.ts';
import { WireError } from '../../wire-error.ts';

/** Whether it pays nothing. */
export const isFree = ({ db }: Pick<Call, 'db'>, organization: string): boolean =>
  (organizations(db).find({ id: organization })?.settings.plan ?? '').startsWith('free');

/** Throws 402 on a free plan; `feature` is what it lacks. Ask for the right first: who may not, hears nothing of plans. */
export function requirePaidPlan(call: Call, organization: string, feature: string): void {
  if (!isFree(call, organization)) return;
  const title = organizations(call.db).find({ id: organization })?.title ?? organization;
  throw new WireError(402, `the free plan of organization "${title}" does not include ${feature}`);
}
