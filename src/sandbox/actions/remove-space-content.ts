// What goes when a space is gone for good.
import { changeRequestsStore } from '../db/change-requests.ts';
import { revisionsStore } from '../db/content.ts';
import { gitStore } from '../db/git-operations.ts';
import { reviewsStore } from '../db/reviews.ts';
import type { Sandbox } from '../sandbox.ts';

/** Forgets a space's revisions, change requests, reviews and git state. Content that other spaces share stays. */
export function removeSpaceContent({ db }: Pick<Sandbox, 'db'>, spaceId: string): void {
  db.transaction(() => {
    reviewsStore(db).removeOfSpace(spaceId);
    changeRequestsStore(db).removeOfSpace(spaceId);
    gitStore(db).removeOfSpace(spaceId);
    revisionsStore(db).removeOfSpace(spaceId);
  });
}
