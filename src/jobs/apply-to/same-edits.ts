// The edits of a change request, made on other content: each where the text is still what it was, or not at all.
import type { Page, Revision } from '../../api/content/content-shapes.ts';
import type { ChangeRequestContentChange } from '../../api/review/change-requests.ts';
import { mapPool } from '../../client/pool.ts';
import type { FileChange, PageChange } from '../../domain/content/content-change.ts';
import type { ContentSource } from '../../domain/content/content-source.ts';
import {
  allPages,
  childrenOf,
  nextTo,
  type PagePlace,
  pathOf,
  placeIn,
} from '../../domain/content/page-place.ts';
import { mergeFavoring, mergeParts } from '../../markdown/merge-lines.ts';
import { compareStates } from '../change-request-diff/change-request-diff.ts';
import { isSetting, SETTINGS } from '../page-edits/page-file.ts';
import type { ToldPage } from '../page-edits/page-wish.ts';

/** The change request: what it began with, and what it is. */
export interface Source {
  before: Revision;
  after: Revision;
  texts: { before: ContentSource; after: ContentSource };
}

/** Where the edits are to be made: main of a space. */
export interface Target {
  pages: readonly Page[];
  content: ContentSource;
}

/** An edit that was not made, and why. */
export interface Left {
  page: string;
  edit: string;
  why: string;
}

export interface SameEdits {
  changes: ChangeRequestContentChange[];
  /** Edits that are made, and those that the target has already. */
  made: number;
  already: number;
  left: Left[];
  /** What becomes of each page, for a look before anything is sent. */
  pages: ToldPage[];
}

/** Works out the edits. Reads the pages that the change request changes, on three sides. */
export async function sameEdits(source: Source, target: Target): Promise<SameEdits> {
  const made: SameEdits = { changes: [], made: 0, already: 0, left: notPages(source), pages: [] };
  const changes = await compareStates(source.before, source.after);
  const content = onceEach(target.content);
  const work: Work = {
    ...{ source, made, ids: twinsOf(source, target), refs: new Set() },
    target: { ...target, content },
  };
  await readAhead(work, changes);
  for (const change of changes) {
    if (change.kind === 'file') left(work, change.name, `file ${change.change}`, 'files are not copied');
    else if (change.change === 'added') await add(work, change);
    else if (change.change === 'removed') await remove(work, change);
    else await edit(work, change);
  }
  return made;
}

/** A page is read once. */
export function onceEach<T extends { markdown(id: string): Promise<string> }>(content: T): T {
  const read = new Map<string, Promise<string>>();
  return {
    ...content,
    markdown(id: string) {
      const text = read.get(id) ?? content.markdown(id);
      read.set(id, text);
      return text;
    },
  };
}

const AT_ONCE = 8;

/** The texts that edits compare, side by side; what goes wrong is thrown where the text is needed. */
async function readAhead(
  { source, target, ids }: Work,
  changes: readonly (PageChange | FileChange)[],
): Promise<void> {
  await mapPool(changes, AT_ONCE, async (change) => {
    if (change.kind === 'file' || !change.content) return;
    const twin = ids.get(change.id);
    if (twin === undefined || change.change === 'added') return;
    const { before, after } = source.texts;
    const sides = [before.markdown(change.id), target.content.markdown(twin)];
    await Promise.all(change.change === 'removed' ? sides : [...sides, after.markdown(change.id)]);
  });
}

interface Work {
  source: Source;
  target: Target;
  made: SameEdits;
  /** From pages of the source to those of the target, by ID. */
  ids: Map<string, string>;
  /** Pages that these edits insert, by the ID they have in the source. */
  refs: Set<string>;
}

const left = ({ made }: Work, page: string, what: string, why: string) =>
  void made.left.push({ page, edit: what, why });

/** The same page by its ID; in another space the one at the same path. */
function twinsOf({ before }: Source, { pages }: Target): Map<string, string> {
  const all = allPages(pages);
  const ids = new Set(all.map(({ id }) => id));
  const byPath = new Map(all.map((page) => [pathOf(page), page.id]));
  return new Map(
    allPages(before.pages).flatMap((page) => {
      const twin = ids.has(page.id) ? page.id : byPath.get(pathOf(page));
      return twin === undefined ? [] : [[page.id, twin] as const];
    }),
  );
}

/** Links of the text lead to the pages of the target. */
const led = ({ ids }: Work, text: string): string =>
  text.replace(/[\w-]{15,}/g, (word) => ids.get(word) ?? word);

