// From decisions to edits: first the request lets go of what conflicts, then main is brought in, then what was decided is written.

import type { Page } from '../../api/content/content-shapes.ts';
import type { ChangeRequestContentChange } from '../../api/review/change-requests.ts';
import { differences, type Values } from '../../domain/content/content-change.ts';
import { mergeFavoring } from '../../markdown/merge-lines.ts';
import type { Placed } from '../change-request-diff/change-request-diff.ts';
import { isSetting, SETTINGS } from '../page-edits/page-file.ts';
import { type Conflict, fieldsIn, type Meeting, same } from './find-conflicts.ts';

/** What a page should be. `file`: as its settings and text say, where it is as the request has it. */
export type Decision =
  | { how: 'ours' | 'theirs' }
  | {
      how: 'file';
      settings: Readonly<Record<string, unknown>>;
      markdown: string;
      /** The text to send, where pictures are uploaded first. */
      document: { markdown: string | { joined: readonly string[] } };
    };

export interface Decided {
  conflict: Conflict;
  decision: Decision;
}

type Edit = ChangeRequestContentChange | { operation: 'update_page'; page: string; document?: unknown };

export interface Resolution {
  /** Before main is brought in. */
  before: ChangeRequestContentChange[];
  after: Edit[];
  /** What becomes of each page, beside main's. */
  texts: {
    id: string;
    path: string;
    title: string;
    before: string;
    after: string;
    attributes: Record<string, Values>;
  }[];
}

/** Settings that are off where nothing is said of them. */
const SWITCHES = ['hidden', 'noIndex', 'noRobotsIndex'];

/** Edits that resolve all of these, each way that a side may win. */
export function resolutionOf(meeting: Meeting, decided: readonly Decided[]): Resolution {
  const made: Resolution = { before: [], after: [], texts: [] };
  const restored: Edit[] = [];
  const moved: Edit[] = [];
  const written: Edit[] = [];
  const deleted: Edit[] = [];
  for (const { conflict, decision } of decided) {
    made.before.push(...lettingGo(meeting, conflict));
    if (conflict.kind === 'order') {
      if (decision.how !== 'theirs') moved.push(...ordered(meeting, conflict));
      continue;
    }
    const plan = pagePlan(meeting, conflict, decision);
    restored.push(...plan.restored);
    moved.push(...plan.moved);
    written.push(...plan.written);
    deleted.push(...plan.deleted);
    if (plan.text) made.texts.push(plan.text);
  }
  made.before = unique(made.before);
  made.after = unique([...restored, ...moved, ...written, ...deleted]);
  return made;
}

/** A page that the request restores for several of its subpages is restored once. */
const unique = <T>(edits: readonly T[]): T[] => {
  const seen = new Set<string>();
  return edits.filter((edit) => {
    const text = JSON.stringify(edit);
    return !seen.has(text) && seen.add(text);
  });
};

const placeEdit = ({ page, parent, at }: Placed): ChangeRequestContentChange => ({
  operation: 'update_page',
  page: page.id,
  into: parent === '' ? null : parent,
  at,
});

/** What makes the request hold nothing here that main could conflict with. */
function lettingGo(meeting: Meeting, conflict: Conflict): ChangeRequestContentChange[] {
  const { base, ours } = conflict.sides;
  if (conflict.kind === 'order') return backInOrder(conflict.orders ?? { base: [], ours: [] });
  const moved = conflict.fields.includes('parent') ? lettingMove(meeting, conflict) : [];
  if (!base || (!ours && conflict.deletedBy !== 'ours')) return moved;
  const reverted = [...moved, { operation: 'revert_page' as const, page: conflict.id }];
  const isMoved = ours && conflict.deletedBy === 'theirs' && ours.parent !== base.parent;
  return isMoved ? [...reverted, backTo(meeting, base)] : reverted;
}

function lettingMove(
  meeting: Meeting,
  { sides: { base, ours, theirs } }: Conflict,
): ChangeRequestContentChange[] {
  const { trees } = meeting;
  const gone = theirs?.parent ?? '';
  // Main put it below a page that the request deleted.
  const isGone = gone !== '' && !trees.ours.has(gone) && trees.base.has(gone);
  const back: ChangeRequestContentChange[] = isGone ? [{ operation: 'revert_page', page: gone }] : [];
  if (!ours) return back;
  const place = base
    ? backTo(meeting, base)
    : placeEdit({ ...ours, parent: nearest(trees.theirs, ours.parent, trees.ours) });
  return [...back, place];
}

