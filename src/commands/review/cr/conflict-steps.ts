// What a change request and main both changed, and the command that says what to do about it.
import { shell } from '../../../files/shell-word.ts';
import type { ContentChange } from '../../../workflows/content-change.ts';
import { nameOf } from '../../../workflows/content-change.ts';

/** Whose change a difference from main is. */
export const SIDES = {
  request: '',
  main: ', on main only: a sync brings it in',
  both: ', on both sides: may conflict',
} as const;

/** Takes the changes against main, and how the change request was typed: `2 --space Guides`. */
export function conflictSteps(changes: readonly ContentChange[], typed: readonly string[]): string[] {
  const pages = changes.flatMap((change) =>
    change.kind === 'page' && change.changedOn === 'both' ? nameOf(change) : [],
  );
  if (pages.length > 0)
    return [
      `changed on both sides: ${pages.join(', ')}. To see whether they conflict, and resolve it:`,
      shell`docs cr conflicts ${typed}`,
    ];
  return changes.some((change) => change.changedOn === 'main')
    ? [shell`to take over what main changed: docs cr sync ${typed}`]
    : [];
}
