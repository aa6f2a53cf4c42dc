// The difference between a folder and its space, as the rows of one plan.
import type { Page } from '../../api/content/content-shapes.ts';
import type { Client } from '../../client/client.ts';
import { allPages } from '../../domain/content/page-place.ts';
import type { Wish } from '../../engine/plan/job-wishes.ts';
import { readText } from '../../folder/page.ts';
import { slugOfPath, titleOfPath } from '../../folder/paths.ts';
import type { FolderSource } from '../../folder/source.ts';
import { plural } from '../../output/format.ts';
import { mayDiffer } from '../change-request-diff/change-request-diff.ts';
import { bodyOf } from '../export/page-file.ts';
import { fileLinks, placePages } from '../export/page-paths.ts';
import {
  collecting,
  type EditedFile,
  type LocalPages,
  readLocalPages,
  refuseAll,
  refuseMarker,
  splitFile,
} from './local-pages.ts';
import { type Draft, type Drafts, type Placement, placements } from './lots.ts';
import { fileOfKey, type Key, keyOfFile, wantedOrder } from './page-order.ts';
import { type PushLinks, pushLinks } from './push-links.ts';
import { leftOut, linesOf, linksToDeleted, rowsOf, type SentFiles, sentFiles } from './push-rows.ts';
import type { SentText } from './push-state.ts';
import { madeSince } from './sent-pages.ts';
import { pagesBefore, type Target } from './target.ts';
import { type Conflict, comparePage, type PageWish, refuseWrong } from './three-way.ts';

export interface Pushing {
  client: Client;
  source: FolderSource;
  target: Target;
  space: { id: string; title: string; revision: string };
  subject: string;
  prune: boolean;
  /** What was sent of a file before, or may have been. */
  sentOf(file: string): SentText[];
  /** Which side wins for a page: by its file, path, title or ID. */
  prefer(page: { id: string; title: string; file: string; path: string }): 'ours' | 'theirs' | undefined;
}

export interface Pushed {
  rows: Wish[];
  /** One line for each page. */
  lines: string[];
  unchanged: number;
  conflicts: Conflict[];
  notes: string[];
  local: LocalPages;
  /** How many pages go, of how many. */
  deleted: number;
  /** Those of them that go with the page above them. */
  alongside: number;
  total: number;
}

/** Throws UsageError, with file and line, for what cannot be sent. */
export async function pushWishes(pushing: Pushing): Promise<Pushed> {
  const { source, target, prune } = pushing;
  const { basePages: base, therePages: there, entry } = target;
  const { folder } = entry;
  const now = new Map(allPages(there).map((page) => [page.id, page]));
  const local = await readLocalPages({
    source,
    entry,
    base,
    now: new Set(now.keys()),
    made: madeSince({ ...target, known: new Set(allPages(base).map(({ id }) => id)) }, pushing.sentOf),
  });
  const notes = [...local.notes];
  const sent = await sentFiles(pushing);
  const state: Work = {
    ...pushing,
    local,
    now,
    notes,
    conflicts: [],
    problems: [],
    before: pagesBefore(target),
    apart: new Set(),
    texts: texts(pushing, local, sent),
    links: await linksOf(pushing, local, sent),
  };
  const { wishes, fresh } = await compareAll(state);
  const asked = { local, base, exported: target.exportedPages, sentSummary: target.sent?.summary };
  const order = await wantedOrder({ ...asked, fresh: fresh.map(({ file }) => file), folder, notes });
  const placed = placements({ order, base, there, prefer: (id) => preferOf(state, id) });
  state.conflicts.push(...placed.conflicts);
  const { links } = state;
  wishes.push(...(await repointed(state, wishes, links)));
  for (const [id, title] of order.titles)
    if (now.get(id)?.title !== title)
      wishes.push({ id, file: 'SUMMARY.md', title, fields: { title }, above: 0 });
  const goes = prune ? await deletions(state, placed.children) : [];
  // Those below a page are deleted with it.
  const below = new Set(goes.flatMap((id) => placed.children.get(id) ?? []));
  const deleted = goes.filter((id) => !below.has(id));
  const drafts = await draftsOf(state, { wishes, fresh, placed: placed.all, labels: order.labels, links });
  refuseAll(state.problems);
  notes.push(...leftOut(state, links), ...(await linksToDeleted(state, goes)));
  const gone = goneThere(state);
  return {
    local: { ...local, apart: state.apart, made: placed.all.flatMap(({ key }) => fileOfKey(key) ?? []) },
    notes,
    conflicts: state.conflicts,
    ...{ deleted: goes.length, alongside: goes.length - deleted.length, total: now.size },
    rows: rowsOf(pushing, { ...drafts, deleted }, links),
    lines: linesOf(now, { ...drafts, deleted: goes }),
    unchanged: Math.max(0, local.unchanged.size + local.edited.length - gone - wishes.length - fresh.length),
  };
}

