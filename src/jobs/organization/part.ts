// What a part of the organization is: files, a schema, how it is read, and what makes the live state as the files say.
import type { TSchema } from '@sinclair/typebox';
import type { Operation } from '../../api/operation.ts';
import type { Fault } from '../../engine/rows/row-faults.ts';
import { isRecord } from '../../files/texts.ts';
import type { Described } from '../site-file/describe.ts';
import { asItems, matchBy } from '../site-file/match.ts';
import { refuseUnlisted } from '../site-file/site-file-place.ts';
import type { NewWish, Wishes } from '../site-file/work.ts';
import type { Formerly } from '../undo/former-names.ts';
import { type Fields, hintOf, type OrgFile, placeOf, standsFor, whereText } from './file.ts';
import { type Kind, type Names, namesOf, type Thing, type World } from './world.ts';

/** `file`: where it is in another one that belongs to it, such as the table beside it. */
export type FaultIn = Fault & { file?: string };

export interface Part {
  /** What --only names, and its file without the ending. */
  name: string;
  summary: string;
  /** In the folder; with an ending slash a folder with one file a thing. The first is the one that a pull makes. */
  files: readonly [string, ...string[]];
  /** Of one file; of files in a folder, by that folder, where they have another one. */
  schema: TSchema;
  folderSchema?: TSchema;
  /** For editors, where the schema does not say all. */
  jsonSchema?: () => Record<string, unknown>;
  /** Keys of lists whose order says nothing. */
  loose: readonly string[];
  reads: readonly Operation[];
  writes: readonly Operation[];
  /** The live state, in one document as its file would say it, or in one a thing where each has a file. */
  describe(world: World, files: readonly OrgFile[], isInFolder: boolean): Promise<Described[]>;
  /** What the schema does not say of a file. */
  check?(file: OrgFile): Promise<FaultIn[]>;
  /** Adds the changes that make the live state as the files say; nothing is removed. */
  plan(work: Work, files: readonly OrgFile[]): Promise<void>;
  /** Adds what removes what no file names; parts in reverse order, after all were planned. */
  prune?(work: Work, files: readonly OrgFile[]): Promise<void>;
}

/** What a plan is worked out from, and how far it has got. */
export interface Work {
  world: World;
  wishes: Wishes;
  prune: boolean;
  /** What settings of integrations are read from. */
  env: Readonly<Record<string, string | undefined>>;
  /** Takes what must never be printed. */
  secrets: { add(value: string): unknown };
  /** What is planned is sent at once: every variable must be set. */
  isApplied: boolean;
  /** It becomes a plan file. */
  noSecrets: boolean;
  /** Of a file in the folder; undefined where there is none. */
  readText(path: string): Promise<string | undefined>;
  /** What was called so before somebody renamed it from here. */
  formerly: Formerly;
  /** As things are called afterwards: by the files of the parts that were planned. */
  names: Map<Kind, Names>;
  faults: { file: string; fault: Fault }[];
  /** Things that are as the files say. */
  unchanged: number;
  /** What goes, of how many: a share of each is too much at once. */
  removals: Removal[];
  /** Items of files with the ID of what is there. */
  matches: { file: OrgFile; item: object; id: string }[];
  /** What is left as it is though the files say otherwise, and why. */
  kept: string[];
  /** What no operation makes as the files say: only people do, in the app. */
  byHand: ByHand[];
}

export interface ByHand {
  file: string;
  line: number;
  /** `space "Guides"`. */
  what: string;
  field: string;
  live: string | null;
  wanted: string | null;
  /** What people do about it. */
  how: string;
}

export interface Removal {
  /** `members of teams`. */
  what: string;
  count: number;
  total: number;
}

export const namesIn = async ({ names, world }: Work, kind: Kind): Promise<Names> =>
  names.get(kind) ?? (await world.names(kind));

interface Proposed extends NewWish {
  /** What the file says of it; without one, the change comes from what the file leaves out. */
  item?: object;
}

