// A site made from folders, kept in memory during a preview, and drawn like any published site.
import { posix } from 'node:path';
import type { SiteCustomizationSettingsInput } from '../../api/sites/customization.generated.ts';
import { contentTypeOf } from '../../files/content-type.ts';
import { decoded } from '../../files/texts.ts';
import type { FolderPage, FolderSpace } from '../../folder/folder-space.ts';
import { isUrl } from '../../markdown/link-targets.ts';
import { accessOf } from '../access.ts';
import { makeBackground } from '../background.ts';
import type { FileNode, Hash, PageNode, Tree } from '../content/model.ts';
import { pageFields } from '../content/repository/page-fields.ts';
import { walk } from '../content/tree.ts';
import { contentStore, revisionsStore } from '../db/content/content.ts';
import { liveSpace, spaces } from '../db/content/spaces.ts';
import { createDatabase } from '../db/database.ts';
import { TABLES } from '../db/schema.ts';
import { siteCustomizations } from '../db/sites/site-settings.ts';
import { sites } from '../db/sites/sites.ts';
import { fillEmpty } from '../init.ts';
import { analyzeRevision } from '../resources/content/resolved-links.ts';
import { createSpace } from '../resources/content/spaces-rules.ts';
import type { Call, Sandbox } from '../sandbox.ts';
import { type PageAnswer, redirect } from '../web/answer.ts';
import { loadParsers } from '../web/content.ts';
import { html, type Markup } from '../web/html.ts';
import { STYLE_PATH } from '../web/layout.ts';
import { isIndexed, pageHref, readPages } from '../web/place.ts';
import { answerSite, rowsOf } from '../web/site.ts';
import { bookOf, type Extras, type OpenSite, openPlaces, placesOf } from '../web/site-places.ts';
import { type Claims, showsFor } from '../web/visitor.ts';
import { answerWeb } from '../web/web.ts';
import { insertPlaces, type PreviewItem } from './preview-places.ts';

/** Where files of the folder are, below the root. */
export const FILES = '/~files/';
/** Where changes are told. */
export const LIVE = '/~live';

export interface PreviewPlan {
  title: string;
  /** How many spaces there are; `space` of a place counts them from 0. */
  spaces: readonly { title: string }[];
  items: readonly PreviewItem[];
  customization?: SiteCustomizationSettingsInput | undefined;
}

export interface PreviewOptions {
  plan: PreviewPlan;
  claims: Claims;
  /** Whether pages ask for changes. */
  live: boolean;
  now: () => Date;
  env: Record<string, string | undefined>;
  /** What is wrong with a page, by its file: lines of text. */
  findings(file: string): readonly PreviewFinding[];
}

export interface PreviewFinding {
  place: string;
  message: string;
}

/** A page as a list for writers of files has it. */
export interface PreviewedPage {
  href: string;
  title: string;
  file: string;
  /** Title of its space. */
  space: string;
  /** Whether a search finds it: a hidden page has an address only. */
  indexed: boolean;
}

export interface SitePreview {
  /** Keeps the text of a page or of reusable content, or the bytes of a picture for a PDF; `setSpace` then shows it. */
  keep(file: string, content: string | Uint8Array): void;
  setSpace(at: number, space: FolderSpace): void;
  /** What a browser gets for a path and a query. */
  answer(pathAndQuery: string): Promise<PageAnswer>;
  /** Reads all pages for the search, while nobody waits for it. */
  warmUp(): Promise<void>;
  /** Every page that readers may open, in the order of reading. */
  pages(): PreviewedPage[];
  /** A space as a PDF, and what is missing in it. */
  pdf(at: number): Promise<{ bytes: Uint8Array; warning?: string }>;
  close(): void;
}