/** What is known and found while a push is worked out. */
interface Work extends Pushing {
  local: LocalPages;
  /** Pages of the space by ID. */
  now: ReadonlyMap<string, Page>;
  notes: string[];
  conflicts: Conflict[];
  problems: string[];
  before: ReadonlyMap<string, Page>;
  /** Files whose pages have another text once they are sent. */
  apart: Set<string>;
  texts: Texts;
  links: PushLinks;
}

interface Texts {
  base(id: string): Promise<string>;
  there(id: string): Promise<string>;
  /** As the platform has it. */
  raw(id: string): Promise<string>;
}

/** Texts as the files of the folder have them. */
function texts({ target, space }: Pushing, local: LocalPages, sent: SentFiles): Texts {
  const files = new Map<string, string>();
  for (const [file, id] of local.unchanged) files.set(id, file);
  for (const { file, id } of local.edited) if (id !== undefined) files.set(id, file);
  const linksIn = (pages: readonly Page[]) => {
    const placed = placePages(pages).map(({ path, ...one }) => ({
      ...one,
      ...(path !== undefined && { path: files.get(one.page.id) ?? path }),
    }));
    const entries = [...target.entry.files.filter(({ kind }) => kind === 'file'), ...sent.paths];
    // Safe: links are found by ID and name alone.
    const shown = entries.map(({ id = '', path }) => ({
      file: { id, name: path.split('/').at(-1) ?? '' } as never,
      path,
    }));
    return fileLinks({ space: space.id, pages: placed, files: shown });
  };
  const [base, there] = [linksIn(target.basePages), linksIn(target.therePages)];
  const read = new Map<string, Promise<string>>();
  const raw = (id: string) => {
    const text = read.get(id) ?? target.there.markdown(id);
    read.set(id, text);
    return text;
  };
  return {
    raw,
    base: async (id) => {
      const sent = target.sentPages.get(id);
      const from = target.sent && !sent ? target.exported : target.base;
      return sent?.text ?? (await base)(id, await from.markdown(id));
    },
    there: async (id) => (await there)(id, await raw(id)),
  };
}

function preferOf({ prefer, now, local, target }: Work, id: string): 'ours' | 'theirs' | undefined {
  const page = now.get(id) ?? allPages(target.basePages).find((one) => one.id === id);
  const file =
    [...local.unchanged].find(([, own]) => own === id)?.[0] ??
    local.edited.find((one) => one.id === id)?.file;
  return prefer({
    id,
    title: page?.title ?? '',
    file: file ?? local.missing.get(id) ?? '',
    path: page && 'path' in page ? page.path : '',
  });
}

/** Every edited file beside its page. A page that is gone, and is wanted all the same, is a new one. */
async function compareAll(work: Work): Promise<{ wishes: PageWish[]; fresh: EditedFile[] }> {
  const { local, now, notes, conflicts, before: base } = work;
  const fresh = local.edited.filter(({ id }) => id === undefined);
  const wishes: PageWish[] = [];
  let merged = 0;
  for (const edited of local.edited) {
    const { id } = edited;
    const there = id === undefined ? undefined : now.get(id);
    if (id === undefined) continue;
    const found = there ? await compareOne(work, { edited, base: base.get(id), there }) : undefined;
    if (!there) fresh.push(...remade(work, edited, { id, title: base.get(id)?.title ?? id }));
    if (!found) continue;
    conflicts.push(...found.conflicts);
    merged += Number(found.merged);
    if (found.wish) wishes.push(found.wish);
  }
  if (merged > 0)
    notes.push(
      `${plural(merged, 'page was', 'pages were')} changed here and there, at other places: both are kept`,
    );
  noteLeft(work);
  return { wishes, fresh };
}

