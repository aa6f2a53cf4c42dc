// What a dry run would change, field by field: the present value beside the new one.
import type { Run } from '../model/command-type.ts';
import { type Change, maskedAt } from './change-leaves.ts';
import { changesOf } from './plan-lines.ts';
import { afterOf, readLive, relevant } from './row-state.ts';

/** Undefined for what sets no fields, and where nothing shows them. Throws what keeps them from being read. */
export async function changesBy(run: Run): Promise<Change[] | undefined> {
  const { operation, input, flags } = run;
  if (operation.method !== 'PATCH' && operation.method !== 'PUT') return undefined;
  const live = await readLive(await run.client(), operation, input);
  const before = live ? await relevant(operation, input, live) : undefined;
  if (!before) return undefined;
  const changes = changesOf({ before, after: afterOf(operation, input, before) });
  const shown = ({ field, from, to }: Change) => ({
    field,
    from: maskedAt(field, from ?? null),
    to: maskedAt(field, to),
  });
  return flags.showSecrets ? changes : changes.map(shown);
}
