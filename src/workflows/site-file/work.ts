// What the plan of a site is worked out from, and how far it has got: the site as it will be after each change.
import type { Space } from '../../api/content/spaces.ts';
import { ValidationError } from '../../errors.ts';
import type { GoingLive } from './going-live.ts';
import type { LiveSite, LiveSpace, SpacePages } from './live.ts';
import type { Fields } from './looks.ts';
import type { Matches } from './match.ts';
import type { Note } from './parse.ts';
import type { SiteFile, SpaceItem } from './schema.ts';
import type { Wishes } from './wishes.ts';

/** A space of the file: which one it is, and where the site shows it now. */
export interface WantedSpace {
  item: SpaceItem;
  /** ID, or what stands for it. */
  spaceId: string;
  title: string;
  /** Where the site shows it, or the space whose place it takes. */
  live?: LiveSpace;
  /** ID of its place on the site, as soon as there is one. */
  id?: string;
  /** It is new on its place, so that all of its settings are set again. */
  isNew?: boolean;
  /** It was added as a draft. */
  madeDraft?: boolean;
  /** Number of the change that took it off the site, before it is added again. */
  off?: number;
}

/** A section on its way: what it shows, in order. The root of a site without sections is one with an empty ID. */
export interface Shelf {
  id: string;
  title: string;
  spaces: string[];
  /** Paths of its spaces, as far as they are known. */
  paths: Map<string, string>;
  first: string | undefined;
}

/** Changes to the navigation come one after the other. */
export const NAV = 'navigation';

export interface NavNode {
  kind: 'section' | 'group' | 'link';
  id: string;
}

/** One level of the navigation; the top level has an empty ID. */
export type Levels = Map<string, NavNode[]>;

export interface Work {
  wishes: Wishes;
  file: SiteFile;
  notes: ReadonlyMap<object, Note>;
  live: LiveSite;
  /** The site is created by this plan. */
  isNew: boolean;
  prune: boolean;
  place: { organizationId: string; siteId: string };
  matches: Matches;
  spaces: Map<SpaceItem, WantedSpace>;
  shelves: Map<string, Shelf>;
  levels: Levels;
  /** Whether the host knows drafts; undefined where nothing tells. */
  drafts: boolean | undefined;
  /** The file is of a version that could not say all that a site has: what it leaves out stays, also with `prune`. */
  older: boolean;
  /** What readers see at the end of the plan. */
  goingLive: GoingLive[];
  /** Of spaces that the file names pages of, by their ID. */
  pages: ReadonlyMap<string, SpacePages>;
  /** Section of each section item of the file. */
  sectionIds: Map<object, string>;
  /** Things that are as the file says. */
  unchanged: number;
}

export interface Options {
  prune: boolean;
  createSpaces: boolean;
  spaces: readonly Pick<Space, 'id' | 'title'>[];
  /** An older file is compared as if it said all. */
  whole?: boolean;
}

export const lineOf = ({ notes }: Work, item: object): { line?: number } => {
  const line = notes.get(item)?.line;
  return line === undefined ? {} : { line };
};

/** The fields that are to be other than they are; undefined in `wanted`: they are left alone. */
export function differing(wanted: Fields, now: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== undefined && value !== (now[name] ?? null)),
  );
}

/** A field of the file: left out it stays, or with --prune is cleared. */
export const orCleared = <T>({ prune }: Work, value: T | undefined): T | null | undefined =>
  value ?? (prune ? null : undefined);

/** What a file asks of a site and the platform cannot do. */
export const misfit = (message: string, hint: string, otherForm = false): ValidationError =>
  new ValidationError(message, {
    ...{ code: 'PLAN_MISFIT', outcome: 'not-sent', hint },
    ...(otherForm && { details: { otherForm } }),
  });