/** A page that is no longer there: made again where the folder wins. */
function remade(work: Work, edited: EditedFile, page: { id: string; title: string }): EditedFile[] {
  const prefer = preferOf(work, page.id);
  if (prefer === 'ours') return [{ ...edited, id: undefined }];
  const file = `${work.target.entry.folder}/${edited.file}`;
  if (prefer === undefined)
    work.conflicts.push({ ...page, file, what: 'page', here: 'edited', there: 'deleted' });
  return [];
}

interface OnePage {
  edited: EditedFile;
  base: Page | undefined;
  there: Page;
}

function compareOne(work: Work, { edited, base, there }: OnePage) {
  const { source, target, notes, problems, texts: own, sentOf } = work;
  const sides = {
    ...{
      base,
      there,
      sent: sentOf(edited.file),
      last: target.sentPages.get(there.id),
      hasBranches: source.hasBranches !== false,
    },
    baseText: () => own.base(there.id),
    thereText: () => own.there(there.id),
    isThere: (text: string) => isThere(work, edited, text),
  };
  const prefer = preferOf(work, there.id);
  const { folder } = target.entry;
  return collecting(problems, async () => {
    await refuseMarker(edited, { folder, before: async () => (base ? own.base(there.id) : '') });
    const found = await comparePage(edited, sides, { folder, prefer, notes });
    if (found.isApart) work.apart.add(edited.file);
    return found;
  });
}

/** Pages that were changed there alone. In a change request of one's own that says nothing. */
function noteLeft({ local, now, target, notes, before }: Work): void {
  const touched = new Set(local.edited.map(({ id }) => id));
  const left = [...before.values()].filter((page) => {
    const other = now.get(page.id);
    return (
      other && other !== page && !touched.has(page.id) && page.type === 'document' && mayDiffer(page, other)
    );
  });
  if (left.length > 0 && !target.changeRequest)
    notes.push(
      `${plural(left.length, 'page was', 'pages were')} changed in the space since the export: left as it is there`,
    );
}

const MOST_NAMED = 3;

/** How many files as they were exported are of pages that the space no longer has: these stay deleted. */
function goneThere({ local, now, target, notes }: Work): number {
  const files = [...local.unchanged].filter(([, id]) => !now.has(id)).map(([file]) => file);
  if (files.length === 0) return 0;
  const named = files.slice(0, MOST_NAMED).map((file) => `${target.entry.folder}/${file}`);
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : '';
  notes.push(
    `${plural(files.length, 'page was', 'pages were')} deleted in the space since the export, and ${files.length === 1 ? 'stays' : 'stay'} deleted: ${named.join(', ')}${more}`,
  );
  return files.length;
}

function linksOf({ source, target }: Pushing, local: LocalPages, { idOf }: SentFiles): Promise<PushLinks> {
  const { entry, basePages: base, therePages: there } = target;
  return pushLinks({
    ...{ source, entry, local, base, there },
    uploaded: ({ bytes }) => idOf(bytes),
  });
}

/** Whether the page has this text already: what an earlier push sent looks different there, where it has links. */
async function isThere(
  { links, texts: { raw } }: Work,
  { file, id, above }: EditedFile,
  markdown: string,
): Promise<boolean> {
  if (id === undefined) return false;
  const now = bodyOf(await raw(id));
  for (const stays of [true, false]) {
    const pieces = await collecting([], () => links.piecesOf({ file, markdown, above, stays }));
    if (pieces?.every((piece) => typeof piece === 'string') && bodyOf(pieces.join('')) === now) return true;
  }
  return false;
}