/** Adds a change that a file comes to; returns what stands for the ID of what it creates. */
export const addWish = ({ wishes }: Work, file: OrgFile, { item, ...wish }: Proposed): string =>
  wishes.add({ ...wish, ...(item && lineOf(file, item)), file: file.name, isOnce: true });

/** The same for a thing that is there, and only where fields differ. */
export function addChange(
  work: Work,
  file: OrgFile,
  fields: Fields,
  { input, live, ...wish }: Proposed,
): void {
  if (Object.keys(fields).length > 0)
    addWish(work, file, { ...wish, input: { ...input, ...fields }, ...(live && { live: { ...live } }) });
}

/** What things are called afterwards: as the files say, or as they are where no file names them and nothing is removed. */
export async function nameThings(
  work: Work,
  kind: Kind,
  things: readonly Thing[],
  found: Iterable<{ id: string }>,
): Promise<void> {
  const kept = new Set([...found].map(({ id }) => id));
  const { things: live } = await work.world.names(kind);
  const listed = new Set(live.map(({ id }) => id));
  const lost = things.find(({ id, hint = id }) => !kept.has(id) && !listed.has(hint) && hint !== id);
  const { client, organizationId } = work.world;
  if (lost?.hint) await refuseUnlisted(client, organizationId, { kind, title: lost.title, id: lost.hint });
  const others = work.prune ? [] : live.filter(({ id }) => !kept.has(id));
  work.names.set(kind, namesOf([...things, ...others]));
}

export interface Going<T> {
  /** `teams`. */
  what: string;
  live: readonly T[];
  isNamed: (one: T) => boolean;
  remove: (one: T) => Pick<NewWish, 'operation' | 'input' | 'target'>;
}

/** Removes what no file names, each by its own change; `file` is where it would be named. */
export function removeGone<T extends Fields>(
  { wishes, removals }: Work,
  file: string,
  { what, live, isNamed, remove }: Going<T>,
): void {
  const gone = live.filter((one) => !isNamed(one));
  for (const one of gone) wishes.add({ ...remove(one), live: one, file, isOnce: true });
  removals.push({ what, count: gone.length, total: live.length });
}

/** The same for things with titles, whose names were planned. */
export async function removeUnnamed<T extends Fields & { id: string; title: string }>(
  work: Work,
  file: string,
  kind: Kind,
  live: readonly T[],
  remove: (one: T) => Pick<NewWish, 'operation' | 'input'>,
): Promise<void> {
  const named = new Set((await namesIn(work, kind)).things.map(({ id }) => id));
  removeGone(work, file, {
    what: `${kind}s`,
    live,
    isNamed: ({ id }) => named.has(id),
    remove: (one) => ({ ...remove(one), target: { kind, id: one.id, title: one.title } }),
  });
}

/** What there is of each item: by the ID beside it, else by its name. */
export function matchNamed<W extends object, K extends { id: string }>(
  file: OrgFile,
  items: readonly W[],
  live: readonly K[],
  isCalled: (item: W, one: K) => boolean,
): Map<W, K> {
  const found = new Map<W, K>();
  matchBy(found, asItems(items), asItems(live), [
    ({ item }, { item: one }) => hintOf(file, item) === one.id,
    ({ item }, { item: one }) => isCalled(item, one),
  ]);
  return found;
}

export const lineOf = (file: OrgFile, item: object): { line: number } => ({ line: placeOf(file, item).line });

export function addFault(
  work: Work,
  file: OrgFile,
  item: object,
  path: (string | number)[],
  message: string,
  hint?: string,
): void {
  const where = whereText(placeOf(file, item, ...path));
  work.faults.push({ file: file.name, fault: { where, message, hint } });
}

interface Word {
  file: OrgFile;
  item: object;
  path: (string | number)[];
  kind: Kind;
  word: string;
}

/** What another file renames is found until that is applied: afterwards nothing would be called so. */
export function sayOldName(
  { kept }: Pick<Work, 'kept'>,
  {
    file: { name },
    line,
    kind,
    word,
  }: Pick<Word, 'kind' | 'word'> & { file: Pick<OrgFile, 'name'>; line: number | undefined },
  { title, was }: Thing,
): void {
  if (word !== was || word === title) return;
  kept.push(`${name} line ${line}: ${kind} "${word}" is renamed to "${title}": change it here, too`);
}

