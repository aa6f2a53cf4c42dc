// What spaces, change requests and revisions hold: pages, reusable content, files, meta links.
import type { Page } from '../../../api/content/content-shapes.ts';
import * as filesApi from '../../../api/content/files.ts';
import * as pagesApi from '../../../api/content/pages.ts';
import type { ResultOf } from '../../../api/operation.ts';
import { isRecord } from '../../../files/texts.ts';
import type { PageNode, Tree } from '../../content/model.ts';
import { fileById, findPage, findPageByPath, type Placed } from '../../content/tree.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { spaces } from '../../db/content/spaces.ts';
import { openApiSpecOf, openApiVersions } from '../../db/integrations/openapi.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { PageQuery } from '../../paging.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { snapshotOf } from '../../snapshot-paging.ts';
import { notFound } from '../../wire-error.ts';
import type { BodyFormat } from './bodies.ts';
import { headOf, type TargetRef, viewOf, visibleTarget } from './content-target.ts';
import {
  allPageViews,
  type ContentView,
  fileView,
  pageView,
  type RevisionRef,
  reusableContentView,
  revisionTarget,
  revisionView,
} from './pages-view.ts';

// One page with its content, in the format asked for.

interface PageOptions {
  format?: BodyFormat | undefined;
  evaluated?: boolean | 'deterministic-only' | undefined;
  computed?: boolean | undefined;
}

/** Without a format the content comes as Markdown: which one is the platform's default is not told. */
async function showPage(
  view: ContentView,
  tree: Tree,
  { page, path }: Placed,
  { format, evaluated = false, computed = true }: PageOptions,
): Promise<Page> {
  const shown = pageView(view, page, path);
  if (shown.type !== 'document' || (page.computed && !computed)) return shown;
  const kept = await contentOf(view, page);
  const markdown = evaluated === false ? kept : await evaluate(view, tree, page, kept, evaluated);
  if (format !== 'document') return { ...shown, markdown };
  const { loadToDocument } = await import('../../../markdown/to-document.ts');
  return { ...shown, document: (await loadToDocument())(markdown) };
}

/** What a person wrote; on a computed page that nobody wrote on, what is computed. */
async function contentOf({ sandbox, space }: ContentView, page: Placed['page']): Promise<string> {
  const written = page.markdown === undefined ? '' : contentStore(sandbox.db).text(page.markdown);
  if (!page.computed || written.trim() !== '') return written;
  return computeMarkdown(sandbox, space, page);
}

async function evaluate(
  view: ContentView,
  tree: Tree,
  page: Placed['page'],
  markdown: string,
  mode: true | 'deterministic-only',
): Promise<string> {
  const { evaluate: evaluateExpressions } = await import('../../content/expressions/evaluate.ts');
  const scope = { page: page.variables ?? {}, space: tree.variables, now: view.sandbox.now() };
  return evaluateExpressions(markdown, scope, mode);
}

/** Markdown; empty when there is nothing to compute it from, or nothing here that could. */
export async function computeMarkdown(
  { db }: Pick<Sandbox, 'db'>,
  spaceId: string,
  { computed }: PageNode,
): Promise<string> {
  const organization = spaces(db).find({ id: spaceId })?.organization;
  const slug = specOf(computed?.dependencies);
  if (organization === undefined || slug === undefined) return '';
  const spec = openApiSpecOf(db, organization, slug);
  const version = spec?.lastVersion && openApiVersions(db).find({ id: spec.lastVersion, spec: spec.id });
  if (!version) return '';
  const { parseSpec } = await import('../integrations/openapi/specs.ts');
  const { openApiMarkdown } = await import('../../content/openapi-markdown.ts');
  return openApiMarkdown((await parseSpec(version.text)).content);
}

/** `{spec: {ref: {kind: openapi, spec}}}`: the reference may be under any name. */
function specOf(dependencies: unknown): string | undefined {
  const refs = isRecord(dependencies)
    ? Object.values(dependencies).map((one) => isRecord(one) && one.ref)
    : [];
  const found = refs.find((ref) => isRecord(ref) && ref.kind === 'openapi' && typeof ref.spec === 'string');
  return isRecord(found) ? String(found.spec) : undefined;
}

interface ContentInput extends TargetRef {
  metadata?: boolean;
  computed?: boolean;
}

