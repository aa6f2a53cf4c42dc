// The content of a space or a change request in a browser, with what the change request changes.
import type { Change } from 'diff';
import { decoded } from '../../files/texts.ts';
import { accessFor, callerOf } from '../caller.ts';
import type { PageNode } from '../content/model.ts';
import { type Placed, placedById } from '../content/tree.ts';
import { revisionsStore } from '../db/content/content.ts';
import type { SpaceRow } from '../db/content/spaces.ts';
import type { ChangeRequestRow } from '../db/review/change-requests.ts';
import { sites } from '../db/sites/sites.ts';
import { contentTarget } from '../resources/content/content-target.ts';
import { mergeBase } from '../resources/review/comments-view.ts';
import type { Sandbox } from '../sandbox.ts';
import { isPreviewKey, pathIn, sitePath } from '../urls.ts';
import { notFound } from '../wire-error.ts';
import { cookieIn, cookieOf, type PageAnswer, page, redirect } from './answer.ts';
import { markdownOf, renderPage } from './content.ts';
import { html, Markup } from './html.ts';
import { type Badge, frame, messagePage, pageTree } from './layout.ts';
import { type Book, firstPage, pageAt, pageHref } from './place.ts';
import type { PageRequest } from './site-places.ts';
import { showsAll } from './visitor.ts';

const COOKIE = 'preview';
const MAIN = 'main';

/** Answers for `/preview/<space>/<change request or main>/...`, and sends the addresses of the app there. */
export async function answerPreview(sandbox: Sandbox, request: PageRequest): Promise<PageAnswer> {
  const [, key, address] = /^\/~key\/([^/]+)(\/.*)$/.exec(request.url.pathname) ?? [];
  const pathname = address ?? request.url.pathname;
  const app = /^\/o\/([^/]+)\/(?:s\/([^/]+)(?:\/~\/changes\/([^/]+))?(?:\/(.*))?|sites\/([^/]+))\/?$/.exec(
    pathname,
  );
  if (app) return fromApp(sandbox, app, searchWith(request.url, key));
  const [, start, id = '', name = '', ...words] = pathname.split('/').map(decoded);
  if (start !== 'preview' || name === '') throw notFound('page', pathname);
  const refused = enter(sandbox, id, request);
  if (refused) return refused;
  const target = contentTarget(sandbox, {
    spaceId: id,
    ...(name !== MAIN && { changeRequestId: name }),
  });
  const root = `/preview/${pathIn([id, name])}`;
  if (pathname.length < root.length) return redirect(308, root);
  return show({ sandbox, ...target, root }, words.join('/').replace(/\/$/, ''));
}

/** With the key of the path: the preview takes it from there, and out of the address. */
function searchWith({ searchParams, search }: URL, key: string | undefined): string {
  if (key === undefined) return search;
  return `?${new URLSearchParams([...searchParams, ['key', key]])}`;
}

function fromApp(
  { db }: Sandbox,
  [, organization = '', space, number, path = '', site]: RegExpExecArray,
  search: string,
): PageAnswer {
  if (space !== undefined) return redirect(302, `/preview/${space}/${number ?? MAIN}/${path}${search}`);
  const row = sites(db).find({ id: decoded(site ?? ''), organization: decoded(organization) });
  if (!row) throw notFound('site', decoded(site ?? ''));
  return redirect(302, sitePath(db, row));
}

/** What a stranger gets; undefined for whoever has the key, from the address or from before, or a token that may read it. */
function enter(
  sandbox: Sandbox,
  space: string,
  { url, cookies, authorization }: PageRequest,
): PageAnswer | undefined {
  const key = url.searchParams.get('key');
  if (key !== null && isPreviewKey(sandbox.db, space, key)) {
    const clean = new URL(url);
    clean.searchParams.delete('key');
    return redirect(
      302,
      clean.pathname + clean.search,
      cookieOf(COOKIE, key, `/preview/${encodeURIComponent(space)}/`),
    );
  }
  if (isPreviewKey(sandbox.db, space, cookieIn(cookies, COOKIE) ?? '')) return undefined;
  if (authorization !== undefined) {
    const { space: row } = contentTarget(sandbox, { spaceId: space });
    accessFor(sandbox.db, callerOf(sandbox, authorization)).requireSpace(row, 'view');
    return undefined;
  }
  const text = html`Open it from its address in the app, which <code>docs open &lt;space&gt; --print</code> prints.`;
  return messagePage(401, 'Preview', text, { heading: 'This preview needs its key' });
}

interface Shown {
  sandbox: Sandbox;
  space: SpaceRow;
  changeRequest?: ChangeRequestRow;
  root: string;
}

