// What a restore has done so far: written down after every request, so that one that was cut off goes on.
import { randomBytes } from 'node:crypto';
import { countedBy } from '../../files/lists.ts';
import { jsonIn } from '../../files/texts.ts';

/** How far one space has come. */
export interface SpaceState {
  title: string;
  /** Of the same title, before it is created: so one whose answer never came is found again. */
  others?: string[];
  space?: string;
  /** It has its default level. */
  leveled?: true;
  changeRequest?: string;
  /** What the pages and files were that it is filled with. */
  content?: string;
  /** Pages and files that were there before: the pages are deleted, the files stay. */
  before?: { pages: string[]; files: string[] };
  /** New IDs by old ones. */
  pages: Record<string, string>;
  files: Record<string, { id: string; name: string }>;
  /** New IDs of pages in the order of the backup, which need not know all old ones. */
  order: string[];
  linked?: true;
  merged?: true;
  /** Change requests by their old IDs, with those that were open before each was made. */
  requests?: Record<string, { others: string[]; done?: true }>;
  done?: true;
}

/** How far one site has come. */
export interface SiteState {
  title: string;
  /** Of the same title, before it is created. */
  others?: string[];
  site?: string;
  done?: true;
}

export interface RestoreState {
  version: 1;
  /** Part of the subject of its change requests. */
  id: string;
  /** Where to, and from what: another restore is another file. */
  about: string;
  /** When all of it was done. */
  finishedAt?: string;
  /** By the ID that the space has in the backup. */
  spaces: Record<string, SpaceState>;
  /** By the ID that the site has in the backup. */
  sites?: Record<string, SiteState>;
  /** New IDs by old ones. */
  collections?: Record<string, string>;
  /** Old IDs of those that it makes itself. */
  newCollections?: string[];
}

/** Keeps the state; `save` comes back once it is on the disk. */
export interface StateKeeper {
  state: RestoreState;
  save(): Promise<void>;
}

export const newState = (about: string): RestoreState => ({
  version: 1,
  id: randomBytes(4).toString('hex'),
  about,
  spaces: {},
});

/** The state in this text. Undefined for what is none. */
export function parseState(text: string): RestoreState | undefined {
  const value = jsonIn(text);
  const { version, id, spaces }: Partial<RestoreState> = Object(value);
  const isState = version === 1 && typeof id === 'string' && spaces !== undefined;
  // Safe: only this program writes such a file, whole or not at all.
  return isState ? (value as RestoreState) : undefined;
}

/** Every old ID with the new one: collections, sites, spaces, pages and files. What several spaces have is `<space>/<id>`. */
export function idMap({ spaces, sites = {}, collections = {} }: RestoreState): Map<string, string> {
  const above = Object.entries(sites).flatMap(([old, { site }]): [string, string][] =>
    site === undefined ? [] : [[old, site]],
  );
  const inside = Object.entries(spaces).flatMap(([space, { pages, files }]) => [
    ...Object.entries(pages).map(([old, id]) => ({ space, old, id })),
    ...Object.entries(files).map(([old, { id }]) => ({ space, old, id })),
  ]);
  // A copy and a translation have the page IDs of the space that they are made from.
  const timesOf = countedBy(inside, ({ old }) => old);
  return new Map([
    ...Object.entries(collections),
    ...above,
    ...Object.entries(spaces).flatMap(([old, { space }]) =>
      space === undefined ? [] : [[old, space] as const],
    ),
    ...inside.map(({ space, old, id }) => [timesOf(old) === 1 ? old : `${space}/${old}`, id] as const),
  ]);
}

/** The ID that it has now, for one that is beside these: the ID of its space may be among them. */
export const newId = (
  ids: ReadonlyMap<string, string>,
  old: string,
  beside: readonly (string | undefined)[],
): string | undefined =>
  ids.get(old) ?? beside.map((space) => ids.get(`${space}/${old}`)).find((id) => id !== undefined);
