// What a change request or a revision changes: pages, files and more.
import type { Static } from '@sinclair/typebox';
import { builders, resource } from '../schema.ts';
import * as wire from './changes.generated.ts';

const { Obj, Optional, Integer } = builders;

/** One edit; of a moved page its parents before and after, absent at the top, and not the path that it had. */
export type Change = Static<typeof wire.RevisionSemanticChanges>['changes'][number];

const limit = Optional(Integer({ minimum: 0, maximum: 1000, description: 'at most this many changes' }));

const op = resource('changes');
export const listChangeRequestChanges = op('ofChangeRequest', 'List the changes in a change request', {
  ...wire.getChangeRequestChanges,
  query: Obj({ limit }),
});
export const listRevisionChanges = op('ofRevision', 'List the changes between a revision and its parent', {
  ...wire.getRevisionSemanticChanges,
  query: Obj({ limit }),
});
