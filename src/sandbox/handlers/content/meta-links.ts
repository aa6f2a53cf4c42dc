// Meta links of pages.
import {
  getChangeRequestMetaLinks,
  getMetaLinks,
  getRevisionMetaLinks,
} from '../../../api/content/meta-links.ts';
import { headOf, type TargetRef } from '../../actions/content/content-target.ts';
import { visibleTarget } from '../../actions/content/content-view.ts';
import { revisionTarget } from '../../actions/content/revision-target.ts';
import type { Tree } from '../../content/model.ts';
import { findPage } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { notFound } from '../../wire-error.ts';

function linksOf(tree: Tree, pageId: string) {
  const found = findPage(tree, pageId);
  if (!found) throw notFound('page', pageId);
  return found.page.metaLinks ?? {};
}

const current = (call: Call, input: TargetRef & { pageId: string }) =>
  linksOf(revisionsStore(call.db).tree(headOf(visibleTarget(call, input))), input.pageId);

export default [
  handle(getMetaLinks, current),
  handle(getChangeRequestMetaLinks, current),
  handle(getRevisionMetaLinks, (call, input) => linksOf(revisionTarget(call, input).tree, input.pageId)),
];

const NOTE = 'They come from the front matter of a page: metaLinks with canonical and alternates.';

export const fidelity: FidelityOf = {
  'metaLinks.get': { limited: NOTE },
  'metaLinks.getInChangeRequest': { limited: NOTE },
  'metaLinks.getInRevision': { limited: NOTE },
};