async function show(shown: Shown, path: string): Promise<PageAnswer> {
  const { sandbox, space, changeRequest, root } = shown;
  const revisions = revisionsStore(sandbox.db);
  const bookOf = (revision: string): Book => ({
    ...{ space: space.id, revision, root, shows: showsAll },
    tree: revisions.tree(revision),
  });
  const after = bookOf(changeRequest?.revision ?? space.revision);
  const before = changeRequest ? bookOf(mergeBase(changeRequest)) : undefined;
  const [old, fresh] = [before && placedById(before.tree), placedById(after.tree)];
  const gone = [...(old?.values() ?? [])].filter((one) => !fresh.has(one.page.id));
  const current =
    pageAt(after, path) ??
    gone.find((one) => one.path === path) ??
    (path === '' ? firstPage(after) : undefined);
  if (path !== '' && !current) throw notFound('page', path);
  const badge = (node: PageNode) => badgeOf(old, node);
  const side = html`${pageTree(after, current, { ...(before && { badge }), linkOf: () => undefined })}${gone.length > 0 && removedList(root, gone)}`;
  return page(
    200,
    frame({
      title: current?.page.title ?? space.title,
      site: { title: space.title, href: root },
      language: space.language ?? undefined,
      ...{ hidden: true, side },
      main: html`${changeRequest && banner(changeRequest, changedLinks(after, fresh.values(), badge))}${current ? await article(shown, { before, after, current }) : html`<p>This space has no pages.</p>`}`,
    }),
  );
}

function badgeOf(old: ReadonlyMap<string, Placed> | undefined, node: PageNode): string | undefined {
  if (!old) return undefined;
  const was = old.get(node.id)?.page;
  if (!was) return 'added';
  const isSame =
    was.title === node.title && was.markdown === node.markdown && was.description === node.description;
  return isSame ? undefined : 'changed';
}

const removedList = (root: string, gone: readonly Placed[]): Markup =>
  html`<nav aria-label="Removed pages"><ul>${gone.map(
    ({ page: { title }, path }) =>
      html`<li><a href="${root}${path.split('/').map(encodeURIComponent).join('/')}">${title}</a> <span class="badge">removed</span></li>`,
  )}</ul></nav>`;

/** Links that the head of a preview has at most. */
const MOST_CHANGED = 50;

/** The pages to look at. */
function changedLinks(book: Book, pages: Iterable<Placed>, badge: Badge): Markup | undefined {
  const changed = [...pages].filter(({ page }) => page.type !== 'group' && badge(page) !== undefined);
  if (changed.length === 0) return undefined;
  const items = changed
    .slice(0, MOST_CHANGED)
    .map((one) => html`<li><a href="${pageHref(book, one)}">${one.page.title}</a> (${badge(one.page)})</li>`);
  return html`<ul>${items}</ul>`;
}

const banner = ({ number, subject, status }: ChangeRequestRow, changes: Markup | undefined): Markup => {
  const name = subject === '' ? 'no subject' : subject;
  return html`<div class="banner" role="note"><p>Preview of change request #${number}: ${name} (${status})</p>${changes}</div>`;
};

async function article(
  { sandbox }: Shown,
  { before, after, current }: { before: Book | undefined; after: Book; current: Placed },
): Promise<Markup> {
  const was = before && placedById(before.tree).get(current.page.id);
  const is = placedById(after.tree).get(current.page.id);
  const book = is ? after : (before ?? after);
  const ids = { next: 0 };
  const render = async (markdown: string) =>
    (await renderPage(sandbox, book, current, markdown, { elsewhere: () => undefined, ids })).body;
  const textIn = (from: Book | undefined, one: Placed | undefined) =>
    from && one ? markdownOf(sandbox, from, one) : Promise.resolve('');
  const [old, fresh] = [await textIn(before, was), await textIn(after, is)];
  const body = before ? await markedText(old, fresh, render) : await render(fresh);
  const title =
    was && is && was.page.title !== is.page.title
      ? html`<del>${was.page.title}</del> <ins>${is.page.title}</ins>`
      : html`${current.page.title}`;
  return html`<h1>${title}</h1>${current.page.description !== undefined && html`<p class="lead">${current.page.description}</p>`}${body}`;
}

// A changed page with its changes marked: blocks that are new or gone, and within changed paragraphs the words.

type Compare = (before: string, after: string, options: { maxEditLength: number }) => Change[] | undefined;
type Render = (markdown: string) => Promise<Markup>;

