// What a change request or a revision changes: pages, files and more.
import type { Static } from '@sinclair/typebox';
import { resource } from '../schema.ts';
import * as wire from './changes.generated.ts';

/** One edit; of a moved page its parents before and after, absent at the top, and not the path that it had. */
export type Change = Static<typeof wire.RevisionSemanticChanges>['changes'][number];

const op = resource('changes', { says: { limit: 'at most this many changes' } });
export const listChangeRequestChanges = op('ofChangeRequest', 'List the changes in a change request', {
  ...wire.getChangeRequestChanges,
});
export const listRevisionChanges = op('ofRevision', 'List the changes between a revision and its parent', {
  ...wire.getRevisionSemanticChanges,
});