/** Content beside pages and files: no edit of a change request makes it. */
function notPages({ before, after }: Source): Left[] {
  const why = 'a change request that docs makes cannot change it';
  const reused = new Map(before.reusableContents.map((one) => [one.id, one]));
  const contents = after.reusableContents.filter((one) => {
    const old = reused.get(one.id);
    return old?.document !== one.document || old?.title !== one.title || old?.git?.oid !== one.git?.oid;
  });
  const names = Object.keys({ ...before.variables, ...after.variables });
  const variables = names.filter((name) => before.variables?.[name] !== after.variables?.[name]);
  return [
    ...contents.map(({ title }) => ({ page: title, edit: 'reusable content', why })),
    ...variables.map((name) => ({ page: name, edit: 'variable', why })),
  ];
}

function childrenIn(pages: readonly Page[], id: string): readonly Page[] {
  const found = placeIn(pages, id);
  return found ? childrenOf(found.page) : [];
}

const nameOf = ({ path, title }: PageChange) => path ?? title;

/** The page above in the target: its ID, the name of one that is inserted, null for the top; undefined where there is none. */
function parentFor({ ids, refs }: Work, parent: string | null): string | null | undefined {
  if (parent === null) return null;
  return refs.has(parent) ? parent : ids.get(parent);
}

async function add(work: Work, change: PageChange): Promise<void> {
  const { source, target, made } = work;
  const name = nameOf(change);
  const found = placeIn(source.after.pages, change.id);
  if (!found) return;
  if (change.type !== 'document')
    return left(work, name, 'new page', `a page of type ${change.type} cannot be inserted`);
  const text = led(work, await source.texts.after.markdown(change.id));
  const there = allPages(target.pages).find((page) => pathOf(page) === change.path);
  if (there) {
    if ((await target.content.markdown(there.id)) === text) made.already += 1;
    else left(work, name, 'new page', 'another page has this path');
    return;
  }
  const into = parentFor(work, found.into);
  if (into === undefined) return left(work, name, 'new page', 'the page above it is missing');
  const fields = Object.entries(found.page).filter(([key, value]) => isSetting(key) && value !== undefined);
  work.refs.add(change.id);
  made.changes.push({
    operation: 'insert_page',
    ...Object.fromEntries(fields),
    ...(into !== null && { into }),
    ...placeBehind(work, found),
    ref: change.id,
    document: { markdown: text },
  });
  made.made += 1;
  made.pages.push({
    id: change.id,
    path: name,
    title: change.title,
    change: 'added',
    before: '',
    after: text,
  });
}

/** Behind the same page as in the source, where the target has that below the same one. */
function placeBehind(work: Work, { into, at }: PagePlace, moving = ''): { at?: number } {
  const { source, target, ids } = work;
  const siblings = into === null ? source.after.pages : childrenIn(source.after.pages, into);
  const before = siblings.slice(0, at).findLast(({ id }) => ids.has(id));
  if (!before) return at === 0 ? { at: 0 } : {};
  const place = nextTo(target.pages, ids.get(before.id) ?? '', { after: true, moving });
  return place && place.into === parentFor(work, into) ? { at: place.at } : {};
}

