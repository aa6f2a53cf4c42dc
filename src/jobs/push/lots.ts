// Edits in requests: as many in each as one takes, and in an order in which every page that is named is there.

import type { Page } from '../../api/content/content-shapes.ts';
import { MOST_EDITS } from '../../domain/content/content-change.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { rowsNamedIn } from '../../engine/plan/plan.ts';
import { MOST_BYTES } from '../restore/page-changes.ts';
import {
  childrenByParent,
  type Key,
  keyOfFile,
  type Placed,
  parentsIn,
  TOP,
  treeOf,
  type WantedOrder,
} from './page-order.ts';
import type { Piece } from './push-links.ts';
import type { Conflict } from './three-way.ts';

/** What becomes of one page. */
export interface Draft {
  /** The ID of a page that is there, or the key of a new one. */
  key: Key;
  isNew: boolean;
  fields: Readonly<Record<string, unknown>>;
  pieces?: readonly Piece[] | undefined;
  /** The text as the file has it: what a new page begins with while what it links to is not there. */
  plain?: string | undefined;
  place?: Placement | undefined;
}

/** Where a page is made. */
export interface MadeBy {
  /** Number of its lot, from 0. */
  lot: number;
  /** Place of its edit in it. */
  at: number;
}

export interface Lot {
  changes: object[];
  /** How many edits undoing it takes: they go into one request, too. */
  weight: number;
  bytes: number;
}

/** Names what is not there yet: `page` and `file` give what stands for an ID in a row. */
export interface Names {
  page(made: MadeBy): string;
  file(hash: string): string;
}

export interface Drafts {
  placed: readonly Draft[];
  others: readonly Draft[];
  /** IDs. */
  deleted: readonly string[];
}

/** New and moved pages in their order, then the others, then what is deleted. */
export function lotsOf({ placed, others, deleted }: Drafts, names: Names): Lot[] {
  const packer = new Packer(names);
  const later = placed.filter((draft) => !packer.place(draft));
  for (const draft of others) packer.edit(draft);
  for (const { key, pieces } of later) packer.edit({ key, isNew: false, fields: {}, pieces });
  for (const page of deleted) packer.add({ operation: 'delete_page', page }, { weight: 2, bytes: 0 });
  return packer.lots;
}

type Size = Pick<Lot, 'weight' | 'bytes'>;

class Packer {
  readonly lots: Lot[] = [];
  private readonly made = new Map<Key, MadeBy>();
  private readonly names: Names;

  constructor(names: Names) {
    this.names = names;
  }

  add(change: object, { weight, bytes }: Size): MadeBy {
    if (this.isFull({ weight, bytes })) this.begin();
    const lot = this.lots.at(-1) ?? this.begin();
    lot.changes.push(change);
    lot.weight += weight;
    lot.bytes += bytes;
    return { lot: this.lots.length - 1, at: lot.changes.length - 1 };
  }

  /** A new page, or one that moves. False where its text names pages that are not there yet: it is still to be written. */
  place(draft: Draft): boolean {
    const { key, isNew, pieces, plain = '' } = draft;
    const size = { weight: isNew ? 1 : 2, bytes: sizeOf(pieces) + Buffer.byteLength(plain) };
    // Pages of a request before this one go by other names: it begins before they are named.
    if (this.isFull(size)) this.begin();
    const isReady = pagesIn(pieces).every((page) => this.isThere(page));
    const by = this.add(isNew ? this.insertOf(draft, isReady) : this.moveOf(draft, isReady), size);
    if (isNew) this.made.set(key, by);
    return isReady || pieces === undefined;
  }

  edit({ key, fields, pieces }: Draft): void {
    const size = { weight: 1, bytes: sizeOf(pieces) };
    if (this.isFull(size) || ![key, ...pagesIn(pieces)].every((page) => this.isThere(page))) this.begin();
    const markdown = this.textOf(pieces);
    const document = markdown === undefined ? {} : { document: { markdown } };
    this.add({ operation: 'update_page', page: this.idOf(key), ...fields, ...document }, size);
  }

  private insertOf({ key, fields, pieces, plain = '', place }: Draft, isReady: boolean): object {
    const markdown = (isReady ? this.textOf(pieces) : undefined) ?? plain;
    const into = place === undefined || place.into === TOP ? {} : { into: this.idOf(place.into) };
    const at = place === undefined ? {} : { at: place.at };
    return { operation: 'insert_page', ...fields, ...into, ...at, ref: refOf(key), document: { markdown } };
  }

  private moveOf({ key, fields, pieces, place }: Draft, isReady: boolean): object {
    const markdown = isReady ? this.textOf(pieces) : undefined;
    const document = markdown === undefined ? {} : { document: { markdown } };
    const into = place === undefined || place.into === TOP ? null : this.idOf(place.into);
    return {
      operation: 'update_page',
      page: this.idOf(key),
      ...fields,
      ...document,
      into,
      at: place?.at ?? 0,
    };
  }

  private begin(): Lot {
    const lot: Lot = { changes: [], weight: 0, bytes: 0 };
    this.lots.push(lot);
    return lot;
  }

  private isFull({ weight, bytes }: Size): boolean {
    const last = this.lots.at(-1);
    if (!last || last.changes.length === 0) return false;
    return last.weight + weight > MOST_EDITS || last.bytes + bytes > MOST_BYTES;
  }

  /** Whether a page has its ID before the request that is made now. */
  private isThere(key: Key): boolean {
    const by = this.made.get(key);
    return by === undefined ? !key.startsWith('new:') : by.lot < this.lots.length - 1;
  }