/** Which thing a word of a file means; a fault where there is none, or more than one. */
export function thingNamed(
  work: Work,
  names: Names,
  { file, item, path, kind, word }: Word,
): string | undefined {
  const [found, second] = names.find(word);
  if (found && !second) {
    sayOldName(work, { file, ...placeOf(file, item, ...path), kind, word }, found);
    return found.id;
  }
  const why = second
    ? `several ${kind}s are called "${word}": use the ID, or the titles on the way to it, such as "Product/Guides"`
    : `there is no ${kind} "${word}"${work.formerly(kind, word, names.things, names.nameOf) ?? names.near(word)}`;
  addFault(work, file, item, path, why);
  return undefined;
}

// Items of a list, with the defaults of their file.

const isDefaults = (value: unknown): value is Fields => isRecord(value);

/** The items of a list with what the `defaults` of their file add. */
export function itemsOf<T extends object>(file: OrgFile, key: string): T[] {
  const { defaults, [key]: list } = Object(file.value);
  const items: T[] = Array.isArray(list) ? list : [];
  return items.map((item) => withDefaults(file, item, isDefaults(defaults) ? defaults : {}));
}

export const withDefaults = <T extends object>(file: OrgFile, item: T, defaults: Fields): T =>
  // Safe: a field of the defaults is one that such items have, as the schema was checked.
  standsFor(file, { ...defaults, ...item } as T, item);

export const defaultsOf = (file: OrgFile | undefined): Fields | undefined => {
  const { defaults } = Object(file?.value ?? {});
  return isDefaults(defaults) ? defaults : undefined;
};

/** What of an item its file does not say by its defaults: what they say and the item has not is null. */
export function beyondDefaults(item: Described, defaults: Fields | undefined): Described {
  if (!defaults) return item;
  const same = (key: string) =>
    Object.hasOwn(defaults, key) && JSON.stringify(defaults[key]) === JSON.stringify(item[key]);
  const own = Object.fromEntries(Object.entries(item).filter(([key]) => !same(key)));
  const missing = Object.keys(defaults).filter((key) => !(key in item) && defaults[key] !== null);
  return { ...own, ...Object.fromEntries(missing.map((key) => [key, null])) };
}

interface Held<T> {
  file: OrgFile;
  item: T;
}

export const heldIn = <T>(file: OrgFile, items: readonly T[]): Held<T>[] =>
  items.map((item) => ({ file, item }));

/** The same ID beside two items is a copy that nobody finished. */
export const refuseTwins = (work: Work, items: readonly Held<object>[]): void =>
  refuseSame(work, items, ({ file, item }) => hintOf(file, item), [
    (id) => `the ID ${id}`,
    ': remove the comment of the new one',
  ]);

/** So is the same name, where that is what finds things. */
export const refuseNamesakes = (work: Work, file: OrgFile, items: readonly { name: string }[]): void =>
  refuseSame(work, heldIn(file, items), ({ item }) => item.name, [(name) => `"${name}"`, '']);

/** So is what only one thing can have. */
export function refuseSame<T extends object>(
  work: Work,
  items: readonly Held<T>[],
  wordOf: (one: Held<T>) => string | undefined,
  [called, advice]: [(word: string) => string, string],
): void {
  const seen = new Map<string, Held<T>>();
  for (const one of items) {
    const word = wordOf(one);
    const first = word === undefined ? undefined : seen.get(word);
    if (word === undefined) continue;
    if (!first) seen.set(word, one);
    else {
      const at = `${first.file.name} line ${placeOf(first.file, first.item).line}`;
      addFault(work, one.file, one.item, [], `${called(word)} is also in ${at}${advice}`);
    }
  }
}

/** Left out it stays, or with --prune it is cleared. */
export const orCleared = <T>(
  { prune }: Pick<Work, 'prune'>,
  value: T | null | undefined,
  cleared: T | null,
) => (value === undefined ? (prune ? cleared : undefined) : (value ?? cleared));
