// What the plan of a site is worked out from, and how far it has got: the site as it will be after each change.

import { isDeepStrictEqual } from 'node:util';
import type { Space } from '../../api/content/spaces.generated.ts';
import { updateSpace } from '../../api/content/spaces.ts';
import type { Operation } from '../../api/operation.ts';
import {
  updateSiteSection,
  updateSiteSectionGroup,
  updateSiteSpace,
} from '../../api/sites/site-structure.ts';
import type { Danger } from '../../domain/dangers/danger.ts';
import { EarlierRows } from '../../engine/plan/row-state.ts';
import { ValidationError } from '../../errors.ts';
import { fieldPlace } from './field-place.ts';
import { allOn, type LiveSite, type LiveSpace, type SpacePages, sectionsOn, spacesOn } from './live.ts';
import type { Fields } from './looks.ts';
import type { Matches } from './match.ts';
import { allIn, type Held, heldKey, type Note, type ParsedSite, spacesIn } from './parse.ts';
import { isGroup, isLink, type NavItem, type SiteFile, type SpaceItem } from './schema.ts';

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
  /** It was added with its title on the site. */
  isTitled?: boolean;
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
  parsed: Pick<ParsedSite, 'name' | 'nodes'>;
  live: LiveSite;
  /** The site is created by this plan. */
  isNew: boolean;
  prune: boolean;
  place: { organizationId: string; siteId: string };
  matches: Matches;
  spaces: Map<SpaceItem, WantedSpace>;
  shelves: Map<string, Shelf>;
  levels: Levels;
  /** Paths of sections that the plan deletes, each with the number of the change that does. */
  freed: Map<string, number>;
  /** Whether the host knows drafts; undefined where nothing tells. */
  drafts: boolean | undefined;
  /** The file is of a version that could not say all that a site has: what it leaves out stays, also with `prune`. */
  older: boolean;
  /** What readers see at the end of the plan. */
  goingLive: GoingLive[];
  /** As in `SitePlan`. */
  warnings: string[];
  held: Held | undefined;
  /** Of spaces that the file names pages of, by their ID. */
  pages: ReadonlyMap<string, SpacePages>;
  /** Section of each section item of the file. */
  sectionIds: Map<object, string>;
  /** Things that are as the file says. */
  unchanged: number;
}

export interface Options {
  prune: boolean;
  /** Undefined where nobody can ask for it. */
  createSpaces?: boolean | undefined;
  spaces: readonly Pick<Space, 'id' | 'title'>[];
  /** An older file is compared as if it said all. */
  whole?: boolean;
  /** Drafts that a run which was cut off left behind. */
  held?: Held;
}

export const lineOf = ({ notes }: Work, item: object): { line?: number; file?: string } => {
  const { line, file } = notes.get(item) ?? {};
  return { ...(line !== undefined && { line }), ...(file !== undefined && { file }) };
};

/** `site.yaml line 5: `, before what is wrong with an item. */
export function placeText({ notes, parsed: { name } }: Work, item: object): string {
  const { line, file = name } = notes.get(item) ?? {};
  return line === undefined ? '' : `${file} line ${line}: `;
}

/** The same before what is wrong with a field: of an item, or else of the site. */
export function fieldText({ notes, parsed: { name, nodes } }: Work, field: string, item?: object): string {
  const { line } = item ? (notes.get(item) ?? {}) : {};
  return item && line === undefined ? '' : `${name} line ${fieldPlace(nodes, line, field).line}: `;
}

/** The fields that are to be other than they are; undefined in `wanted`: they are left alone. */
export const differing = (wanted: Fields, now: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, now[name] ?? null),
    ),
  );

/** A field of the file: left out it stays, or with --prune is cleared. */
export const orCleared = <T>({ prune }: Work, value: T | undefined): T | null | undefined =>
  value ?? (prune ? null : undefined);

/** What a file asks of a site and the platform cannot do. */
export const misfit = (message: string, hint: string, otherForm = false): ValidationError =>
  new ValidationError(message, {
    ...{ code: 'PLAN_MISFIT', outcome: 'not-sent', hint },
    ...(otherForm && { details: { otherForm } }),
  });

// The changes that a plan of a site comes to: each after those that it needs.

