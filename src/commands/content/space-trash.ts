// Deleted spaces that can still be restored: those the platform lists, and those that were deleted from here.

import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import { mapPool } from '../../client/pool.ts';
import { daysLeft, deletedFromHere } from '../../domain/content/deleted-spaces.ts';
import type { Entry } from '../../domain/journal/journal-entries.ts';
import { asItem } from '../../domain/reversals/reversal.ts';
import { NotFoundError } from '../../errors.ts';

const AT_ONCE = 8;

export interface DeletedSpace {
  id: string;
  title: string;
  deletedAt: string;
  /** Whole days, rounded up: 1 on the last. */
  daysLeft: number;
  /** list: the platform lists it as deleted; history: it was deleted from here. */
  source: 'list' | 'history';
  /** Whether a read found it deleted; false where the platform does not show deleted spaces. */
  confirmed: boolean;
}

interface Candidate extends Pick<DeletedSpace, 'id' | 'title' | 'deletedAt' | 'source'> {}

/**
 * Every space of the organization that can still be restored, as far as anybody knows, the most urgent first. `entries`
 * are those of the history that were made on this host.
 */
export async function deletedSpaces(
  client: Client,
  { organizationId, entries, now }: { organizationId: string; entries: readonly Entry[]; now: Date },
): Promise<DeletedSpace[]> {
  const listed: Candidate[] = [];
  const alive = new Set<string>();
  for await (const { items } of client.pages(listSpaces, { organizationId })) {
    for (const { id, title, deletedAt } of items) {
      if (deletedAt === undefined) alive.add(id);
      else listed.push({ id, title, deletedAt, source: 'list' });
    }
  }
  const known = new Set([...alive, ...listed.map(({ id }) => id)]);
  const remembered = fromHistory(entries, organizationId).filter(
    ({ id, deletedAt }) => !known.has(id) && daysLeft(deletedAt, now) > 0,
  );
  const results = await mapPool([...listed, ...remembered], AT_ONCE, (one) => confirm(client, one), {
    onRateLimit: client.onRateLimit,
  });
  const found = results.flatMap((result) => {
    if (!result.ok) throw result.error;
    return result.value ?? [];
  });
  return (
    found
      // What the host still shows can come back: its clock decides, and may be another one.
      .map((one) => ({ ...one, daysLeft: Math.max(daysLeft(one.deletedAt, now), one.confirmed ? 1 : 0) }))
      .filter((one) => one.daysLeft > 0)
      .sort((a, b) => a.deletedAt.localeCompare(b.deletedAt, 'en') || a.id.localeCompare(b.id, 'en'))
  );
}

const fromHistory = (entries: readonly Entry[], organization: string): Candidate[] =>
  [...deletedFromHere(entries)].flatMap(([id, { at, before: was }]): Candidate[] => {
    const before = asItem(was);
    if (before.organization !== undefined && before.organization !== organization) return [];
    return [{ id, title: String(before.title ?? ''), deletedAt: at, source: 'history' }];
  });

/** undefined when it is alive again. */
async function confirm(client: Client, one: Candidate): Promise<Omit<DeletedSpace, 'daysLeft'> | undefined> {
  try {
    const space: Space = await client.call(getSpace, { spaceId: one.id });
    if (space.deletedAt === undefined) return undefined;
    return { ...one, title: space.title, deletedAt: space.deletedAt, confirmed: true };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { ...one, confirmed: false };
  }
}
