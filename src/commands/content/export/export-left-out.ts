// What no backup holds, said wherever one is made, compared or put back.
import { plural } from '../../../output/format.ts';
import type { Io } from '../../../output/io.ts';
import { note } from '../../../output/note.ts';

/** Open change requests of the exported spaces; undefined where nobody counted them. */
export function sayLeftOut(io: Io, openChangeRequests: number | undefined): void {
  if (openChangeRequests === undefined)
    note(io, 'change requests are not in the backup, and how many were open is not known');
  else if (openChangeRequests > 0)
    note(
      io,
      `${plural(openChangeRequests, 'open change request')} not in the backup: merge first what is to be kept`,
    );
}