  /** In the request that makes a page it goes by the name that this request gave it. */
  private idOf(key: Key): string {
    const by = this.made.get(key);
    if (by === undefined) return key;
    return by.lot === this.lots.length - 1 ? refOf(key) : this.names.page(by);
  }

  /** A plain text, or one in parts that names what other rows make. */
  private textOf(pieces: readonly Piece[] | undefined): string | { joined: string[] } | undefined {
    if (!pieces) return undefined;
    const joined = pieces.map((piece) => {
      if (typeof piece === 'string') return piece;
      return 'upload' in piece ? this.names.file(piece.upload) : this.idOf(keyOfFile(piece.page));
    });
    return pieces.every((piece) => typeof piece === 'string') ? asText(joined.join('')) : { joined };
  }
}

/** A text that looks like the name of what a row makes is written in two parts, so that it is none. */
const asText = (text: string): string | { joined: string[] } =>
  rowsNamedIn([text]).length > 0 ? { joined: [text.slice(0, 1), text.slice(1)] } : text;

/** A name that a request gives to a page that it makes. */
const refOf = (key: Key): string => key.replace(/^new:/, 'page ');

const pagesIn = (pieces: readonly Piece[] = []): Key[] =>
  pieces.flatMap((piece) => (typeof piece === 'object' && 'page' in piece ? [keyOfFile(piece.page)] : []));

const sizeOf = (pieces: readonly Piece[] = []): number =>
  pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : 24), 0);

// Where new and moved pages go in the space as it is now, in the order in which edits put them there.

/** `into` is the ID of the parent, or the key of a new page, or `TOP`; `at` counts among its pages without this one. */
export interface Placement {
  key: Key;
  into: Key;
  at: number;
}

export interface Placements {
  /** Each after the page that it goes into. */
  all: Placement[];
  conflicts: Conflict[];
  /** Pages below each page once all of it is done. */
  children: ReadonlyMap<Key, readonly Key[]>;
}

interface Asked {
  order: WantedOrder;
  base: readonly Page[];
  there: readonly Page[];
  /** Whether the folder, or the space, wins where both moved a page. */
  prefer: (id: string) => 'ours' | 'theirs' | undefined;
}

export function placements({ order, base, there, prefer }: Asked): Placements {
  const children = childrenByParent(treeOf(there));
  const parents = parentsIn(children);
  const was = parentsIn(childrenByParent(treeOf(base)));
  const homes = parentsIn(childrenByParent(order.tree));
  const titles = new Map([...allPages(base), ...allPages(there)].map(({ id, title }) => [id, title]));
  const nameOf = (key: Key) => (key === TOP ? 'the top level' : `below "${titles.get(key) ?? key}"`);
  const found: Placements = { all: [], conflicts: [], children };
  const siblings = (parent: Key) => children.get(parent) ?? [];
  const put = (key: Key, into: Key, previous: Key | undefined) => {
    const old = parents.get(key);
    const rest = siblings(into).filter((one) => one !== key);
    const at = previous === undefined ? 0 : rest.indexOf(previous) + 1;
    if (old === into && siblings(into).indexOf(key) === at) return;
    if (old !== undefined)
      children.set(
        old,
        siblings(old).filter((one) => one !== key),
      );
    children.set(into, [...rest.slice(0, at), key, ...rest.slice(at)]);
    if (!children.has(key)) children.set(key, []);
    parents.set(key, into);
    found.all.push({ key, into, at });
  };
  /** Where the space has moved it to, or what is below it there: it cannot go into that without a word. */
  const hindrance = (key: Key, into: Key): 'moved' | 'circle' | undefined => {
    const now = parents.get(key);
    if (now === undefined) return undefined;
    if (isBelow(parents, into, key)) return 'circle';
    return was.has(key) && now !== was.get(key) && now !== into ? 'moved' : undefined;
  };
  /** What is below `key` in the space, and holds `into`, goes where the folder has it, or beside `key`. */
  const leave = (key: Key, into: Key) => {
    const up = parents.get(into) ?? TOP;
    if (up !== key) return leave(key, up);
    const home = homes.get(into);
    if (home === TOP || (home !== undefined && parents.has(home) && !isBelow(parents, home, key)))
      put(into, home, siblings(home).at(-1));
    else put(into, parents.get(key) ?? TOP, key);
  };
  const move = (key: Key, into: Key, previous: Key | undefined) => {
    const why = hindrance(key, into);
    const side = why && prefer(key);
    if (why === 'circle' && side === 'ours') leave(key, into);
    if (why === undefined || side === 'ours') put(key, into, previous);
    else if (side === undefined)
      found.conflicts.push({
        ...{ file: 'SUMMARY.md', title: titles.get(key) ?? key, id: key, what: 'place' },
        ...{ here: nameOf(into), there: nameOf(parents.get(key) ?? TOP) },
      });
  };
  const walk = (level: readonly Placed[], into: Key) => {
    let previous: Key | undefined;
    for (const { key, children: below } of level) {
      const isThere = parents.has(key);
      if (key.startsWith('new:') || (isThere && order.moved.has(key))) move(key, into, previous);
      if (parents.get(key) === into) previous = key;
      // What is below a page that is gone goes where that page was.
      walk(below, parents.has(key) ? key : into);
    }
  };
  walk(order.tree, TOP);
  return found;
}

function isBelow(parents: ReadonlyMap<Key, Key>, key: Key, other: Key): boolean {
  for (let at: Key | undefined = key; at !== undefined && at !== TOP; at = parents.get(at))
    if (at === other) return true;
  return false;
}