const backTo = ({ trees }: Meeting, base: Placed) =>
  placeEdit({ ...base, parent: nearest(trees.ours, base.parent, trees.base) });

/** The page, or the next one above it in `from`, that is in `tree` too; empty for the top. */
function nearest(tree: ReadonlyMap<string, Placed>, id: string, from: ReadonlyMap<string, Placed>): string {
  for (let at = id; at !== ''; at = from.get(at)?.parent ?? '') if (tree.has(at)) return at;
  return '';
}

/** Moves that give the pages that the request put in another order the one they had. */
function backInOrder({ base, ours }: { base: readonly string[]; ours: readonly string[] }) {
  const known = base.filter((id) => ours.includes(id));
  let next = 0;
  const wanted = ours.map((id) => (base.includes(id) ? (known[next++] ?? id) : id));
  return moves(ours, wanted);
}

/** Left to right, so that each page comes to its place whatever stood there. */
function moves(current: readonly string[], wanted: readonly string[]): ChangeRequestContentChange[] {
  const now = [...current];
  return wanted.flatMap((id, at): ChangeRequestContentChange[] => {
    if (now[at] === id) return [];
    const from = now.indexOf(id);
    if (from !== -1) now.splice(from, 1);
    now.splice(at, 0, id);
    return [{ operation: 'update_page', page: id, at }];
  });
}

/** The order of the request, with what is only in main behind the page that it follows there. */
function ordered({ trees }: Meeting, { orders, id: parent }: Conflict): ChangeRequestContentChange[] {
  if (!orders) return [];
  const isLeft = (id: string) => (trees.theirs.get(id) ?? trees.ours.get(id))?.parent === parent;
  const wanted = orders.ours.filter((id) => isLeft(id) && (trees.theirs.has(id) || !trees.base.has(id)));
  orders.theirs.forEach((id, at) => {
    if (wanted.includes(id) || trees.base.has(id)) return;
    const before = orders.theirs.slice(0, at).findLast((one) => wanted.includes(one));
    wanted.splice(before === undefined ? 0 : wanted.indexOf(before) + 1, 0, id);
  });
  const first = wanted.findIndex((id, at) => orders.theirs[at] !== id);
  return first === -1
    ? []
    : wanted.slice(first).map((id, at) => ({ operation: 'update_page', page: id, at: first + at }));
}

interface PagePlan {
  restored: Edit[];
  moved: Edit[];
  written: Edit[];
  deleted: Edit[];
  text?: Resolution['texts'][number];
}

function pagePlan(meeting: Meeting, conflict: Conflict, decision: Decision): PagePlan {
  const { ours, theirs } = conflict.sides;
  const plan: PagePlan = { restored: [], moved: [], written: [], deleted: [] };
  const wins = decision.how === 'theirs' ? 'theirs' : 'ours';
  if (decision.how === 'ours' && !ours) {
    const gone = goneAbove(meeting, conflict) ?? conflict.id;
    plan.deleted.push({ operation: 'delete_page', page: gone });
    return plan;
  }
  const isGone = !theirs && meeting.trees.base.has(conflict.id);
  if (isGone && wins === 'theirs') return plan;
  if (isGone) plan.restored.push(...restoring(meeting, conflict.id));
  if (ours && shouldMove(conflict, wins)) placeAsOurs(meeting, ours, plan);
  const gone = wins === 'ours' ? goneAbove(meeting, conflict) : undefined;
  if (gone !== undefined) plan.deleted.push({ operation: 'delete_page', page: gone });
  write(meeting, conflict, decision, plan);
  return plan;
}

/** The page above that the request deleted, and below which main put this one. */
function goneAbove({ trees }: Meeting, { sides, fields }: Conflict): string | undefined {
  const parent = sides.theirs?.parent ?? '';
  return fields.includes('parent') && parent !== '' && !trees.ours.has(parent) ? parent : undefined;
}

const restoring = ({ revisions }: Meeting, id: string): Edit[] => [
  { operation: 'revert_page', page: id, revision: revisions.ours },
];

/** The request moved it, and main did not or loses. */
function shouldMove({ sides: { base, ours, theirs }, fields }: Conflict, wins: 'ours' | 'theirs'): boolean {
  if (!ours) return false;
  if (fields.includes('parent')) return wins === 'ours';
  return (
    base !== undefined &&
    base.parent !== ours.parent &&
    (theirs === undefined || theirs.parent === base.parent)
  );
}

