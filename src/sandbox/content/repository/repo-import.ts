// Makes a page tree of the files of a repository: by its table of contents if there is one, else by its folders.
import { ValidationError } from '../../../errors.ts';
import { folderPages, inRepository, kindOf, slugOfPath, titleOfPath } from '../../../folder/paths.ts';
import { type Structure, USUAL } from '../../../folder/settings.ts';
import { parseSummary, type SummaryItem } from '../../../folder/summary.ts';
import { type PageFields, readFields, readPage } from '../../../markdown/front-matter.ts';
import { slugBook, slugify } from '../../../markdown/heading-anchor.ts';
import { isUrl } from '../../../markdown/link-targets.ts';
import { firstHeading } from '../../../markdown/page-title.ts';
import { same } from '../merge/merge-text.ts';
import type { ContentStore, PageNode, ReusableContentNode, Tree } from '../model.ts';
import { type Steps, walk } from '../tree.ts';
import { type IdLookup, pageFields, targetWithIds } from './page-fields.ts';
import { byGitPath, fileNodes, type RepoFiles, type RepoText, variablesOf } from './repo-files.ts';
import { linksToTree } from './repo-links.ts';

export interface ImportOptions {
  /** Project directory in the repository; empty for all of it. */
  directory: string;
  /** The tree as it was: ids and times stay where the path is unchanged. */
  previous?: Tree | undefined;
  /** Address that links out of the project directory are appended to. */
  treeUrl?: string | undefined;
  content: ContentStore;
  newId: () => string;
  /** ISO date and time. */
  now: string;
  /** Where the table of contents and the first page are. */
  structure?: Structure | undefined;
  /** Pages below pages, at most. */
  depth: number;
  /** Pages, at most. */
  pages: number;
}

interface Import extends ImportOptions {
  files: RepoFiles;
  structure: Structure;
  ids: IdLookup;
  before: Map<string, PageNode>;
}

/** Returns the tree of the repository. Throws ValidationError for one that is nested too deep or has too many pages. */
export function* treeFromFiles(files: RepoFiles, options: ImportOptions): Steps<Tree> {
  const { structure = USUAL } = options;
  const fileList = fileNodes(files, { ...options, previous: options.previous });
  const fileIds = new Map(fileList.map((file) => [file.git?.path, file.id]));
  const old = options.previous ? [...walk(options.previous.pages)] : [];
  const oldPages = byGitPath(old.map(({ page }) => page));
  const pageIds = new Map<string, string>();
  const ids: IdLookup = {
    file: (path) => fileIds.get(inRepository(options.directory, path)),
    page: (path) => {
      if (kindOf(path, structure.summary) !== 'page' || !files.texts.has(path)) return undefined;
      const id =
        pageIds.get(path) ?? oldPages.get(inRepository(options.directory, path))?.node.id ?? options.newId();
      pageIds.set(path, id);
      return id;
    },
  };
  // Pages without a file are known again by what they are and where they are.
  const before = new Map(
    old
      .filter(({ page }) => page.type !== 'document')
      .map(({ page, path }) => [`${page.type} ${path}`, page]),
  );
  for (const { page } of old) if (page.type === 'document') before.set(page.id, page);
  const run: Import = { ...options, files, structure, ids, before };
  yield;
  const drafts = yield* draftPages(run);
  return {
    pages: yield* finish(run, drafts, '', 1),
    files: fileList,
    reusableContents: reusableContents(run),
    variables: variablesOf(files, options.previous),
  };
}

function* draftPages(run: Import): Steps<Draft[]> {
  const { readme, summary: contents } = run.structure;
  const summary = [...run.files.texts.values()].find(({ path }) => kindOf(path, contents) === 'summary');
  if (!summary) {
    const paths = [...run.files.texts.keys()].filter((path) => kindOf(path, contents) === 'page');
    const made = new Map<string, Draft>();
    for (const path of paths) {
      made.set(path, documentDraft(run, path, undefined));
      yield;
    }
    return folderPages(paths, {
      pageOf: (path) => made.get(path) ?? documentDraft(run, path, undefined),
      groupOf,
      readme,
    });
  }
  const used = new Set<string>();
  let count = 0;
  const drafts = function* (items: SummaryItem[], level: number): Steps<Draft[]> {
    if (level > run.depth) throw new ValidationError(`${contents} nests pages deeper than ${run.depth}`);
    const made: Draft[] = [];
    for (const item of items) {
      count += 1;
      if (count > run.pages) throw new ValidationError(`${contents} lists more than ${run.pages} pages`);
      const draft = itemDraft(run, item, used);
      yield;
      const children = yield* drafts(item.children, level + 1);
      if (draft) made.push({ ...draft, children });
      // The file is missing: the item is worth a heading for its children, and nothing without them.
      else if (children.length > 0) made.push({ ...plainDraft('group', item, {}), children });
    }
    return made;
  };
  return yield* drafts(parseSummary(summary.text), 1);
}

