// What goes when a space is gone for good.

import { revisionsStore } from '../../db/content/content.ts';
import { gitOperations, gitSetups } from '../../db/integrations/git.ts';
import { removeChangeRequests } from '../../db/review/change-requests.ts';
import type { Sandbox } from '../../sandbox.ts';

/** Forgets a space's revisions, change requests, reviews and git state. Content that other spaces share stays. */
export function removeSpaceContent({ db }: Pick<Sandbox, 'db'>, spaceId: string): void {
  db.transaction(() => {
    removeChangeRequests(db, spaceId);
    gitOperations(db).remove({ space: spaceId });
    gitSetups(db).remove({ space: spaceId });
    revisionsStore(db).removeOfSpace(spaceId);
  });
}
