// Which revisions of a change request are alike: an undo makes a new one, which holds what an earlier one held.

import type { Entry } from '../../domain/journal/journal-entries.ts';
import { asItem } from '../../domain/reversals/reversal.ts';

/**
 * By the undos of the history, oldest first: gives a revision that an undo made as the one it went back to, and any other
 * as it is. An undo that also undid edits of others went back to none.
 */
export function originalRevisions(entries: readonly Entry[]): (revision: unknown) => unknown {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const originals = new Map<string, unknown>();
  const originalOf = (revision: unknown) => originals.get(String(revision)) ?? revision;
  for (const { undoes = '', outcome, before, after } of entries) {
    const undone = known.get(undoes);
    const made = revisionMade(after);
    const [found, left] = [asItem(before).revision, revisionMade(undone?.after)].map(originalOf);
    if (outcome !== 'applied' || typeof made !== 'string' || left === undefined || found !== left) continue;
    originals.set(made, originalOf(asItem(undone?.before).revision));
  }
  return originalOf;
}

const revisionMade = (after: unknown): unknown => asItem(asItem(after).changeRequest).revision;
