// One step of a plan: sent to the platform, or guessed where a plan is only looked at.
import type { InputOf, Operation, ResultOf } from '../../api/operation.ts';
import type { Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import type { Change, Names } from './change.ts';
import type { Held } from './hold-back.ts';
import type { LiveSite } from './live-site.ts';
import type { SiteDraft } from './plan.ts';

export interface Progress {
  /** What earlier runs have made as drafts, too; else this run alone counts. */
  held?: Held;
  /** The site, as soon as there is one. */
  site?: Site;
  /** Called before a step that changes something. */
  begin(change: Change): void;
  /** Called after each step; `isNew` is false where it was done already. */
  done(change: Change, isNew: boolean): void;
}

export interface Work {
  held: Held;
  /** Undefined: nothing is sent, and each answer is guessed. */
  client: Client | undefined;
  draft: SiteDraft;
  progress: Progress;
  names: Names;
  live: LiveSite;
}

export const placeOf = ({ draft, live }: Work) => ({
  organizationId: draft.organization.id,
  siteId: live.site.id,
});

/** One step: sent, or guessed where nothing is. */
export async function step<O extends Operation, T>(
  { client, progress }: Pick<Work, 'client' | 'progress'>,
  change: Change,
  { operation, input }: { operation: O; input: InputOf<O> },
  take: (answer: ResultOf<O>) => T,
  guess: () => T,
): Promise<T> {
  const request = { operation, input: { ...Object(input) } };
  const told = { ...change, request, before: progress.site };
  progress.begin(told);
  const result = client ? take(await client.call(operation, input)) : guess();
  progress.done(told, true);
  return result;
}