/** Pages whose text stays, and that show a file which has other bytes now: it is uploaded as another file. */
async function repointed(work: Work, wishes: readonly PageWish[], links: PushLinks): Promise<PageWish[]> {
  const { local, source, target, now } = work;
  if (links.changedFiles.length === 0) return [];
  const written = new Set(wishes.filter(({ body }) => body !== undefined).map(({ id }) => id));
  const found: PageWish[] = [];
  for (const [file, id] of local.unchanged) {
    const page = now.get(id);
    const read = await readText(source, `${target.entry.folder}/${file}`);
    if (!page || written.has(id) || !('text' in read)) continue;
    const { markdown, above } = splitFile(read.text);
    if (await links.showsChangedFile(file, markdown))
      found.push({ id, file, title: page.title, fields: {}, body: bodyOf(markdown), above });
  }
  return found;
}

/** Pages whose files are gone. One that was changed in the space since is a conflict; one with other pages below stays. */
async function deletions(work: Work, children: ReadonlyMap<Key, readonly Key[]>): Promise<string[]> {
  const { local, now, target, conflicts, notes, before: base } = work;
  const goes = new Set<string>();
  for (const [id, file] of local.missing) {
    const [was, page] = [base.get(id), now.get(id)];
    const prefer = preferOf(work, id);
    if (!page || prefer === 'theirs') continue;
    if (was && was !== page && mayDiffer(was, page) && prefer === undefined)
      conflicts.push({
        file: `${target.entry.folder}/${file}`,
        title: page.title,
        id,
        what: 'page',
        here: 'deleted',
        there: 'edited',
      });
    else goes.add(id);
  }
  const isEmptied = (id: Key): boolean =>
    (children.get(id) ?? []).every((child) => goes.has(child) && isEmptied(child));
  for (const id of [...goes])
    if (!isEmptied(id)) {
      goes.delete(id);
      notes.push(`page "${now.get(id)?.title}" has pages below it that stay: it is not deleted`);
    }
  return [...goes];
}

interface Drafted {
  wishes: readonly PageWish[];
  fresh: readonly EditedFile[];
  placed: readonly Placement[];
  labels: ReadonlyMap<Key, string>;
  links: PushLinks;
}

async function draftsOf(
  work: Work,
  { wishes, fresh, placed, labels, links }: Drafted,
): Promise<Pick<Drafts, 'placed' | 'others'>> {
  const { problems, target, notes, texts } = work;
  const { folder } = target.entry;
  const places = new Map(placed.map((one) => [one.key, one]));
  const drafts = new Map<Key, Draft>();
  for (const { id, file, fields, body, above } of wishes) {
    const text =
      body === undefined
        ? undefined
        : { file, markdown: body, above, stays: !places.has(id), oldText: () => texts.base(id) };
    const pieces = text && (await collecting(problems, () => links.piecesOf(text)));
    const known = drafts.get(id);
    drafts.set(id, {
      ...known,
      key: id,
      isNew: false,
      fields: { ...known?.fields, ...fields },
      pieces: pieces ?? known?.pieces,
    });
  }
  for (const edited of fresh) {
    const { file, settings, markdown, above, left } = edited;
    const key = keyOfFile(file);
    await collecting(problems, async () => {
      refuseWrong(`${folder}/${file}`, edited, settings);
      await refuseMarker({ file, markdown, above }, { folder });
    });
    if (left.length > 0) notes.push(`${folder}/${file}: ${left.join(', ')} cannot be set by an edit`);
    const title = settings.title ?? labels.get(key) ?? titleOfPath(file);
    const fields = { ...settings, title, slug: settings.slug ?? slugOfPath(file) };
    const pieces = await collecting(problems, () => links.piecesOf({ file, markdown, above, stays: false }));
    drafts.set(key, { key, isNew: true, fields, pieces, plain: markdown });
  }
  const inOrder = placed.map((place): Draft => {
    const draft = drafts.get(place.key) ?? { key: place.key, isNew: false, fields: {} };
    drafts.delete(place.key);
    return { ...draft, place };
  });
  return { placed: inOrder, others: [...drafts.values()] };
}
