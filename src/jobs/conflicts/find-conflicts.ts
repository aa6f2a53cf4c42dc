// What a change request and main both changed since they last met, and which of it cannot be joined.

import type { Page, Revision } from '../../api/content/content-shapes.ts';
import { getChangeRequestContent, getContent, getRevision } from '../../api/content/pages.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import {
  type ContentSource,
  changeRequestContent,
  mainContent,
  revisionContent,
} from '../../domain/content/content-source.ts';
import { mergeText } from '../../markdown/merge-lines.ts';
import { mergeOrder } from '../../markdown/merge-order.ts';
import {
  fieldsOf,
  mayDiffer,
  type Placed,
  placesOf,
  siblingsIn,
} from '../change-request-diff/change-request-diff.ts';

/** `base` is what both began with, `ours` the change request, `theirs` main. */
export interface Sides<T> {
  base: T;
  ours: T;
  theirs: T;
}

/** What cannot be joined, of one thing. */
export interface Conflict {
  kind: 'page' | 'order' | 'file' | 'reusable content' | 'variable';
  id: string;
  /** What a person types: the path of a page, the name of a file. */
  name: string;
  /** `text`, `title`, `parent`, `deleted`, `order` and so on; `joined` where both changed it and nothing collides. */
  fields: string[];
  /** Of a page: what each side says; of `order`, the IDs of its children. */
  sides: Partial<Sides<Placed>>;
  texts?: Sides<string>;
  orders?: Sides<string[]>;
  /** Who deleted it, where the other side changed it. */
  deletedBy?: 'ours' | 'theirs';
  /** What each side says of it, for what is not a page. */
  values?: Partial<Sides<unknown>>;
}

export interface Meeting {
  trees: Sides<Map<string, Placed>>;
  conflicts: Conflict[];
  /** IDs of pages that both sides changed, and that can be joined. */
  joined: string[];
  /** Revisions of the three states. */
  revisions: Sides<string>;
}

/** States that were read already, for the next change request of the same space. */
export type Known = Map<string, Promise<Revision>>;

/** Which revisions meet, where that is not what the change request and main are now. */
export type Meets = Pick<Sides<string>, 'base' | 'ours'>;

interface Options {
  /** The change request is taken as it was in that revision. */
  meets?: Meets | undefined;
  known?: Known;
  /** Also pages that both changed and that can be joined: a host may see it otherwise. */
  wide?: boolean | undefined;
  /** IDs of pages that count whatever is found. */
  pages?: ReadonlySet<string>;
}

/**
 * Compares both sides with what they began with: three requests, and three for each page whose text both may have
 * changed.
 */
export async function findConflicts(
  client: Client,
  changeRequest: ChangeRequest,
  { meets, known = new Map(), wide = false, pages: always = new Set() }: Options = {},
): Promise<Meeting> {
  const { space: spaceId, number, revision, revisionMergedAncestor, revisionInitial } = changeRequest;
  const base = meets?.base ?? revisionMergedAncestor ?? revisionInitial;
  const ref = { spaceId, changeRequestId: String(number) };
  const once = (key: string, read: () => Promise<Revision>) => {
    const state = known.get(key) ?? read();
    known.set(key, state);
    return state;
  };
  const [old, ours, theirs] = await Promise.all([
    once(base, () => client.call(getRevision, { spaceId, revisionId: base })),
    meets
      ? client.call(getRevision, { spaceId, revisionId: meets.ours })
      : client.call(getChangeRequestContent, ref),
    once(spaceId, () => client.call(getContent, { spaceId })),
  ]);
  const states = { base: old, ours, theirs };
  const sources: Sides<ContentSource> = {
    base: revisionContent(client, { spaceId, revisionId: base }),
    ours: meets
      ? revisionContent(client, { spaceId, revisionId: meets.ours })
      : changeRequestContent(client, ref, `#${number}`),
    theirs: mainContent(client, spaceId),
  };
  const trees = {
    base: placesOf(states.base.pages),
    ours: placesOf(states.ours.pages),
    theirs: placesOf(states.theirs.pages),
  };
  const pages = await pageConflicts(trees, sources, { wide, always });
  const orders = orderConflicts(trees, pages.parents);
  return {
    trees,
    conflicts: [...pages.conflicts, ...orders, ...otherConflicts(states)],
    joined: pages.joined,
    revisions: { base, ours: meets?.ours ?? revision, theirs: states.theirs.id },
  };
}

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
/** Both went other ways from where they began. */
const differ = (base: unknown, ours: unknown, theirs: unknown) =>
  !same(ours, theirs) && !same(base, ours) && !same(base, theirs);

