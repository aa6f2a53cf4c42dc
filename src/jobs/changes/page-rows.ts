// What became of each page over all revisions: one row a page, however often it was touched.

import type { Change } from '../../api/review/change-requests.ts';
import { pathBefore, type Values } from '../../domain/content/content-change.ts';
import { groupBy } from '../../files/lists.ts';
import type { SpaceChanges, Step } from './read-changes.ts';

export const KINDS = ['added', 'changed', 'renamed', 'moved', 'removed'] as const;
export type Kind = (typeof KINDS)[number];

/** Who did it and why: a merged change request, or an edit of main. */
export interface Source {
  /** Of the change request. */
  number?: number;
  subject: string;
  author: string;
  reviewers: readonly string[];
  at: string;
}

export interface PageRow extends Source {
  kind: Kind;
  page: { id: string; title: string };
  space: { id: string; title: string };
  /** Where it is now; of a removed page, where it was. */
  path: string;
  /** The title or path before, where that is another. */
  before?: string;
  /** Its published URL, else that of the app; empty for a page that is gone. */
  url: string;
  /** All that touched it, the newest first. */
  sources: readonly Source[];
}

type PageChange = Extract<Change, { page: unknown }>;

/** One page while its history is read. */
interface Fate {
  page: PageChange['page'];
  isNew: boolean;
  isGone: boolean;
  title: string | undefined;
  path: string | undefined;
  isMoved: boolean;
  sources: Source[];
}

/** The newest first; a page that came and went in between has no row. */
export function pageRows(all: readonly SpaceChanges[]): PageRow[] {
  const rows = all.flatMap((one) => [...fatesOf(one).values()].map((fate) => rowOf(one, fate)));
  return rows.sort((a, b) => b.at.localeCompare(a.at, 'en') || a.path.localeCompare(b.path, 'en'));
}

function fatesOf({ steps }: SpaceChanges): Map<string, Fate> {
  const fates = new Map<string, Fate>();
  for (const step of steps)
    for (const change of step.changes) if ('page' in change) tell(fates, change, sourceOf(step));
  return fates;
}

function tell(fates: Map<string, Fate>, change: PageChange, source: Source): void {
  const { page, type } = change;
  const known = fates.get(page.id);
  const isNew = type === 'page_created';
  if (type === 'page_deleted' && known?.isNew) {
    fates.delete(page.id);
    return;
  }
  const fate = known ?? {
    ...{ page, isNew, isGone: false, isMoved: false, sources: [] },
    title: undefined,
    path: undefined,
  };
  fates.set(page.id, { ...told(fate, change), page, sources: [source, ...fate.sources] });
}

function told(fate: Fate, change: PageChange): Fate {
  if (change.type === 'page_deleted') return { ...fate, isGone: true };
  if (change.type === 'page_created') return { ...fate, isGone: false };
  if (change.type === 'page_moved') return { ...fate, isMoved: true, path: fate.path ?? pathBefore(change) };
  // A kind of change that newer hosts tell.
  if (change.type !== 'page_edited') return fate;
  const { title, slug }: { title?: Values; slug?: Values } = change.attributes;
  return {
    ...fate,
    title: fate.title ?? textOf(title?.before),
    // Another slug is another address.
    isMoved: fate.isMoved || slug !== undefined,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const sourceOf = ({ merged, message, at, reviewers }: Step): Source => ({
  ...(merged && { number: merged.number }),
  subject: merged?.subject ?? message?.split('\n')[0] ?? '',
  author: merged?.createdBy.displayName ?? '',
  reviewers,
  at,
});

function rowOf({ space, paths }: SpaceChanges, fate: Fate): PageRow {
  const { page, sources } = fate;
  const kind = kindOf(fate);
  const path = paths.get(page.id) ?? page.path ?? '';
  const before = kind === 'moved' ? fate.path : kind === 'renamed' ? fate.title : undefined;
  const [last = { subject: '', author: '', reviewers: [], at: '' }] = sources;
  return {
    kind,
    page: { id: page.id, title: page.title },
    space: { id: space.id, title: space.title },
    path,
    ...(before !== undefined && before !== path && { before }),
    url:
      kind === 'removed' || page.type === 'group'
        ? ''
        : pageAddress(space.urls.published ?? space.urls.app, path),
    ...last,
    sources,
  };
}

function kindOf({ isGone, isNew, isMoved, title, page }: Fate): Kind {
  if (isGone) return 'removed';
  if (isNew) return 'added';
  if (isMoved) return 'moved';
  return title !== undefined && title !== page.title ? 'renamed' : 'changed';
}

/** Where a page is below the address of its space, or of a change request. */
export const pageAddress = (root: string, path: string): string =>
  `${root.replace(/\/$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`;

export interface CountRow extends Record<Kind, number> {
  name: string;
  pages: number;
}

/** `--by author` and `--by space`: whose changes, or where, with the most pages first. */
export const countRows = (rows: readonly PageRow[], by: 'author' | 'space'): CountRow[] =>
  [...grouped(rows, by)]
    .map(([name, own]) => {
      const count = (kind: Kind) => own.filter((row) => row.kind === kind).length;
      return {
        ...{ name, pages: own.length, added: count('added'), changed: count('changed') },
        ...{ renamed: count('renamed'), moved: count('moved'), removed: count('removed') },
      };
    })
    .sort((a, b) => b.pages - a.pages || a.name.localeCompare(b.name, 'en'));

/** Edits of main and synchronisations name nobody. */
const NOBODY = 'without a change request';

/** In the order in which the names come first. */
export const grouped = (rows: readonly PageRow[], by: 'author' | 'space'): Map<string, PageRow[]> =>
  groupBy(rows, (row) => (by === 'author' ? row.author || NOBODY : row.space.title));