function showRevision(call: Call, input: ContentInput) {
  const target = visibleTarget(call, input);
  const row = revisionsStore(call.db).get(headOf(target));
  if (!row) throw notFound('revision', headOf(target));
  return revisionView(viewOf(call, target, input), row);
}

const AS_MARKDOWN =
  'Content is Markdown: drawings, embeds and integration blocks are kept as text. Only pages of an OpenAPI specification are computed.';

async function showPages(call: Call, input: ContentInput) {
  const target = visibleTarget(call, input);
  const tree = revisionsStore(call.db).tree(headOf(target));
  return { pages: await allPageViews(viewOf(call, target, input), tree.pages) };
}

async function showOne(
  call: Call,
  input: ContentInput & PageOptions,
  ref: string,
  find: (tree: Tree, ref: string) => Placed | undefined,
): Promise<Page> {
  const target = visibleTarget(call, input);
  const tree = revisionsStore(call.db).tree(headOf(target));
  const placed = find(tree, ref);
  if (!placed) throw notFound('page', ref);
  return showPage(viewOf(call, target, input), tree, placed, input);
}

const byId = (call: Call, input: ContentInput & PageOptions & { pageId: string }) =>
  showOne(call, input, input.pageId, findPage);
const byPath = (call: Call, input: ContentInput & PageOptions & { pagePath: string }) =>
  showOne(call, input, input.pagePath, findPageByPath);

const EVALUATED =
  'Content is Markdown: drawings, embeds and integration blocks are kept as text. Only pages of an OpenAPI specification are computed. Expressions read variables, not claims of visitors.';

function contentIn(tree: Tree, id: string) {
  const found = tree.reusableContents.find((one) => one.id === id);
  if (!found) throw notFound('reusable content', id);
  return found;
}

function currentReusableContent(
  call: Call,
  input: TargetRef & { reusableContentId: string; metadata?: boolean },
) {
  const target = visibleTarget(call, input);
  const tree = revisionsStore(call.db).tree(headOf(target));
  return reusableContentView(viewOf(call, target, input), contentIn(tree, input.reusableContentId));
}

const FROM_INCLUDES = 'It comes from the .gitbook/includes folder of a repository; nothing else makes it.';

type OneFile = ContentInput & { fileId: string };

function filesOf(call: Call, input: ContentInput & PageQuery) {
  const target = visibleTarget(call, input);
  const snapshot = snapshotOf(call, target, {
    list: `files ${target.changeRequest?.id ?? target.space.id}`,
    query: input,
  });
  const { files } = revisionsStore(call.db).tree(snapshot.revision);
  const { items, ...rest } = snapshot.page(files);
  const view = viewOf(call, target, input);
  return { ...rest, items: items.map((file) => fileView(view, file)) };
}

function fileOf(call: Call, input: OneFile) {
  const target = visibleTarget(call, input);
  const file = fileById(revisionsStore(call.db).tree(headOf(target)), input.fileId);
  if (!file) throw notFound('file', input.fileId);
  return fileView(viewOf(call, target, input), file);
}

async function backlinks(
  call: Call,
  input: OneFile & PageQuery,
): Promise<ResultOf<typeof filesApi.listFileBacklinks>> {
  const { backlinksTo } = await import('./links.ts');
  return backlinksTo(call, input, { kind: 'file', id: input.fileId });
}

function linksOf(tree: Tree, pageId: string) {
  const found = findPage(tree, pageId);
  if (!found) throw notFound('page', pageId);
  return found.page.metaLinks ?? {};
}

const currentMetaLinks = (call: Call, input: TargetRef & { pageId: string }) =>
  linksOf(revisionsStore(call.db).tree(headOf(visibleTarget(call, input))), input.pageId);

const FROM_FRONT_MATTER =
  'They come from the front matter of a page: metaLinks with canonical and alternates.';

function revisionOf(call: Call, input: RevisionRef) {
  const { view, row } = revisionTarget(call, input);
  return revisionView(view, row);
}

async function pagesRevisionRef(call: Call, input: RevisionRef) {
  const { view, tree } = revisionTarget(call, input);
  return { pages: await allPageViews(view, tree.pages) };
}

function filesRevisionRef(call: Call, input: RevisionRef & PageQuery) {
  const { view, tree, row, space } = revisionTarget(call, input);
  const snapshot = snapshotOf(
    call,
    { space },
    { list: `files of ${row.id}`, query: input, revision: row.id },
  );
  const { items, ...rest } = snapshot.page(tree.files);
  return { ...rest, items: items.map((fileRevisionRef) => fileView(view, fileRevisionRef)) };
}