/** Fields of a page that a person edits, without its text. Layout and variables are told one by one. */
export function fieldsIn(page: Page | undefined): Record<string, unknown> {
  if (!page) return {};
  const { layout, variables, ...fields } = fieldsOf(page);
  const inside = (name: string, record: unknown) =>
    Object.entries(Object(record)).map(([key, value]) => [`${name}.${key}`, value] as const);
  return {
    ...fields,
    ...Object.fromEntries([...inside('layout', layout), ...inside('variables', variables)]),
  };
}

const isDocument = (one: Placed | undefined) => one?.page.type === 'document';
const mayChange = (base: Placed | undefined, side: Placed | undefined) =>
  base !== undefined && side !== undefined && isDocument(side) && mayDiffer(base.page, side.page);

interface Found {
  conflicts: Conflict[];
  joined: string[];
  /** Where each page that is left ends up: the ID of the page above. */
  parents: Map<string, string>;
}

/** Pages whose texts are read at a time. */
const AT_ONCE = 4;

async function pageConflicts(
  trees: Sides<Map<string, Placed>>,
  sources: Sides<ContentSource>,
  { wide, always }: { wide: boolean; always: ReadonlySet<string> },
): Promise<Found> {
  const found: Found = { conflicts: [], joined: [], parents: new Map() };
  const told = new Map<string, Told>();
  const ids = [...new Set([...trees.ours.keys(), ...trees.theirs.keys()])];
  const looked = await mapAll({}, ids, AT_ONCE, (id) => {
    const sides = { old: trees.base.get(id), our: trees.ours.get(id), their: trees.theirs.get(id) };
    return lookAt(sides, sources);
  });
  for (const [at, one] of looked.entries()) {
    const id = ids[at] ?? '';
    if (one.parent !== undefined) found.parents.set(id, one.parent);
    if (one.fields.length > 0) told.set(id, one);
    else if (one.isJoined) found.joined.push(id);
  }
  addStrayed(told, found.parents);
  const isMeant = (id: string) => always.has(id) || (wide && found.joined.includes(id));
  for (const id of trees.ours.keys()) if (!told.has(id) && isMeant(id)) told.set(id, { fields: ['joined'] });
  found.conflicts.push(
    ...(await mapAll({}, told, AT_ONCE, ([id, one]) => conflictOf(id, one, trees, sources))),
  );
  found.conflicts.sort((a, b) => placeOf(a, trees) - placeOf(b, trees));
  return found;
}

function addStrayed(told: Map<string, Told>, parents: ReadonlyMap<string, string>): void {
  for (const id of strayed(parents)) {
    const one = told.get(id) ?? { fields: [] };
    if (one.deletedBy === undefined && !one.fields.includes('parent')) one.fields.push('parent');
    told.set(id, one);
  }
}

/** What is found out of one page. `parent`: where it ends up; undefined for one that goes. */
interface Told extends Pick<Conflict, 'fields' | 'texts' | 'deletedBy'> {
  parent?: string;
  isJoined?: boolean;
}

