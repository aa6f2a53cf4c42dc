// Pages of spaces and change requests.

import type { Page } from '../../api/content.ts';
import { getChangeRequestPage, getPage, listChangeRequestPages, listPages } from '../../api/pages.ts';
import { headOf, type TargetRef } from '../actions/content-target.ts';
import { viewOf, visibleTarget } from '../actions/content-view.ts';
import { findPage } from '../content/tree.ts';
import { contentStore, revisionsStore } from '../db/content.ts';
import { handle } from '../handler.ts';
import type { Call } from '../sandbox.ts';
import { pageView, pageViews } from '../views/pages.ts';
import { notFound, WireError } from '../wire-error.ts';

interface PagesInput extends TargetRef {
  metadata?: boolean;
  computed?: boolean;
}

interface PageInput extends PagesInput {
  pageId: string;
  format?: 'document' | 'markdown';
}

function showPages(call: Call, input: PagesInput) {
  const target = visibleTarget(call, input);
  const tree = revisionsStore(call.db).tree(headOf(target));
  return { pages: pageViews(viewOf(call, target, input), tree.pages) };
}

/** Without a format the content comes as Markdown: which one is the platform's default is not told. */
function showPage(call: Call, input: PageInput): Page {
  const target = visibleTarget(call, input);
  const placed = findPage(revisionsStore(call.db).tree(headOf(target)), input.pageId);
  if (!placed) throw notFound('page', input.pageId);
  const { page, path } = placed;
  const shown = pageView(viewOf(call, target, input), page, path);
  if (shown.type !== 'document' || (page.computed && input.computed === false)) return shown;
  const markdown = page.markdown === undefined ? '' : contentStore(call.db).text(page.markdown);
  if (input.format === 'document') throw new WireError(501, 'the sandbox shows pages as Markdown only');
  return { ...shown, markdown };
}

export default [
  handle(listPages, showPages),
  handle(listChangeRequestPages, showPages),
  handle(getPage, showPage),
  handle(getChangeRequestPage, showPage),
];
