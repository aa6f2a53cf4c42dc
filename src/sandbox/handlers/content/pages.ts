// Pages of spaces and change requests.
import type { Page } from '../../../api/content/content-shapes.ts';
import {
  getChangeRequestPage,
  getChangeRequestPageByPath,
  getPage,
  getPageByPath,
  listChangeRequestPages,
  listPages,
} from '../../../api/content/pages.ts';
import { headOf, type TargetRef } from '../../actions/content/content-target.ts';
import { viewOf, visibleTarget } from '../../actions/content/content-view.ts';
import { type PageOptions, showPage } from '../../actions/content/show-page.ts';
import type { Tree } from '../../content/model.ts';
import { findPage, findPageByPath, type Placed } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { allPageViews } from '../../views/content/pages.ts';
import { notFound } from '../../wire-error.ts';

interface PagesInput extends TargetRef {
  metadata?: boolean;
  computed?: boolean;
}

async function showPages(call: Call, input: PagesInput) {
  const target = visibleTarget(call, input);
  const tree = revisionsStore(call.db).tree(headOf(target));
  return { pages: await allPageViews(viewOf(call, target, input), tree.pages) };
}

async function showOne(
  call: Call,
  input: PagesInput & PageOptions,
  ref: string,
  find: (tree: Tree, ref: string) => Placed | undefined,
): Promise<Page> {
  const target = visibleTarget(call, input);
  const tree = revisionsStore(call.db).tree(headOf(target));
  const placed = find(tree, ref);
  if (!placed) throw notFound('page', ref);
  return showPage(viewOf(call, target, input), tree, placed, input);
}

const byId = (call: Call, input: PagesInput & PageOptions & { pageId: string }) =>
  showOne(call, input, input.pageId, findPage);
const byPath = (call: Call, input: PagesInput & PageOptions & { pagePath: string }) =>
  showOne(call, input, input.pagePath, findPageByPath);

export default [
  handle(listPages, showPages),
  handle(listChangeRequestPages, showPages),
  handle(getPage, byId),
  handle(getChangeRequestPage, byId),
  handle(getPageByPath, byPath),
  handle(getChangeRequestPageByPath, byPath),
];

const NOTE =
  'Content is Markdown: drawings, embeds and integration blocks are kept as text. Only pages of an OpenAPI specification are computed. Expressions read variables, not claims of visitors.';
const NOTE_2 =
  'Content is Markdown: drawings, embeds and integration blocks are kept as text. Only pages of an OpenAPI specification are computed.';

export const fidelity: FidelityOf = {
  'pages.getInChangeRequest': { limited: NOTE },
  'pages.getByPathInChangeRequest': { limited: NOTE },
  'pages.get': { limited: NOTE },
  'pages.getByPath': { limited: NOTE },
  'pages.listInChangeRequest': { limited: NOTE_2 },
  'pages.list': { limited: NOTE_2 },
};