async function lookAt(
  { old, our, their }: Record<'old' | 'our' | 'their', Placed | undefined>,
  sources: Sides<ContentSource>,
): Promise<Told> {
  if (our && their)
    return { ...(await bothHave({ old, our, their }, sources)), parent: mergedParent(old, our, their) };
  const kept = our ?? their;
  if (!kept) return { fields: [] };
  if (!old) return { fields: [], parent: kept.parent };
  if (!(await isEdited(old, kept, our ? 'ours' : 'theirs', sources))) return { fields: [] };
  return { fields: ['deleted'], deletedBy: our ? 'theirs' : 'ours', parent: kept.parent };
}

/** In reading order of the change request, what is only in main last. */
function placeOf({ id }: Conflict, { ours }: Sides<Map<string, Placed>>): number {
  const at = [...ours.keys()].indexOf(id);
  return at === -1 ? ours.size : at;
}

interface Both {
  old: Placed | undefined;
  our: Placed;
  their: Placed;
}

async function bothHave({ old, our, their }: Both, sources: Sides<ContentSource>) {
  const [before, mine, main] = [fieldsIn(old?.page), fieldsIn(our.page), fieldsIn(their.page)];
  const names = [...new Set([...Object.keys(mine), ...Object.keys(main)])];
  const fields = names.filter((name) => differ(before[name], mine[name], main[name]));
  if (differ(old?.parent, our.parent, their.parent)) fields.push('parent');
  const wrote = mayChange(old, our) && mayChange(old, their);
  const touched = (side: Placed, own: object) => !same(before, own) || mayChange(old, side);
  const isJoined = touched(our, mine) && touched(their, main);
  if (!wrote || !mayDiffer(our.page, their.page)) return { fields, isJoined };
  const texts = await textsOf(our.page.id, { base: old, ours: our, theirs: their }, sources);
  const isJoinable = mergeText(texts.base, texts.ours, texts.theirs) !== undefined;
  return { fields: isJoinable ? fields : ['text', ...fields], isJoined, texts };
}

const mergedParent = (old: Placed | undefined, our: Placed, their: Placed) =>
  old?.parent === our.parent ? their.parent : our.parent;

async function isEdited(
  old: Placed,
  kept: Placed,
  side: 'ours' | 'theirs',
  sources: Sides<ContentSource>,
): Promise<boolean> {
  if (old.parent !== kept.parent || !same(fieldsIn(old.page), fieldsIn(kept.page))) return true;
  if (!mayChange(old, kept)) return false;
  const { id } = kept.page;
  const [before, after] = await Promise.all([sources.base.markdown(id), sources[side].markdown(id)]);
  return before !== after;
}

/** Pages that would end up below one that is gone, or below themselves. */
const strayed = (parents: ReadonlyMap<string, string>): string[] =>
  [...parents].flatMap(([id, parent]) => {
    if (parent !== '' && !parents.has(parent)) return [id];
    const above = new Set<string>();
    for (let at = parent; at !== '' && !above.has(at); at = parents.get(at) ?? '') above.add(at);
    return above.has(id) ? [id] : [];
  });

async function textsOf(
  id: string,
  sides: Partial<Sides<Placed>> | Sides<Placed | undefined>,
  sources: Sides<ContentSource>,
): Promise<Sides<string>> {
  const read = async (side: keyof Sides<string>) =>
    isDocument(sides[side]) ? sources[side].markdown(id) : '';
  const [base, ours, theirs] = await Promise.all([read('base'), read('ours'), read('theirs')]);
  return { base, ours, theirs };
}

async function conflictOf(
  id: string,
  { fields, deletedBy, texts: known }: Told,
  trees: Sides<Map<string, Placed>>,
  sources: Sides<ContentSource>,
): Promise<Conflict> {
  const [base, ours, theirs] = [trees.base.get(id), trees.ours.get(id), trees.theirs.get(id)];
  const sides = { ...(base && { base }), ...(ours && { ours }), ...(theirs && { theirs }) };
  const texts = known ?? (await textsOf(id, sides, sources));
  const name = (ours ?? theirs)?.path ?? id;
  return { kind: 'page', id, name, fields, sides, texts, ...(deletedBy && { deletedBy }) };
}

