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
import { type ContentTarget, headOf, type TargetRef, viewOf, visibleTarget } from './content-target.ts';
import {
  allPageViews,
  type ContentView,
  fileView,
  pageView,
  type RevisionTarget,
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

/** Content that is asked about: as it is now, or a revision of it. */
type Shown = Pick<RevisionTarget, 'row' | 'tree' | 'view'>;

/** Without a format the content comes as Markdown: which one is the platform's default is not told. */
async function showPage(
  { view, tree }: Shown,
  placed: Placed | undefined,
  ref: string,
  { format, evaluated = false, computed = true }: PageOptions,
): Promise<Page> {
  if (!placed) throw notFound('page', ref);
  const { page, path } = placed;
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

/** What a space or change request holds now. Throws 404. */
function currentContent(call: Call, input: ContentInput): Shown {
  const target = visibleTarget(call, input);
  const row = revisionsStore(call.db).get(headOf(target));
  if (!row) throw notFound('revision', headOf(target));
  return { row, tree: revisionsStore(call.db).treeAt(row.tree), view: viewOf(call, target, input) };
}

const wholeRevision = (_call: Call, _input: unknown, { view, row }: Shown) => revisionView(view, row);

const pageTree = async (_call: Call, _input: unknown, { view, tree }: Shown) => ({
  pages: await allPageViews(view, tree.pages),
});

const byId = (_call: Call, input: PageOptions & { pageId: string }, shown: Shown) =>
  showPage(shown, findPage(shown.tree, input.pageId), input.pageId, input);

const byPath = (_call: Call, input: PageOptions & { pagePath: string }, shown: Shown) =>
  showPage(shown, findPageByPath(shown.tree, input.pagePath), input.pagePath, input);

function contentIn(tree: Tree, id: string) {
  const found = tree.reusableContents.find((one) => one.id === id);
  if (!found) throw notFound('reusable content', id);
  return found;
}

const reusableContent = (_call: Call, input: { reusableContentId: string }, { view, tree }: Shown) =>
  reusableContentView(view, contentIn(tree, input.reusableContentId));

function filesOf(
  call: Call,
  target: ContentTarget,
  view: ContentView,
  asked: { list: string; query: PageQuery; revision?: string },
) {
  const snapshot = snapshotOf(call, target, asked);
  const { items, ...rest } = snapshot.page(revisionsStore(call.db).tree(snapshot.revision).files);
  return { ...rest, items: items.map((file) => fileView(view, file)) };
}

function currentFiles(call: Call, input: ContentInput & PageQuery) {
  const target = visibleTarget(call, input);
  const list = `files ${target.changeRequest?.id ?? target.space.id}`;
  return filesOf(call, target, viewOf(call, target, input), { list, query: input });
}

function oneFile(_call: Call, { fileId }: { fileId: string }, { view, tree }: Shown) {
  const file = fileById(tree, fileId);
  if (!file) throw notFound('file', fileId);
  return fileView(view, file);
}

async function backlinks(
  call: Call,
  input: ContentInput & PageQuery & { fileId: string },
): Promise<ResultOf<typeof filesApi.listFileBacklinks>> {
  const { backlinksTo } = await import('./links.ts');
  return backlinksTo(call, input, { kind: 'file', id: input.fileId });
}

function metaLinks(_call: Call, { pageId }: { pageId: string }, { tree }: Shown) {
  const found = findPage(tree, pageId);
  if (!found) throw notFound('page', pageId);
  return found.page.metaLinks ?? {};
}

const AS_MARKDOWN =
  'Content is Markdown: drawings, embeds and integration blocks are kept as text. Only pages of an OpenAPI specification are computed.';
const EVALUATED = `${AS_MARKDOWN} Expressions read variables, not claims of visitors.`;
const FROM_INCLUDES = 'It comes from the .gitbook/includes folder of a repository; nothing else makes it.';
const FROM_FRONT_MATTER =
  'They come from the front matter of a page: metaLinks with canonical and alternates.';

export default [
  handle(pagesApi.getContent, currentContent, wholeRevision),
  handle(pagesApi.getChangeRequestContent, currentContent, wholeRevision),
  handle(pagesApi.getRevision, revisionTarget, wholeRevision),

  handle(pagesApi.listPages, currentContent, pageTree),
  handle(pagesApi.listChangeRequestPages, currentContent, pageTree),
  handle(pagesApi.listRevisionPages, revisionTarget, pageTree),

  handle(pagesApi.getPage, currentContent, byId),
  handle(pagesApi.getChangeRequestPage, currentContent, byId),
  handle(pagesApi.getRevisionPage, revisionTarget, byId),
  handle(pagesApi.getPageByPath, currentContent, byPath),
  handle(pagesApi.getChangeRequestPageByPath, currentContent, byPath),
  handle(pagesApi.getRevisionPageByPath, revisionTarget, byPath),

  handle(pagesApi.getReusableContent, currentContent, reusableContent),
  handle(pagesApi.getChangeRequestReusableContent, currentContent, reusableContent),
  handle(pagesApi.getRevisionReusableContent, revisionTarget, reusableContent),
  handle(pagesApi.getReusableContentDocument, revisionTarget, async (call, input, { tree }) => {
    const { markdown } = contentIn(tree, input.reusableContentId);
    const { loadToDocument } = await import('../../../markdown/to-document.ts');
    return (await loadToDocument())(markdown === undefined ? '' : contentStore(call.db).text(markdown));
  }),

  handle(filesApi.listFiles, currentFiles),
  handle(filesApi.listChangeRequestFiles, currentFiles),
  handle(pagesApi.listRevisionFiles, revisionTarget, (call, query, { view, row, space }) =>
    filesOf(call, { space }, view, { list: `files of ${row.id}`, query, revision: row.id }),
  ),
  handle(filesApi.getFile, currentContent, oneFile),
  handle(filesApi.getChangeRequestFile, currentContent, oneFile),
  handle(pagesApi.getRevisionFile, revisionTarget, oneFile),
  handle(filesApi.listFileBacklinks, backlinks),
  handle(filesApi.listChangeRequestFileBacklinks, backlinks),

  handle(pagesApi.getMetaLinks, currentContent, metaLinks),
  handle(pagesApi.getChangeRequestMetaLinks, currentContent, metaLinks),
  handle(pagesApi.getRevisionMetaLinks, revisionTarget, metaLinks),
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