/** Longer texts are shown as one in place of the other. */
const MOST_BLOCKS = 3000;
const MOST_EDITS = 2000;
/** They are around words until the text is HTML; nobody writes them. */
const MARKS = { inStart: '\uE010', inEnd: '\uE011', outStart: '\uE012', outEnd: '\uE013' } as const;
const ANY_MARK = /[\uE010-\uE013]/g;
const TAG_OF: Readonly<Record<string, string>> = {
  [MARKS.inStart]: '<ins>',
  [MARKS.inEnd]: '</ins>',
  [MARKS.outStart]: '<del>',
  [MARKS.outEnd]: '</del>',
};
/** What has none of this is plain words: a mark around it splits nothing. */
const SYNTAX = /[[\]()`*_<>!{}|#~\\:/&\n]/;

/** Writes what the page says now, with what it said before. */
async function markedText(before: string, after: string, render: Render): Promise<Markup> {
  const [old, fresh] = [blocksOf(before), blocksOf(after)];
  const { diffArrays, diffWordsWithSpace } = await import('diff');
  const isShort = old.length + fresh.length <= MOST_BLOCKS;
  const parts = isShort ? diffArrays(old, fresh, { maxEditLength: MOST_EDITS }) : undefined;
  if (!parts) return html`${await removed(before, render)}${await added(after, render)}`;
  const writing = { render, compare: diffWordsWithSpace };
  return html`${await Promise.all(parts.map((part, at) => written(part, parts[at - 1], parts[at + 1], writing)))}`;
}

interface Writing {
  render: Render;
  compare: Compare;
}

async function written(
  part: Part,
  before: Part | undefined,
  next: Part | undefined,
  writing: Writing,
): Promise<Markup | undefined> {
  // A replacement is shown where the old text was.
  if (part.added) return before?.removed ? undefined : added(textOf(part), writing.render);
  if (!part.removed) return writing.render(textOf(part));
  return next?.added ? replaced(part, next, writing) : removed(textOf(part), writing.render);
}

interface Part extends Blocks {
  added: boolean;
  removed: boolean;
}

interface Blocks {
  value: string[];
}

async function replaced(before: Blocks, after: Blocks, { render, compare }: Writing): Promise<Markup> {
  const marked = paired(before.value, after.value, compare);
  if (marked === undefined)
    return html`${await removed(textOf(before), render)}${await added(textOf(after), render)}`;
  return html`<div class="changed" role="group" aria-label="Changed">${withMarks(await render(marked))}</div>`;
}

const textOf = ({ value }: Blocks) => value.join('\n\n');

/** As many blocks as before, each with its own words marked; undefined where these are not the same blocks. */
function paired(before: readonly string[], after: readonly string[], compare: Compare): string | undefined {
  if (before.length !== after.length) return undefined;
  const each = before.map((one, at) => inWords(one, after[at] ?? '', compare));
  return each.every((one) => one !== undefined) ? each.join('\n\n') : undefined;
}

const added = async (text: string, render: Render) =>
  html`<div class="added" role="group" aria-label="Added">${await render(text)}</div>`;
const removed = async (text: string, render: Render) =>
  html`<div class="removed" role="group" aria-label="Removed">${await render(text)}</div>`;

/** Paragraphs, lists, code: what empty lines separate. Code stays whole. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence = '';
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.replace(ANY_MARK, '').replaceAll('\r\n', '\n').split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    if (line.trim() === '' && fence === '') end();
    else lines.push(line);
  }
  end();
  return blocks;
}

/** The new text with marks around its words that differ; undefined where they are more than words. */
function inWords(before: string, after: string, compare: Compare): string | undefined {
  if (/^ {0,3}(?:`{3,}|~{3,}|\||\{%| {4})/.test(after) || after.length > 5000) return undefined;
  const changes = compare(before, after, { maxEditLength: 200 });
  if (!changes || changes.some(({ added, removed, value }) => (added || removed) && SYNTAX.test(value)))
    return undefined;
  const same = changes
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.length, 0);
  // Two other sentences are read more easily one after the other.
  if (same < after.length * 0.3) return undefined;
  const { inStart, inEnd, outStart, outEnd } = MARKS;
  return changes
    .map(({ added, removed, value }) => {
      if (!added && !removed) return value;
      const words = value.trim();
      if (words === '') return removed ? '' : value;
      const [lead = '', tail = ''] = value.split(words);
      return lead + (added ? inStart + words + inEnd : outStart + words + outEnd) + tail;
    })
    .join('');
}

const withMarks = ({ text }: Markup): Markup =>
  new Markup(text.replace(ANY_MARK, (mark) => TAG_OF[mark] ?? ''));
