// Revisions of a space by id, whether current or not.
import {
  getRevision,
  getRevisionFile,
  getRevisionPage,
  getRevisionPageByPath,
  listRevisionFiles,
  listRevisionPages,
} from '../../../api/content/revisions.ts';
import { revisionTarget } from '../../actions/content/revision-target.ts';
import { type PageOptions, showPage } from '../../actions/content/show-page.ts';
import { fileById, findPage, findPageByPath } from '../../content/tree.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { PageQuery } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { snapshotOf } from '../../snapshot-paging.ts';
import { allPageViews, fileView } from '../../views/content/pages.ts';
import { revisionView } from '../../views/content/revisions.ts';
import { notFound } from '../../wire-error.ts';

interface Input {
  spaceId: string;
  revisionId: string;
  metadata?: boolean;
  computed?: boolean;
}

function get(call: Call, input: Input) {
  const { view, row } = revisionTarget(call, input);
  return revisionView(view, row);
}

async function pages(call: Call, input: Input) {
  const { view, tree } = revisionTarget(call, input);
  return { pages: await allPageViews(view, tree.pages) };
}

function files(call: Call, input: Input & PageQuery) {
  const { view, tree, row, space } = revisionTarget(call, input);
  const snapshot = snapshotOf(
    call,
    { space },
    { list: `files of ${row.id}`, query: input, revision: row.id },
  );
  const { items, ...rest } = snapshot.page(tree.files);
  return { ...rest, items: items.map((file) => fileView(view, file)) };
}

async function page(call: Call, input: Input & PageOptions & { pageId: string }) {
  const { view, tree } = revisionTarget(call, input);
  const placed = findPage(tree, input.pageId);
  if (!placed) throw notFound('page', input.pageId);
  return showPage(view, tree, placed, input);
}

async function pageByPath(call: Call, input: Input & PageOptions & { pagePath: string }) {
  const { view, tree } = revisionTarget(call, input);
  const placed = findPageByPath(tree, input.pagePath);
  if (!placed) throw notFound('page', input.pagePath);
  return showPage(view, tree, placed, input);
}

function file(call: Call, input: Input & { fileId: string }) {
  const { view, tree } = revisionTarget(call, input);
  const found = fileById(tree, input.fileId);
  if (!found) throw notFound('file', input.fileId);
  return fileView(view, found);
}

export default [
  handle(getRevision, get),
  handle(listRevisionPages, pages),
  handle(listRevisionFiles, files),
  handle(getRevisionPage, page),
  handle(getRevisionPageByPath, pageByPath),
  handle(getRevisionFile, file),
];

const NOTE =
  'Content is Markdown: drawings, embeds and integration blocks are kept as text. Only pages of an OpenAPI specification are computed.';

export const fidelity: FidelityOf = {
  'revisions.get': { limited: NOTE },
  'revisions.page': { limited: NOTE },
  'revisions.pageByPath': { limited: NOTE },
  'revisions.pages': { limited: NOTE },
};