/** Everything above it is brought to where the request has it first, back from the dead where main deleted it. */
function placeAsOurs(meeting: Meeting, ours: Placed, plan: PagePlan): void {
  const { trees } = meeting;
  const chain: Placed[] = [];
  for (let at: Placed | undefined = ours; at; at = trees.ours.get(at.parent)) chain.unshift(at);
  for (const one of chain) {
    const { id } = one.page;
    const main = trees.theirs.get(id);
    if (!main && trees.base.has(id)) plan.restored.push(...restoring(meeting, id));
    if (one === ours || (main && main.parent !== one.parent)) plan.moved.push(placeEdit(one));
  }
}

interface State {
  fields: Record<string, unknown>;
  text: string;
}

/** What the page is once main was brought in: as main has it, or as the request had it where it came back. */
function liveOf({ sides: { ours, theirs }, texts }: Conflict): State {
  const page = (theirs ?? ours)?.page;
  return { fields: fieldsIn(page), text: (theirs ? texts?.theirs : texts?.ours) ?? '' };
}

/** Fields and text: of each one that only one side changed its value, of the others that of the side that wins. */
function write(meeting: Meeting, conflict: Conflict, decision: Decision, plan: PagePlan): void {
  const { base, ours, theirs } = conflict.sides;
  const page = (ours ?? theirs)?.page;
  if (!page) return;
  const live = liveOf(conflict);
  if (decision.how === 'file') {
    const fields = Object.entries(decision.settings).filter(
      ([name, value]) => !same(value, live.fields[name]),
    );
    const isWritten = decision.markdown.trimEnd() !== live.text.trimEnd();
    plan.written.push(...update(conflict.id, fields, isWritten ? decision.document : undefined));
    plan.text = told(conflict, live, {
      fields: { ...live.fields, ...decision.settings },
      text: decision.markdown,
    });
  } else if (ours && theirs && base) {
    const pages = { base: base.page, ours: ours.page, theirs: theirs.page };
    writeMerged(meeting, conflict, { how: decision.how, pages }, plan);
  }
}

const update = (page: string, fields: readonly (readonly [string, unknown])[], document: unknown): Edit[] =>
  fields.length === 0 && document === undefined
    ? []
    : [
        {
          operation: 'update_page',
          page,
          ...Object.fromEntries(fields),
          ...(document !== undefined && { document }),
        },
      ];

interface Merging {
  how: 'ours' | 'theirs';
  pages: { base: Page; ours: Page; theirs: Page };
}

function writeMerged(meeting: Meeting, conflict: Conflict, { how, pages }: Merging, plan: PagePlan): void {
  const texts = conflict.texts ?? { base: '', ours: '', theirs: '' };
  const live = liveOf(conflict);
  const wanted = mergedFields(how, pages);
  const markdown = mergeFavoring(how, texts);
  const isWhole = Object.keys({ ...wanted, ...live.fields }).some(
    (name) => !isSetting(name) && !same(wanted[name], live.fields[name]),
  );
  // What no edit can set comes with the whole page of the request; the rest is set after it.
  if (isWhole) plan.written.push(...restoring(meeting, conflict.id));
  const from = isWhole ? { fields: fieldsIn(pages.ours), text: texts.ours } : live;
  const fields = SETTINGS.filter((name) => !same(wanted[name], from.fields[name])).map(
    (name) => [name, wanted[name] ?? (SWITCHES.includes(name) ? false : '')] as const,
  );
  plan.written.push(...update(conflict.id, fields, markdown === from.text ? undefined : { markdown }));
  plan.text = told(conflict, live, { fields: wanted, text: markdown });
}

const told = ({ id, name }: Conflict, live: State, wanted: State): Resolution['texts'][number] => ({
  id,
  path: name,
  title: String(wanted.fields.title ?? ''),
  before: live.text,
  after: wanted.text,
  attributes: differences(live.fields, wanted.fields),
});

function mergedFields(
  wins: 'ours' | 'theirs',
  pages: { base: Page; ours: Page; theirs: Page },
): Record<string, unknown> {
  const [base, ours, theirs] = [fieldsIn(pages.base), fieldsIn(pages.ours), fieldsIn(pages.theirs)];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return Object.fromEntries(
    names.map((name) => {
      const [old, mine, main] = [base[name], ours[name], theirs[name]];
      const kept = wins === 'ours' ? !same(mine, old) : same(main, old);
      return [name, kept ? mine : main];
    }),
  );
}