async function remove(work: Work, change: PageChange): Promise<void> {
  const { source, target, made, ids } = work;
  const twin = ids.get(change.id);
  const found = twin === undefined ? undefined : placeIn(target.pages, twin);
  if (twin === undefined || !found) {
    made.already += 1;
    return;
  }
  const gone = new Set(ids.values());
  const own = allPages(childrenOf(found.page)).filter(({ id }) => !gone.has(id));
  if (own.length > 0) return left(work, nameOf(change), 'delete', 'it has other subpages here');
  const [old, live] = await Promise.all([
    source.texts.before.markdown(change.id),
    target.content.markdown(twin),
  ]);
  if (led(work, old) !== live) return left(work, nameOf(change), 'delete', 'its text is another one here');
  // What is below it goes with it.
  const isBelow = made.changes.some(
    (one) => one.operation === 'delete_page' && placeIn(childrenIn(target.pages, one.page), twin),
  );
  made.made += 1;
  made.pages.push({
    id: twin,
    path: nameOf(change),
    title: change.title,
    change: 'removed',
    before: live,
    after: '',
  });
  if (!isBelow) made.changes.push({ operation: 'delete_page', page: twin });
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

async function edit(work: Work, change: PageChange): Promise<void> {
  const { source, target, made, ids } = work;
  const name = nameOf(change);
  const twin = ids.get(change.id);
  const there = twin === undefined ? undefined : placeIn(target.pages, twin);
  const before = placeIn(source.before.pages, change.id);
  const after = placeIn(source.after.pages, change.id);
  if (twin === undefined || !there || !before || !after)
    return left(work, name, 'page', 'it is missing here');
  const wanted = fieldsFor(work, name, { before: before.page, after: after.page, there: there.page });
  for (const field of Object.keys(change.attributes))
    if (!isSetting(field)) left(work, name, field, 'no edit of a change request sets it');
  const place = moveOf(work, change, { twin, before, after, there });
  const text = change.content ? await textFor(work, change, twin) : undefined;
  made.made += Object.keys(wanted).length + (place ? 1 : 0);
  if (Object.keys(wanted).length === 0 && !place && text === undefined) return;
  made.changes.push({
    operation: 'update_page',
    page: twin,
    ...wanted,
    ...place,
    ...(text !== undefined && { document: { markdown: text.after } }),
  });
  made.pages.push({
    ...(text ?? { before: '', after: '' }),
    ...toldEdit(change, there.page, { wanted, place }),
  });
}

function toldEdit(
  { path, reordered }: PageChange,
  there: Page,
  { wanted, place }: { wanted: Record<string, unknown>; place: object | undefined },
): Omit<ToldPage, 'before' | 'after'> {
  const old = pathOf(there);
  const fields = Object.entries(wanted).map(([field, after]) => [
    field,
    { before: Reflect.get(there, field), after },
  ]);
  return {
    id: there.id,
    title: String(wanted.title ?? there.title),
    path: (place && path) ?? old,
    change: place ? 'moved' : 'changed',
    ...(place && (reordered ? { reordered } : { fromPath: old })),
    attributes: Object.fromEntries(fields),
  };
}

function fieldsFor(
  work: Work,
  name: string,
  { before, after, there }: Record<'before' | 'after' | 'there', Page>,
): Record<string, unknown> {
  const wanted: Record<string, unknown> = {};
  for (const field of SETTINGS) {
    const [old, fresh, live] = [before, after, there].map((page) => Reflect.get(page, field));
    if (same(old, fresh)) continue;
    if (same(live, fresh)) work.made.already += 1;
    else if (same(live, old)) wanted[field] = fresh ?? (typeof old === 'boolean' ? false : '');
    else left(work, name, field, `it is ${valueText(live)} here, and was ${valueText(old)}`);
  }
  return wanted;
}

const valueText = (value: unknown): string => (value === undefined ? 'not set' : JSON.stringify(value));

function moveOf(
  work: Work,
  change: PageChange,
  { twin, before, after, there }: Record<'before' | 'after' | 'there', PagePlace> & { twin: string },
): { into: string | null; at?: number } | undefined {
  if (before.into === after.into && !change.reordered) return undefined;
  const into = parentFor(work, after.into);
  const refused = (why: string) => void left(work, nameOf(change), 'move', why);
  if (into === undefined) return refused('the page above it is missing');
  const place = placeBehind(work, after, twin);
  if (there.into === into && (!change.reordered || place.at === there.at)) {
    work.made.already += 1;
    return undefined;
  }
  if (there.into !== parentFor(work, before.into)) return refused('it is in another place here');
  if (change.reordered && place.at === undefined) return refused('the pages next to it are missing');
  return { into, ...place };
}

/** The text as it is, and with every edit that fits; undefined where nothing of it is to be written. */
async function textFor(
  work: Work,
  change: PageChange,
  twin: string,
): Promise<{ before: string; after: string } | undefined> {
  const { source, target, made } = work;
  const { id } = change;
  const [before, after, live] = await Promise.all([
    source.texts.before.markdown(id),
    source.texts.after.markdown(id),
    target.content.markdown(twin),
  ]);
  const sides = { base: led(work, before), ours: live, theirs: led(work, after) };
  if (sides.base === sides.theirs) return undefined;
  const edits = countOf(sides.base, sides.theirs);
  const refused = mergeParts(sides.base, sides.ours, sides.theirs).flatMap((part) =>
    'lines' in part ? [] : [part],
  );
  for (const { base, theirs } of refused)
    left(work, nameOf(change), 'text', `"${firstOf(base) ?? firstOf(theirs) ?? ''}" is different here`);
  const text = mergeFavoring('ours', sides);
  if (text === live) {
    made.already += refused.length === 0 ? edits : 0;
    return undefined;
  }
  made.made += Math.max(1, edits - refused.length);
  return { before: live, after: text };
}

/** Places that differ. */
const countOf = (before: string, after: string): number =>
  mergeParts(before, before, after).filter((part, at) => 'lines' in part && at % 2 === 1).length;

const firstOf = (lines: readonly string[]) => lines.map((line) => line.trim()).find((line) => line !== '');
