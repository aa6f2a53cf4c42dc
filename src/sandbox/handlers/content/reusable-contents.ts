// Reusable content of spaces, change requests and revisions.
import {
  getChangeRequestReusableContent,
  getReusableContent,
  getReusableContentDocument,
  getRevisionReusableContent,
} from '../../../api/content/reusable-contents.ts';
import { headOf, type TargetRef } from '../../actions/content/content-target.ts';
import { viewOf, visibleTarget } from '../../actions/content/content-view.ts';
import { revisionTarget } from '../../actions/content/revision-target.ts';
import type { Tree } from '../../content/model.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { reusableContentView } from '../../views/content/revisions.ts';
import { notFound } from '../../wire-error.ts';

function contentIn(tree: Tree, id: string) {
  const found = tree.reusableContents.find((one) => one.id === id);
  if (!found) throw notFound('reusable content', id);
  return found;
}

function current(call: Call, input: TargetRef & { reusableContentId: string; metadata?: boolean }) {
  const target = visibleTarget(call, input);
  const tree = revisionsStore(call.db).tree(headOf(target));
  return reusableContentView(viewOf(call, target, input), contentIn(tree, input.reusableContentId));
}

export default [
  handle(getReusableContent, current),
  handle(getChangeRequestReusableContent, current),
  handle(getRevisionReusableContent, (call, input) => {
    const { tree, view } = revisionTarget(call, input);
    return reusableContentView(view, contentIn(tree, input.reusableContentId));
  }),
  handle(getReusableContentDocument, async (call, input) => {
    const { markdown } = contentIn(revisionTarget(call, input).tree, input.reusableContentId);
    const { loadToDocument } = await import('../../../markdown/to-document.ts');
    return (await loadToDocument())(markdown === undefined ? '' : contentStore(call.db).text(markdown));
  }),
];

const NOTE = 'It comes from the .gitbook/includes folder of a repository; nothing else makes it.';

export const fidelity: FidelityOf = {
  'reusableContents.get': { limited: NOTE },
  'reusableContents.getInChangeRequest': { limited: NOTE },
  'reusableContents.getInRevision': { limited: NOTE },
  'reusableContents.document': { limited: NOTE },
};