/** One change, as the engine for plans takes it. */
export interface SiteWish {
  operation: Operation;
  /** `{row 3}.id` stands for the ID of what the third wish creates. */
  input: Record<string, unknown>;
  target: { kind: string; id?: string; title?: string; where?: string };
  /** Numbers of wishes (from 1) that must be done first. */
  needs?: readonly number[];
  /** The thing as it is; null where there is none. */
  live?: Readonly<Record<string, unknown>> | null | undefined;
  follows?: string;
  danger?: Danger;
  /** File of a folder, and the line in it. */
  file?: string;
  line?: number;
}

export interface NewWish extends SiteWish {
  lanes?: readonly string[];
  /** No other row sets what this one sets. */
  isOnce?: boolean;
}

export interface Wishes {
  rows: SiteWish[];
  /** Adds a change behind the last one of each of its lanes; returns what stands for the ID of what it creates. */
  add(wish: NewWish): string;
  /** Numbers of the last changes of all lanes. */
  ends(): number[];
  /** Number of the last change, or of the one that a reference names. */
  numberOf(ref: string): number | undefined;
}

export function createWishes(): Wishes {
  const rows: SiteWish[] = [];
  const lanes = new Map<string, number>();
  const renamed = new Map<unknown, number>();
  const earlier = new EarlierRows();
  return {
    rows,
    add({ lanes: own = [], needs = [], isOnce = false, ...given }) {
      const { operation, input } = given;
      const live = isOnce ? given.live : earlier.pass(operation, input, given.live);
      const wish = live === undefined ? given : { ...given, live };
      // A site calls a space that it begins to show as that is called then.
      const rename = 'siteId' in input ? renamed.get(input.spaceId) : undefined;
      const before = [
        ...own.flatMap((lane) => lanes.get(lane) ?? []),
        ...(rename === undefined ? [] : [rename]),
      ];
      const number = rows.length + 1;
      if (operation === updateSpace && 'title' in input) renamed.set(input.spaceId, number);
      for (const lane of own) lanes.set(lane, number);
      const all = [...new Set([...needs, ...before])].sort((a, b) => a - b);
      rows.push({ ...wish, ...(all.length > 0 && { needs: all }) });
      return `{row ${number}}.id`;
    },
    ends: () => [...new Set(lanes.values())].sort((a, b) => a - b),
    numberOf: (ref) => {
      const [, number] = /^\{row (\d+)\}/.exec(ref) ?? [];
      return number === undefined ? undefined : Number(number);
    },
  };
}

interface Proposed extends Omit<NewWish, 'live'> {
  /** The thing as it is. */
  raw?: object | undefined;
  /** What the file says of it. */
  item?: object | undefined;
}

/** Adds a change of something of the site; `input` is without the place of that. Returns what stands for its ID. */
export const propose = (work: Work, { raw, item, input, ...wish }: Proposed): string =>
  work.wishes.add({
    ...wish,
    input: { ...work.place, ...input },
    ...(raw && { live: { ...raw } }),
    ...(item && lineOf(work, item)),
  });

/** Adds a change to these fields; without any, the thing is as the file says: there already, or created so. */
export function proposeFields(work: Work, fields: Fields, wish: Proposed): void {
  if (Object.keys(fields).length > 0) propose(work, { ...wish, input: { ...wish.input, ...fields } });
  else if (!Object.values({ ...work.place, ...wish.input }).some((id) => isRef(String(id))))
    work.unchanged += 1;
}

/** Whether it stands for what is yet to be created. */
export const isRef = (id: string): boolean => id.startsWith('{row ');

/** The first space of a section that a row creates. */
export const firstSpaceOf = (section: string): string => section.replace(/\.id$/, '.siteSpaces.0.id');

// What keeps parts of a site from readers until all of it is there: drafts, made live in one step at the end.

type Live = Work['live'];

/** Undefined where nothing is on the site that could tell. */
export function knowsDrafts(live: Live): boolean | undefined {
  const shown = [...spacesOn(live), ...sectionsOn(live.items)].map(({ raw }) => raw);
  return shown.length === 0 ? undefined : shown.some((raw) => raw.draft !== undefined);
}

/** Whether readers would see what is made before it is complete. */
export const isReadNow = ({ live, drafts }: Pick<Work, 'live' | 'drafts'>): boolean =>
  live.site.published && drafts === true;