/** Two orders of the same pages that cannot both be kept. */
function orderConflicts(trees: Sides<Map<string, Placed>>, parents: ReadonlyMap<string, string>): Conflict[] {
  const members = new Map<string, Set<string>>();
  for (const [id, parent] of parents) members.set(parent, (members.get(parent) ?? new Set()).add(id));
  const lists = {
    base: siblingsIn(trees.base),
    ours: siblingsIn(trees.ours),
    theirs: siblingsIn(trees.theirs),
  };
  return [...members].flatMap(([parent, inside]): Conflict[] => {
    const listOf = (side: keyof Sides<string>) => lists[side].get(parent) ?? [];
    const orders = { base: listOf('base'), ours: listOf('ours'), theirs: listOf('theirs') };
    const steps = mergeOrder({ ...orders, members: inside, rank: (a, b) => (a < b ? -1 : 1) });
    let step = steps.next();
    while (!step.done) step = steps.next();
    if (step.value) return [];
    const name = trees.ours.get(parent)?.path ?? '/';
    return [{ kind: 'order', id: parent, name, fields: ['order'], sides: {}, orders }];
  });
}

/** What no edit of a change request can change: files, reusable content, variables of the space. */
function otherConflicts(states: Sides<Revision>): Conflict[] {
  const files = ({ files: all }: Revision) =>
    all.map(({ id, name, size, contentType, dimensions, git }) => ({
      id,
      name,
      says: { name, size, contentType, dimensions, oid: git?.oid },
    }));
  const reused = ({ reusableContents }: Revision) =>
    reusableContents.map(({ id, title, document, git }) => ({
      id,
      name: title,
      says: { title, text: document ?? git?.oid },
    }));
  const variables = ({ variables: all }: Revision) =>
    Object.entries(all ?? {}).map(([name, says]) => ({ id: name, name, says }));
  return [
    ...listConflicts('file', states, files),
    ...listConflicts('reusable content', states, reused),
    ...listConflicts('variable', states, variables),
  ];
}

interface Said {
  id: string;
  name: string;
  says: unknown;
}

function listConflicts(
  kind: Conflict['kind'],
  states: Sides<Revision>,
  read: (state: Revision) => Said[],
): Conflict[] {
  const byId = (state: Revision) => new Map(read(state).map((one) => [one.id, one]));
  const sides = { base: byId(states.base), ours: byId(states.ours), theirs: byId(states.theirs) };
  const ids = new Set([...sides.ours.keys(), ...sides.theirs.keys()]);
  return [...ids].flatMap((id) => {
    const each = { base: sides.base.get(id), ours: sides.ours.get(id), theirs: sides.theirs.get(id) };
    return listConflict(kind, id, each) ?? [];
  });
}

function listConflict(
  kind: Conflict['kind'],
  id: string,
  { base, ours, theirs }: Sides<Said | undefined>,
): Conflict | undefined {
  const kept = ours ?? theirs;
  const values = { base: base?.says, ours: ours?.says, theirs: theirs?.says };
  // What only one side has made is nobody's conflict.
  const isNew = !base && !(ours && theirs);
  if (!kept || isNew || !differ(values.base, values.ours, values.theirs)) return undefined;
  const deletedBy = ours && theirs ? undefined : ours ? 'theirs' : 'ours';
  const fields = deletedBy ? ['deleted'] : changedIn(values);
  if (fields.length === 0) return undefined;
  return { kind, id, name: kept.name, fields, sides: {}, values, ...(deletedBy && { deletedBy }) };
}

/** Fields that both sides changed; a plain value is one field. */
function changedIn({ base, ours, theirs }: Sides<unknown>): string[] {
  if (typeof ours !== 'object') return ['value'];
  const [old, mine, main] = [Object(base), Object(ours), Object(theirs)];
  return Object.keys({ ...mine, ...main }).filter((name) => differ(old[name], mine[name], main[name]));
}
