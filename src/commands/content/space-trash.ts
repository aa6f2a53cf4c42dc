// docs spaces trash: what can still be restored, and for how long.
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import { type Command, handmade } from '../../engine/model/command.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';

export const spaceTrash: Command = handmade('trash', {
  summary: 'List deleted spaces that can still be restored',
  options: CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : [],
  columns: ['id', 'title', 'deletedAt', 'daysLeft', 'source', 'confirmed'],
  table: ['title', 'deletedAt', 'daysLeft', 'id'],
  uses: [listSpaces, getSpace],
  paged: true,
  examples: ['docs spaces trash'],
  notes:
    'The API has no list of deleted spaces. This lists spaces that the API shows as deleted and spaces deleted from this computer (docs history); CONFIRMED says whether the API still has them. Restore one with docs spaces restore <id>.',
  run: async (run) => (await import('./find-in-trash.ts')).showTrash(run),
});