/** What a new thing is created with. */
export const asDraft = (work: Work, item: { draft?: boolean | undefined }): { draft?: true } =>
  item.draft === true || isReadNow(work) ? { draft: true } : {};

interface Shown {
  draft?: boolean | undefined;
  hidden?: boolean | undefined;
}

/** Undefined: as it is. What a file leaves out is as people expect it; an older file says nothing of it. */
export const wantedState = (
  { prune, older }: Work,
  value: boolean | undefined,
  isNew: boolean,
): boolean | undefined => value ?? (isNew || (prune && !older) ? false : undefined);

/**
 * The states that keep it from readers, which are set at once. Those that show it wait for the end of the plan.
 * `now`: as it is, or as it has just been made.
 */
export function statesNow(
  work: Work,
  given: {
    kind: keyof typeof KINDS;
    id: string;
    title: string;
    item: NavItem | SpaceItem;
    raw?: object | undefined;
  },
  { wanted, now, isNew }: { wanted: Shown; now: Shown; isNew: boolean },
): Shown {
  const held: Shown = {};
  const shown: Shown = {};
  for (const name of ['draft', 'hidden'] as const) {
    // A draft that a file made, and was cut off before it showed it, is shown by the next one.
    const isHeld = name === 'draft' && now.draft === true && work.held?.has(heldKey(given)) === true;
    const state = wantedState(work, wanted[name], isNew) ?? (isHeld ? false : undefined);
    if (state === undefined && name === 'draft' && now.draft === true)
      work.warnings.push(
        `line ${work.notes.get(given.item)?.line}: ${KINDS[given.kind].kind} "${given.title}" stays a draft, which readers do not see: add draft: false to show it`,
      );
    if (state === undefined || state === (now[name] ?? false)) continue;
    (state ? held : shown)[name] = state;
  }
  if (Object.keys(shown).length > 0) work.goingLive.push({ ...given, fields: shown });
  return held;
}

const KINDS = {
  section: { operation: updateSiteSection, param: 'siteSectionId', kind: 'section' },
  group: { operation: updateSiteSectionGroup, param: 'siteSectionGroupId', kind: 'section group' },
  space: { operation: updateSiteSpace, param: 'siteSpaceId', kind: 'site space' },
} as const;

/** After everything else, and before the site is published: nobody sees half of it. */
export function planGoingLive(work: Work): void {
  const needs = work.wishes.rows.map((_, at) => at + 1);
  for (const { kind, id, title, item, raw, fields } of work.goingLive) {
    const { operation, param, kind: noun } = KINDS[kind];
    const input = { [param]: id, ...fields };
    propose(work, { operation, input, target: { kind: noun, title }, needs, raw, item });
  }
}

type GoingLive = Parameters<typeof statesNow>[1] & { fields: Shown };

/** Throws ValidationError where the file keeps something from readers, and the host would show it to them. */
export function refuseWithoutDrafts({ file, drafts, live }: Pick<Work, 'file' | 'drafts' | 'live'>): void {
  if (drafts !== false) return;
  const name = firstHeld(file);
  if (name === undefined) return;
  throw misfit(
    `"${name}" is a draft or hidden in the file, and this host has neither on sites: readers of site "${live.site.title}" would see it`,
    'remove it from the file',
  );
}

function firstHeld(file: SiteFile): string | undefined {
  const [first] = allIn(file.sections).flatMap((item) =>
    isLink(item) || !item.draft ? [] : [(isGroup(item) ? item.group : item.title) ?? ''],
  );
  return first ?? spacesIn(file).find(({ draft, hidden }) => draft || hidden)?.space;
}

/** What the site has that files of an older version could not say. */
export function lackedBy({ version }: SiteFile, { site, ...rest }: Live): string[] {
  if (version !== 1) return [];
  const raws: object[] = [...spacesOn(rest), ...allOn(rest.items)].map(({ raw }) => raw);
  const some = (name: string) => raws.some((raw) => Boolean(Reflect.get(raw, name)));
  const has = {
    draft: some('draft'),
    hidden: some('hidden'),
    'home page': some('pageId'),
    'titles by language': some('localizedTitle') || some('localizedDescription'),
    'default level': site.defaultLevel !== undefined && site.defaultLevel !== 'inherit',
    'style guide': site.styleguide !== undefined,
  };
  return Object.entries(has).flatMap(([name, isThere]) => (isThere ? [name] : []));
}