function itemDraft(run: Import, item: SummaryItem, used: Set<string>): Draft | undefined {
  const { type, target, ...meta } = item.meta ?? {};
  const { fields } = readFields(meta);
  const plain = { ...pageFields(fields, '', run.ids) };
  const draft = (kind: 'group' | 'link' | 'computed', more: Partial<PageNode> = {}) =>
    plainDraft(kind, item, { ...plain, ...more }, fields.slug);
  if (type === 'computed') return draft('computed');
  const named = targetWithIds(target, run.ids);
  if (type === 'link' && named) return draft('link', { target: named });
  if (item.href === undefined) return draft('group');
  if (isUrl(item.href)) return draft('link', { target: { kind: 'url', url: item.href } });
  const [path, anchor] = splitHref(run, item.href);
  const page = run.ids.page(path);
  if (page !== undefined) {
    if (anchor !== undefined) return draft('link', { target: { kind: 'anchor', anchor, page } });
    if (used.has(path)) return draft('link', { target: { kind: 'page', page } });
    used.add(path);
    return documentDraft(run, path, item.title);
  }
  const file = run.ids.file(path);
  return file === undefined ? undefined : draft('link', { target: { kind: 'file', file } });
}

function groupOf(name: string): Draft {
  const title = titleOfPath(`${name}.md`);
  return { page: { type: 'group', title }, slug: slugify(name), isNamed: false, children: [] };
}

function plainDraft(
  type: PageNode['type'],
  { title }: SummaryItem,
  fields: Partial<PageNode>,
  slug?: string,
): Draft {
  const page = { ...fields, type, title };
  return { page, slug: slug ?? slugify(title), isNamed: slug !== undefined, children: [] };
}

/** A file may be called `a#b.md`: only what is no file is split at its anchor. */
function splitHref({ files }: Import, href: string): [path: string, anchor?: string] {
  const clean = href.replace(/^(?:\.?\/)+/, '');
  if (files.texts.has(clean)) return [clean];
  const at = clean.indexOf('#');
  return at < 0 ? [clean] : [clean.slice(0, at), clean.slice(at + 1)];
}

/** Title: front matter, heading at the top, table of contents, any heading, file name. */
function documentDraft(run: Import, path: string, listed: string | undefined): Draft {
  const file = run.files.texts.get(path);
  const { fields, title, markdown } = readPage(file?.text ?? '');
  const text = run.treeUrl
    ? linksToTree(markdown, { directory: run.directory, path, treeUrl: run.treeUrl })
    : markdown;
  const page: Draft['page'] = {
    type: 'document',
    title: title ?? (listed || firstHeading(markdown)) ?? titleOfPath(path),
    ...pageFields(fields, path, run.ids),
    markdown: run.content.put(text),
    git: gitPlace(run, path, file),
  };
  return { page, ...slugOf(fields, path), ...idOf(run.ids.page(path)), children: [] };
}

const idOf = (id: string | undefined) => (id === undefined ? {} : { id });

const slugOf = (fields: PageFields, path: string): { slug: string; isNamed: boolean } => ({
  slug: fields.slug ?? slugOfPath(path),
  isNamed: fields.slug !== undefined,
});

const gitPlace = (run: Import, path: string, file: RepoText | undefined) => ({
  oid: file?.oid ?? '',
  path: inRepository(run.directory, path),
});

function* finish(run: Import, drafts: Draft[], prefix: string, level: number): Steps<PageNode[]> {
  if (level > run.depth) throw new ValidationError(`the repository nests pages deeper than ${run.depth}`);
  const slugs = new Map<Draft, string>();
  const unique = slugBook();
  for (const draft of drafts.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))) {
    slugs.set(draft, unique(draft.slug));
  }
  const pages: PageNode[] = [];
  for (const draft of drafts) {
    const slug = slugs.get(draft) ?? draft.slug;
    const path = `${prefix}${slug}`;
    const old = run.before.get(draft.id ?? `${draft.page.type} ${path}`);
    const id = draft.id ?? old?.id ?? run.newId();
    const page: PageNode = {
      id,
      ...draft.page,
      slug,
      pages: yield* finish(run, draft.children, `${path}/`, level + 1),
    };
    pages.push(withTimes(page, old, run.now));
    yield;
  }
  return pages;
}

/** What did not change keeps its times, so that an import of the same commit changes nothing. */
function withTimes(page: PageNode, old: PageNode | undefined, now: string): PageNode {
  const bare = ({ pages: _p, git: _g, createdAt: _c, updatedAt: _u, ...rest }: PageNode) => rest;
  const isSame = old !== undefined && same(bare(page), bare(old));
  const createdAt = old ? old.createdAt : now;
  const updatedAt = isSame ? old?.updatedAt : now;
  return { ...page, ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) };
}

function reusableContents(run: Import): ReusableContentNode[] {
  const before = byGitPath(run.previous?.reusableContents ?? []);
  const nodes = [...run.files.texts.values()]
    .filter(({ path }) => kindOf(path) === 'include')
    .map((file) => {
      const { title, markdown } = readPage(file.text);
      const git = gitPlace(run, file.path, file);
      const old = before.get(git.path);
      const id = old?.node.id ?? run.newId();
      const node = { id, title: title ?? titleOfPath(file.path), markdown: run.content.put(markdown), git };
      return { node, order: old?.index ?? Number.MAX_SAFE_INTEGER };
    });
  return nodes.sort((a, b) => a.order - b.order).map(({ node }) => node);
}

// A page on its way from a repository into a tree.

/** A page before its siblings are known: its slug may have to give way. */
interface Draft {
  page: Omit<PageNode, 'pages' | 'id' | 'slug'>;
  /** Absent for pages that no file stands for. */
  id?: string;
  slug: string;
  /** The repository names the slug: others give way. */
  isNamed: boolean;
  children: Draft[];
}
