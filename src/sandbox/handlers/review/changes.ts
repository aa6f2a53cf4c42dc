// What change requests and revisions change.
import { type Change, listChangeRequestChanges, listRevisionChanges } from '../../../api/review/changes.ts';
import { changeRequestOf } from '../../actions/content/content-target.ts';
import { viewOf, visibleTarget } from '../../actions/content/content-view.ts';
import { revisionTarget } from '../../actions/content/revision-target.ts';
import { treeChanges } from '../../content/merge/changes.ts';
import { emptyTree, type Tree } from '../../content/model.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { changeRequestsStore } from '../../db/review/change-requests.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { inSlices } from '../../slices.ts';
import type { ContentView } from '../../views/content/pages.ts';
import { changeRequestView, mergeBase } from '../../views/review/change-requests.ts';
import { changeView } from '../../views/review/changes.ts';

const MOST = 1000;

async function changesBetween(view: ContentView, before: Tree, after: Tree, limit = MOST) {
  const all = await inSlices(treeChanges(before, after));
  const changes: Change[] = all.slice(0, limit).map((change) => changeView(view, change));
  return { changes, ...(all.length > changes.length && { more: all.length - changes.length }) };
}

/** Compared with the state of main that the change request holds. */
function ofChangeRequest(call: Call, input: { spaceId: string; changeRequestId: string; limit?: number }) {
  const target = visibleTarget(call, input);
  const row = changeRequestOf(call, input.spaceId, input.changeRequestId);
  const { tree } = revisionsStore(call.db);
  return changesBetween(viewOf(call, target, {}), tree(mergeBase(row)), tree(row.revision), input.limit);
}

/** Compared with its first parent: for a merge, main as it was before. */
async function ofRevision(call: Call, input: { spaceId: string; revisionId: string; limit?: number }) {
  const { view, row, tree } = revisionTarget(call, input);
  const [parent] = row.parents;
  const before = parent === undefined ? emptyTree() : revisionsStore(call.db).tree(parent);
  const origin = row.mergedFrom === undefined ? undefined : changeRequestsStore(call.db).row(row.mergedFrom);
  return {
    ...(await changesBetween(view, before, tree, input.limit)),
    ...(origin && { mergedFrom: changeRequestView(call, origin) }),
  };
}

export default [handle(listChangeRequestChanges, ofChangeRequest), handle(listRevisionChanges, ofRevision)];

export const fidelity: FidelityOf = {
  ofChangeRequest: 'real',
  ofRevision: 'real',
};