async function pageRevisionRef(call: Call, input: RevisionRef & PageOptions & { pageId: string }) {
  const { view, tree } = revisionTarget(call, input);
  const placed = findPage(tree, input.pageId);
  if (!placed) throw notFound('page', input.pageId);
  return showPage(view, tree, placed, input);
}

async function pageRevisionRefByPath(call: Call, input: RevisionRef & PageOptions & { pagePath: string }) {
  const { view, tree } = revisionTarget(call, input);
  const placed = findPageByPath(tree, input.pagePath);
  if (!placed) throw notFound('page', input.pagePath);
  return showPage(view, tree, placed, input);
}

function fileRevisionRef(call: Call, input: RevisionRef & { fileId: string }) {
  const { view, tree } = revisionTarget(call, input);
  const found = fileById(tree, input.fileId);
  if (!found) throw notFound('file', input.fileId);
  return fileView(view, found);
}

export default [
  handle(pagesApi.getContent, showRevision),
  handle(pagesApi.getChangeRequestContent, showRevision),
  handle(pagesApi.listPages, showPages),
  handle(pagesApi.listChangeRequestPages, showPages),
  handle(pagesApi.getPage, byId),
  handle(pagesApi.getChangeRequestPage, byId),
  handle(pagesApi.getPageByPath, byPath),
  handle(pagesApi.getChangeRequestPageByPath, byPath),

  handle(pagesApi.getReusableContent, currentReusableContent),
  handle(pagesApi.getChangeRequestReusableContent, currentReusableContent),
  handle(pagesApi.getRevisionReusableContent, (call, input) => {
    const { tree, view } = revisionTarget(call, input);
    return reusableContentView(view, contentIn(tree, input.reusableContentId));
  }),
  handle(pagesApi.getReusableContentDocument, async (call, input) => {
    const { markdown } = contentIn(revisionTarget(call, input).tree, input.reusableContentId);
    const { loadToDocument } = await import('../../../markdown/to-document.ts');
    return (await loadToDocument())(markdown === undefined ? '' : contentStore(call.db).text(markdown));
  }),

  handle(filesApi.listFiles, filesOf),
  handle(filesApi.listChangeRequestFiles, filesOf),
  handle(filesApi.getFile, fileOf),
  handle(filesApi.getChangeRequestFile, fileOf),
  handle(filesApi.listFileBacklinks, backlinks),
  handle(filesApi.listChangeRequestFileBacklinks, backlinks),

  handle(pagesApi.getMetaLinks, currentMetaLinks),
  handle(pagesApi.getChangeRequestMetaLinks, currentMetaLinks),
  handle(pagesApi.getRevisionMetaLinks, (call, input) =>
    linksOf(revisionTarget(call, input).tree, input.pageId),
  ),

  handle(pagesApi.getRevision, revisionOf),
  handle(pagesApi.listRevisionPages, pagesRevisionRef),
  handle(pagesApi.listRevisionFiles, filesRevisionRef),
  handle(pagesApi.getRevisionPage, pageRevisionRef),
  handle(pagesApi.getRevisionPageByPath, pageRevisionRefByPath),
  handle(pagesApi.getRevisionFile, fileRevisionRef),
];

export const fidelity: FidelityOf = {
  'content.getInChangeRequest': AS_MARKDOWN,
  'content.get': AS_MARKDOWN,
  'pages.getInChangeRequest': EVALUATED,
  'pages.getByPathInChangeRequest': EVALUATED,
  'pages.get': EVALUATED,
  'pages.getByPath': EVALUATED,
  'pages.listInChangeRequest': AS_MARKDOWN,
  'pages.list': AS_MARKDOWN,
  'reusableContents.get': FROM_INCLUDES,
  'reusableContents.getInChangeRequest': FROM_INCLUDES,
  'reusableContents.getInRevision': FROM_INCLUDES,
  'reusableContents.document': FROM_INCLUDES,
  'metaLinks.get': FROM_FRONT_MATTER,
  'metaLinks.getInChangeRequest': FROM_FRONT_MATTER,
  'metaLinks.getInRevision': FROM_FRONT_MATTER,
  'revisions.get': AS_MARKDOWN,
  'revisions.page': AS_MARKDOWN,
  'revisions.pageByPath': AS_MARKDOWN,
  'revisions.pages': AS_MARKDOWN,
};