/** Opens a preview without pages. Nothing of it is on the disk. */
export async function previewSite(options: PreviewOptions): Promise<SitePreview> {
  const { plan, claims, now, env } = options;
  const db = createDatabase(':memory:', TABLES);
  const sandbox: Sandbox = {
    db,
    file: ':memory:',
    env,
    now,
    origin: 'sandbox:',
    background: makeBackground(),
  };
  const { organizationId, adminId } = fillEmpty(sandbox);
  const caller = { kind: 'user', userId: adminId } as const;
  const call: Call = { ...sandbox, caller, access: accessOf(db, adminId) };
  const spaceIds: string[] = [];
  for (const { title } of plan.spaces)
    spaceIds.push((await createSpace(call, { organizationId, title, empty: true })).id);
  const site = insertPlaces(sandbox, organizationId, plan, spaceIds);
  if (plan.customization)
    siteCustomizations(db).put({ site, settings: plan.customization, updatedAt: now().toISOString() });
  const texts = new Map<string, string>();
  const redirects = new Map<number, FolderSpace>();
  const extras: Extras = {
    ...(options.live && { live: LIVE }),
    below: ({ page }) => findingsBar(options.findings(page.git?.path ?? '')),
    fileHref: (path) => FILES + path.split('/').map(encodeURIComponent).join('/'),
    beyond: (from, href) => beyond(opened(), from, href),
  };
  const preview = { root: '/', claims, extras };
  const opened = (): OpenSite => {
    const row = sites(db).find({ id: site, organization: organizationId });
    if (!row) throw new Error('the preview has no site');
    const shown = { shareKey: undefined, shows: showsFor(claims), rows: rowsOf(sandbox, row) };
    return { sandbox, site: row, root: '/', ...shown, extras };
  };
  return {
    keep: (file, content) => void texts.set(file, contentStore(db).put(content)),
    setSpace(at, space) {
      const id = spaceIds[at] ?? '';
      const tree = treeOfSpace(space, { hashOf: (file) => texts.get(file) });
      const createdAt = now().toISOString();
      const revision = revisionsStore(db).commit(id, { tree, type: 'edits', parents: [], createdAt });
      spaces(db).update({ id }, { revision, updatedAt: createdAt });
      redirects.set(at, space);
    },
    async answer(pathAndQuery) {
      const url = new URL(pathAndQuery, 'http://preview');
      const request = { url, cookies: undefined, authorization: undefined, preview };
      if (url.pathname === STYLE_PATH) return answerWeb(sandbox, request);
      const inside = new URL(url);
      inside.pathname = `/sites/${site}${url.pathname}`;
      const answer = await answerSite(sandbox, { ...request, url: inside });
      const moved = answer.status === 404 ? movedTo(opened(), redirects.values(), url.pathname) : undefined;
      return moved === undefined ? answer : redirect(307, moved);
    },
    pages: () => pagesOf(opened()),
    warmUp: () => warmUp(sandbox, spaceIds),
    async pdf(at) {
      const { makePdf } = await import('../resources/content/pdf.ts');
      const { id, revision } = liveSpace(db, spaceIds[at] ?? '');
      return makePdf(sandbox, { kind: 'pdf', space: id, revision });
    },
    close: () => db.close(),
  };
}

async function warmUp(sandbox: Sandbox, spaces: readonly string[]): Promise<void> {
  try {
    await loadParsers();
    for (const id of spaces) await analyzeRevision(sandbox, liveSpace(sandbox.db, id).revision);
  } catch {
    // It was closed meanwhile; else the first search finds out, and says it.
  }
}

const pagesOf = (site: OpenSite): PreviewedPage[] =>
  openPlaces(site).flatMap((place) => {
    const book = bookOf(site, place);
    return readPages(book).map((placed) => ({
      href: pageHref(book, placed),
      title: placed.page.title,
      file: placed.page.git?.path ?? '',
      space: place.title,
      indexed: place.hidden === 0 && isIndexed(placed),
    }));
  });

/** Where the page of a file is, on any of the spaces of the site. */
function hrefOfFile(site: OpenSite, files: readonly string[]): string | undefined {
  for (const place of placesOf(site)) {
    const book = bookOf(site, place);
    for (const placed of walk(book.tree.pages))
      if (placed.page.git && files.includes(placed.page.git.path)) return pageHref(book, placed);
  }
  return undefined;
}

