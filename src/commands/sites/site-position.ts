// --before and --after among the siblings of a site, and what replaces the deprecated moves.

import type { Run } from '../../engine/run/run.ts';
import { seeHelp } from '../../errors.ts';
import { warn } from '../../output/note.ts';
import type { PositionRun } from '../position.ts';

/** Turns --before and --after into `position` with pointers of one type. Throws UsageError without either. */
export async function readSibling(run: PositionRun, type: string, field: string): Promise<void> {
  const { before, after } = run.flags;
  if (run.input.position !== undefined) return;
  if ((before === undefined) === (after === undefined)) {
    throw seeHelp(run.path, 'either --before or --after is required');
  }
  const position =
    before === undefined ? { after: { type, [field]: after } } : { before: { type, [field]: before } };
  run.input = { ...run.input, position };
}

/** The fields of such a position that name something, for Command.refs. */
export const siblingRefs = (field: 'siteSection' | 'siteSpace'): Readonly<Record<string, string>> => ({
  [`position.before.${field}`]: `${field}Id`,
  [`position.after.${field}`]: `${field}Id`,
});

export function sayReplaced({ context }: Run): void {
  warn(context.io, 'the platform has deprecated this move; what replaces it: docs sites structure sort');
}
