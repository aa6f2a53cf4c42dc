// docs spaces diff: two spaces, or two states of one, page by page.
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import { listFiles } from '../../api/content/files.ts';
import * as pagesApi from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import { type ContentSource, mainContent, revisionContent } from '../../domain/content/content-source.ts';
import { allPages, pathOf } from '../../domain/content/page-place.ts';
import { arg, handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { type ChangeTarget, loadMapTargets } from '../../markdown/link-targets.ts';
import { startProgress } from '../../output/progress.ts';
import { type Comparison, compareStates } from '../change-request-diff/change-request-diff.ts';
import { type DiffRun, SHOWN_FLAGS, showEntries, totalText } from '../change-request-diff/diff-command.ts';
import { type LinkedPage, linkPlaces, relinking } from '../links/link-places.ts';
import { revisionNamed } from '../page-history/revisions-back.ts';
import { exitCodeFlag } from '../report/finding-flags.ts';
import { conclude } from '../report/findings.ts';

// Links of two texts of a page that lead to the same page or file, however each side writes them: by path or by ID.

export interface LinkedSide {
  space: string;
  pages: readonly Page[];
  files: readonly File[];
  /** The ID on the first side of a page or file that belongs to it. */
  firstId(id: string): string;
}

/** The second text, with the links that the first one has too written as there. */
export type WriteAlike = (pageId: string, ownId: string, first: string, second: string) => string;

async function writeAlike(before: LinkedSide, after: LinkedSide): Promise<WriteAlike> {
  const mapTargets = await loadMapTargets();
  const [old, fresh] = [targetsOf(before), targetsOf(after)];
  return (pageId, ownId, first, second) => {
    const written = new Map<string, string>();
    const [oldTarget, freshTarget] = [old(pageId), fresh(ownId)];
    mapTargets(first, (target) => {
      const meant = oldTarget(target);
      if (meant !== undefined && !written.has(meant)) written.set(meant, target);
      return undefined;
    });
    return mapTargets(second, (target) => written.get(freshTarget(target) ?? ''));
  };
}

/** What a link on a page of this side means, as an ID of the first side with query and anchor. */
function targetsOf({ space, pages, files, firstId }: LinkedSide): (pageId: string) => ChangeTarget {
  const linked = new Map<string, LinkedPage>();
  const visit = (level: readonly Page[], above: string | undefined) => {
    for (const page of level) {
      const own = 'git' in page ? page.git?.path : undefined;
      const git = own ?? above;
      const path = 'path' in page ? page.path : '';
      linked.set(page.id, {
        id: page.id,
        path,
        git,
        inGit: own !== undefined,
        to: `/pages/${firstId(page.id)}`,
      });
      if ('pages' in page) visit(page.pages, git);
    }
  };
  visit(pages, undefined);
  const places = linkPlaces({
    space,
    pages: [...linked.values()],
    files: files.map(({ id, name, git }) => ({ id, name, git: git?.path, to: `/files/${firstId(id)}` })),
    byFile: false,
  });
  return (pageId) => {
    const from = linked.get(pageId);
    return from ? relinking(places, from) : () => undefined;
  };
}

const FLAGS = [...SHOWN_FLAGS, exitCodeFlag('there are differences')] as const satisfies readonly Option[];

type SpacesRun = Run<FlagsOf<typeof FLAGS>>;

export const spaceDiff = handmade('diff', {
  summary: 'Compare the content of two spaces, or of two revisions',
  args: [arg('space'), { ...arg('spaces'), field: 'other', label: 'other' }],
  uses: [
    ...[getSpace, pagesApi.getRevision, pagesApi.listPages, listFiles, pagesApi.getPage],
    ...[pagesApi.listRevisionPages, pagesApi.listRevisionFiles, pagesApi.getRevisionPage],
  ],
  columns: ['change', 'kind', 'path', 'title', 'added', 'removed', 'id'],
  fields: [
    'change',
    'kind',
    'path',
    'title',
    'added',
    'removed',
    'id',
    'fromPath',
    'fromTitle',
    'attributes',
    'hunks',
  ],
  paged: true,
  options: FLAGS,
  run: showDiff,
  examples: [
    ['Show every line that differs', 'docs spaces diff Guides Handbook'],
    ['Only which pages differ, with counts', 'docs spaces diff Guides Handbook --stat'],
    ['What changed in a space since a week ago', 'docs spaces diff Guides@7d Guides'],
    ['Two revisions of a space', 'docs spaces diff Guides@mmPPY5YLNpc3PvV8nfpL Guides'],
  ],
  notes: `Each side is a space, or a space with @ and the ID of a revision or a time. Pages of two spaces belong together if
they have the same ID, the same path, or a title and slug that no other page of the space has; then one of them was moved. Links
to pages that belong together count as equal. Reads only the pages that may differ.`,
});

interface Side {
  label: string;
  space: string;
  content: ContentSource;
}

async function showDiff(run: SpacesRun): Promise<void> {
  const { io } = run.context;
  refuseTogether(run, 'stat', 'nameOnly');
  const client = await run.client();
  const progress = startProgress(io, 'comparing');
  try {
    const before = await sideOf(run, client, run.args.space ?? '');
    const after = await sideOf(run, client, run.args.other ?? '');
    const comparison = await compareContents(before, after);
    // Safe: it has the flags that say what is shown.
    const total = await showEntries(run as unknown as DiffRun, comparison, progress);
    const count = total.pages + total.files;
    const summary =
      count === 0
        ? `${after.label} does not differ from ${before.label}`
        : `${after.label}: ${totalText(total)} against ${before.label}`;
    conclude(run, summary, count);
  } finally {
    progress.stop();
  }
}

/** `Guides`, `Guides@7d`, `Guides@<revision>`. Throws NotFoundError, UsageError. */
async function sideOf(run: SpacesRun, client: Client, text: string): Promise<Side> {
  const at = text.lastIndexOf('@');
  const [name, when] = at > 0 ? [text.slice(0, at), text.slice(at + 1)] : [text, undefined];
  const spaceId = await settleOne({ ...run, operation: getSpace }, 'spaceId', name);
  const { title } = await client.call(getSpace, { spaceId });
  if (when === undefined)
    return { label: `"${title}"`, space: spaceId, content: mainContent(client, spaceId) };
  const revisionId = await revisionNamed(run, spaceId, when, `${name}@`);
  return {
    label: `"${title}" in revision ${revisionId}`,
    space: spaceId,
    content: revisionContent(client, { spaceId, revisionId }),
  };
}

// Two spaces side by side: their pages by ID, by path, or as ones that moved; links of both lead to the same pages.

/** What differs. Files go by their names, since no two spaces share one. */
async function compareContents(first: Side, second: Side): Promise<Comparison> {
  const [before, after] = [readTwice(first.content), second.content];
  const [oldPages, newPages, oldFiles, newFiles] = await Promise.all([
    before.pages(),
    after.pages(),
    before.files(),
    after.files(),
  ]);
  const twins = twinsOf(oldPages, newPages);
  const fileTwins = new Map(
    newFiles.flatMap(({ id, name }) => {
      const named = oldFiles.filter((file) => file.name === name);
      const twin = oldFiles.find((file) => file.id === id) ?? (named.length === 1 ? named[0] : undefined);
      return twin ? [[id, twin.id] as const] : [];
    }),
  );
  const sameIds = (pages: readonly Page[]): Page[] =>
    pages.map((page) => ({
      ...page,
      id: twins.get(page.id) ?? page.id,
      ...('pages' in page && { pages: sameIds(page.pages) }),
    }));
  const back = new Map([...twins].map(([own, twin]) => [twin, own]));
  const ids = new Map([...twins, ...fileTwins]);
  const alike = await writeAlike(
    { space: first.space, pages: oldPages, files: oldFiles, firstId: (id) => id },
    { space: second.space, pages: newPages, files: newFiles, firstId: (id) => ids.get(id) ?? id },
  );
  const isOld = new Set(allPages(oldPages).map(({ id }) => id));
  const markdown = async (id: string) => {
    const own = back.get(id) ?? id;
    const [was, is] = await Promise.all([isOld.has(id) ? before.markdown(id) : '', after.markdown(own)]);
    return alike(id, own, was, is).replace(/[\w-]{15,}/g, (word) => ids.get(word) ?? word);
  };
  return {
    before,
    after: { ...after, markdown },
    changes: await compareStates(
      { pages: oldPages, files: oldFiles },
      {
        pages: sameIds(newPages),
        files: newFiles.map((file) => ({ ...file, id: fileTwins.get(file.id) ?? file.id })),
      },
    ),
  };
}

/** A text is asked for by itself, and where the other side is written like it: kept from the one to the other. */
function readTwice(content: ContentSource): ContentSource {
  const kept = new Map<string, Promise<string>>();
  const markdown = (id: string) => {
    const found = kept.get(id);
    if (found !== undefined) {
      kept.delete(id);
      return found;
    }
    const text = content.markdown(id);
    kept.set(id, text);
    return text;
  };
  return { ...content, markdown };
}

/** From pages of the second to those of the first: the same ID, else the same path, else the only ones of a title and slug. */
function twinsOf(before: readonly Page[], after: readonly Page[]): Map<string, string> {
  const [old, fresh] = [allPages(before), allPages(after)];
  const twins = new Map<string, string>();
  const taken = new Set<string>();
  const join = (nameOf: (page: Page) => string) => {
    const left = old.filter(({ id }) => !taken.has(id));
    const open = fresh.filter(({ id }) => !twins.has(id));
    const byName = unique(left, nameOf);
    for (const [name, page] of unique(open, nameOf)) {
      const twin = byName.get(name);
      if (!twin) continue;
      twins.set(page.id, twin.id);
      taken.add(twin.id);
    }
  };
  join(({ id }) => id);
  join(pathOf);
  join((page) => `${page.type} ${page.title} ${'slug' in page ? page.slug : ''}`);
  return twins;
}

/** Those whose name no other one has. */
function unique(pages: readonly Page[], nameOf: (page: Page) => string): Map<string, Page> {
  const found = new Map<string, Page | undefined>();
  for (const page of pages) found.set(nameOf(page), found.has(nameOf(page)) ? undefined : page);
  return new Map([...found].flatMap(([name, page]) => (page ? [[name, page] as const] : [])));
}