/** A relative link into another space of the same folder. */
function beyond(site: OpenSite, from: string, href: string): string | undefined {
  const [, path = '', hash = ''] = /^([^?#]*)[^#]*(#.*)?$/s.exec(href) ?? [];
  if (path === '' || /^[a-z][a-z\d+.-]*:/i.test(path)) return undefined;
  const file = posix.join(posix.dirname(from), path).replace(/\/$/, '');
  if (file.startsWith('../')) return undefined;
  const found = hrefOfFile(site, [file, `${file}.md`, `${file}/README.md`]);
  return found && found + hash;
}

/** What `redirects` of `.gitbook.yaml` say. */
function movedTo(site: OpenSite, spaces: Iterable<FolderSpace>, path: string): string | undefined {
  const wanted = decoded(path).replace(/^\/+|(?<!\/)\/+$/g, '');
  for (const { redirects } of spaces) {
    const found = redirects.find(({ from, to }) => from === wanted && to !== undefined);
    if (found?.to !== undefined) return hrefOfFile(site, [found.to]);
  }
  return undefined;
}

function findingsBar(findings: readonly PreviewFinding[]): Markup | undefined {
  if (findings.length === 0) return undefined;
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  const lines = findings.map(({ place, message }) => html`<li><code>${place}</code> ${message}</li>`);
  return html`<aside class="findings" aria-label="Findings of docs check"><details><summary>${count} on this page</summary><ul>${lines}</ul></details></aside>`;
}

/** Headers of a file of the folder: whatever is in it, a browser runs nothing of it. */
export const fileHeaders = (path: string): Record<string, string> => ({
  'content-type': contentTypeOf(path),
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});

// A space of a folder as the tree that pages are drawn from. Its texts are kept beside it, its files stay on the disk.

/** Hashes of what is kept, by its file: of texts, and of files that are wanted without the folder. */
interface KeptTexts {
  hashOf(file: string): Hash | undefined;
}

/** Ids are made of paths: the same page has the same one after each change. */
const idOf = (kind: 'page' | 'file' | 'text', path: string): string => `${kind}:${path}`;

/** Takes what was read of a space; returns its tree. */
function treeOfSpace(space: FolderSpace, texts: KeptTexts): Tree {
  const top: PageNode[] = [];
  const made = new Map<FolderPage, PageNode>();
  const files = new Set(space.files.map(({ path }) => path));
  for (const page of space.pages) {
    const node = pageNode(page, space, { files, texts });
    made.set(page, node);
    (page.parent ? (made.get(page.parent)?.pages ?? top) : top).push(node);
  }
  return {
    pages: top,
    files: space.files.map((file) => fileNode(file, texts)),
    reusableContents: space.includes.map(({ path }) => ({
      ...{ id: idOf('text', path), title: posix.basename(path), git: { oid: '', path } },
      ...markdownIn(texts.hashOf(path)),
    })),
    variables: plainVariables(space.variables),
  };
}

const markdownIn = (hash: Hash | undefined) => (hash === undefined ? {} : { markdown: hash });

interface Known {
  files: ReadonlySet<string>;
  texts: KeptTexts;
}

function pageNode(page: FolderPage, { directory }: FolderSpace, { files, texts }: Known): PageNode {
  const { kind, title, slug, file, href, order, settings } = page;
  const { title: _title, id: _id, tags: _tags, ...fields } = settings;
  const path = file ?? '';
  const ids = {
    page: () => undefined,
    // Covers are named in the space, files by the folder that was read.
    file: (name: string) => {
      const found = [name, posix.join(directory, name)].find((one) => files.has(one));
      return found && idOf('file', found);
    },
  };
  return {
    ...pageFields(fields, path, ids),
    id: idOf('page', file ?? `${kind}/${order}`),
    type: kind,
    ...{ title, slug, pages: [] },
    ...(file !== undefined && { git: { oid: '', path: file } }),
    ...markdownIn(file === undefined ? undefined : texts.hashOf(file)),
    ...(kind === 'link' &&
      href !== undefined &&
      isUrl(href) && { target: { kind: 'url', url: href } as const }),
  };
}

const fileNode = ({ path, size }: { path: string; size: number }, texts: KeptTexts): FileNode => ({
  id: idOf('file', path),
  name: posix.basename(path),
  contentType: contentTypeOf(path),
  size,
  hash: texts.hashOf(path) ?? '',
  git: { oid: '', path },
});

function plainVariables(given: Readonly<Record<string, unknown>>): Tree['variables'] {
  const plain = Object.entries(given).filter(
    (entry): entry is [string, string | number | boolean] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  );
  return Object.fromEntries(plain);
}
