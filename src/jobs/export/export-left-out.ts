// Which open change requests a backup holds, and which not: said wherever one is made, compared or put back.

import type { OpenChangeRequests } from '../../folder/manifest.ts';
import { plural } from '../../output/format.ts';
import type { Io } from '../../output/io.ts';
import { note } from '../../output/note.ts';

export function sayChangeRequests(
  io: Io,
  { held, leftOut }: OpenChangeRequests,
  keep = 'docs export --change-requests',
): void {
  if (held > 0) note(io, `${plural(held, 'open change request')} in the backup`);
  if (leftOut === undefined)
    note(io, 'change requests are not in the backup, and how many were open is not known');
  else if (leftOut > 0)
    note(io, `${plural(leftOut, 'open change request')} not in the backup; to keep them: ${keep}`);
}
