// How many items a list is to show at most.
import { UsageError } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';

/** `--limit`: any positive total; undefined when the whole list is wanted. */
export function limitOf({ flags }: Run): number | undefined {
  const { limit } = flags;
  if (limit === undefined) return undefined;
  if (!/^\d{1,15}$/.test(limit) || Number(limit) === 0) {
    throw new UsageError(`--limit must be a whole number from 1 to ${'9'.repeat(15)}, not "${limit}"`, {
      hint: '--limit 50',
    });
  }
  return Number(limit);
}
